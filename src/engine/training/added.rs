//! Modes that apply besides the main mode of a training.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Training, TrainingError, TrainingMode};

/// Modes that can be added. None of them builds a field or has a state of its own.
const ALLOWED: [TrainingMode; 5] = [
    TrainingMode::Drought,
    TrainingMode::DasDelay,
    TrainingMode::LowStack,
    TrainingMode::Invisible,
    TrainingMode::HardDrop,
];

/// Modes that apply besides the main mode of a training, each with its value.
///
/// Source: a wish of players of TetrisGYM, kirjavascript/TetrisGYM#155.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AddedModes([Option<u32>; ALLOWED.len()]);

impl AddedModes {
    /// No mode.
    pub const NONE: AddedModes = AddedModes([None; ALLOWED.len()]);

    /// Returns the modes that can be added, each alone with its usual value.
    pub fn each() -> impl Iterator<Item = AddedModes> {
        ALLOWED.into_iter().map(|mode| {
            let mut added = AddedModes::default();
            added.0[mode_index(mode).unwrap_or(0)] = Some(Training::new(mode).value);
            added
        })
    }

    /// Returns whether no mode is added.
    pub fn is_empty(&self) -> bool {
        *self == AddedModes::NONE
    }

    /// Returns the value of a mode, if it is added.
    pub(super) fn value_of(&self, mode: TrainingMode) -> Option<u32> {
        mode_index(mode).and_then(|index| self.0[index])
    }

    /// Returns the added modes, each as a training of its own.
    pub(super) fn trainings(&self) -> impl Iterator<Item = Training> {
        let added = ALLOWED.into_iter().zip(self.0);
        added.filter_map(|(mode, value)| {
            Some(Training {
                value: value?,
                ..Training::new(mode)
            })
        })
    }

    /// Returns whether a main mode admits these modes, or which of them it contradicts.
    pub(super) fn check_beside(&self, main: TrainingMode) -> Result<(), TrainingError> {
        for training in self.trainings() {
            let mode = training.mode;
            let is_twice = mode == main;
            let is_chosen = mode == TrainingMode::Drought && main == TrainingMode::Seed;
            if is_twice || is_chosen || main.facts().is_rebuilt {
                let [added, main] = [mode, main].map(|mode| mode.facts().name);
                return Err(TrainingError::Contradiction { added, main });
            }
            training.check()?;
        }
        Ok(())
    }
}

fn mode_index(mode: TrainingMode) -> Option<usize> {
    ALLOWED.into_iter().position(|allowed| allowed == mode)
}

/// Reads names of modes with their values, joined by plus signs: `drought:13+invisible`. An empty text means none.
impl FromStr for AddedModes {
    type Err = TrainingError;

    fn from_str(text: &str) -> Result<AddedModes, TrainingError> {
        let mut modes = AddedModes::default();
        for part in text.split('+').filter(|_| !text.is_empty()) {
            let training = Training::alone(part)?;
            let name = training.mode.facts().name;
            let index = mode_index(training.mode).ok_or_else(|| TrainingError::NotAdded {
                mode: name,
                allowed: ALLOWED.map(|mode| mode.facts().name).join(", "),
            })?;
            if modes.0[index].replace(training.value).is_some() {
                return Err(TrainingError::Contradiction {
                    added: name,
                    main: name,
                });
            }
        }
        Ok(modes)
    }
}

/// Writes the form that `FromStr` reads.
impl fmt::Display for AddedModes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modes: Vec<String> = self.trainings().map(|mode| mode.to_string()).collect();
        f.write_str(&modes.join("+"))
    }
}

impl TryFrom<String> for AddedModes {
    type Error = TrainingError;

    fn try_from(text: String) -> Result<AddedModes, TrainingError> {
        text.parse()
    }
}

impl From<AddedModes> for String {
    fn from(modes: AddedModes) -> String {
        modes.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_added_with_plus_signs_and_written_in_one_order() {
        let training: Training = "marathon:2+invisible+drought:18+low-stack:8"
            .parse()
            .unwrap();
        assert_eq!(training.mode, TrainingMode::Marathon);
        assert_eq!(training.value_of(TrainingMode::Marathon), Some(2));
        assert_eq!(training.value_of(TrainingMode::Drought), Some(18));
        assert_eq!(training.value_of(TrainingMode::HardDrop), None);
        let written = "marathon:2+drought:18+low-stack:8+invisible";
        assert_eq!(training.to_string(), written);
        assert_eq!(written.parse(), Ok(training));
        let ron = ron::to_string(&training).unwrap();
        assert_eq!(ron::from_str::<Training>(&ron).unwrap(), training);
    }

    #[test]
    fn modes_that_contradict_each_other_are_refused() {
        for (text, fault) in [
            (
                "drought:13+drought:5",
                "`drought` contradicts `drought`: a game has one of them",
            ),
            (
                "marathon+invisible+invisible",
                "`invisible` contradicts `invisible`: a game has one of them",
            ),
            (
                "setups+low-stack:8",
                "`low-stack` contradicts `setups`: a game has one of them",
            ),
            (
                "seed:898800+drought:3",
                "`drought` contradicts `seed`: a game has one of them",
            ),
            (
                "drought:13+marathon",
                "`marathon` cannot be added to another mode; allowed: drought, das-delay, low-stack, invisible, hard-drop",
            ),
            (
                "marathon+low-stack:99",
                "low-stack: invalid value '99'; allowed: 0-18",
            ),
        ] {
            let found = text.parse::<Training>().unwrap_err().to_string();
            assert_eq!(found, fault, "{text}");
        }
    }
}
