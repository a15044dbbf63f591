//! The review of a move: what it lost and how the game stands, in the place of the statistics, and below
//! the field what is said of it.

use super::frame::Rectangle;
use super::palette::{BLACK, SOLVED, TEXT, TileColours, WRONG};
use super::{Frame, Renderer};
use crate::engine::view::View;
use crate::menu::wrap;

/// What the review shows: a plain value that whoever shows a game fills in.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReviewPanel {
    /// Whether something that was to be solved is, once it was tried: it stands above the lines, by colour
    /// and by sign.
    pub solved: Option<bool>,
    /// Words and what they stand for, at most [`ReviewPanel::LINES`] lines with the one above them.
    pub lines: Vec<(String, String)>,
    /// How high the curve is in each of its columns, from the left: 0 at the bottom, 1 the highest.
    pub curve: Vec<f32>,
    /// The column of the curve in which the move lies.
    pub cursor: Option<usize>,
    /// Keys and what they do, as many as there is room for.
    pub keys: Vec<(String, String)>,
    /// A sentence below the field; what [`ReviewPanel::SAID_LINES`] lines of [`ReviewPanel::SAID_COLUMNS`]
    /// letters have no room for is left out.
    pub said: String,
}

impl ReviewPanel {
    /// Letters in a line beside the field: what stands for a word is at its right end.
    pub const COLUMNS: usize = 9;
    /// Lines above the curve, and lines of keys below it.
    pub const LINES: usize = 7;
    /// See [`ReviewPanel::LINES`].
    pub const KEY_LINES: usize = 6;
    /// Letters in a line below the field, and lines there.
    pub const SAID_COLUMNS: usize = 30;
    /// See [`ReviewPanel::SAID_COLUMNS`].
    pub const SAID_LINES: usize = 2;
    /// Columns of the curve.
    pub const CURVE: usize = 72;

    /// What was tried in a word, with a sign, and its colours.
    pub const fn verdict(&self) -> Option<(&'static str, TileColours)> {
        match self.solved {
            None => None,
            Some(true) => Some(("+ SOLVED", SOLVED)),
            Some(false) => Some(("- WRONG", WRONG)),
        }
    }

    /// The lines above the curve as they stand below each other.
    pub fn text(&self) -> impl Iterator<Item = String> {
        let room = ReviewPanel::LINES - usize::from(self.solved.is_some());
        let shown = self.lines.iter().take(room);
        shown.map(|(word, value)| {
            let room = ReviewPanel::COLUMNS.saturating_sub(word.chars().count());
            cut(&format!("{word}{value:>room$}"))
        })
    }

    /// The lines of keys: a key and what it does on one line, or on two where they need them.
    pub fn key_text(&self) -> Vec<String> {
        let lines = self.keys.iter().flat_map(|(key, does)| {
            let line = format!("{key} {does}");
            match line.chars().count() <= ReviewPanel::COLUMNS {
                true => vec![line],
                false => vec![cut(key), cut(&format!(" {does}"))],
            }
        });
        lines.take(ReviewPanel::KEY_LINES).collect()
    }

    /// The lines below the field.
    pub fn said_text(&self) -> Vec<String> {
        let mut lines = wrap(&self.said, ReviewPanel::SAID_COLUMNS);
        lines.truncate(ReviewPanel::SAID_LINES);
        lines
    }
}

fn cut(line: &str) -> String {
    line.chars().take(ReviewPanel::COLUMNS).collect()
}

/// Tile column and row, width and height: left of the field, and below all.
const BESIDE: (usize, usize, usize, usize) = (0, 6, 11, 20);
const BELOW: (usize, usize, usize, usize) = (0, 26, 32, 4);
/// Rows of tiles where the lines, the keys and the sentence begin.
const FIRST_LINE: usize = 7;
const FIRST_KEY: usize = 19;
const FIRST_SAID: usize = 27;
/// The upper left pixel of the curve, and how high it can be.
const CURVE: (usize, usize) = (8, 114);
const CURVE_HEIGHT: usize = 34;
/// What lies under the curve, the curve itself, and the column of the move.
const UNDER: u8 = 0x12;
const EDGE: u8 = 0x31;
const CURSOR: u8 = 0x27;

impl Renderer {
    /// Draws the review over the picture of one game: field, score, level and next piece stay seen. Says
    /// whether there was a place for it: matches, other screens and the pause have none.
    pub fn review(&self, view: &View, panel: &ReviewPanel, frame: &mut Frame) -> bool {
        match view {
            View::Game(game) if !game.paused => {}
            _ => return false,
        }
        for (column, row, width, height) in [BESIDE, BELOW] {
            self.panel(frame, column, row, width, height);
        }
        let verdict = panel.verdict();
        if let Some((word, colours)) = verdict {
            self.text(frame, 1, FIRST_LINE, word, colours);
        }
        let first = FIRST_LINE + usize::from(verdict.is_some());
        for (index, line) in panel.text().enumerate() {
            self.text(frame, 1, first + index, &line, TEXT);
        }
        curve(panel, frame);
        for (index, line) in panel.key_text().iter().enumerate() {
            self.text(frame, 1, FIRST_KEY + index, line, TEXT);
        }
        let colours = verdict.map_or(TEXT, |(_, colours)| colours);
        for (index, line) in panel.said_text().iter().enumerate() {
            self.text(frame, 1, FIRST_SAID + index, line, colours);
        }
        true
    }
}

/// The curve of what was lost, with its edge, and the column of the move from top to bottom.
fn curve(panel: &ReviewPanel, frame: &mut Frame) {
    let (left, top) = CURVE;
    let square = |column: usize, y: usize, height: usize| Rectangle {
        x: left + column,
        y,
        width: 1,
        height,
    };
    for (column, share) in panel.curve.iter().take(ReviewPanel::CURVE).enumerate() {
        let high = (share.clamp(0.0, 1.0) * (CURVE_HEIGHT - 1) as f32).round() as usize;
        let edge = top + CURVE_HEIGHT - 1 - high;
        frame.rectangle(square(column, edge, high + 1), UNDER);
        frame.rectangle(square(column, edge, 1), EDGE);
    }
    if let Some(column) = panel.cursor.filter(|column| *column < ReviewPanel::CURVE) {
        frame.recolour(square(column, top, CURVE_HEIGHT), BLACK, CURSOR);
        frame.recolour(square(column, top, CURVE_HEIGHT), UNDER, CURSOR);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = all.iter();
        owned
            .map(|&(one, other)| (one.to_owned(), other.to_owned()))
            .collect()
    }

    #[test]
    fn keys_with_long_names_have_two_lines_and_what_has_no_room_is_left_out() {
        let panel = ReviewPanel {
            keys: pairs(&[("PGDN", "NEXT"), ("RIGHTBRACKET", "BEFORE"), ("R", "TRY")]),
            ..ReviewPanel::default()
        };
        assert_eq!(
            panel.key_text(),
            ["PGDN NEXT", "RIGHTBRAC", " BEFORE", "R TRY"]
        );
        let many = ReviewPanel {
            keys: vec![("KEYPAD".to_owned(), "AGAIN".to_owned()); 9],
            ..panel
        };
        assert_eq!(many.key_text().len(), ReviewPanel::KEY_LINES);
    }

    #[test]
    fn no_line_is_longer_than_its_room() {
        let panel = ReviewPanel {
            lines: pairs(&[("LOSS", "2.31"), ("A LONG WORD", "123456789")]),
            said: "what is said of a move that is far too long for the two lines there are \
                for it below the field"
                .to_owned(),
            ..ReviewPanel::default()
        };
        let text: Vec<String> = panel.text().collect();
        assert_eq!(text, ["LOSS 2.31", "A LONG WO"]);
        let said = panel.said_text();
        assert_eq!(said.len(), 2);
        assert!(
            said.iter()
                .all(|line| line.chars().count() <= ReviewPanel::SAID_COLUMNS)
        );
    }
}
