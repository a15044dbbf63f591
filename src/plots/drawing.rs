//! A picture as a list of shapes, before it is SVG or PNG.

use super::style::Rgb;

/// Shapes on paper, those that come later above the earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Width in units; the usual is [`Drawing::WIDTH`].
    pub width: f64,
    /// Height in units.
    pub height: f64,
    /// What is on it.
    pub shapes: Vec<Shape>,
}

/// Something on paper; x grows to the right and y downwards, in units from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle.
    Box {
        /// Left edge.
        x: f64,
        /// Upper edge.
        y: f64,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
        /// Its colour.
        ink: Ink,
        /// What is said of it to whoever points at it, empty for nothing.
        hint: String,
    },
    /// A line from point to point; a single point twice is a dot.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// How thick it is.
        width: f64,
        /// Its colour.
        ink: Ink,
        /// Whether it has gaps.
        is_dashed: bool,
    },
    /// A line of text.
    Text {
        /// Where it begins, has its middle or ends.
        x: f64,
        /// What its letters stand on.
        y: f64,
        /// Which of these `x` is.
        anchor: Anchor,
        /// How large its letters are.
        letters: Letters,
        /// Its colour.
        ink: Ink,
        /// What it says.
        text: String,
    },
}

/// A colour by what it is for; each is another by light than by dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Behind everything.
    Paper,
    /// Titles.
    Text,
    /// Labels and what is of less weight.
    Quiet,
    /// Lines of a grid.
    Grid,
    /// What was seen.
    First,
    /// The same in large areas.
    Pale,
    /// What was computed from it.
    Second,
    /// The same colour by light and by dark.
    Own(Rgb),
}

/// Which point of a text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// How large letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// The name of a picture.
    Title,
    /// All else.
    Usual,
}

impl Drawing {
    /// Units from left to right.
    pub const WIDTH: f64 = 480.0;
    /// Where text begins at the left.
    pub const MARGIN: f64 = 14.0;

    /// A paper of the usual width with a title and quiet lines below it.
    pub fn new(height: f64, title: &str, lines: &[String]) -> Drawing {
        let mut drawing = Drawing {
            width: Drawing::WIDTH,
            height,
            shapes: Vec::new(),
        };
        drawing.filled((0.0, 0.0), (Drawing::WIDTH, height), Ink::Paper);
        drawing.shapes.push(Shape::Text {
            x: Drawing::MARGIN,
            y: 26.0,
            anchor: Anchor::Start,
            letters: Letters::Title,
            ink: Ink::Text,
            text: title.to_owned(),
        });
        for (line, text) in lines.iter().enumerate() {
            let y = 45.0 + 16.0 * line as f64;
            drawing.text((Drawing::MARGIN, y), Anchor::Start, Ink::Quiet, text);
        }
        drawing
    }

    /// Draws a filled rectangle from its upper left corner with width and height.
    pub fn filled(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), ink: Ink) {
        self.shapes.push(Shape::Box {
            x,
            y,
            width,
            height,
            ink,
            hint: String::new(),
        });
    }

    /// Says something of the rectangle drawn last to whoever points at it.
    pub fn hint(&mut self, said: String) {
        if let Some(Shape::Box { hint, .. }) = self.shapes.last_mut() {
            *hint = said;
        }
    }

    /// Draws a line from point to point.
    pub fn line(&mut self, points: &[(f64, f64)], width: f64, ink: Ink) {
        self.shapes.push(Shape::Line {
            points: points.to_vec(),
            width,
            ink,
            is_dashed: false,
        });
    }

    /// Draws a line with gaps.
    pub fn dashes(&mut self, points: &[(f64, f64)], width: f64, ink: Ink) {
        self.shapes.push(Shape::Line {
            points: points.to_vec(),
            width,
            ink,
            is_dashed: true,
        });
    }

    /// Writes a line of text of the usual size.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, ink: Ink, text: &str) {
        self.shapes.push(Shape::Text {
            x,
            y,
            anchor,
            letters: Letters::Usual,
            ink,
            text: text.to_owned(),
        });
    }
}
