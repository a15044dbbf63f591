//! Well filter: makes a player keep the rightmost column open for Tetrises.

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Orientation, Piece, Pose};
use crate::search::{ChildFilter, Pivots};

use super::features::rows_of;

/// Column that stays open.
const WELL_COLUMN: i8 = COLUMNS - 1;
/// Number of rows below the well row from which only I may enter the well.
const READY_ROWS: i8 = 4;
/// Number of squares that make a row ready, squares in the well column included.
const READY_SQUARES: u32 = 9;
/// Number of top rows that give the alarm: if the lowest empty row is one of these, the filter refuses nothing.
const ALARM_ROWS: i8 = 10;

/// Filter that keeps the well column free until four rows are ready for an I.
///
/// The *well row* is the lowest row with fewer than nine squares. While fewer than four rows lie below it, the filter
/// refuses squares in the well column from the well row down. Higher squares may cover the well. With four rows and
/// more, it refuses every piece but I in the whole column. It refuses nothing while the lowest empty row is one of the
/// upper ten.
///
/// Source: `WellFilter` of the meatfighter.com Nintendo Tetris bots, as its program behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct WellFilter;

/// Squares in the well column that the filter refuses on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// None.
    Nothing,
    /// Those in this row (0-19) and in all rows below it.
    From(i8),
    /// Those of every piece but I.
    AllButI,
}

impl Refusal {
    fn on(board: &Board) -> Refusal {
        if lowest_empty_row(board) < ALARM_ROWS {
            return Refusal::Nothing;
        }
        let is_ready = |y: &i8| board.row(*y).count_ones() >= READY_SQUARES;
        let ready = (0..ROWS).rev().take_while(is_ready).count() as i8;
        if ready < READY_ROWS {
            Refusal::From(ROWS - 1 - ready)
        } else {
            Refusal::AllButI
        }
    }
}

/// Returns the lowest row without a square, or -1 if every row has one.
pub(super) fn lowest_empty_row(board: &Board) -> i8 {
    let empty = !rows_of(board.words()) & ((1 << ROWS) - 1);
    31 - empty.leading_zeros() as i8
}

impl ChildFilter for WellFilter {
    fn validate(&self, board: &Board, pose: Pose) -> bool {
        let mut in_well = pose.cells().into_iter().filter(|&(x, _)| x == WELL_COLUMN);
        match Refusal::on(board) {
            Refusal::Nothing => true,
            Refusal::From(row) => in_well.all(|(_, y)| y < row),
            Refusal::AllButI => pose.piece() == Piece::I || in_well.next().is_none(),
        }
    }

    fn retain(&self, board: &Board, orientation: Orientation, free: Pivots) -> Pivots {
        match Refusal::on(board) {
            Refusal::Nothing => free,
            Refusal::From(row) => {
                // Forbidden cells block a pose just as occupied cells do.
                let mut forbidden = Board::EMPTY;
                (row..ROWS).for_each(|y| forbidden.insert(WELL_COLUMN, y));
                free.and(Pivots::free(&forbidden, orientation))
            }
            Refusal::AllButI if orientation.piece() == Piece::I => free,
            Refusal::AllButI => {
                let right = orientation.squares().map(|(dx, _)| dx).into_iter().max();
                free.and(Pivots::columns(0, WELL_COLUMN - 1 - right.unwrap_or(0)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lowest row that the filter allows for the lowest square of an upright piece in the well column.
    fn lowest(board: &str, piece: Piece) -> Option<i8> {
        let board = board.parse().unwrap();
        let pose = |y| Pose {
            orientation: piece.orientation(1),
            x: WELL_COLUMN,
            y,
        };
        let bottom = piece.orientation(1).bottom();
        (0..ROWS)
            .rev()
            .find(|&y| WellFilter.validate(&board, pose(y - bottom)))
    }

    #[test]
    fn the_well_may_only_be_covered_until_four_rows_are_ready() {
        for piece in [Piece::I, Piece::J] {
            assert_eq!(lowest("..........", piece), Some(18));
            assert_eq!(lowest("XXXXXXXXX. XXXXXXXXX. XXXXXXXXX.", piece), Some(15));
            assert_eq!(lowest("XXXXXXXXX. XXXXXX.XX. XXXXXXXXX.", piece), Some(17));
        }
    }

    #[test]
    fn only_i_may_enter_when_four_rows_are_ready() {
        let four = "XXXXXXXXX. XXXXXXXXX. XXXXXXXXX. XXXXXXXXX.";
        assert_eq!(lowest(four, Piece::I), Some(19));
        assert_eq!(lowest(four, Piece::J), None);
        let flat = Pose {
            orientation: Piece::I.spawn(),
            x: 8,
            y: 15,
        };
        assert!(WellFilter.validate(&four.parse().unwrap(), flat));
    }

    #[test]
    fn nine_squares_make_a_row_ready_even_if_one_is_in_the_well() {
        let holes = "XXXXXXXXX. .XXXXXXXXX XXXXXXXXX. .XXXXXXXXX";
        assert_eq!(lowest(holes, Piece::J), None);
    }

    #[test]
    fn a_high_stack_is_left_alone() {
        let tower = |rows: usize| "X......... ".repeat(rows);
        assert_eq!(lowest(&tower(9), Piece::J), Some(18));
        assert_eq!(lowest(&tower(10), Piece::J), Some(19));
        assert_eq!(lowest(&tower(20), Piece::J), Some(19));
    }
}
