//! What a match begins with.

use serde::{Deserialize, Serialize};

use crate::rules::{RandomizerKind, Region, sanitized};

use super::garbage::GarbageRules;

/// All that a match begins with: with both pads' inputs it is the whole match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersusStart {
    /// Who plays on the left and on the right, up to ten characters each.
    pub names: [String; 2],
    /// The level that each side's games begin with, 0-29.
    pub levels: [u8; 2],
    /// What clears send.
    pub garbage: GarbageRules,
    /// The most rounds that count: an odd number, 1-99. Who wins more than half has won.
    pub best_of: u8,
    /// The seed of pieces and holes.
    pub seed: u64,
    /// Who chooses the pieces. The cartridge's own register cannot: time steps it, and both sides
    /// would have to share it.
    pub randomizer: RandomizerKind,
    /// Which release of the cartridge.
    pub region: Region,
}

/// A match cannot begin so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VersusStartError {
    /// A level that no game has.
    #[error("level {0}; allowed: 0-{max}", max = VersusStart::LEVEL_MAX)]
    Level(u8),
    /// A number of rounds that nobody can win more than half of, or too many.
    #[error("best of {0}; allowed: an odd number, 1-{max}", max = VersusStart::BEST_OF_MAX)]
    BestOf(u8),
    /// A name that does not fit.
    #[error("name \"{}\"; allowed: 1 to {max} characters, no control characters", sanitized(.0), max = VersusStart::NAME_MAX)]
    Name(String),
    /// The cartridge's own piece choice.
    #[error(
        "the cartridge's own piece choice steps with time, so two sides cannot get the same pieces; allowed: nes-odds, uniform"
    )]
    Randomizer,
}

impl VersusStart {
    /// The highest level.
    pub const LEVEL_MAX: u8 = 29;
    /// The longest match.
    pub const BEST_OF_MAX: u8 = 99;
    /// The longest name.
    pub const NAME_MAX: usize = 10;

    /// Checks every value.
    ///
    /// # Errors
    /// [`VersusStartError`] names the first value that is not allowed.
    pub fn check(&self) -> Result<(), VersusStartError> {
        let is_wrong_level = |level: &&u8| **level > VersusStart::LEVEL_MAX;
        if let Some(&level) = self.levels.iter().find(is_wrong_level) {
            return Err(VersusStartError::Level(level));
        }
        if self.best_of.is_multiple_of(2) || self.best_of > VersusStart::BEST_OF_MAX {
            return Err(VersusStartError::BestOf(self.best_of));
        }
        let is_wrong_name = |name: &&String| {
            let is_fitting = (1..=VersusStart::NAME_MAX).contains(&name.chars().count());
            !is_fitting || name.contains(char::is_control)
        };
        if let Some(name) = self.names.iter().find(is_wrong_name) {
            return Err(VersusStartError::Name(name.clone()));
        }
        if self.randomizer == RandomizerKind::Nes {
            return Err(VersusStartError::Randomizer);
        }
        Ok(())
    }

    /// Rounds that win the match.
    pub const fn wins_needed(&self) -> u8 {
        self.best_of / 2 + 1
    }
}

impl Default for VersusStart {
    fn default() -> VersusStart {
        VersusStart {
            names: ["left", "right"].map(str::to_owned),
            levels: [0; 2],
            garbage: GarbageRules::default(),
            best_of: 3,
            seed: 0,
            randomizer: RandomizerKind::NesOdds,
            region: Region::Ntsc,
        }
    }
}
