//! Drawings as lists of shapes, independent of SVG and PNG.

/// Colour: red, green, blue.
pub type Rgb = [u8; 3];

/// Drawing: a list of shapes. Later shapes cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Width in units, usually [`Drawing::WIDTH`].
    pub width: f64,
    /// Height in units.
    pub height: f64,
    /// Shapes, in drawing order.
    pub shapes: Vec<Shape>,
}

/// Shape, in units from the upper left corner. x grows to the right and y grows downwards.
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
        /// Colour.
        ink: Ink,
        /// Tooltip. Empty for none.
        tooltip: String,
    },
    /// A line through points. Two equal points make a dot.
    Line {
        /// Points of the line.
        points: Vec<(f64, f64)>,
        /// Thickness.
        width: f64,
        /// Colour.
        ink: Ink,
        /// True if the line is dashed.
        is_dashed: bool,
    },
    /// A line of text.
    Text {
        /// Horizontal position of the anchor.
        x: f64,
        /// Baseline of the letters.
        y: f64,
        /// Part of the text that is at `x`.
        anchor: Anchor,
        /// Size of the letters.
        letters: LetterSize,
        /// Colour.
        ink: Ink,
        /// Text to draw.
        text: String,
    },
}

/// Colour by purpose. All inks except [`Ink::Fixed`] differ between light and dark mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Background.
    Paper,
    /// Titles and marks.
    Text,
    /// Labels and secondary text.
    Secondary,
    /// Grid lines.
    Grid,
    /// Observed data.
    Data,
    /// Observed data in large areas.
    DataArea,
    /// Computed data.
    Computed,
    /// A fixed colour, equal in light and dark mode.
    Fixed(Rgb),
}

/// Alignment of a text: which part of it is at the given horizontal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Left end of the text.
    Start,
    /// Middle of the text.
    Middle,
    /// Right end of the text.
    End,
}

/// Size of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterSize {
    /// Title of a plot.
    Title,
    /// Any text other than a title.
    Usual,
}

impl Drawing {
    /// Usual width in units.
    pub const WIDTH: f64 = 480.0;
    /// Left edge of titles and secondary lines, in units.
    pub const MARGIN: f64 = 14.0;

    /// Creates a drawing of the usual width, with a title and smaller lines below it.
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
            letters: LetterSize::Title,
            ink: Ink::Text,
            text: title.to_owned(),
        });
        for (line, text) in lines.iter().enumerate() {
            let y = 45.0 + 16.0 * line as f64;
            drawing.text((Drawing::MARGIN, y), Anchor::Start, Ink::Secondary, text);
        }
        drawing
    }

    /// Draws a filled rectangle, given by its upper left corner and its size.
    pub fn filled(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), ink: Ink) {
        self.shapes.push(Shape::Box {
            x,
            y,
            width,
            height,
            ink,
            tooltip: String::new(),
        });
    }

    /// Adds a tooltip to the last shape, if it is a rectangle.
    pub fn tooltip(&mut self, text: String) {
        if let Some(Shape::Box { tooltip, .. }) = self.shapes.last_mut() {
            *tooltip = text;
        }
    }

    /// Draws a line through points.
    pub fn line(&mut self, points: &[(f64, f64)], width: f64, ink: Ink) {
        self.shapes.push(Shape::Line {
            points: points.to_vec(),
            width,
            ink,
            is_dashed: false,
        });
    }

    /// Draws a dashed line through points.
    pub fn dashes(&mut self, points: &[(f64, f64)], width: f64, ink: Ink) {
        self.shapes.push(Shape::Line {
            points: points.to_vec(),
            width,
            ink,
            is_dashed: true,
        });
    }

    /// Draws a line of text in the usual size.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, ink: Ink, text: &str) {
        self.shapes.push(Shape::Text {
            x,
            y,
            anchor,
            letters: LetterSize::Usual,
            ink,
            text: text.to_owned(),
        });
    }
}
