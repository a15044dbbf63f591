//! The lab's view of a game: where its pieces lock, beside the field in the place of the statistics.

use super::frame::Rectangle;
use super::palette::{BLACK, TEXT};
use super::{Frame, Renderer};
use crate::engine::view::View;

/// What the lab's view shows: a plain value that whoever shows a game fills in.
#[derive(Clone, Debug, PartialEq)]
pub struct LabPanel {
    /// How bright each cell is, by row (0 at the top) and column: 0 nothing, 1 the brightest.
    pub heat: [[f32; 10]; 20],
    /// How long the bar of each row is: 0 nothing, 1 the longest there is room for.
    pub bars: [f32; 20],
    /// Where a straight line through the ends of the bars crosses them, where there is one: the first
    /// row it stands for, and the lengths in the rows from there on. Those outside 0-1 are left out.
    pub line: Option<(usize, Vec<f32>)>,
    /// What is said below: words and what they stand for, at most [`LabPanel::LINES`] lines.
    pub lines: Vec<(String, String)>,
}

impl LabPanel {
    /// Letters in a line: what stands for a word is at its right end.
    pub const COLUMNS: usize = 9;
    /// Lines below the map.
    pub const LINES: usize = 10;

    /// The lines as they stand below each other, each of [`LabPanel::COLUMNS`] letters.
    pub fn text(&self) -> impl Iterator<Item = String> {
        let shown = self.lines.iter().take(LabPanel::LINES);
        shown.map(|(word, value)| {
            let room = LabPanel::COLUMNS.saturating_sub(word.chars().count());
            let line = format!("{word}{value:>room$}");
            line.chars().take(LabPanel::COLUMNS).collect()
        })
    }
}

/// The colour index of a brightness, 0 to 1; whatever is not nothing is not black.
pub fn heat_colour(heat: f32) -> u8 {
    let steps = (HEAT.len() - 1) as f32;
    HEAT[((heat * steps).ceil() as usize).min(HEAT.len() - 1)]
}

/// The panel's tile column and row, its width and height: left of the field, below the type of game. What
/// else is shown there has the same.
pub(super) const PANEL: (usize, usize, usize, usize) = (0, 6, 11, 23);
/// The upper left pixel of the map, and the side of its cells.
const MAP: (usize, usize) = (8, 56);
const CELL: usize = 4;
/// The first column of the bars, and how long the longest is.
const BARS: usize = 51;
const BAR: usize = 28;
/// The row of the first line of text.
const FIRST_LINE: usize = 18;
/// From nothing to the brightest cell: from black over blue, violet, red and yellow to white.
const HEAT: [u8; 11] = [
    BLACK, 0x02, 0x12, 0x13, 0x14, 0x15, 0x16, 0x26, 0x27, 0x38, 0x30,
];
/// Bars, and the line through their ends.
pub(super) const BAR_COLOUR: u8 = 0x12;
pub(super) const LINE_COLOUR: u8 = 0x27;

impl Renderer {
    /// Draws the lab's view over the picture of one game, in the place of the pieces' statistics: the
    /// field, the score and the next piece stay seen. Says whether there was a place for it: matches,
    /// other screens and the pause have none.
    pub fn lab(&self, view: &View, panel: &LabPanel, frame: &mut Frame) -> bool {
        let View::Game(game) = view else {
            return false;
        };
        if game.paused {
            return false;
        }
        let (column, row, width, height) = PANEL;
        self.panel(frame, column, row, width, height);
        for (y, cells) in panel.heat.iter().enumerate() {
            for (x, heat) in cells.iter().enumerate() {
                let place = square(MAP.0 + x * CELL, MAP.1 + y * CELL, CELL, CELL);
                frame.rectangle(place, heat_colour(*heat));
            }
        }
        for (y, bar) in panel.bars.iter().enumerate() {
            let place = square(BARS, MAP.1 + y * CELL, length(*bar), CELL - 1);
            frame.rectangle(place, BAR_COLOUR);
        }
        if let Some((first, lengths)) = &panel.line {
            let rows = (*first..20).zip(lengths);
            for (y, at) in rows.filter(|(_, at)| (0.0..=1.0).contains(*at)) {
                let place = square(BARS + length(*at), MAP.1 + y * CELL, 1, CELL);
                frame.rectangle(place, LINE_COLOUR);
            }
        }
        for (index, line) in panel.text().enumerate() {
            self.text(frame, 1, FIRST_LINE + index, &line, TEXT);
        }
        true
    }
}

fn length(share: f32) -> usize {
    (share.clamp(0.0, 1.0) * BAR as f32).round() as usize
}

const fn square(x: usize, y: usize, width: usize, height: usize) -> Rectangle {
    Rectangle {
        x,
        y,
        width,
        height,
    }
}
