//! Input methods: how a player's pieces get to their locks.

use std::sync::Arc;

use crate::rules::{Board, Piece, Pose};
use crate::search::{
    ChildFilter, Hand, InMotionMoves, MoveGenerator, NoFilter, PadMoves, ReachableLocks,
};

/// Method by which the pieces of a game move to their locks.
#[derive(Clone, Debug)]
pub enum Input {
    /// Without gravity, to every reachable pose.
    Drag,
    /// By gamepad under the gravity of the current level.
    Pad(Arc<PadMoves>),
    /// By gamepad under gravity, with the current piece already in motion.
    InMotion(Box<InMotionMoves>),
}

/// Move generator with a filter on its locks. Poses on the way to a lock are not filtered.
#[derive(Clone, Copy)]
pub struct FilteredMoves<'a, F> {
    /// Generator of the locks.
    pub moves: &'a dyn MoveGenerator,
    /// Filter that refuses some of the locks.
    pub filter: &'a F,
}

impl<F: ChildFilter> MoveGenerator for FilteredMoves<'_, F> {
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
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
    /// Returns the generator of the locks.
    pub fn moves(&self) -> &dyn MoveGenerator {
        match self {
            Input::Drag => &NoFilter,
            Input::Pad(moves) => &**moves,
            Input::InMotion(moves) => &**moves,
        }
    }
}

impl MoveGenerator for Input {
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
        self.moves().locks(board, piece)
    }

    fn first_met(&self, board: &Board, piece: Piece, locks: &[Pose]) -> Option<Pose> {
        self.moves().first_met(board, piece, locks)
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
