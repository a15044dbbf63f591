//! How pieces are moved, as players see it.

use std::sync::Arc;

use crate::rules::{Board, Piece};
use crate::search::{
    BoardsAbreast, ChildFilter, Hand, LocksAbreast, MoveGenerator, NoFilter, PadMoves, Reach,
    UnderWay,
};

/// How the pieces of a game get to their locks.
#[derive(Clone, Debug)]
pub enum Input {
    /// Without gravity, anywhere they can be moved to.
    Drag,
    /// By gamepad under the gravity of the present level.
    Pad(Arc<PadMoves>),
    /// By gamepad, the current piece being on its way already.
    UnderWay(Box<UnderWay>),
}

/// A move generator whose locks a filter sifts: what is on its way is not looked at.
#[derive(Clone, Copy, Debug)]
pub struct Sifted<'a, M, F> {
    /// Finds the locks.
    pub moves: &'a M,
    /// Refuses some of them.
    pub filter: &'a F,
}

impl<M: MoveGenerator, F: ChildFilter> MoveGenerator for Sifted<'_, M, F> {
    #[inline(always)]
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        self.moves.locks(board, piece)?.sifted(board, self.filter)
    }

    fn hand(&self) -> Option<Hand> {
        self.moves.hand()
    }
}

impl MoveGenerator for Input {
    #[inline(always)]
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        match self {
            Input::Drag => NoFilter.locks(board, piece),
            Input::Pad(moves) => moves.locks(board, piece),
            Input::UnderWay(moves) => moves.locks(board, piece),
        }
    }

    #[inline(always)]
    fn locks_abreast<const SLOTS: usize>(
        &self,
        boards: &BoardsAbreast<SLOTS>,
        piece: Piece,
    ) -> LocksAbreast<SLOTS> {
        match self {
            Input::Drag => NoFilter.locks_abreast(boards, piece),
            Input::Pad(moves) => moves.locks_abreast(boards, piece),
            Input::UnderWay(moves) => moves.locks_abreast(boards, piece),
        }
    }

    fn hand(&self) -> Option<Hand> {
        match self {
            Input::Drag => None,
            Input::Pad(moves) => moves.hand(),
            Input::UnderWay(moves) => moves.hand(),
        }
    }
}
