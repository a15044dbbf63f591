//! Move generation: free motion, free motion under a child filter, or motion by pad under gravity.

use crate::rules::{Board, Piece};

use super::batched::{BatchedBoards, BatchedLocks, reach_batched};
use super::dispatch;
use super::filter::{ChildFilter, NoFilter};
use super::pad::Hand;
use super::reach::{Reach, reach_inline};

/// Finds the possible locks of pieces. Several threads may use it.
///
/// The searches take it as `dyn`, so they are compiled once for all generators. Only [`NoFilter`] has copies of its
/// own, where leaves take a few nanoseconds to judge.
pub trait MoveGenerator: Sync {
    /// Returns the locks of `piece` on `board`, or `None` if there are none.
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach>;

    /// Returns the hands that move the pieces, or `None` without gravity.
    fn hand(&self) -> Option<Hand> {
        None
    }

    /// Returns whether pieces of the game fall two rows in every frame from level 39 on.
    fn has_double_killscreen(&self) -> bool {
        false
    }

    /// Returns whether it finds exactly the locks of [`reach`](super::reach()) under [`NoFilter`].
    fn is_free(&self) -> bool {
        false
    }
}

/// A child filter moves pieces without gravity, wherever it allows.
impl<F: ChildFilter> MoveGenerator for F {
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        dispatch::on_this_processor(
            #[inline(always)]
            || reach_inline(board, piece, self),
        )
    }

    fn is_free(&self) -> bool {
        self.refuses_nothing()
    }
}

/// A generator as the inner loops call it.
pub(super) trait Moves {
    /// See [`MoveGenerator::locks`].
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach>;

    /// Returns the locks of `piece` on each of the boards.
    #[inline(always)]
    fn batched_locks<const SLOTS: usize>(
        &self,
        boards: &BatchedBoards<SLOTS>,
        piece: Piece,
    ) -> BatchedLocks<SLOTS> {
        let mut locks = BatchedLocks::NONE;
        for slot in 0..boards.count() {
            if let Some(found) = self.locks(&boards.get(slot), piece) {
                locks.put(slot, &found);
            }
        }
        locks
    }
}

/// Dynamic calls.
impl Moves for dyn MoveGenerator + '_ {
    #[inline(always)]
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        MoveGenerator::locks(self, board, piece)
    }
}

/// Calls compiled into the search.
impl Moves for NoFilter {
    #[inline(always)]
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        reach_inline(board, piece, self)
    }

    #[inline(always)]
    fn batched_locks<const SLOTS: usize>(
        &self,
        boards: &BatchedBoards<SLOTS>,
        piece: Piece,
    ) -> BatchedLocks<SLOTS> {
        reach_batched(boards, piece, self)
    }
}
