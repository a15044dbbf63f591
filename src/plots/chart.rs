//! Charts: two axes with a grid, and lines, dots and bars in the area between them.

use super::axis::{Axis, Spacing};
use super::drawing::{Anchor, Drawing, Ink};
use super::numbers::tick;

/// Height of a chart in units.
const HEIGHT: f64 = 330.0;
/// Right margin in units, wide enough for half a tick label.
const RIGHT: f64 = 24.0;
/// Bottom margin in units, for tick values and the axis label.
const BELOW: f64 = 46.0;
/// Width of a letter in tick labels and marks, in units.
const LETTER: f64 = 7.0;
/// Width of a letter in the legend, in units.
const NAME_LETTER: f64 = 7.0;

/// Chart: drawing with two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Shapes drawn so far.
    pub drawing: Drawing,
    x: Axis,
    y: Axis,
    /// Left edge of the area between the axes.
    left: f64,
    /// Upper edge of the area.
    top: f64,
    /// Right edge of the area.
    right: f64,
    /// Lower edge of the area.
    bottom: f64,
    /// Right end of the next legend entry, in units. Entries are added from right to left.
    legend: f64,
}

impl Chart {
    /// Creates an empty chart. `lines` has at most two lines of text, shown below the title.
    pub fn new(title: &str, lines: &[String], x: Axis, y: Axis) -> Chart {
        let y_ticks = y.ticks(6);
        let longest = y_ticks.iter().map(|&value| tick(value).len()).max();
        let left = Drawing::MARGIN + LETTER * longest.unwrap_or(1) as f64 + 8.0;
        let mut chart = Chart {
            drawing: Drawing::new(HEIGHT, title, lines),
            x,
            y,
            left,
            top: 66.0 + 16.0 * lines.len() as f64,
            right: Drawing::WIDTH - RIGHT,
            bottom: HEIGHT - BELOW,
            legend: Drawing::WIDTH - RIGHT,
        };
        chart.grid(&y_ticks);
        chart
    }

    /// Returns the position of the point (x, y) in the drawing, in units.
    pub fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let across = self.left + self.x.share(x) * (self.right - self.left);
        let down = self.bottom - self.y.share(y) * (self.bottom - self.top);
        (across, down)
    }

    fn grid(&mut self, y_ticks: &[f64]) {
        let (left, right, top, bottom) = (self.left, self.right, self.top, self.bottom);
        for &value in y_ticks {
            let (_, y) = self.place(self.x.from, value);
            self.drawing.line(&[(left, y), (right, y)], 1.0, Ink::Grid);
            let label = tick(value);
            let place = (left - 8.0, y + 4.0);
            self.drawing
                .text(place, Anchor::End, Ink::Secondary, &label);
        }
        for value in self.x.ticks(7) {
            let (x, _) = self.place(value, self.y.from);
            self.drawing
                .line(&[(x, bottom), (x, bottom + 4.0)], 1.0, Ink::Secondary);
            let place = (x, bottom + 18.0);
            self.drawing
                .text(place, Anchor::Middle, Ink::Secondary, &tick(value));
        }
        self.drawing
            .line(&[(left, bottom), (right, bottom)], 1.0, Ink::Secondary);
        let (above, below) = (self.y.label.clone(), self.x.label.clone());
        let place = (Drawing::MARGIN, top - 10.0);
        self.drawing
            .text(place, Anchor::Start, Ink::Secondary, &above);
        let place = (right, bottom + 36.0);
        self.drawing
            .text(place, Anchor::End, Ink::Secondary, &below);
    }

    /// Adds a legend entry for an ink, above the area between the axes, to the left of earlier entries.
    pub fn name(&mut self, ink: Ink, name: &str) {
        let y = self.top - 10.0;
        self.drawing
            .text((self.legend, y), Anchor::End, Ink::Secondary, name);
        let left = self.legend - NAME_LETTER * name.chars().count() as f64 - 8.0;
        self.drawing
            .line(&[(left - 12.0, y - 4.0), (left, y - 4.0)], 3.0, ink);
        self.legend = left - 26.0;
    }

    /// Draws vertical bars, each given by its start and end in x and its value in y.
    pub fn bars(&mut self, bars: &[(f64, f64, f64)]) {
        for &(from, to, value) in bars.iter().filter(|(.., value)| self.y.share(*value) > 0.0) {
            let (left, top) = self.place(from, value);
            let (right, bottom) = self.place(to, self.y.from);
            // Leave a gap between bars if they are wide enough.
            let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
            let size = (right - left - gap, bottom - top);
            self.drawing.filled((left, top), size, Ink::DataArea);
            let label = format!("{} to {}: {}", tick(from), tick(to), tick(value));
            self.drawing.tooltip(label);
        }
    }

    /// Draws a line through points.
    pub fn line(&mut self, points: &[(f64, f64)], ink: Ink) {
        let places = self.places(points);
        self.drawing.line(&places, 2.0, ink);
    }

    /// Draws a dashed line through points.
    pub fn dashes(&mut self, points: &[(f64, f64)], ink: Ink) {
        let places = self.places(points);
        self.drawing.dashes(&places, 2.0, ink);
    }

    /// Draws a dot at each point.
    pub fn dots(&mut self, points: &[(f64, f64)], ink: Ink) {
        for place in self.places(points) {
            self.drawing.line(&[place, place], 6.0, ink);
        }
    }

    /// Draws a vertical dashed line at `value` on the x axis, with `word` at its top.
    pub fn mark(&mut self, value: f64, word: &str, ink: Ink) {
        let (x, top) = self.place(value, self.y.to);
        self.drawing.dashes(&[(x, self.bottom), (x, top)], 1.5, ink);
        let end = x + 5.0 + LETTER * word.chars().count() as f64;
        let (anchor, x) = if end > Drawing::WIDTH {
            (Anchor::End, x - 5.0)
        } else {
            (Anchor::Start, x + 5.0)
        };
        self.drawing.text((x, top + 11.0), anchor, Ink::Text, word);
    }

    /// Returns the positions of points. A point above or below the area moves to the edge of the area.
    fn places(&self, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let low = match self.y.spacing {
            Spacing::Linear | Spacing::Whole => f64::NEG_INFINITY,
            // Zero has no position on a logarithmic axis.
            Spacing::Logarithmic => self.y.from,
        };
        let place = |&(x, y): &(f64, f64)| {
            let (across, down) = self.place(x, y.max(low));
            (across, down.clamp(self.top, self.bottom))
        };
        points.iter().map(place).collect()
    }
}
