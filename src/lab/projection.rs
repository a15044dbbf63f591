//! What is likely to come of a game under way: a player goes on from a position again and again, and it
//! is counted how often the next hundred thousand points are reached.

use std::sync::Arc;

use crate::players::{Input, Position, Strategy, TreeMemory};
use crate::rules::randomizer::generator;
use crate::rules::{Counter, LineCounter, Piece, Randomizer, RandomizerKind, Score, StateHash};
use crate::session::LevelMoves;

/// Continuations of a position that are played.
pub const CONTINUATIONS: u32 = 200;
/// Points are asked for in steps of so many.
pub const STEP: u64 = 100_000;
/// A continuation that takes longer has not reached them. From level 0 on, one row at a time, 100,000
/// points take 535 pieces.
pub const PIECES_MAX: u32 = 5_000;

/// A position that a player goes on from, with pieces as they may come. The same position has the
/// same continuations.
#[derive(Clone, Debug)]
pub struct Projection {
    /// The position.
    pub position: Position,
    /// The score, without the limit of six digits.
    pub score: u64,
    /// Who plays.
    pub strategy: Arc<Strategy>,
    /// How pieces are moved at each level; none without gravity.
    pub moves: Option<Arc<LevelMoves>>,
    /// Whose odds pieces are drawn with; those of the cartridge's own are [`RandomizerKind::NesOdds`].
    pub randomizer: RandomizerKind,
}

impl Projection {
    /// The points asked for: the next hundred thousand.
    pub const fn goal(&self) -> u64 {
        (self.score / STEP + 1) * STEP
    }

    /// Whether continuation number `number` (from 0) comes to the goal; points for soft drops are not
    /// counted. None if `goes_on`, asked before each piece, wants no answer any more.
    pub fn reaches_goal(&self, number: u32, mut goes_on: impl FnMut() -> bool) -> Option<bool> {
        // What the game remembers is its own, and so is what this continuation does.
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

    /// The pieces after those that are known.
    fn pieces(&self, number: u32, last: Piece) -> Randomizer {
        let generator = generator(self.fingerprint(), number.into());
        match self.randomizer {
            RandomizerKind::Uniform => Randomizer::Uniform(generator),
            RandomizerKind::Nes | RandomizerKind::NesOdds => Randomizer::NesOdds {
                generator,
                previous: Some(last),
            },
        }
    }

    /// What tells positions apart.
    fn fingerprint(&self) -> u64 {
        let mut hash = StateHash::default();
        self.position.hash_into(&mut hash);
        hash.number(self.score);
        hash.finish()
    }
}
