//! Search tree laid over a game: shades on the candidate locks, and outlines of the most visited line.

use super::{FIELD_COLUMN, is_in, pixels, places};
use crate::engine::view::View;
use crate::render::frame::Rectangle;
use crate::render::{Frame, Renderer};
use crate::rules::{Board, Cell};

/// Search tree to show.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TreePicture {
    /// Cells of each candidate lock, and its share of the visits, 0 to 1.
    pub candidates: Vec<(Board, f64)>,
    /// Cells of the locks in the most visited line, the current piece's first.
    pub line: Vec<Board>,
}

/// Colours of cells, each with the minimum share of the visits for it.
const SHADES: [(f64, u8); 4] = [(0.0, 0x0C), (0.05, 0x1C), (0.2, 0x2C), (0.5, 0x3C)];
/// Colours of the outlines: of the first lock, and of the following ones.
const OUTLINES: [u8; 2] = [0x30, 0x27];
/// Side of a cell in pixels, with the gap to its neighbours.
const CELL: usize = 8;

impl Renderer {
    /// Draws a search tree over `view`, which the frame must already show. Only for a single game that is not paused.
    pub fn tree(&self, view: &View, tree: &TreePicture, frame: &mut Frame) {
        let View::Game(game) = view else {
            return;
        };
        if game.paused {
            return;
        }
        for ((x, y), cell) in places().zip(game.field) {
            let on_it = tree.candidates.iter();
            let on_it = on_it.filter(|(cells, _)| is_in(cells, (x, y)));
            let share: f64 = on_it.map(|(_, share)| share).sum();
            let mut shades = SHADES.iter().filter(|(from, _)| share > *from);
            if let (Cell::EMPTY, Some((_, colour))) = (cell, shades.next_back()) {
                frame.rectangle(pixels(FIELD_COLUMN, x, y), *colour);
            }
        }
        for (index, cells) in tree.line.iter().enumerate().rev() {
            outline(cells, OUTLINES[index.min(1)], frame);
        }
    }
}

/// Draws the edge of a group of cells, just inside it.
fn outline(cells: &Board, colour: u8, frame: &mut Frame) {
    for (x, y) in places().filter(|place| is_in(cells, *place)) {
        let Rectangle {
            x: left, y: top, ..
        } = pixels(FIELD_COLUMN, x, y);
        let mut edge = |dx: i8, dy: i8, place: [usize; 4]| {
            if cells.contains(x as i8 + dx, y as i8 + dy) {
                return;
            }
            let [x, y, width, height] = place;
            let place = Rectangle {
                x,
                y,
                width,
                height,
            };
            frame.rectangle(place, colour);
        };
        let last = CELL - 2;
        edge(-1, 0, [left, top, 1, CELL - 1]);
        edge(1, 0, [left + last, top, 1, CELL - 1]);
        edge(0, -1, [left, top, CELL - 1, 1]);
        edge(0, 1, [left, top + last, CELL - 1, 1]);
    }
}
