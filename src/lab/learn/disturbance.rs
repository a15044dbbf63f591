//! Disturbances in the games of a learner: garbage from below, and mistakes.
//!
//! A learner without mistakes rarely sees a playfield with an error in it, so the costs of such playfields would be
//! guesses.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::Board;
use crate::rules::motion::COLUMNS;
use crate::rules::randomizer::generator;

use super::LearningSettings;

/// Source of garbage and mistakes. Garbage arrives as an opponent would send it: rarely, and several rows at a time. A
/// mistake locks a piece at a random one of the best candidates, like the error of a player who knows the best lock but
/// misses it.
pub(super) struct TrainingNoise {
    pub(super) generator: ChaCha8Rng,
    /// Probability of garbage per piece, in units of 2^-32.
    odds: u32,
    hole: u8,
    /// Probability of a mistake per piece, in units of 2^-32.
    mistakes: u32,
}

/// Numbers of garbage rows that arrive together: for a double, a triple and a Tetris. All three are equally likely.
const ATTACKS: [u32; 3] = [1, 2, 4];

impl TrainingNoise {
    /// Creates the disturbances of game `number`.
    pub(super) fn new(lesson: &LearningSettings, number: u64) -> TrainingNoise {
        // A random stream separate from that of the pieces.
        let mut generator = generator(!lesson.seed, number);
        let mean = f64::from(ATTACKS.iter().sum::<u32>()) / ATTACKS.len() as f64;
        TrainingNoise {
            hole: generator.random_range(0..COLUMNS as u8),
            // The mean attack has more than one row, so the odds stay below 1 even at 100 rows per hundred pieces.
            odds: (lesson.garbage / 100.0 / mean * f64::from(u32::MAX)) as u32,
            mistakes: (lesson.mistakes / 100.0 * f64::from(u32::MAX)) as u32,
            generator,
        }
    }

    /// Returns the playfield after the garbage that arrives with this piece, if any. `None` if a cell is pushed out at
    /// the top.
    #[inline(always)]
    pub(super) fn add_garbage(&mut self, board: Board) -> Option<Board> {
        if self.odds == 0 || self.generator.random::<u32>() >= self.odds {
            return Some(board);
        }
        let rows = ATTACKS[self.generator.random_range(0..ATTACKS.len())];
        board.raised(rows, self.hole)
    }

    /// Returns whether the next piece is to be a mistake.
    #[inline(always)]
    pub(super) fn is_mistake(&mut self) -> bool {
        self.mistakes != 0 && self.generator.random::<u32>() < self.mistakes
    }

    /// Returns a random index below `count` (at least 1).
    pub(super) fn random_index(&mut self, count: usize) -> usize {
        self.generator.random_range(0..count)
    }
}
