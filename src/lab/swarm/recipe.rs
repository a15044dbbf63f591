//! Recipe of a player found by a swarm. The player's file contains it as text. A resumed run must match it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::objective::Objective;

/// All values that determine a player found by a swarm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwarmRecipe {
    /// Name of the initial player, as on the command line.
    pub from: String,
    /// [Fingerprint](crate::players::Player::fingerprint) of that player.
    pub from_fingerprint: u64,
    /// Objective to maximize.
    pub objective: Objective,
    /// Kinds of numbers that vary.
    pub varied: VariedNumbers,
    /// Games per particle and iteration (4-10,000).
    pub games: u64,
    /// Number of particles (2-256).
    pub particles: usize,
    /// Number of iterations (1-10,000).
    pub iterations: u64,
    /// Number of iterations without improvement after which all particles restart (1-10,000).
    pub patience: u64,
    /// Maximum initial distance of particles from the initial player, which is also their maximum velocity (0.001-10).
    /// The unit is the root mean square of the player's weights.
    pub spread: f64,
    /// Input method: `drag`, or `pad` with level and hands.
    pub input: String,
    /// Seed of the games and of the particles.
    pub seed: u64,
    /// Version of the program.
    pub version: String,
}

/// Kinds of numbers in a player file that the swarm varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariedNumbers {
    /// Weights of the features.
    pub weights: bool,
    /// Offsets, which are subtracted before the power.
    pub offsets: bool,
    /// Powers.
    pub powers: bool,
}

impl VariedNumbers {
    /// Only the weights vary.
    pub const WEIGHTS: VariedNumbers = VariedNumbers {
        weights: true,
        offsets: false,
        powers: false,
    };

    const fn named(self) -> [(&'static str, bool); 3] {
        [
            ("weights", self.weights),
            ("offsets", self.offsets),
            ("powers", self.powers),
        ]
    }
}

/// Parses one or more of `weights`, `offsets`, `powers`, separated by commas.
impl FromStr for VariedNumbers {
    type Err = String;

    fn from_str(text: &str) -> Result<VariedNumbers, String> {
        let mut varied = VariedNumbers {
            weights: false,
            offsets: false,
            powers: false,
        };
        for word in text.split(',') {
            let wanted = match word {
                "weights" => &mut varied.weights,
                "offsets" => &mut varied.offsets,
                "powers" => &mut varied.powers,
                _ => {
                    return Err(
                        "allowed: weights, offsets, powers, or several of them separated by commas"
                            .to_owned(),
                    );
                }
            };
            *wanted = true;
        }
        Ok(varied)
    }
}

impl fmt::Display for VariedNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.named().into_iter();
        let words: Vec<&str> = named
            .filter(|(_, is_varied)| *is_varied)
            .map(|(name, _)| name)
            .collect();
        f.write_str(&words.join(" and "))
    }
}

impl SwarmRecipe {
    /// Checks that all values are within their ranges.
    ///
    /// # Errors
    /// The first value outside its range, with the allowed values.
    pub fn check(&self) -> Result<(), String> {
        self.objective.check()?;
        let counts = [
            ("games", self.games, 4, 10_000),
            ("particles", self.particles as u64, 2, 256),
            ("iterations", self.iterations, 1, 10_000),
            ("patience", self.patience, 1, 10_000),
        ];
        for (name, value, least, most) in counts {
            if !(least..=most).contains(&value) {
                return Err(format!("{name} {value}; allowed: {least} to {most}"));
            }
        }
        if !(0.001..=10.0).contains(&self.spread) {
            return Err(format!("spread {}; allowed: 0.001 to 10", self.spread));
        }
        Ok(())
    }

    /// Describes the first difference to another recipe. The numbers of iterations may differ, because no single
    /// iteration depends on them.
    pub fn difference(&self, other: &SwarmRecipe) -> Option<String> {
        let other = SwarmRecipe {
            iterations: self.iterations,
            ..other.clone()
        };
        let (mine, others) = (self.words(), other.words());
        let mut pairs = mine.iter().zip(&others);
        let ((name, mine), (_, others)) = pairs.find(|(mine, others)| mine != others)?;
        Some(format!("{name} is {mine}; the checkpoint has {others}"))
    }

    /// Returns the name and the value of each part. No value contains a comma followed by a space.
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let from = self.from.replace(char::is_control, "?");
        let mut words = vec![
            ("from", format!("{from} ({:016X})", self.from_fingerprint)),
            ("objective", self.objective.name().to_owned()),
        ];
        match self.objective {
            Objective::Score { lines, best } => {
                words.push(("lines", lines.to_string()));
                words.push(("best", format!("{best} %")));
            }
            Objective::Survival { rise } => words.push(("rise", rise.to_string())),
            Objective::Garbage { pieces } | Objective::Length { pieces } => {
                words.push(("pieces", pieces.to_string()));
            }
            Objective::Heights { pieces, skew } => {
                words.push(("pieces", pieces.to_string()));
                words.push(("skew", format!("{skew} %")));
            }
        }
        words.extend([
            ("vary", self.varied.to_string()),
            ("games", self.games.to_string()),
            ("particles", self.particles.to_string()),
            ("iterations", self.iterations.to_string()),
            ("patience", self.patience.to_string()),
            ("spread", self.spread.to_string()),
            ("input", self.input.clone()),
            ("seed", format!("{:016X}", self.seed)),
            ("rightwell", self.version.clone()),
        ]);
        words
    }
}

/// Formats the recipe as one line.
impl fmt::Display for SwarmRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words().into_iter();
        let words: Vec<String> = words
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        f.write_str(&words.join(", "))
    }
}
