//! Child filters: a veto on states that a search would otherwise visit.

use crate::rules::{Board, Orientation, Pose};

use super::pivots::Pivots;

/// Refuses states of a lock search.
///
/// A refused state is not visited, but it still counts as free: the state above it is no lock.
/// The start of a search is never asked about.
///
/// Source: the child filters of the meatfighter.com Nintendo Tetris bots.
pub trait ChildFilter: Sync {
    /// Whether a search on `board` may visit `pose`.
    fn validate(&self, board: &Board, pose: Pose) -> bool;

    /// The poses of one orientation that a search on `board` may visit, out of `free`.
    ///
    /// Must agree with [`ChildFilter::validate`]; a filter that can judge many poses at once
    /// overrides it.
    fn retain(&self, board: &Board, orientation: Orientation, free: Pivots) -> Pivots {
        free.iter()
            .filter(|&(x, y)| self.validate(board, Pose { orientation, x, y }))
            .collect()
    }

    /// Whether this is as good as [`NoFilter`].
    fn refuses_nothing(&self) -> bool {
        false
    }
}

/// Refuses nothing.
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
