//! Motion of pieces over any kind of playfield. No other code moves a piece.

use super::piece::{Orientation, Piece};

/// Number of columns of the playfield.
pub const COLUMNS: i8 = 10;
/// Visible rows of the playfield.
pub const ROWS: i8 = 20;
/// Pivot column of a spawned piece.
pub const SPAWN_X: i8 = 5;
/// Pivot row of a spawned piece.
pub const SPAWN_Y: i8 = 0;

/// A piece in a position: its orientation and the cell of its pivot.
///
/// `x` is the column from the left (0-9), `y` the row from the top (0-19, 0 = top).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pose {
    /// Orientation, which also determines the piece.
    pub orientation: Orientation,
    /// Column of the pivot.
    pub x: i8,
    /// Row of the pivot.
    pub y: i8,
}

impl Pose {
    /// Returns the spawn pose of `piece`: pivot in column 5 of the top row, spawn orientation.
    #[inline]
    pub const fn spawn(piece: Piece) -> Pose {
        Pose {
            orientation: piece.spawn(),
            x: SPAWN_X,
            y: SPAWN_Y,
        }
    }

    /// Returns the piece.
    #[inline]
    pub const fn piece(self) -> Piece {
        self.orientation.piece()
    }

    /// Returns the covered cells as (column, row), in the cartridge's order. Rows may be negative.
    #[inline]
    pub fn cells(self) -> [(i8, i8); 4] {
        self.orientation
            .squares()
            .map(|(dx, dy)| (self.x + dx, self.y + dy))
    }

    /// Returns the pose after one step, whether or not it fits.
    #[inline]
    pub const fn after(self, step: Step) -> Pose {
        let mut pose = self;
        match step {
            Step::Counterclockwise => pose.orientation = pose.orientation.counterclockwise(),
            Step::Clockwise => pose.orientation = pose.orientation.clockwise(),
            Step::Left => pose.x -= 1,
            Step::Right => pose.x += 1,
            Step::Down => pose.y += 1,
        }
        pose
    }

    /// Returns whether all four squares are inside the walls, above the floor, and on free cells.
    ///
    /// For rows above the top, `field` decides whether a cell is free.
    #[inline]
    pub fn fits(self, field: &impl Occupancy) -> bool {
        self.cells()
            .into_iter()
            .all(|(x, y)| y < ROWS && (0..COLUMNS).contains(&x) && !field.is_occupied(x, y))
    }

    /// Returns the pose after one step, or `None` if the new pose does not fit.
    #[inline]
    pub fn step(self, step: Step, field: &impl Occupancy) -> Option<Pose> {
        Some(self.after(step)).filter(|pose| pose.fits(field))
    }

    /// Returns whether the piece cannot move down one row.
    #[inline]
    pub fn rests(self, field: &impl Occupancy) -> bool {
        self.step(Step::Down, field).is_none()
    }
}

/// One elementary motion of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A quarter turn counter-clockwise (B).
    Counterclockwise,
    /// A quarter turn clockwise (A).
    Clockwise,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row down.
    Down,
}

impl Step {
    /// Returns the steps that make sense for `piece`, in the order in which the lock search tries them.
    ///
    /// Pieces with two orientations need only one kind of turn, pieces with one orientation none.
    ///
    /// Source: the order published with the meatfighter.com Nintendo Tetris bots.
    pub const fn for_piece(piece: Piece) -> &'static [Step] {
        use Step::{Clockwise, Counterclockwise, Down, Left, Right};
        match piece.rotation_count() {
            1 => &[Left, Right, Down],
            2 => &[Counterclockwise, Left, Right, Down],
            _ => &[Counterclockwise, Clockwise, Left, Right, Down],
        }
    }
}

/// Set of settled cells that can block a piece.
pub trait Occupancy {
    /// Returns whether the cell stops a piece. `x` is 0-9, `y` is -2 to 19 (negative = above the top).
    fn is_occupied(&self, x: i8, y: i8) -> bool;
}
