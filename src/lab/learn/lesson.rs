//! Settings of learning.

use serde::{Deserialize, Serialize};

use crate::players::stakes::LINES_MAX;

/// Settings of learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningSettings {
    /// Losses for a single, a double and a triple, in lines (0-1000).
    pub burns: [f64; 3],
    /// Loss for losing the game, in lines (0-1000).
    pub game_over: f64,
    /// Discount factor per piece for future costs (0-1).
    pub discount: f64,
    /// Initial step size (0-1): the share of its error by which a playfield's cost moves.
    pub step: f64,
    /// Number of pieces that decisions know (1-2).
    pub known_pieces: usize,
    /// Number of decisions after a playfield that its cost is learnt from (1-100).
    pub decisions: usize,
    /// Number of candidate locks of the current piece for which NEXT is searched too (1-100).
    pub candidates: usize,
    /// Mean number of garbage rows per hundred pieces (0-100). All holes of a game are in one column.
    pub garbage: f64,
    /// Mean number of mistakes per hundred pieces (0-100). A mistake locks a piece at a random candidate, possibly the
    /// best one.
    #[serde(default)]
    pub mistakes: f64,
    /// Number of pieces to learn from. Samples that are in progress at the end are still completed.
    pub pieces: u64,
    /// Seed of the games, which use the cartridge's odds.
    pub seed: u64,
}

impl Default for LearningSettings {
    /// Returns the parameters of the `scorer` table, with 0 pieces.
    fn default() -> LearningSettings {
        LearningSettings {
            burns: [0.867, 1.667, 2.0],
            game_over: 60.0,
            discount: 0.99,
            step: 0.5,
            known_pieces: 2,
            decisions: 4,
            candidates: 10,
            garbage: 0.0,
            mistakes: 0.0,
            pieces: 0,
            seed: 0,
        }
    }
}

impl LearningSettings {
    /// Checks that all values are within their ranges.
    ///
    /// # Errors
    /// The first value outside its range, with the allowed values.
    pub fn check(&self) -> Result<(), String> {
        let [single, double, triple] = self.burns;
        let count = |count: usize| count as f64;
        let ranges = [
            ("burn", single, 0.0, LINES_MAX),
            ("burn", double, 0.0, LINES_MAX),
            ("burn", triple, 0.0, LINES_MAX),
            ("game over", self.game_over, 0.0, LINES_MAX),
            ("discount", self.discount, 0.0, 1.0),
            ("step", self.step, 0.0, 1.0),
            ("known pieces", count(self.known_pieces), 1.0, 2.0),
            ("decisions", count(self.decisions), 1.0, 100.0),
            ("candidates", count(self.candidates), 1.0, 100.0),
            ("garbage", self.garbage, 0.0, 100.0),
            ("mistakes", self.mistakes, 0.0, 100.0),
        ];
        match ranges
            .iter()
            .find(|(_, value, min, max)| !(*min..=*max).contains(value))
        {
            Some((name, value, min, max)) => {
                Err(format!("{name} {value}; allowed: {min} to {max}"))
            }
            None => Ok(()),
        }
    }
}
