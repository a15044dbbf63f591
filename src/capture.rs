//! Games read from the frames of a video: pixels in, the visible state of a game out.
//!
//! ```text
//! Pixels -> position of the field -> cells, NEXT, shapes of the digits -> Sighting
//! ```
//!
//! This module knows no rules of the game beyond the field's size and the shapes of its pieces. [`crate::session`]
//! combines the sightings of a whole game.

mod cells;
mod cover;
mod digits;
mod finder;
mod fit;
mod grey;
mod layout;
mod next;
mod pixels;
mod reader;
mod screen;
mod y4m;

pub use digits::Shape;
pub use pixels::Pixels;
pub use reader::{FieldSide, Reader};
pub use y4m::{Y4m, Y4mError};

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece};

/// Number of cells in the field.
pub const CELLS: usize = (COLUMNS as usize) * (ROWS as usize);
/// Number of digits read: three of LINES, six of SCORE, two of LEVEL, from the left.
pub const DIGITS: usize = 11;

/// Kind of an occupied cell whose colour cannot be identified.
pub const KIND_UNKNOWN: u8 = 255;

/// Reading of one frame of a video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Index of the frame in the video, from 0. Duplicate frames count.
    pub picture: u64,
    /// Microseconds since the video's first frame.
    pub time: u64,
    /// Game in the frame. `None` if no field is found, as in menus, on cuts and in black frames.
    pub game: Option<GameSighting>,
}

/// Reading of a game in one frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSighting {
    /// Occupied cells, including the piece in play.
    pub board: Board,
    /// Cells that may be wrong: between empty and occupied, blended, or behind something else.
    pub doubtful: Board,
    /// Kinds of the cells, in reading order: 0 empty, 1 white, 2 and 3 the level's two colours as in
    /// [`GameSighting::colours`], 255 unidentified.
    pub kinds: Box<[u8; CELLS]>,
    /// Piece in the NEXT box.
    pub next: Option<Piece>,
    /// Mean red, green and blue of the occupied cells of each kind (white, and the level's two), if there are any.
    pub colours: [Option<[u8; 3]>; 3],
    /// Group of each digit's shape. Shapes that look alike in this video form a numbered group. `None` without a
    /// digit. The course of the game determines which digit a group is.
    pub digits: [Option<u8>; DIGITS],
    /// Digit that each group looks like, if that is clear and the font is known ([`Reader::know_digits`]).
    pub looks: [Option<u8>; DIGITS],
    /// The frame is brighter throughout, as at a Tetris.
    pub flashes: bool,
}

/// Position of the field in a frame: its 10x20 cells without the border, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldArea {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width of the ten cells.
    pub width: f32,
    /// Height of the twenty cells.
    pub height: f32,
}

impl FieldArea {
    /// Returns this position in a frame scaled by these factors across and down.
    fn scaled(&self, (across, down): (f32, f32)) -> FieldArea {
        FieldArea {
            x: across * self.x,
            y: down * self.y,
            width: across * self.width,
            height: down * self.height,
        }
    }

    /// Returns the part of the frame that corresponds to a rectangle of the console's screen. Its corner is relative
    /// to the field's upper left one, all in the console's pixels.
    pub fn part(&self, (x, y): (f32, f32), (width, height): (f32, f32)) -> FieldArea {
        let (across, down) = (self.width / 80.0, self.height / 160.0);
        FieldArea {
            x: self.x + x * across,
            y: self.y + y * down,
            width: width * across,
            height: height * down,
        }
    }

    /// Returns a cell of the field, by its column from the left and its row from the top.
    pub fn cell(&self, column: u8, row: u8) -> FieldArea {
        let corner = (
            layout::CELL * f32::from(column),
            layout::CELL * f32::from(row),
        );
        self.part(corner, (layout::CELL, layout::CELL))
    }

    /// Returns the position of the NEXT piece.
    pub fn next(&self) -> FieldArea {
        self.part(layout::NEXT, (32.0, 16.0))
    }

    /// Returns the positions of the digits, in the order of [`GameSighting::digits`].
    pub fn digits(&self) -> [FieldArea; DIGITS] {
        layout::DIGIT_PLACES.map(|corner| self.part(corner, (layout::CELL, layout::CELL)))
    }
}
