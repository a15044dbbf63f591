//! Move generation for a piece already in motion and for the pieces that spawn after it.

use crate::rules::{Board, Piece};
use crate::search::move_generator::MoveGenerator;
use crate::search::reach::ReachableLocks;

use super::{Hand, PadMoves};

/// Move generator with known locks for the current piece. It moves every later piece from its spawn.
#[derive(Clone, Debug)]
pub struct InMotionMoves {
    board: Board,
    locks: Option<ReachableLocks>,
    others: PadMoves,
}

impl InMotionMoves {
    /// Returns a generator with `locks` for the current piece on `board`.
    pub const fn new(
        board: Board,
        locks: Option<ReachableLocks>,
        others: PadMoves,
    ) -> InMotionMoves {
        InMotionMoves {
            board,
            locks,
            others,
        }
    }
}

impl MoveGenerator for InMotionMoves {
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
        // The board identifies the current piece: a piece has 4 cells and a row has 10, so a board can repeat only
        // after at least five pieces.
        if *board == self.board {
            self.locks
        } else {
            self.others.locks(board, piece)
        }
    }

    fn hand(&self) -> Option<Hand> {
        self.others.hand()
    }

    fn has_double_killscreen(&self) -> bool {
        self.others.has_double_killscreen()
    }
}
