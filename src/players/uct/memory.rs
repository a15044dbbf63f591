//! What a player thought about the last piece: the next one goes on from there.

use std::sync::{Mutex, PoisonError};

use crate::rules::Pose;
use crate::search::Hand;
use crate::search::tree::{Forest, Place};

use super::super::position::Position;

/// The trees over one position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// What was asked.
    pub(super) question: Question,
    pub(super) forest: Forest<Place, Pose>,
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

/// A place for one thought. A copy of it is empty: whoever plays another game begins with nothing, so
/// that its decisions hang on nothing but its own game.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<Option<Box<Thought>>>);

impl Memory {
    /// Takes out what is there.
    pub(super) fn take(&self) -> Option<Box<Thought>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Keeps a thought in place of what is there.
    pub(super) fn keep(&self, thought: Box<Thought>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(thought);
    }
}

impl Clone for Memory {
    fn clone(&self) -> Memory {
        Memory::default()
    }
}

/// What somebody remembers makes no other player of them.
impl PartialEq for Memory {
    fn eq(&self, _: &Memory) -> bool {
        true
    }
}

impl Thought {
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
