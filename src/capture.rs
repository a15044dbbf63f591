//! Games read from the pictures of a video: pixels in, what each picture shows of a game out.
//!
//! ```text
//! Pixels -> where the field stands -> cells, NEXT, shapes of the digits -> Sighting
//! ```
//!
//! Nothing here knows the rules of the game beyond the field's size and the shapes of its pieces: what the
//! sightings of a whole game come to is for [`crate::session`].

mod pixels;
mod reader;

pub use pixels::Pixels;
pub use reader::Reader;

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece};

/// Cells of the field.
pub const CELLS: usize = (COLUMNS as usize) * (ROWS as usize);
/// Digits that are looked for: three of LINES, six of SCORE, two of LEVEL, from the left.
pub const DIGITS: usize = 11;

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
    /// no digit. Which digit a group is, is not known here.
    pub digits: [Option<u8>; DIGITS],
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
