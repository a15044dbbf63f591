//! A first piece that is under way already, and fresh ones after it.

use crate::rules::{Board, Piece};
use crate::search::move_generator::MoveGenerator;
use crate::search::reach::Reach;

use super::{Hand, PadMoves};

/// Moves the current piece to locks that are known, and every piece after it as fresh ones.
#[derive(Clone, Debug)]
pub struct UnderWay {
    board: Board,
    locks: Option<Reach>,
    others: PadMoves,
}

impl UnderWay {
    /// `locks` are those of the current piece, on `board`.
    pub const fn new(board: Board, locks: Option<Reach>, others: PadMoves) -> UnderWay {
        UnderWay {
            board,
            locks,
            others,
        }
    }
}

impl MoveGenerator for UnderWay {
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        // A piece has 4 cells and a row 10: five pieces at least bring the same board back.
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
