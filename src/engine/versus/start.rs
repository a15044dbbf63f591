//! Start of a match.

use serde::{Deserialize, Serialize};

use crate::rules::{RandomizerKind, Region, sanitized};

use super::garbage::GarbageRules;

/// Start of a match. Together with the inputs of both pads it determines the whole match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersusStart {
    /// Names of the left and the right player, up to ten characters each.
    pub names: [String; 2],
    /// First level of each side's games, 0-29.
    pub levels: [u8; 2],
    /// Rules of attacks.
    pub garbage: GarbageRules,
    /// Maximum number of decided rounds: odd, 1-99. The side that wins more than half of them wins the match.
    pub best_of: u8,
    /// Seed of pieces and holes.
    pub seed: u64,
    /// Randomizer of the pieces. The cartridge's own register is not allowed: it steps with time, so the two sides
    /// would get different pieces.
    pub randomizer: RandomizerKind,
    /// Release of the cartridge.
    pub region: Region,
}

/// Reason why a match cannot start with these values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VersusStartError {
    /// A level is too high.
    #[error("level {0} is out of range; allowed: 0-{max}", max = VersusStart::LEVEL_MAX)]
    Level(u8),
    /// The number of rounds is even or too high.
    #[error("invalid best of {0}; allowed: an odd number, 1-{max}", max = VersusStart::BEST_OF_MAX)]
    BestOf(u8),
    /// A name is empty, too long, or has control characters.
    #[error("invalid name \"{}\"; allowed: 1 to {max} characters, no control characters", sanitized(.0), max = VersusStart::NAME_MAX)]
    Name(String),
    /// The randomizer is the cartridge's own.
    #[error(
        "the exact randomizer depends on timing, so the two sides would get different pieces; allowed: \
        nes-odds, uniform, sz, and sz:0 to sz:100"
    )]
    Randomizer,
}

impl VersusStart {
    /// Highest level.
    pub const LEVEL_MAX: u8 = 29;
    /// Longest match, in rounds.
    pub const BEST_OF_MAX: u8 = 99;
    /// Longest name, in characters.
    pub const NAME_MAX: usize = 10;

    /// Checks every value.
    ///
    /// # Errors
    /// [`VersusStartError`] with the first illegal value.
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

    /// Returns the number of rounds that a side has to win to win the match.
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
