//! Parts common to all games: the playfield, the falling piece, the NEXT piece, and the pause screen.

use super::palette::{BLACK, PAUSE, TileColours, WALL};
use super::text::character_tile;
use super::tiles::BOX;
use super::{Frame, Renderer};
use crate::rules::{Cell, Piece, Pose};

/// Tile row at the top of every playfield.
pub(super) const FIELD_ROW: usize = 6;
/// Number of cells in a row of the playfield.
pub(super) const FIELD_WIDTH: usize = 10;
/// Number of rows of the playfield.
pub(super) const FIELD_HEIGHT: usize = 20;

/// Tiles of the cartridge's success box: the mark after the word, and the corners and sides of the box.
const SUCCESS_MARK: u8 = 0x28;
const SUCCESS_BOX: u8 = 0x38;
const SUCCESS_BOX_END: u8 = SUCCESS_BOX + 8;
/// Tile column and row of the word PAUSE.
const PAUSE_WORD: (usize, usize) = (14, 15);

/// Upper left pixels of the four squares of a NEXT piece, by piece, in an area of 32x16 pixels.
const NEXT_SQUARES: [[(usize, usize); 4]; Piece::COUNT] = [
    [(4, 0), (12, 0), (20, 0), (12, 8)],
    [(4, 0), (12, 0), (20, 0), (20, 8)],
    [(4, 0), (12, 0), (12, 8), (20, 8)],
    [(8, 0), (16, 0), (8, 8), (16, 8)],
    [(12, 0), (20, 0), (4, 8), (12, 8)],
    [(4, 0), (12, 0), (20, 0), (4, 8)],
    [(0, 4), (8, 4), (16, 4), (24, 4)],
];

/// Draws a black screen with one word, so that nobody can study the field in a pause.
pub(super) fn draw_pause(renderer: &Renderer, frame: &mut Frame) {
    frame.fill(BLACK);
    renderer.text(frame, PAUSE_WORD.0, PAUSE_WORD.1, "PAUSE", PAUSE);
}

/// Draws the 200 cells of a field with its left edge at tile `left`.
pub(super) fn draw_field(
    renderer: &Renderer,
    field: &[Cell; 200],
    left: usize,
    frame: &mut Frame,
    colours: TileColours,
) {
    for (row, cells) in (FIELD_ROW..).zip(field.chunks_exact(FIELD_WIDTH)) {
        for (column, &cell) in (left..).zip(cells) {
            // Garbage is as grey as the wall at any level.
            let colours = if cell == Cell::GARBAGE { WALL } else { colours };
            let tile = renderer.tile(field_tile(cell));
            frame.tile(column * 8, row * 8, tile, colours);
        }
    }
}

/// Returns the tile of a cell on our sheet.
///
/// The cartridge has the "SUCCESS!" box where our sheet has arrows and brackets.
fn field_tile(cell: Cell) -> u8 {
    match cell.0 {
        SUCCESS_MARK => character_tile('!'),
        first @ SUCCESS_BOX..SUCCESS_BOX_END => first - SUCCESS_BOX + BOX,
        tile => tile,
    }
}

/// Draws the falling piece in front of a field with its left edge at tile `left`. Squares above the top are not
/// drawn.
pub(super) fn draw_piece(
    renderer: &Renderer,
    pose: Pose,
    left: usize,
    frame: &mut Frame,
    colours: TileColours,
) {
    let tile = renderer.tile(Cell::from_piece(pose.piece()).0);
    for (x, y) in pose.cells() {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            continue;
        };
        if x < FIELD_WIDTH && y < FIELD_HEIGHT {
            frame.sprite((left + x) * 8, (FIELD_ROW + y) * 8, tile, colours);
        }
    }
}

/// Draws the NEXT piece in the middle of 32x16 pixels with their upper left corner at (`x`, `y`).
pub(super) fn draw_next(
    renderer: &Renderer,
    piece: Piece,
    (x, y): (usize, usize),
    frame: &mut Frame,
    colours: TileColours,
) {
    let squares = NEXT_SQUARES[piece.index()].map(|(right, down)| (x + right, y + down));
    draw_squares(renderer, squares, Cell::from_piece(piece), frame, colours);
}

/// Draws four squares of one style at fixed positions.
pub(super) fn draw_squares(
    renderer: &Renderer,
    squares: [(usize, usize); 4],
    style: Cell,
    frame: &mut Frame,
    colours: TileColours,
) {
    let tile = renderer.tile(style.0);
    for (x, y) in squares {
        frame.sprite(x, y, tile, colours);
    }
}
