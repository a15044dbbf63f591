//! How pieces get to their locks: freely, under a child filter, or by pad under gravity.

use crate::rules::{Board, Piece};

use super::batched::{BatchedBoards, BatchedLocks, reach_batched};
use super::dispatch;
use super::filter::{ChildFilter, NoFilter};
use super::pad::Hand;
use super::reach::{Reach, reach_inline};

/// Finds where pieces can lock; several threads may ask it.
///
/// The searches take one as `dyn`: they are compiled once for all that move pieces. Only
/// [`NoFilter`] has copies of its own, where leaves are judged in a few nanoseconds.
pub trait MoveGenerator: Sync {
    /// The locks of `piece` on `board`, or none if there are none.
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach>;

    /// The hands that move them; none without gravity.
    fn hand(&self) -> Option<Hand> {
        None
    }

    /// Whether pieces of the game fall two rows in every frame from level 39 on.
    fn has_double_killscreen(&self) -> bool {
        false
    }

    /// Whether every lock of [`reach`](super::reach()) under [`NoFilter`] is found, and no other one.
    fn is_free(&self) -> bool {
        false
    }
}

/// A child filter moves pieces without gravity, wherever it lets them.
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

/// A generator as the inner loops see it.
pub(super) trait Moves {
    /// See [`MoveGenerator::locks`].
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach>;

    /// The locks of `piece` on each of the boards.
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

/// Asked by a call.
impl Moves for dyn MoveGenerator + '_ {
    #[inline(always)]
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        MoveGenerator::locks(self, board, piece)
    }
}

/// Compiled into the search.
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
