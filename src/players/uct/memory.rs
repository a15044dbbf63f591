//! Stores the trees of the last decision for reuse in the next one.

use crate::rules::Pose;
use crate::search::Hand;
use crate::search::tree::{Forest, TreePosition};

use super::super::position::Position;
use super::watch::TreeWatch;

/// Memory of a tree-search player from piece to piece, with an optional viewer. Other players ignore it.
///
/// Each game has its own memory, so that its decisions depend on no other game.
#[derive(Clone, Debug, Default)]
pub struct TreeMemory {
    pub(super) last: Option<Box<SearchTree>>,
    pub(super) watch: Option<TreeWatch>,
}

impl TreeMemory {
    /// Returns an empty memory. While `watch` is open, it shows the trees grown with this memory.
    pub fn shown_in(watch: &TreeWatch) -> TreeMemory {
        TreeMemory {
            last: None,
            watch: Some(watch.clone()),
        }
    }

    /// Returns the trees of the last decision.
    pub fn last(&self) -> Option<&SearchTree> {
        self.last.as_deref()
    }
}

/// Trees grown for one position.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// Question that these trees answer.
    pub(super) key: SearchKey,
    pub(super) forest: Forest<TreePosition, Pose>,
    /// Cost of the root's board, in fixed-point units.
    pub(super) base: i64,
}

/// Question to a tree search: a position, the hands that play it, and the number of known pieces to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SearchKey {
    pub(super) position: Position,
    pub(super) hand: Option<Hand>,
    pub(super) known: usize,
}

impl SearchTree {
    /// Returns the index of the piece that chance drew, if the lock `made` and that piece led to `key`. `None` if the
    /// game did not continue to `key`.
    pub(super) fn chance_outcome(&self, made: Pose, key: &SearchKey) -> Option<usize> {
        let (before, now) = (&self.key.position, &key.position);
        let (board, rows) = before.board.lock(made);
        let is_same_search = self.key.hand == key.hand
            && self.key.known == key.known
            && before.level == now.level
            && board == now.board
            && u32::from(before.lines) + rows == u32::from(now.lines);
        if !is_same_search {
            return None;
        }
        match before.next {
            // NEXT was already part of the search, so chance drew the piece after it.
            Some(next) if key.known > 1 => (next == now.current).then_some(now.next?.index()),
            Some(next) if next != now.current => None,
            _ => Some(now.current.index()),
        }
    }
}
