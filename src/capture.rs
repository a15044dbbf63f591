//! Reader of games in the frames of a video. Its input is pixels, and its output is the visible state of the game.
//!
//! ```text
//! Pixels -> position of the field -> cells, NEXT, shapes of the digits -> Sighting
//! ```
//!
//! The reader of a frame knows no rules of the game beyond the size of the playfield and the shapes of the pieces.
//! [`game`] combines the sightings of a whole game by the rules.

mod bare_surroundings;
mod camera;
mod cells;
mod change_finder;
mod digits;
mod field_track;
mod finder;
mod glyph;
mod grey;
mod grid_fitter;
mod layout;
mod lines_finder;
mod lit_map;
mod matroska;
mod motion_detector;
mod next;
mod next_finder;
mod overlay_detector;
mod pixels;
mod reader;
mod scanlines;
mod score_finder;
mod screen;
mod spawn_detector;
mod y4m;

pub mod game;

pub use digits::Shape;
pub use matroska::Matroska;
pub use pixels::Pixels;
pub use reader::{FieldSide, FrameReader};
pub use y4m::{Y4m, Y4mError};

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece};

/// Number of cells in the playfield.
pub const CELLS: usize = (COLUMNS as usize) * (ROWS as usize);
/// Number of digits to read: three of LINES, six of SCORE, two of LEVEL, in this order.
pub const DIGITS: usize = 11;

/// Number of digits of LINES.
const LINES_DIGITS: usize = 3;

/// Number of digits of SCORE.
const SCORE_DIGITS: usize = 6;

/// Shape of an empty place before the first digit of a number.
pub const BLANK_SHAPE: u8 = u8::MAX;

/// Kind of an occupied cell whose colour cannot be identified.
pub const KIND_UNKNOWN: u8 = 255;

/// Content of one video frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Index of the frame in the video, from 0. Duplicate frames count.
    pub frame: u64,
    /// Microseconds since the video's first frame.
    pub time: u64,
    /// Game in the frame. `None` if no playfield was found, as in menus, at cuts and in black frames.
    pub game: Option<GameSighting>,
}

/// Game as visible in one frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSighting {
    /// Occupied cells, including the piece in play.
    pub board: Board,
    /// Cells that may be wrong: their brightness is between empty and occupied, they are a blend of two frames, or
    /// something covers them.
    pub doubtful: Board,
    /// Kind of each cell, row by row from the top: 0 is empty, 1 white, 2 and 3 the level's two colours (see
    /// [`GameSighting::colours`]). [`KIND_UNKNOWN`] marks occupied cells without a known colour.
    pub kinds: Box<[u8; CELLS]>,
    /// Piece in the NEXT box. `None` if the box is empty or unclear.
    pub next: Option<Piece>,
    /// Mean red, green and blue of the occupied cells of each kind: white, and the level's two colours. `None` for a
    /// kind without cells.
    pub colours: [Option<[u8; 3]>; 3],
    /// Group of each digit's shape, or `None` without a digit. Shapes that look alike in this video form a numbered
    /// group. The course of the game shows which digit belongs to each group. [`BLANK_SHAPE`] is an empty place before
    /// the first digit.
    pub digits: [Option<u8>; DIGITS],
    /// Digit that each group looks like, if that is clear and the font is known: see [`FrameReader::know_digits`].
    pub likely_digits: [Option<u8>; DIGITS],
    /// True if the whole frame is brighter than usual, as in the flash of a Tetris.
    pub flashes: bool,
}

/// Position of a playfield in a frame, in pixels: its 10x20 cells without the border.
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
    /// Returns this position in a frame that is scaled by these factors, across and down.
    fn scaled(&self, (across, down): (f32, f32)) -> FieldArea {
        FieldArea {
            x: across * self.x,
            y: down * self.y,
            width: across * self.width,
            height: down * self.height,
        }
    }

    fn middle(&self) -> (f32, f32) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Returns the area of the frame that shows a rectangle of the console's screen. The rectangle is in console
    /// pixels, and its corner is relative to the playfield's upper left corner.
    pub fn part(&self, (x, y): (f32, f32), (width, height): (f32, f32)) -> FieldArea {
        let (across, down) = (self.width / 80.0, self.height / 160.0);
        FieldArea {
            x: self.x + x * across,
            y: self.y + y * down,
            width: width * across,
            height: height * down,
        }
    }

    /// Returns the area of a cell, by its column from the left and its row from the top.
    pub fn cell(&self, column: u8, row: u8) -> FieldArea {
        let corner = (
            layout::CELL * f32::from(column),
            layout::CELL * f32::from(row),
        );
        self.part(corner, (layout::CELL, layout::CELL))
    }

    /// Returns the area of the NEXT piece.
    pub fn next(&self) -> FieldArea {
        self.part(layout::NEXT, (32.0, 16.0))
    }

    /// Returns the areas of the digits, in the order of [`GameSighting::digits`].
    pub fn digits(&self) -> [FieldArea; DIGITS] {
        layout::DIGIT_PLACES.map(|corner| self.part(corner, (layout::CELL, layout::CELL)))
    }
}
