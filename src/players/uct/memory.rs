//! Trees that a player grew for the last piece, for reuse at the next one.

use crate::rules::Pose;
use crate::search::Hand;
use crate::search::tree::{Forest, TreePosition};

use super::super::position::Position;
use super::watch::TreeWatch;

/// A tree-search player's memory of a game from piece to piece, and its observer. Other players ignore it.
///
/// Each game has its own memory, so its decisions depend on that game alone.
#[derive(Clone, Debug, Default)]
pub struct TreeMemory {
    pub(super) last: Option<Box<SearchTree>>,
    pub(super) watch: Option<TreeWatch>,
}

impl TreeMemory {
    /// Returns an empty memory whose trees are shown in this window while it is open.
    pub fn shown_in(watch: &TreeWatch) -> TreeMemory {
        TreeMemory {
            last: None,
            watch: Some(watch.clone()),
        }
    }

    /// Returns the trees over the last position decided.
    pub fn last(&self) -> Option<&SearchTree> {
        self.last.as_deref()
    }
}

/// Trees over one position.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// Question that was asked.
    pub(super) question: Question,
    pub(super) forest: Forest<TreePosition, Pose>,
    /// Cost of the root's field.
    pub(super) base: i64,
}

/// A position, the hands that play it, and the number of pieces considered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) position: Position,
    pub(super) hand: Option<Hand>,
    pub(super) known: usize,
}

impl SearchTree {
    /// Returns the new outcome of chance if the game continued from here to `question` by the lock `made`.
    pub(super) fn answer(&self, made: Pose, question: &Question) -> Option<usize> {
        let (before, now) = (&self.question.position, &question.position);
        let (board, rows) = before.board.lock(made);
        let is_alike = self.question.hand == question.hand
            && self.question.known == question.known
            && before.level == now.level
            && board == now.board
            && u32::from(before.lines) + rows == u32::from(now.lines);
        if !is_alike {
            return None;
        }
        match before.next {
            // The next piece was considered, so the new outcome is the piece after it.
            Some(next) if question.known > 1 => (next == now.current).then_some(now.next?.index()),
            Some(next) if next != now.current => None,
            _ => Some(now.current.index()),
        }
    }
}
