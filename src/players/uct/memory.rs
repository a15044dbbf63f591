//! The trees that a player grew for the last piece: the next one goes on from there.

use crate::rules::Pose;
use crate::search::Hand;
use crate::search::tree::{Forest, TreePosition};

use super::super::position::Position;
use super::watch::TreeWatch;

/// What a player who searches trees remembers of a game from piece to piece, and who watches it think.
/// Other players leave it as it is.
///
/// Whoever plays a game has one for it, so that what is decided there hangs on nothing but that game.
#[derive(Clone, Debug, Default)]
pub struct TreeMemory {
    pub(super) last: Option<Box<SearchTree>>,
    pub(super) watch: Option<TreeWatch>,
}

impl TreeMemory {
    /// Nothing is remembered yet; the trees to come are shown in that window while it is open.
    pub fn shown_in(watch: &TreeWatch) -> TreeMemory {
        TreeMemory {
            last: None,
            watch: Some(watch.clone()),
        }
    }

    /// The trees over the position that was decided about last.
    pub fn last(&self) -> Option<&SearchTree> {
        self.last.as_deref()
    }
}

/// The trees over one position.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// What was asked.
    pub(super) question: Question,
    pub(super) forest: Forest<TreePosition, Pose>,
    /// What the root's field costs.
    pub(super) base: i64,
}

/// A position, the hands that play it, and how many of its pieces are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) position: Position,
    pub(super) hand: Option<Hand>,
    pub(super) known: usize,
}

impl SearchTree {
    /// How the game went on from here to `question`, if it did so by `made`, the lock chosen: the
    /// outcome of chance that has come to be known.
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
            // Looked at: what is new is the piece after it.
            Some(next) if question.known > 1 => (next == now.current).then_some(now.next?.index()),
            Some(next) if next != now.current => None,
            _ => Some(now.current.index()),
        }
    }
}
