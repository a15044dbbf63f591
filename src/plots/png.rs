//! Conversion of drawings to PNG files in light mode, with antialiased edges. Texts use the game's own letters, so no
//! font is needed.

use crate::pixels::to_png;
use crate::render::Renderer;
use crate::render::text::character_tile;

use super::drawing::Rgb;
use super::drawing::{Anchor, Drawing, Shape};
use super::style;

/// Number of pixels per unit of a drawing.
const SCALE: f64 = 3.0;
/// Width and height of a letter's tile in pixels. Its last pixel row is below the baseline.
const LETTER: f64 = 8.0;
/// Length of a dash and of the gap after it, in units.
const DASHES: [f64; 2] = [6.0, 5.0];

/// Returns a drawing as a PNG file.
pub fn file(drawing: &Drawing, renderer: &Renderer) -> Vec<u8> {
    let mut paper = Paper::new(drawing);
    for shape in &drawing.shapes {
        paper.draw(shape, renderer);
    }
    to_png(paper.width, &paper.rounded())
}

/// Canvas on which a plot is drawn, with red, green and blue of each pixel.
struct Paper {
    width: usize,
    height: usize,
    pixels: Vec<[f32; 3]>,
}

impl Paper {
    fn new(drawing: &Drawing) -> Paper {
        let width = (drawing.width * SCALE).round() as usize;
        let height = (drawing.height * SCALE).round() as usize;
        Paper {
            width,
            height,
            pixels: vec![[255.0; 3]; width * height],
        }
    }

    fn rounded(&self) -> Vec<Rgb> {
        let pixels = self.pixels.iter();
        pixels
            .map(|pixel| pixel.map(|part| part.round() as u8))
            .collect()
    }

    fn draw(&mut self, shape: &Shape, renderer: &Renderer) {
        match shape {
            Shape::Box {
                x,
                y,
                width,
                height,
                ink,
                ..
            } => {
                let across = (x * SCALE, (x + width) * SCALE);
                let down = (y * SCALE, (y + height) * SCALE);
                self.filled(across, down, style::by_light(*ink));
            }
            Shape::Line {
                points,
                width,
                ink,
                is_dashed,
            } => {
                let lines = if *is_dashed {
                    dashes(points)
                } else {
                    points.windows(2).map(|pair| [pair[0], pair[1]]).collect()
                };
                self.lines(&lines, width * SCALE / 2.0, style::by_light(*ink));
            }
            Shape::Text {
                x,
                y,
                anchor,
                letters,
                ink,
                text,
            } => {
                let pixel = (style::size_of(*letters).1 * SCALE / LETTER).round();
                let length = text.chars().count() as f64 * LETTER * pixel;
                let back = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => length / 2.0,
                    Anchor::End => length - pixel,
                };
                let left = (x * SCALE - back).round();
                let top = (y * SCALE).round() - (LETTER - 1.0) * pixel;
                self.text((left, top), pixel, text, style::by_light(*ink), renderer);
            }
        }
    }

    /// Fills a rectangle. Pixels at its edges are blended, according to the share of the pixel that it covers.
    fn filled(&mut self, across: (f64, f64), down: (f64, f64), colour: Rgb) {
        for y in pixels_of(down, self.height) {
            for x in pixels_of(across, self.width) {
                let share = overlap(across, x) * overlap(down, y);
                self.blend(x, y, share, colour);
            }
        }
    }

    /// Draws lines with round ends. If several lines touch a pixel, it is blended only once.
    fn lines(&mut self, lines: &[[(f64, f64); 2]], half: f64, colour: Rgb) {
        let mut shares = std::collections::BTreeMap::new();
        for &[from, to] in lines {
            let [from, to] = [from, to].map(|(x, y)| (x * SCALE, y * SCALE));
            let reach = half + 1.0;
            let across = (from.0.min(to.0) - reach, from.0.max(to.0) + reach);
            let down = (from.1.min(to.1) - reach, from.1.max(to.1) + reach);
            for y in pixels_of(down, self.height) {
                for x in pixels_of(across, self.width) {
                    let middle = (x as f64 + 0.5, y as f64 + 0.5);
                    let share = (half + 0.5 - distance(middle, from, to)).clamp(0.0, 1.0);
                    if share > 0.0 {
                        let most: &mut f64 = shares.entry((y, x)).or_default();
                        *most = most.max(share);
                    }
                }
            }
        }
        for ((y, x), share) in shares {
            self.blend(x, y, share, colour);
        }
    }

    fn text(
        &mut self,
        (left, top): (f64, f64),
        pixel: f64,
        text: &str,
        colour: Rgb,
        renderer: &Renderer,
    ) {
        for (place, letter) in text.chars().enumerate() {
            let tile = renderer.tile(character_tile(letter));
            let left = left + place as f64 * LETTER * pixel;
            for (row, values) in tile.rows().iter().enumerate() {
                for (column, _) in values.iter().enumerate().filter(|(_, value)| **value == 3) {
                    let x = left + column as f64 * pixel;
                    let y = top + row as f64 * pixel;
                    self.filled((x, x + pixel), (y, y + pixel), colour);
                }
            }
        }
    }

    fn blend(&mut self, x: usize, y: usize, share: f64, colour: Rgb) {
        let pixel = &mut self.pixels[y * self.width + x];
        for (part, wanted) in pixel.iter_mut().zip(colour) {
            *part += (f32::from(wanted) - *part) * share as f32;
        }
    }
}

/// Returns the range of pixels that an interval touches, limited to 0 to `end`.
fn pixels_of((from, to): (f64, f64), end: usize) -> std::ops::Range<usize> {
    let clamp = |place: f64| place.clamp(0.0, end as f64) as usize;
    clamp(from.floor())..clamp(to.ceil())
}

/// Returns the fraction of a pixel that an interval covers (0-1).
fn overlap((from, to): (f64, f64), pixel: usize) -> f64 {
    let pixel = pixel as f64;
    (to.min(pixel + 1.0) - from.max(pixel)).max(0.0)
}

/// Returns the distance between a point and a line segment.
fn distance(point: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let way = (to.0 - from.0, to.1 - from.1);
    let square = way.0 * way.0 + way.1 * way.1;
    let along = (point.0 - from.0) * way.0 + (point.1 - from.1) * way.1;
    let share = if square > 0.0 {
        (along / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let nearest = (from.0 + share * way.0, from.1 + share * way.1);
    ((point.0 - nearest.0).powi(2) + (point.1 - nearest.1).powi(2)).sqrt()
}

/// Cuts a line into dashes. Returns the ends of each dash.
fn dashes(points: &[(f64, f64)]) -> Vec<[(f64, f64); 2]> {
    let period = DASHES[0] + DASHES[1];
    let mut lines = Vec::new();
    let mut done = 0.0;
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let length = ((to.0 - from.0).powi(2) + (to.1 - from.1).powi(2)).sqrt();
        let at = |way: f64| {
            let share = way / length;
            (
                from.0 + share * (to.0 - from.0),
                from.1 + share * (to.1 - from.1),
            )
        };
        // Add the dashes that overlap this segment.
        let mut dash = (done / period).floor() * period - done;
        while dash < length {
            let (begin, end) = (dash.max(0.0), (dash + DASHES[0]).min(length));
            if begin < end {
                lines.push([at(begin), at(end)]);
            }
            dash += period;
        }
        done += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plots::drawing::Ink;

    #[test]
    fn a_box_covers_its_pixels_and_half_of_one_it_half_covers() {
        let mut drawing = Drawing::new(10.0, "", &[]);
        drawing.filled((1.0, 1.0), (1.5, 1.0), Ink::Fixed([0, 0, 0]));
        let mut paper = Paper::new(&drawing);
        for shape in &drawing.shapes {
            paper.draw(shape, &Renderer::new());
        }
        let row = &paper.rounded()[3 * paper.width..][..9];
        assert_eq!(
            *row,
            [255, 255, 255, 0, 0, 0, 0, 128, 255].map(|part| [part; 3])
        );
    }

    #[test]
    fn dashes_continue_around_corners() {
        let lines = dashes(&[(0.0, 0.0), (3.0, 0.0), (3.0, 12.0)]);
        let expected = [
            [(0.0, 0.0), (3.0, 0.0)],
            [(3.0, 0.0), (3.0, 3.0)],
            [(3.0, 8.0), (3.0, 12.0)],
        ];
        assert_eq!(lines, expected);
    }
}
