//! Game screen: everything that changes, drawn over its prepared background.
//!
//! Source of all positions: screen data, statistics and sprite tables of the disassembly.

use super::field::{
    FIELD_ROW, FIELD_WIDTH, draw_field, draw_next, draw_pause, draw_piece, draw_squares,
};
use super::frame::Rectangle;
use super::palette::{BLACK, COUNTS, WALL, WARNING, block_colours};
use super::surface::{Face, Surface};
use super::tiles::TO_MINIATURE;
use super::{Frame, Renderer, background_index};
use crate::engine::view::{GameType, GameView};
use crate::rules::{Cell, Piece, Pose};

/// Tile column of the playfield's left edge.
pub(super) const FIELD_COLUMN: usize = 12;
/// Colours of the ghost piece, and of the row that the stack must not pass.
const GHOST: u8 = 0x10;
const LIMIT: u8 = 0x16;
/// Upper left pixel of the NEXT piece.
const NEXT: (usize, usize) = (192, 120);

/// Upper left pixel and width of the game's type.
const TITLE: (usize, usize, usize) = (24, 32, 48);
/// Tile column and row of the line counter.
const LINES: (usize, usize) = (19, 3);
/// Tile column and row of the best score.
const TOP: (usize, usize) = (24, 5);
/// Tile column and row of the score.
const SCORE: (usize, usize) = (24, 8);
/// Tile column and row of the mark of a survived crash.
const CRASH: (usize, usize) = (24, 9);
/// Tile column and row of the level.
const LEVEL: (usize, usize) = (26, 21);
/// Tile column and row of the height of a B-type game.
const HEIGHT: (usize, usize) = (27, 25);
/// Tile column and row of the first piece counter. Each following counter is two rows lower.
const STATISTICS: (usize, usize) = (6, 12);

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
        draw_pause(renderer, frame);
        return;
    }
    frame.clone_from(
        &renderer.backgrounds[background_index(view.game_type, view.flash && renderer.flashing)],
    );
    let blocks = block_colours(view.palette_level);
    draw_field(renderer, &view.field, FIELD_COLUMN, frame, blocks);
    draw_training(renderer, view, frame);
    draw_numbers(renderer, view, frame);
    if view.crash_mark {
        renderer.text(frame, CRASH.0, CRASH.1, "CRASH", WARNING);
    }
    for piece in Piece::ALL {
        let miniature = Cell(Cell::from_piece(piece).0 - TO_MINIATURE);
        let squares = MINIATURE_SQUARES[piece.index()];
        draw_squares(renderer, squares, miniature, frame, blocks);
    }
    if let Some(piece) = view.next {
        draw_next(renderer, piece, NEXT, frame, blocks);
    }
    if let Some(pose) = view.piece {
        draw_piece(renderer, pose, FIELD_COLUMN, frame, blocks);
    }
}

/// Draws what training adds: the mode's name, the ghost piece, and the row that the stack must not pass.
fn draw_training(renderer: &Renderer, view: &GameView, frame: &mut Frame) {
    if !view.title.is_empty() {
        draw_title(renderer, view.title, frame);
    }
    let (left, top) = (FIELD_COLUMN * 8, FIELD_ROW * 8);
    let cells = view.ghost.into_iter().flat_map(Pose::cells);
    for (x, y) in cells.filter(|&(_, y)| y >= 0) {
        let cell = Rectangle {
            x: left + x as usize * 8 + 1,
            y: top + y as usize * 8 + 1,
            width: 6,
            height: 6,
        };
        frame.dots(cell, GHOST);
    }
    if let Some(row) = view.limit_row {
        let line = Rectangle {
            x: left,
            y: top + usize::from(row) * 8 - 1,
            width: FIELD_WIDTH * 8,
            height: 1,
        };
        frame.recolour(line, BLACK, LIMIT);
    }
}

/// Writes a title in place of the game's type.
fn draw_title(renderer: &Renderer, title: &str, frame: &mut Frame) {
    let (left, top, width) = TITLE;
    let face = Face::Text;
    let mut words = Surface::new(face.width(title).max(width), 8, BLACK);
    let place = ((words.width() - face.width(title)) / 2, 0);
    let pen = renderer.pen();
    pen.text(&mut words, place, title, face, WALL[3]);
    frame.surface(&words, (left + width / 2 - words.width() / 2, top));
}

/// Draws every counter. A digit's value is the number of its tile.
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
