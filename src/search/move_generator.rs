//! Move generators of three kinds: without gravity, without gravity but only through states that a [`ChildFilter`]
//! allows, and by gamepad under gravity.

use crate::rules::{Board, Piece, Pose};

use super::batched::{BatchedBoards, BatchedLocks, reach_batched};
use super::filter::{ChildFilter, NoFilter};
use super::pad::Hand;
use super::path;
use super::processor::on_this_processor;
use super::reach::{ReachableLocks, reach_inline};

/// Finder of the possible locks of pieces. Several threads may share it.
///
/// The searches take a `dyn MoveGenerator`, so they are compiled once for all generators. Only [`NoFilter`] gets its
/// own compiled copies, for evaluators that judge a leaf in a few nanoseconds.
pub trait MoveGenerator: Sync {
    /// Returns the locks of `piece` on `board`, or `None` if there are none.
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks>;

    /// Returns the lock among `locks` that a breadth-first search for `piece` on `board` meets first. `None` under
    /// gravity, where no such search exists.
    fn first_met(&self, _board: &Board, _piece: Piece, _locks: &[Pose]) -> Option<Pose> {
        None
    }

    /// Returns the hands that move the pieces, or `None` without gravity.
    fn hand(&self) -> Option<Hand> {
        None
    }

    /// Returns whether the game's pieces fall two rows in every frame from level 39 on.
    fn has_double_killscreen(&self) -> bool {
        false
    }

    /// Returns whether this generator finds exactly the locks that [`reach`](super::reach()) finds with [`NoFilter`].
    fn is_free(&self) -> bool {
        false
    }
}

/// Every child filter is a move generator: pieces move without gravity through the states that the filter allows.
impl<F: ChildFilter> MoveGenerator for F {
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
        on_this_processor(
            #[inline(always)]
            || reach_inline(board, piece, self),
        )
    }

    fn first_met(&self, board: &Board, piece: Piece, locks: &[Pose]) -> Option<Pose> {
        path::first_met(board, piece, locks, self)
    }

    fn is_free(&self) -> bool {
        self.refuses_nothing()
    }
}

/// Move generator in the form that the inner loops of a search use.
pub(super) trait Moves {
    /// See [`MoveGenerator::locks`].
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks>;

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

/// Generator that is called dynamically.
impl Moves for dyn MoveGenerator + '_ {
    #[inline(always)]
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
        MoveGenerator::locks(self, board, piece)
    }
}

/// Generator that is compiled into the search.
impl Moves for NoFilter {
    #[inline(always)]
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
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
