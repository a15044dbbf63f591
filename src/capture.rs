//! Games read from the pictures of a video: pixels in, what each picture shows of a game out.
//!
//! ```text
//! Pixels -> where the field stands -> cells, NEXT, shapes of the digits -> Sighting
//! ```
//!
//! Nothing here knows the rules of the game beyond the field's size and the shapes of its pieces: what the
//! sightings of a whole game come to is for [`crate::session`].

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

pub use digits::Shape;
pub use pixels::Pixels;
pub use reader::{FieldSide, Reader};

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece};

/// Cells of the field.
pub const CELLS: usize = (COLUMNS as usize) * (ROWS as usize);
/// Digits that are looked for: three of LINES, six of SCORE, two of LEVEL, from the left.
pub const DIGITS: usize = 11;

/// The kind of an occupied cell that is not told apart.
pub const KIND_UNKNOWN: u8 = 255;

/// What one picture of a video shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Which picture of the video, from 0; doubled ones count.
    pub picture: u64,
    /// Microseconds since the video's first picture.
    pub time: u64,
    /// The game on it; none where no field is found, as in menus, on cuts and on black pictures.
    pub game: Option<GameSighting>,
}

/// What one picture shows of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSighting {
    /// The occupied cells, the piece in play included.
    pub board: Board,
    /// Cells that may be wrong: between empty and occupied, blended, or behind something else.
    pub doubtful: Board,
    /// What the occupied cells look like, in reading order: 0 empty, 1 white, 2 and 3 the level's two
    /// colours as in [`GameSighting::colours`], 255 not told apart.
    pub kinds: Box<[u8; CELLS]>,
    /// The piece in the NEXT box.
    pub next: Option<Piece>,
    /// Mean red, green and blue of the occupied cells of each kind (white, and the level's two), where there are any.
    pub colours: [Option<[u8; 3]>; 3],
    /// The shape of each digit as the number of a group of shapes that look alike, in this video; none where there is
    /// no digit. Which digit a group is follows from the game.
    pub digits: [Option<u8>; DIGITS],
    /// The digit that each group looks like, if it is clearly one and it is known how digits are drawn
    /// ([`Reader::know_digits`]).
    pub looks: [Option<u8>; DIGITS],
    /// The picture is brighter throughout, as at a Tetris.
    pub flashes: bool,
}

/// Where the field stands in a picture: its 10x20 cells without the border, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Ten cells.
    pub width: f32,
    /// Twenty cells.
    pub height: f32,
}

impl Place {
    /// The same place in a picture whose pixels across and down are these parts of what they were.
    fn scaled(&self, (across, down): (f32, f32)) -> Place {
        Place {
            x: across * self.x,
            y: down * self.y,
            width: across * self.width,
            height: down * self.height,
        }
    }

    /// The part of the picture that a rectangle of the console's screen takes; its corner is counted from the field's
    /// upper left one, all in the console's pixels.
    pub fn part(&self, (x, y): (f32, f32), (width, height): (f32, f32)) -> Place {
        let (across, down) = (self.width / 80.0, self.height / 160.0);
        Place {
            x: self.x + x * across,
            y: self.y + y * down,
            width: width * across,
            height: height * down,
        }
    }

    /// A cell of the field: its column from the left, its row from the top.
    pub fn cell(&self, column: u8, row: u8) -> Place {
        let corner = (
            layout::CELL * f32::from(column),
            layout::CELL * f32::from(row),
        );
        self.part(corner, (layout::CELL, layout::CELL))
    }

    /// Where the NEXT piece is.
    pub fn next(&self) -> Place {
        self.part(layout::NEXT, (32.0, 16.0))
    }

    /// Where the digits are, in the order of [`GameSighting::digits`].
    pub fn digits(&self) -> [Place; DIGITS] {
        layout::DIGIT_PLACES.map(|corner| self.part(corner, (layout::CELL, layout::CELL)))
    }
}
