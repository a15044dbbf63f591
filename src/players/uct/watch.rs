//! Snapshots of a tree, published while it grows in another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::Pose;
use crate::search::tree::{Playouts, TreeNodeView};

/// Number of steps below the root in a snapshot.
pub(super) const DEPTH: usize = 3;

/// Snapshot of growing trees.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSnapshot {
    /// All trees combined, down to three steps below the root.
    pub view: TreeNodeView<Pose>,
    /// Results of the playouts so far.
    pub playouts: Playouts,
    /// Number of playouts so far, and the total to run.
    pub played: (u32, u32),
}

/// Switch for a display of growing trees, and its latest snapshot. Trees are published while the display is open. All
/// clones share one state.
#[derive(Clone, Debug, Default)]
pub struct TreeWatch(Arc<SharedWatch>);

#[derive(Debug, Default)]
struct SharedWatch {
    is_open: AtomicBool,
    latest: Mutex<Option<TreeSnapshot>>,
}

impl TreeWatch {
    /// Opens or closes the display and drops the snapshot. Has no effect on decisions.
    pub fn set_open(&self, is_open: bool) {
        self.0.is_open.store(is_open, Ordering::Relaxed);
        *self.0.latest.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns whether the display is open.
    pub fn is_open(&self) -> bool {
        self.0.is_open.load(Ordering::Relaxed)
    }

    /// Returns the latest snapshot since the display was opened.
    pub fn latest(&self) -> Option<TreeSnapshot> {
        let latest = self.0.latest.lock();
        latest.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn show(&self, snapshot: TreeSnapshot) {
        *self.0.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(snapshot);
    }
}
