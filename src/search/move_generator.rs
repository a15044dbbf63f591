//! How pieces get to their locks: freely, under a child filter, or by pad under gravity.

use crate::rules::{Board, Piece};

use super::abreast::{BoardsAbreast, LocksAbreast, reach_abreast};
use super::filter::ChildFilter;
use super::pad::Hand;
use super::reach::{Reach, reach_inline};

/// Finds where pieces can lock; several threads may ask it.
pub trait MoveGenerator: Sync {
    /// The locks of `piece` on `board`, or none if there are none.
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach>;

    /// The locks of `piece` on each of the boards: those of [`MoveGenerator::locks`].
    #[inline(always)]
    fn locks_abreast<const SLOTS: usize>(
        &self,
        boards: &BoardsAbreast<SLOTS>,
        piece: Piece,
    ) -> LocksAbreast<SLOTS> {
        let mut locks = LocksAbreast::NONE;
        for slot in 0..boards.count() {
            if let Some(found) = self.locks(&boards.get(slot), piece) {
                locks.put(slot, &found);
            }
        }
        locks
    }

    /// The hands that move them; none without gravity.
    fn hand(&self) -> Option<Hand> {
        None
    }
}

/// A child filter moves pieces without gravity, wherever it lets them.
impl<F: ChildFilter> MoveGenerator for F {
    #[inline(always)]
    fn locks(&self, board: &Board, piece: Piece) -> Option<Reach> {
        reach_inline(board, piece, self)
    }

    #[inline(always)]
    fn locks_abreast<const SLOTS: usize>(
        &self,
        boards: &BoardsAbreast<SLOTS>,
        piece: Piece,
    ) -> LocksAbreast<SLOTS> {
        reach_abreast(boards, piece, self)
    }
}
