//! Counts the ways in which the seven pieces fit the surface.

use crate::rules::{Board, Piece};
use crate::search::{NoFilter, reach};

use super::columns::Columns;

/// Returns the number of locks without gravity, over all seven pieces, that cover no additional cell.
///
/// A lock covers a cell if the cell directly under one of its squares is open. An open cell is above the top of its
/// column and above the floor, and is not part of the piece.
pub(super) fn adaptation(board: &Board) -> i32 {
    let columns = Columns::from_board(board);
    let mut ways = 0;
    for piece in Piece::ALL {
        let Some(locks) = reach(board, piece, &NoFilter) else {
            continue;
        };
        for lock in locks.iter() {
            let cells = lock.cells();
            let fits = cells
                .iter()
                .all(|&(x, y)| y < -1 || columns.is_solid(x, y + 1) || cells.contains(&(x, y + 1)));
            ways += i32::from(fits);
        }
    }
    ways
}
