//! Outlines of pieces that are not in the field: a possible lock, or the played one.

use super::{FIELD_COLUMN, FIELD_WIDTH, GOAL, pixels};
use crate::render::Frame;
use crate::render::frame::Rectangle;
use crate::render::palette::BLACK;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Pose};

/// Cells of a piece, shown by a border or by filled cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Column and row of each cell. Cells above the field are not shown.
    pub cells: [(i8, i8); 4],
    /// Style of the outline.
    pub border: Border,
}

impl Outline {
    /// Returns the outline of a piece that locks in this pose.
    pub fn of(pose: Pose, border: Border) -> Outline {
        let cells = pose.cells();
        Outline { cells, border }
    }
}

/// Style of an outline. The styles differ by their gaps too, so that they are recognisable without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// A solid line, white: the best lock of the falling piece.
    Whole,
    /// Dots, light blue: the best lock of NEXT after the best lock of the falling piece.
    Dotted,
    /// Filled cells with a hole, in a yellow that no block of any level has: the played lock. The border of another
    /// outline may surround them.
    Filled,
    /// A solid line in the grey of the wall, around a whole stack: the stack of a race's ghost.
    Faint,
}

/// Number of pixels from one cell to the next.
const CELL: usize = 8;

impl Border {
    const fn colour(self) -> u8 {
        match self {
            Border::Whole => 0x30,
            Border::Dotted => 0x31,
            Border::Filled => 0x28,
            Border::Faint => GOAL,
        }
    }

    /// Returns the meaning of the outline in at most six letters.
    pub const fn meaning(self) -> &'static str {
        match self {
            Border::Whole => "best",
            Border::Dotted => "next",
            Border::Filled => "played",
            Border::Faint => "ghost",
        }
    }

    /// Returns whether the pixel at this position along a side belongs to the line.
    const fn has(self, place: usize) -> bool {
        match self {
            Border::Whole | Border::Filled | Border::Faint => true,
            Border::Dotted => place.is_multiple_of(2),
        }
    }
}

/// Draws the border on black pixels only, so that it never hides a part of the game.
/// `column` is the field's first tile column.
pub(super) fn draw(outline: &Outline, column: usize, frame: &mut Frame) {
    let (cells, border) = (outline.cells, outline.border);
    for cell in cells.into_iter().filter(|&cell| is_shown(cell)) {
        if border == Border::Filled {
            let corner = pixels(column, cell.0 as usize, cell.1 as usize);
            frame.recolour(inside(corner), BLACK, border.colour());
            frame.recolour(hole(corner), border.colour(), BLACK);
            continue;
        }
        draw_open_sides(cell, |other| cells.contains(&other), border, column, frame);
    }
}

/// Draws a faint border around a stack, on black pixels only.
pub(super) fn draw_stack(stack: &Board, frame: &mut Frame) {
    let places = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
    for cell in places.filter(|&(x, y)| stack.contains(x, y)) {
        let is_inside = |(x, y)| is_shown((x, y)) && stack.contains(x, y);
        draw_open_sides(cell, is_inside, Border::Faint, FIELD_COLUMN, frame);
    }
}

/// Draws the border along the sides of a cell whose neighbour is not inside.
fn draw_open_sides(
    (x, y): (i8, i8),
    is_inside: impl Fn((i8, i8)) -> bool,
    border: Border,
    column: usize,
    frame: &mut Frame,
) {
    let sides = [
        ((x, y - 1), (0, 0), true),
        ((x, y + 1), (0, CELL - 1), true),
        ((x - 1, y), (0, 0), false),
        ((x + 1, y), (CELL - 1, 0), false),
    ];
    let corner = pixels(column, x as usize, y as usize);
    for (_, (right, down), is_level) in sides.into_iter().filter(|(cell, ..)| !is_inside(*cell)) {
        for place in (0..CELL).filter(|&place| border.has(place)) {
            let (along, across) = if is_level { (place, 0) } else { (0, place) };
            let pixel = Rectangle {
                x: corner.x + right + along,
                y: corner.y + down + across,
                width: 1,
                height: 1,
            };
            frame.recolour(pixel, BLACK, border.colour());
        }
    }
}

/// Colour of a cursor, which no block of any level has.
const CURSOR: u8 = 0x27;

/// Draws a frame around a cell, over its content.
pub(super) fn draw_cursor((x, y): (i8, i8), frame: &mut Frame) {
    if !is_shown((x, y)) {
        return;
    }
    let corner = pixels(FIELD_COLUMN, x as usize, y as usize);
    for (right, down, width, height) in [
        (0, 0, CELL, 1),
        (0, CELL - 1, CELL, 1),
        (0, 0, 1, CELL),
        (CELL - 1, 0, 1, CELL),
    ] {
        let line = Rectangle {
            x: corner.x + right,
            y: corner.y + down,
            width,
            height,
        };
        frame.rectangle(line, CURSOR);
    }
}

/// Returns the pixels of a cell that no border touches.
fn inside(cell: Rectangle) -> Rectangle {
    Rectangle {
        x: cell.x + 1,
        y: cell.y + 1,
        width: CELL - 2,
        height: CELL - 2,
    }
}

/// Returns the pixels in the middle of a filled cell that stay black. No square of the game has such a hole.
fn hole(cell: Rectangle) -> Rectangle {
    Rectangle {
        x: cell.x + CELL / 2 - 1,
        y: cell.y + CELL / 2 - 1,
        width: 2,
        height: 2,
    }
}

/// Draws a single cell for the legend.
pub(super) fn draw_sample(border: Border, corner: Rectangle, frame: &mut Frame) {
    if border == Border::Filled {
        frame.rectangle(inside(corner), border.colour());
        return frame.rectangle(hole(corner), BLACK);
    }
    for place in (0..CELL).filter(|&place| border.has(place)) {
        for (right, down) in [(place, 0), (place, CELL - 1), (0, place), (CELL - 1, place)] {
            let pixel = Rectangle {
                x: corner.x + right,
                y: corner.y + down,
                width: 1,
                height: 1,
            };
            frame.rectangle(pixel, border.colour());
        }
    }
}

fn is_shown((x, y): (i8, i8)) -> bool {
    (0..FIELD_WIDTH as i8).contains(&x) && (0..20).contains(&y)
}
