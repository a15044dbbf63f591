//! Child filters: a veto on states that a search would otherwise visit.

use crate::rules::{Board, Orientation, Pose};

use super::pivots::Pivots;

/// Filter that refuses states of a lock search.
///
/// A search does not visit a refused state, but the piece counts as able to move into it. So the state one row above a
/// refused state is not a lock. The search never asks the filter about its starting state.
///
/// Source: the child filters of the meatfighter.com Nintendo Tetris bots.
pub trait ChildFilter: Sync {
    /// Returns whether a search on `board` may visit `pose`.
    fn validate(&self, board: &Board, pose: Pose) -> bool;

    /// Returns the poses in `free` (all of one orientation) that a search on `board` may visit.
    ///
    /// Must agree with [`ChildFilter::validate`]. A filter that can judge many poses at once overrides this method.
    fn retain(&self, board: &Board, orientation: Orientation, free: Pivots) -> Pivots {
        free.iter()
            .filter(|&(x, y)| self.validate(board, Pose { orientation, x, y }))
            .collect()
    }

    /// Returns whether this filter is equivalent to [`NoFilter`].
    fn refuses_nothing(&self) -> bool {
        false
    }
}

/// Filter that refuses nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFilter;

impl ChildFilter for NoFilter {
    #[inline(always)]
    fn validate(&self, _board: &Board, _pose: Pose) -> bool {
        true
    }

    #[inline(always)]
    fn retain(&self, _board: &Board, _orientation: Orientation, free: Pivots) -> Pivots {
        free
    }

    fn refuses_nothing(&self) -> bool {
        true
    }
}

impl<F: ChildFilter + ?Sized> ChildFilter for &F {
    #[inline(always)]
    fn validate(&self, board: &Board, pose: Pose) -> bool {
        (**self).validate(board, pose)
    }

    #[inline(always)]
    fn retain(&self, board: &Board, orientation: Orientation, free: Pivots) -> Pivots {
        (**self).retain(board, orientation, free)
    }

    fn refuses_nothing(&self) -> bool {
        (**self).refuses_nothing()
    }
}
