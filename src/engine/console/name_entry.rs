//! Entry of a name for the high scores.

use super::high_scores::HighScores;
use crate::engine::event::{Event, Events};
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::view::{NameEntryView, ScoreView};
use crate::rules::{Buttons, Region, StateHash};

/// Number of letters in a name.
const LETTERS: u8 = 6;
/// Number of frames between two changes of a letter while Up or Down is held.
pub(super) const TURN_FRAMES: u16 = 8;

/// State of the name entry screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameEntry {
    is_b_type: bool,
    rank: u8,
    position: u8,
    /// True if the previous game was lost.
    pub(super) is_after_loss: bool,
    prepared: Option<u8>,
    cursor: Option<u8>,
    scores: [ScoreView; 3],
}

impl NameEntry {
    pub(super) fn new(is_b_type: bool, rank: u8, is_after_loss: bool, scores: &HighScores) -> Self {
        NameEntry {
            is_b_type,
            rank,
            position: 0,
            is_after_loss,
            prepared: None,
            cursor: None,
            scores: scores.view(is_b_type),
        }
    }

    /// Copies letters and cursor to the screen.
    pub(super) fn vertical_blank(&mut self, scores: &HighScores) {
        self.cursor = self.prepared;
        self.scores = scores.view(self.is_b_type);
    }

    /// Runs one pass and returns whether the name is complete.
    ///
    /// Source: the disassembly's `highScoreEntryScreen`.
    pub(super) fn pass(
        &mut self,
        scores: &mut HighScores,
        carry: &PersistentMemory,
        region: Region,
        events: &mut Events,
    ) -> bool {
        let lit = !carry.frame.is_multiple_of(region.blink_frames());
        self.prepared = lit.then_some(self.position);
        let (new, held) = (carry.pad.new, carry.pad.held);
        if new.has(Buttons::START) {
            events.insert(Event::MenuConfirmed);
            return true;
        }
        if new.has(Buttons::A | Buttons::RIGHT) {
            events.insert(Event::MenuMoved);
            self.position = (self.position + 1) % LETTERS;
        }
        if new.has(Buttons::B | Buttons::LEFT) {
            events.insert(Event::MenuMoved);
            self.position = (self.position + LETTERS - 1) % LETTERS;
        }
        if carry.frame.is_multiple_of(TURN_FRAMES) {
            for (button, by) in [(Buttons::DOWN, -1), (Buttons::UP, 1)] {
                if held.has(button) {
                    events.insert(Event::MenuMoved);
                    scores.turn_letter(self.is_b_type, self.rank, self.position, by);
                }
            }
        }
        false
    }

    /// Returns the position of the cursor and the letter there.
    pub(super) fn cursor(&self, scores: &HighScores) -> (u8, u8) {
        let entry = scores.table(self.is_b_type)[usize::from(self.rank)];
        (self.position, entry.name[usize::from(self.position)])
    }

    pub(super) fn view(&self) -> NameEntryView {
        NameEntryView {
            is_b_type: self.is_b_type,
            scores: self.scores,
            rank: self.rank,
            cursor: self.cursor,
        }
    }

    pub(super) fn hash_into(&self, hash: &mut StateHash) {
        hash.bytes(&[
            u8::from(self.is_b_type),
            self.rank,
            self.position,
            u8::from(self.is_after_loss),
            self.prepared.unwrap_or(255),
            self.cursor.unwrap_or(255),
        ]);
    }
}
