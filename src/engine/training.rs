//! Training modes: the start of a practice game, its pieces, and all other differences from the cartridge's game.
//!
//! Apart from the effects of its mode, a training game follows the cartridge frame for frame. A mode ([`Training`])
//! combines a few mechanisms: a starting field, a source of pieces, an action after each counted piece, a limit on rows
//! that can be complete, the count of points and levels, the speed of falling pieces, and the visible part of the
//! field.
//!
//! Source of all modes: the trainer for the cartridge, kirjavascript/TetrisGYM, its README and the routines named at
//! each mode.

mod added;
mod drill;
mod example;
mod field;
mod garbage;
mod linecap;
mod modes;
mod pieces;
mod stacking;
mod t_spins;
mod table;
mod tap_limit;
mod wells;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::sanitize::sanitized;

pub use added::AddedModes;
pub use example::example;
pub use linecap::{Linecap, LinecapEffect, LinecapStart};
pub use modes::{
    DrillMeasure, DrillProgress, TrainingGroup, TrainingMode, TrainingModeFacts, TrainingValues,
};
pub use pieces::{SeededPieces, keeps_i};
pub use wells::{WellDrill, taps_to_column};

pub(super) use drill::{Drill, PieceHandling};

/// A training mode with its value, and the options that every mode has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Mode of the training.
    pub mode: TrainingMode,
    /// Parameter of the mode, see [`TrainingModeFacts::values`]. For [`TrainingMode::Seed`] it contains the three bytes
    /// of the seed.
    #[serde(default)]
    pub value: u32,
    /// Modes that apply too.
    #[serde(default, skip_serializing_if = "AddedModes::is_empty")]
    pub added: AddedModes,
    /// Clears that score.
    #[serde(default, skip_serializing_if = "ClearScoring::is_usual")]
    pub clears: ClearScoring,
    /// Optional change that starts late in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linecap: Option<Linecap>,
    /// True if the game ignores fast tapping, so that only autoshift moves pieces far.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub das_only: bool,
    /// True if the game cannot be paused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_pause: bool,
    /// Display of a score above 999,999.
    #[serde(default)]
    pub score: ScoreDisplay,
}

/// Points of clears that are no Tetrises.
///
/// Source: a wish of players of TetrisGYM, kirjavascript/TetrisGYM#161.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ClearScoring {
    /// Every clear scores as on the cartridge.
    #[default]
    All,
    /// Only Tetrises score.
    Tetrises,
    /// Only Tetrises score. The points of every other clear are subtracted, down to 0.
    Penalty,
}

impl ClearScoring {
    fn is_usual(&self) -> bool {
        *self == ClearScoring::All
    }
}

/// Display of a score in six digits. The score itself is always exact.
///
/// Source: TetrisGYM's README, "Scoring".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ScoreDisplay {
    /// The highest digit is 0-9 or A-F. The display starts again at 1,600,000.
    #[default]
    Classic,
    /// The highest digit is 0-9 or A-Z. The display starts again at 3,600,000.
    Letters,
    /// Only the last six digits are shown: a million appears as zeros.
    Digits,
    /// The cartridge's display, which stops at 999,999.
    Capped,
    /// The score is hidden until the game is over.
    Hidden,
}

/// Reason why a training is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrainingError {
    /// No mode has this name.
    #[error("unknown training mode '{}'; allowed: {}", sanitized(.0), TrainingMode::names())]
    Mode(String),
    /// The value is not allowed in the mode.
    #[error("{mode}: invalid value '{}'; allowed: {allowed}", sanitized(.value))]
    Value {
        /// The mode's name.
        mode: &'static str,
        /// Value given.
        value: String,
        /// Values that the mode allows.
        allowed: String,
    },
    /// The mode cannot be added to another one.
    #[error("`{mode}` cannot be added to another mode; allowed: {allowed}")]
    NotAdded {
        /// The mode's name.
        mode: &'static str,
        /// Modes that can be added.
        allowed: String,
    },
    /// Two modes contradict each other.
    #[error("`{added}` contradicts `{main}`: a game has one of them")]
    Contradiction {
        /// Name of the added mode.
        added: &'static str,
        /// Name of the main mode.
        main: &'static str,
    },
}

impl Training {
    /// Returns a mode with its usual value and no options.
    pub const fn new(mode: TrainingMode) -> Training {
        let value = match mode.facts().values {
            Some(TrainingValues { usual, .. }) => usual,
            None => 0,
        };
        Training {
            mode,
            value,
            added: AddedModes::NONE,
            clears: ClearScoring::All,
            linecap: None,
            das_only: false,
            no_pause: false,
            score: ScoreDisplay::Classic,
        }
    }

    /// Returns the value of a mode that applies, be it the main one or an added one.
    pub(super) fn value_of(&self, mode: TrainingMode) -> Option<u32> {
        match self.mode == mode {
            true => Some(self.value),
            false => self.added.value_of(mode),
        }
    }

    /// Returns the main mode and the added ones, each alone with its value.
    pub fn parts(&self) -> impl Iterator<Item = Training> {
        let main = Training {
            value: self.value,
            ..Training::new(self.mode)
        };
        std::iter::once(main).chain(self.added.trainings())
    }

    /// Returns modes and values in words for players, such as `Drought 13 and Invisible`.
    pub fn in_words(&self) -> String {
        let TrainingModeFacts { title, values, .. } = *self.mode.facts();
        let own = match (self.mode, values) {
            (TrainingMode::Seed, _) => format!("{title} {:06X}", self.value),
            (_, Some(_)) => format!("{title} {}", self.value),
            (_, None) => title.to_owned(),
        };
        let added = self.added.trainings();
        added.fold(own, |all, mode| format!("{all} and {}", mode.in_words()))
    }

    /// Checks the values, and that the modes do not contradict each other. A file can contain anything, so the check is
    /// needed.
    ///
    /// # Errors
    /// [`TrainingError::Value`] with the allowed values, or [`TrainingError::Contradiction`].
    pub fn check(&self) -> Result<(), TrainingError> {
        self.added.check_beside(self.mode)?;
        let facts = self.mode.facts();
        let is_allowed = match (self.mode, facts.values) {
            (TrainingMode::Seed, _) => self.value <= 0xFF_FFFF && self.value >> 8 >= 2,
            (_, Some(TrainingValues { most, .. })) => self.value <= most,
            (_, None) => self.value == 0,
        };
        if is_allowed {
            return Ok(());
        }
        let allowed = self.mode.allowed();
        let value = match self.mode {
            TrainingMode::Seed => format!("{:06X}", self.value),
            _ => self.value.to_string(),
        };
        Err(TrainingError::Value {
            mode: facts.name,
            value,
            allowed,
        })
    }

    /// Returns the names of the modes that computers can play, separated by commas.
    pub fn for_computers() -> String {
        let all = TrainingMode::ALL.into_iter();
        let suited = all.filter(|&mode| Training::new(mode).suits_computers());
        let names: Vec<&str> = suited.map(|mode| mode.facts().name).collect();
        names.join(", ")
    }

    /// Returns whether a computer player that knows only the cartridge's rules can play the mode. In other modes its
    /// plans would fail.
    pub fn suits_computers(&self) -> bool {
        !self.das_only && self.parts().all(|part| part.mode.facts().suits_computers)
    }

    /// Reads one mode with its value.
    fn alone(text: &str) -> Result<Training, TrainingError> {
        let (name, value) = match text.split_once(':') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let mode = TrainingMode::named(name).ok_or_else(|| TrainingError::Mode(name.to_owned()))?;
        let mut training = Training::new(mode);
        if let Some(value) = value {
            let fault = || TrainingError::Value {
                mode: mode.facts().name,
                value: value.to_owned(),
                allowed: mode.allowed(),
            };
            let is_plain = !value.is_empty() && value.bytes().all(|b| b.is_ascii_alphanumeric());
            training.value = match mode {
                TrainingMode::Seed if value.len() == 6 => u32::from_str_radix(value, 16).ok(),
                TrainingMode::Seed => None,
                _ => value.parse().ok(),
            }
            .filter(|_| is_plain)
            .ok_or_else(fault)?;
            training.check().map_err(|_| fault())?;
        }
        Ok(training)
    }
}

/// Reads the mode's name, with its value after a colon: `drought:13`, `seed:898800`, `marathon`. Further modes follow
/// after plus signs: `drought:13+low-stack:8`.
impl FromStr for Training {
    type Err = TrainingError;

    fn from_str(text: &str) -> Result<Training, TrainingError> {
        let (main, added) = match text.split_once('+') {
            Some((main, added)) => (main, Some(added)),
            None => (text, None),
        };
        let mut training = Training::alone(main)?;
        if let Some(added) = added {
            training.added = match added {
                "" => return Err(TrainingError::Mode(String::new())),
                added => added.parse()?,
            };
        }
        training.check()?;
        Ok(training)
    }
}

/// Writes the form that `FromStr` reads: names and values.
impl fmt::Display for Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TrainingModeFacts { name, values, .. } = *self.mode.facts();
        match (self.mode, values) {
            (TrainingMode::Seed, _) => write!(f, "{name}:{:06X}", self.value),
            (_, Some(_)) => write!(f, "{name}:{}", self.value),
            (_, None) => f.write_str(name),
        }?;
        match self.added.is_empty() {
            true => Ok(()),
            false => write!(f, "+{}", self.added),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_is_read_as_it_is_written() {
        for mode in TrainingMode::ALL {
            let training = Training::new(mode);
            assert_eq!(training.to_string().parse(), Ok(training));
            assert_eq!(mode.facts().name.parse(), Ok(training));
            training.check().unwrap();
        }
        let drought: Training = "drought:18".parse().unwrap();
        assert_eq!((drought.mode, drought.value), (TrainingMode::Drought, 18));
        let seed: Training = "seed:ABCDEF".parse().unwrap();
        assert_eq!((seed.mode, seed.value), (TrainingMode::Seed, 0xAB_CDEF));
    }

    #[test]
    fn an_invalid_value_is_reported_with_the_allowed_values() {
        for (text, wanted) in [
            (
                "drouhgt",
                "unknown training mode 'drouhgt'; allowed: tetris, ",
            ),
            ("drought:19", "drought: invalid value '19'; allowed: 0-18"),
            ("drought:", "drought: invalid value ''; allowed: 0-18"),
            ("drought:-3", "drought: invalid value '-3'; allowed: 0-18"),
            ("tetris:1", "tetris: invalid value '1'; allowed: none"),
            ("seed:0001FF", "seed: invalid value '0001FF'; allowed: "),
            ("seed:12345", "seed: invalid value '12345'; allowed: "),
        ] {
            let fault = text.parse::<Training>().unwrap_err().to_string();
            assert!(fault.starts_with(wanted), "{fault}");
        }
    }
}
