//! The game screen: everything that changes, drawn over its prepared background.
//!
//! Source of all positions: screen data, statistics and sprite tables of the disassembly.

use super::palette::{BLACK, COUNTS, PAUSE, TileColours, WALL, block_colours};
use super::text::character_tile;
use super::tiles::{BOX, TO_MINIATURE};
use super::{Frame, Renderer, background_index};
use crate::engine::view::{GameType, GameView};
use crate::rules::{Cell, Piece, Pose};

/// Tile column of the playfield's left edge.
const FIELD_COLUMN: usize = 12;
/// Tile row of the playfield's top.
const FIELD_ROW: usize = 6;
/// Cells in a row of the playfield.
const FIELD_WIDTH: usize = 10;
/// Rows of the playfield.
const FIELD_HEIGHT: usize = 20;

/// Tile column and row of the line counter.
const LINES: (usize, usize) = (19, 3);
/// Tile column and row of the best score.
const TOP: (usize, usize) = (24, 5);
/// Tile column and row of the score.
const SCORE: (usize, usize) = (24, 8);
/// Tile column and row of the level.
const LEVEL: (usize, usize) = (26, 21);
/// Tile column and row of the height of a B-type game.
const HEIGHT: (usize, usize) = (27, 25);
/// Tile column and row of the piece counters' first line; each piece is two rows below the last.
const STATISTICS: (usize, usize) = (6, 12);
/// Tiles of the cartridge's success box: the mark after the word, and its eight corners and sides.
const SUCCESS_MARK: u8 = 0x28;
const SUCCESS_BOX: u8 = 0x38;
const SUCCESS_BOX_END: u8 = SUCCESS_BOX + 8;
/// Tile column and row of the word PAUSE.
const PAUSE_WORD: (usize, usize) = (14, 15);

/// Upper left pixels of the four squares in the NEXT box, by piece.
const NEXT_SQUARES: [[(usize, usize); 4]; Piece::COUNT] = [
    [(196, 120), (204, 120), (212, 120), (204, 128)],
    [(196, 120), (204, 120), (212, 120), (212, 128)],
    [(196, 120), (204, 120), (204, 128), (212, 128)],
    [(200, 120), (208, 120), (200, 128), (208, 128)],
    [(204, 120), (212, 120), (196, 128), (204, 128)],
    [(196, 120), (204, 120), (212, 120), (196, 128)],
    [(192, 124), (200, 124), (208, 124), (216, 124)],
];

/// Upper left pixels of the four 5x5 squares in the statistics panel, by piece.
const MINIATURE_SQUARES: [[(usize, usize); 4]; Piece::COUNT] = [
    [(26, 93), (32, 93), (38, 93), (32, 99)],
    [(26, 108), (32, 108), (38, 108), (38, 114)],
    [(26, 125), (32, 125), (32, 131), (38, 131)],
    [(29, 141), (35, 141), (29, 147), (35, 147)],
    [(32, 157), (38, 157), (26, 163), (32, 163)],
    [(26, 172), (32, 172), (38, 172), (26, 178)],
    [(24, 192), (30, 192), (36, 192), (42, 192)],
];

/// Draws the game screen.
pub(super) fn draw(renderer: &Renderer, view: &GameView, frame: &mut Frame) {
    if view.paused {
        frame.fill(BLACK);
        renderer.text(frame, PAUSE_WORD.0, PAUSE_WORD.1, "PAUSE", PAUSE);
        return;
    }
    frame.clone_from(&renderer.backgrounds[background_index(view.game_type, view.flash)]);
    let blocks = block_colours(view.palette_level);
    draw_field(renderer, &view.field, frame, blocks);
    draw_numbers(renderer, view, frame);
    for piece in Piece::ALL {
        let miniature = Cell(Cell::of(piece).0 - TO_MINIATURE);
        let squares = MINIATURE_SQUARES[piece.index()];
        draw_squares(renderer, squares, miniature, frame, blocks);
    }
    if let Some(piece) = view.next {
        let squares = NEXT_SQUARES[piece.index()];
        draw_squares(renderer, squares, Cell::of(piece), frame, blocks);
    }
    if let Some(pose) = view.piece {
        draw_piece(renderer, pose, frame, blocks);
    }
}

/// Draws the 200 cells.
fn draw_field(renderer: &Renderer, field: &[Cell; 200], frame: &mut Frame, colours: TileColours) {
    for (y, row) in field.chunks_exact(FIELD_WIDTH).enumerate() {
        let tiles = row.iter().map(|&cell| field_tile(cell));
        renderer
            .tiles
            .line(frame, FIELD_COLUMN, FIELD_ROW + y, tiles, colours);
    }
}

/// The tile on our sheet of a cell.
///
/// The cartridge has the box that says "SUCCESS!" where our sheet has arrows and brackets.
fn field_tile(cell: Cell) -> u8 {
    match cell.0 {
        SUCCESS_MARK => character_tile('!'),
        first @ SUCCESS_BOX..SUCCESS_BOX_END => first - SUCCESS_BOX + BOX,
        tile => tile,
    }
}

/// Draws every counter; a digit's value is the number of its tile.
fn draw_numbers(renderer: &Renderer, view: &GameView, frame: &mut Frame) {
    let mut number = |(column, row), digits: &[u8], colours| {
        let digits = digits.iter().copied();
        renderer.tiles.line(frame, column, row, digits, colours);
    };
    number(LINES, &view.lines, WALL);
    number(TOP, &view.top, WALL);
    number(SCORE, &view.score, WALL);
    number(LEVEL, &view.level_digits, WALL);
    if let GameType::B { height } = view.game_type {
        number(HEIGHT, &[height], WALL);
    }
    for (index, digits) in view.statistics.iter().enumerate() {
        number((STATISTICS.0, STATISTICS.1 + 2 * index), digits, COUNTS);
    }
}

/// Draws four squares of one style at fixed places.
fn draw_squares(
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

/// Draws the falling piece in front of the playfield; squares above its top are not shown.
fn draw_piece(renderer: &Renderer, pose: Pose, frame: &mut Frame, colours: TileColours) {
    let tile = renderer.tile(Cell::of(pose.piece()).0);
    for (x, y) in pose.cells() {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            continue;
        };
        if x < FIELD_WIDTH && y < FIELD_HEIGHT {
            let (column, row) = (FIELD_COLUMN + x, FIELD_ROW + y);
            frame.sprite(column * 8, row * 8, tile, colours);
        }
    }
}
