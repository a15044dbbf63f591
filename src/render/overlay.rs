//! Overlays on a game: the pattern to build, the cells of a finished pattern, possible locks, the value of a lock, and
//! the pads.
//!
//! An [`Overlay`] is a plain value that the caller fills in. [`Renderer::overlay`] draws it into a frame after
//! [`Renderer::draw`].

mod legend;
mod mark;
mod message;
mod outline;
pub(super) mod pad;
mod tree;

pub use mark::LossMark;
pub use message::CardPosition;
pub use outline::{Border, Outline};
pub use tree::TreePicture;

use super::field::{FIELD_ROW, FIELD_WIDTH};
use super::frame::Rectangle;
use super::game::FIELD_COLUMN;
use super::palette::{BLACK, TileColours};
use super::{Frame, Renderer, versus};
use crate::engine::view::{Side, View};
use crate::rules::{Board, Buttons, Cell};

/// Overlay on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Overlay {
    /// Pattern that is being built from pieces. Its cells show faintly where the field is empty.
    pub goal: Option<Board>,
    /// Finished pattern. Its cells stand out, and everything else is dim.
    pub highlight: Option<Board>,
    /// Locks, drawn where the field is black: the best one, the best one of NEXT after it, and the played one.
    pub outlines: [Option<Outline>; 3],
    /// Side of a match on whose field the outlines are. Without it, a match shows no outlines.
    pub side: Option<Side>,
    /// Stack of a race's ghost, outlined faintly where the field is black.
    pub ghost: Option<Board>,
    /// True if a legend on the wall explains the outlines.
    pub legend: bool,
    /// Value of the last lock.
    pub mark: Option<LossMark>,
    /// Successes in a row after the last piece of a drill; 0 after a miss.
    pub streak: Option<u32>,
    /// Column and row of the cell being edited.
    pub cursor: Option<(i8, i8)>,
    /// Tapping rate in hundredths of a hertz, in large digits over the upper part of the playfield.
    pub rate: Option<u32>,
    /// Buttons held at the pads, left one first; `None` without a pad.
    pub inputs: [Option<Buttons>; 2],
}

/// Colour of a goal's dots: the grey of the wall, which no level changes.
const GOAL: u8 = 0x00;
/// Colours of every square of a finished pattern.
const HIGHLIGHT: TileColours = [BLACK, 0x30, 0x27, 0x27];
/// Side of a cell in pixels, without the gap to its neighbours.
const SQUARE: usize = 7;

impl Renderer {
    /// Draws the overlay on `view`, which the frame must already show.
    ///
    /// Goal, highlight and mark are for a single game. Outlines are for a single game or one side of a match. The pads
    /// are on the wall, above the game or below each of two. Other screens and the pause of a single game show none of
    /// it.
    pub fn overlay(&self, view: &View, overlay: &Overlay, frame: &mut Frame) {
        match view {
            View::Game(game) if !game.paused => {
                if let Some(cells) = overlay.highlight {
                    self.highlight(&cells, frame);
                } else if let Some(cells) = overlay.goal {
                    let missing = places().zip(game.field);
                    let missing = missing.filter(|(_, cell)| *cell == Cell::EMPTY);
                    for ((x, y), _) in missing.filter(|(place, _)| is_in(&cells, *place)) {
                        frame.dots(pixels(FIELD_COLUMN, x, y), GOAL);
                    }
                }
                if let Some(stack) = &overlay.ghost {
                    outline::draw_stack(stack, frame);
                }
                for outline in overlay.outlines.iter().flatten() {
                    outline::draw(outline, FIELD_COLUMN, frame);
                }
                if let Some(cell) = overlay.cursor {
                    outline::draw_cursor(cell, frame);
                }
                if overlay.legend {
                    legend::draw(self, frame);
                }
                if let Some(mark) = overlay.mark {
                    mark::draw(self, mark, frame);
                }
                if let Some(streak) = overlay.streak {
                    mark::draw_streak(self, streak, frame);
                }
                if let Some(rate) = overlay.rate {
                    message::draw_rate(self, rate, frame);
                }
                pad::draw(pad::ALONE, overlay.inputs[0], frame);
            }
            View::Versus(_) => {
                if let Some(side) = overlay.side {
                    let (column, _) = versus::inside(side);
                    for outline in overlay.outlines.iter().flatten() {
                        outline::draw(outline, column, frame);
                    }
                }
                for (place, held) in pad::SIDES.into_iter().zip(overlay.inputs) {
                    pad::draw(place, held, frame);
                }
            }
            _ => {}
        }
    }

    /// Dims everything except these cells of the field, which are all drawn alike.
    fn highlight(&self, cells: &Board, frame: &mut Frame) {
        frame.dim();
        let square = self.tile(Cell::LIGHT.0);
        for (x, y) in places().filter(|place| is_in(cells, *place)) {
            let Rectangle { x, y, .. } = pixels(FIELD_COLUMN, x, y);
            frame.tile(x, y, square, HIGHLIGHT);
        }
    }
}

/// Returns the column and row of the cell at this pixel in a single game.
pub fn cell_at(x: usize, y: usize) -> Option<(i8, i8)> {
    let column = (x / 8).checked_sub(FIELD_COLUMN)?;
    let row = (y / 8).checked_sub(FIELD_ROW)?;
    let is_inside = column < FIELD_WIDTH && row < 200 / FIELD_WIDTH;
    is_inside.then_some((column as i8, row as i8))
}

/// Iterates over columns and rows of all cells, row by row.
fn places() -> impl Iterator<Item = (usize, usize)> {
    (0..200).map(|index| (index % FIELD_WIDTH, index / FIELD_WIDTH))
}

fn is_in(cells: &Board, (x, y): (usize, usize)) -> bool {
    cells.contains(x as i8, y as i8)
}

/// Returns the rectangle of a cell, in pixels. `column` is the first tile column of its field.
fn pixels(column: usize, x: usize, y: usize) -> Rectangle {
    Rectangle {
        x: (column + x) * 8,
        y: (FIELD_ROW + y) * 8,
        width: SQUARE,
        height: SQUARE,
    }
}
