//! How pieces are moved, as players see it.

use std::sync::Arc;

use crate::rules::{Board, Piece};
use crate::search::{ChildFilter, Hand, MoveGenerator, NoFilter, PadMoves, Reach, UnderWay};

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
#[derive(Clone, Copy)]
pub struct Sifted<'a, F> {
    /// Finds the locks.
    pub moves: &'a dyn MoveGenerator,
    /// Refuses some of them.
    pub filter: &'a F,
}

impl<F: ChildFilter> MoveGenerator for Sifted<'_, F> {
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        self.moves.locks(board, piece)?.sifted(board, self.filter)
    }

    fn hand(&self) -> Option<Hand> {
        self.moves.hand()
    }

    fn has_double_killscreen(&self) -> bool {
        self.moves.has_double_killscreen()
    }
}

impl Input {
    /// What finds the locks.
    pub fn moves(&self) -> &dyn MoveGenerator {
        match self {
            Input::Drag => &NoFilter,
            Input::Pad(moves) => &**moves,
            Input::UnderWay(moves) => &**moves,
        }
    }
}

impl MoveGenerator for Input {
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        self.moves().locks(board, piece)
    }

    fn hand(&self) -> Option<Hand> {
        self.moves().hand()
    }

    fn has_double_killscreen(&self) -> bool {
        self.moves().has_double_killscreen()
    }

    fn is_free(&self) -> bool {
        self.moves().is_free()
    }
}
