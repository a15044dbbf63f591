//! The game screen for a phone that is held upright: the playfield as large as possible, with score, level and NEXT in one
//! row above it.

use super::frame::Rectangle;
use super::palette::{BLACK, TEXT};
use super::surface::{Face, Surface};
use super::{Frame, Renderer};

/// Parts of the game screen: the score, the level, the NEXT piece, and the playfield with the inner edge of its frame.
const SCORE: Rectangle = part((192, 64), (48, 8));
const LEVEL: Rectangle = part((208, 168), (16, 8));
const NEXT: Rectangle = part((191, 119), (33, 17));
const FIELD: Rectangle = part((92, 46), (88, 166));
/// Height of the row above the playfield in pixels, and the word before the level.
const HEAD: usize = 18;
const WORD: &str = "Level";

const fn part((x, y): (usize, usize), (width, height): (usize, usize)) -> Rectangle {
    Rectangle {
        x,
        y,
        width,
        height,
    }
}

impl Frame {
    /// Width and height in pixels of the upright game screen, which is in the upper left corner of its frame.
    pub const UPRIGHT: (usize, usize) = (FIELD.width, HEAD + FIELD.height);
}

impl Renderer {
    /// Returns a game screen, arranged for a phone that is held upright. The rest of the frame is black.
    pub fn upright(&self, game: &Frame) -> Frame {
        let mut upright = Frame::new();
        let word = Face::Text.width(WORD);
        let mut words = Surface::new(word, 8, BLACK);
        self.pen()
            .text(&mut words, (0, 0), WORD, Face::Text, TEXT[3]);
        upright.surface(&words, (1, HEAD / 2));
        for (part, place) in [
            (SCORE, (1, 1)),
            (LEVEL, (word + 4, HEAD / 2)),
            (NEXT, (FIELD.width - NEXT.width, 1)),
            (FIELD, (0, HEAD)),
        ] {
            upright.copy(game, part, place);
        }
        upright
    }
}
