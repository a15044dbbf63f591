//! Projection of a game in progress: the share of random continuations in which the player reaches the next hundred
//! thousand points.

use std::sync::Arc;

use crate::players::{Input, Position, Strategy, TreeMemory};
use crate::rules::randomizer::generator;
use crate::rules::{Counter, LineCounter, Piece, Randomizer, RandomizerKind, Score, StateHash};
use crate::session::MovesByLevel;

/// Number of continuations played from a position.
pub const CONTINUATIONS: u32 = 200;
/// Distance between the goals in points.
pub const STEP: u64 = 100_000;
/// Maximum length of a continuation in pieces. A longer one counts as a failure. A player who starts at level 0 and
/// clears single rows needs 535 pieces for 100,000 points.
pub const PIECES_MAX: u32 = 5_000;

/// Position from which a player continues with random pieces. Equal values have equal continuations.
#[derive(Clone, Debug)]
pub struct Projection {
    /// Position from which the continuations start.
    pub position: Position,
    /// Score in this position, not capped at 999,999.
    pub score: u64,
    /// Strategy that plays the continuations.
    pub strategy: Arc<Strategy>,
    /// Move generators for all levels. `None` without gravity.
    pub moves: Option<Arc<MovesByLevel>>,
    /// Randomizer that draws the pieces. Here [`RandomizerKind::Nes`] acts like [`RandomizerKind::NesOdds`].
    pub randomizer: RandomizerKind,
}

impl Projection {
    /// Returns the goal: the next multiple of 100,000 points above the score.
    pub const fn goal(&self) -> u64 {
        (self.score / STEP + 1) * STEP
    }

    /// Returns whether continuation `number` (from 0) reaches the goal. Points for soft drops do not count. Calls
    /// `goes_on` before each piece, and returns `None` as soon as it returns `false`.
    pub fn reaches_goal(&self, number: u32, mut goes_on: impl FnMut() -> bool) -> Option<bool> {
        // Each continuation starts with an empty memory.
        let mut memory = TreeMemory::default();
        let mut position = self.position.clone();
        let next = position.next.unwrap_or(position.current);
        let mut pieces = self.pieces(number, next);
        let mut lines = LineCounter(Counter::new(position.lines));
        let (mut score, goal) = (Score::new(0), self.goal() - self.score);
        for _ in 0..PIECES_MAX {
            if !goes_on() {
                return None;
            }
            let input = match &self.moves {
                None => Input::Drag,
                Some(moves) => Input::Pad(moves.at(position.level)),
            };
            let line = self.strategy.decide(&mut memory, &position, &input);
            let Some(lock) = line.map(|line| line.locks[0]) else {
                return Some(false);
            };
            let (board, rows) = position.board.lock(lock);
            position.level = lines.count(rows as u8, position.level);
            position.lines = lines.0.value();
            score.add_lines(rows as u8, position.level);
            if score.unlimited() >= goal {
                return Some(true);
            }
            position.board = board;
            position.current = position.next.unwrap_or_else(|| pieces.choose());
            position.next = Some(pieces.choose());
        }
        Some(false)
    }

    /// Returns the randomizer for the pieces after the known ones.
    fn pieces(&self, number: u32, last: Piece) -> Randomizer {
        let generator = generator(self.fingerprint(), number.into());
        match self.randomizer {
            RandomizerKind::Uniform => Randomizer::Uniform(generator),
            RandomizerKind::Sz(share) => Randomizer::Sz(share, generator),
            RandomizerKind::Nes | RandomizerKind::NesOdds => Randomizer::NesOdds {
                generator,
                previous: Some(last),
            },
        }
    }

    /// Returns a hash of position and score. It seeds the continuations.
    fn fingerprint(&self) -> u64 {
        let mut hash = StateHash::default();
        self.position.hash_into(&mut hash);
        hash.number(self.score);
        hash.finish()
    }
}
