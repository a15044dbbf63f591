//! A window into a tree that grows in another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::Pose;
use crate::search::tree::{Playouts, View};

/// Steps below the root that are shown while a tree grows.
pub(super) const DEPTH: usize = 3;

/// A tree at some moment of its growth.
#[derive(Clone, Debug, PartialEq)]
pub struct Glimpse {
    /// The tree down to three steps below the root.
    pub view: View<Pose>,
    /// What the playouts came to so far.
    pub playouts: Playouts,
    /// Playouts so far, and those there are to be.
    pub played: (u32, u32),
}

/// Where trees are shown while somebody wants to see them. All copies are the same window.
#[derive(Clone, Debug, Default)]
pub struct TreeWatch(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    is_open: AtomicBool,
    seen: Mutex<Option<Glimpse>>,
}

impl TreeWatch {
    /// Opens the window, or closes it and forgets what was seen. It changes nothing that is decided.
    pub fn set_open(&self, is_open: bool) {
        self.0.is_open.store(is_open, Ordering::Relaxed);
        *self.0.seen.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether somebody wants to see the tree.
    pub fn is_open(&self) -> bool {
        self.0.is_open.load(Ordering::Relaxed)
    }

    /// What was shown last since the window was opened.
    pub fn seen(&self) -> Option<Glimpse> {
        let seen = self.0.seen.lock();
        seen.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn show(&self, glimpse: Glimpse) {
        *self.0.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(glimpse);
    }
}
