//! Value table as the judge and playout policy of the tree search.

use crate::rules::{Board, Piece, Pose};
use crate::search::tree::Judge;
use crate::search::{Cost, ReachableLocks};

use super::super::value_table::ValueTable;
use super::rules::{CHEAPEST, TETRIS};

impl Judge for ValueTable {
    /// Chooses a Tetris if there is one, otherwise the lock with the cheapest board.
    #[inline(always)]
    fn choose_lock(
        &self,
        board: &Board,
        lines: u32,
        piece: Piece,
        locks: &ReachableLocks,
    ) -> (Board, u32, usize) {
        let mut best = (i64::MAX, *board, 0);
        for rotation in 0..piece.rotation_count() {
            let orientation = piece.orientation(rotation);
            for (x, y) in locks.rotation(rotation).iter() {
                let (field, rows) = board.lock(Pose { orientation, x, y });
                if rows == 4 {
                    return (field, rows, TETRIS);
                }
                let cost = self.clear(rows, lines) + self.board(&field, lines + rows);
                if cost < best.0 {
                    best = (cost, field, rows);
                }
            }
        }
        (best.1, best.2, CHEAPEST)
    }

    #[inline(always)]
    fn is_over(&self, lines: u32) -> bool {
        self.stakes().has_ended(lines)
    }
}
