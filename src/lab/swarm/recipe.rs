//! How a player's numbers are sought, in words: they stand in its file, and a run that goes on must
//! agree on them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::objective::Objective;

/// All that a player found by a swarm depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwarmRecipe {
    /// The player begun with, as it was asked for.
    pub from: String,
    /// The [fingerprint](crate::players::Player::fingerprint) of that player.
    pub from_fingerprint: u64,
    /// What is made large.
    pub objective: Objective,
    /// Which numbers are varied.
    pub varied: Varied,
    /// Games that each particle plays in an iteration (4-10,000).
    pub games: u64,
    /// Particles (2-256).
    pub particles: usize,
    /// Iterations (1-10,000).
    pub iterations: u64,
    /// Iterations without a better place after which all particles begin anew (1-10,000).
    pub patience: u64,
    /// How far from the player the other particles begin, and the largest velocity (0.001-10): 1 is the
    /// root of the mean square of its weights.
    pub spread: f64,
    /// How pieces are moved: `drag`, or `pad` with level and hands.
    pub input: String,
    /// Seed of games and particles.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
}

/// Which numbers of a player file are varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Varied {
    /// What each feature counts for.
    pub weights: bool,
    /// What is taken off it first.
    pub offsets: bool,
    /// Its power.
    pub powers: bool,
}

impl Varied {
    /// Weights alone.
    pub const WEIGHTS: Varied = Varied {
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

/// One or several of `weights`, `offsets`, `powers`, with commas between them.
impl FromStr for Varied {
    type Err = String;

    fn from_str(text: &str) -> Result<Varied, String> {
        let mut varied = Varied {
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
                        "allowed: weights, offsets, powers, or several of them with commas"
                            .to_owned(),
                    );
                }
            };
            *wanted = true;
        }
        Ok(varied)
    }
}

impl fmt::Display for Varied {
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
    /// Checks the ranges.
    ///
    /// # Errors
    /// The first value out of its range, and what is allowed.
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

    /// What is different in another recipe, in words. How many iterations are wanted is no difference:
    /// each is the same, however many come after it.
    pub fn difference(&self, other: &SwarmRecipe) -> Option<String> {
        let other = SwarmRecipe {
            iterations: self.iterations,
            ..other.clone()
        };
        let (mine, others) = (self.words(), other.words());
        let mut pairs = mine.iter().zip(&others);
        let ((name, mine), (_, others)) = pairs.find(|(mine, others)| mine != others)?;
        Some(format!("{name} {mine} is not {others}"))
    }

    /// Each part by its name, as it is written; there is no comma followed by a space in it.
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
            Objective::Garbage { pieces } => words.push(("pieces", pieces.to_string())),
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

/// One line.
impl fmt::Display for SwarmRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words().into_iter();
        let words: Vec<String> = words
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        f.write_str(&words.join(", "))
    }
}
