//! The game screen for a phone: the playfield as large as possible, with score, level and NEXT beside it or above it.

use super::frame::Rectangle;
use super::palette::{BLACK, TEXT};
use super::surface::{Face, Surface};
use super::{Frame, Renderer};

/// Parts of the game screen: the score, the lines, the level, the NEXT piece, and the playfield with the inner edge of its
/// frame.
const SCORE: Rectangle = part((192, 64), (48, 8));
const LINES: Rectangle = part((152, 24), (24, 8));
const LEVEL: Rectangle = part((208, 168), (16, 8));
const NEXT: Rectangle = part((191, 119), (33, 17));
const FIELD: Rectangle = part((92, 46), (88, 166));
/// Height in pixels of the row above the playfield. Left edge and width of the column beside it.
const HEAD: usize = 18;
const SIDE: usize = FIELD.width + 3;
const SIDE_WIDTH: usize = SCORE.width + 1;

const fn part((x, y): (usize, usize), (width, height): (usize, usize)) -> Rectangle {
    Rectangle {
        x,
        y,
        width,
        height,
    }
}

/// Arrangement of the game screen on a phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhoneScreen {
    /// Score, level and NEXT are in a row above the playfield.
    Upright,
    /// Score, lines, level and NEXT are in a column beside the playfield.
    Sideways,
}

impl PhoneScreen {
    /// Returns width and height in pixels of the screen, which is in the upper left corner of its frame.
    pub const fn size(self) -> (usize, usize) {
        match self {
            PhoneScreen::Upright => (FIELD.width, HEAD + FIELD.height),
            PhoneScreen::Sideways => (SIDE + SIDE_WIDTH, FIELD.height),
        }
    }
}

impl Renderer {
    /// Returns a game screen, arranged for a phone. The rest of the frame is black.
    pub fn on_phone(&self, game: &Frame, screen: PhoneScreen) -> Frame {
        let mut shown = Frame::new();
        let mut word = |word: &str, place: (usize, usize)| {
            let mut words = Surface::new(Face::Text.width(word), 8, BLACK);
            self.pen()
                .text(&mut words, (0, 0), word, Face::Text, TEXT[3]);
            shown.surface(&words, place);
            place.0 + words.width() + 3
        };
        let parts = match screen {
            PhoneScreen::Upright => vec![
                (SCORE, (1, 1)),
                (LEVEL, (word("Level", (1, HEAD / 2)), HEAD / 2)),
                (NEXT, (FIELD.width - NEXT.width, 1)),
                (FIELD, (0, HEAD)),
            ],
            PhoneScreen::Sideways => vec![
                (FIELD, (0, 0)),
                (SCORE, (SIDE, 2)),
                (LINES, (word("Lines", (SIDE, 16)), 16)),
                (LEVEL, (word("Level", (SIDE, 28)), 28)),
                (NEXT, (SIDE, 44)),
            ],
        };
        for (part, place) in parts {
            shown.copy(game, part, place);
        }
        shown
    }
}
