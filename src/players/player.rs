//! A player: a name and an evaluator with its weights, read from RON.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Piece, Pose};
use crate::search::{Leaf, Line, Mover, NoFilter, best_line, reach};

use super::position::Position;
use super::six_features::{SixFeatures, SixWeights};

/// The version of player files that this program reads.
const VERSION: u32 = 1;

/// A player file as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFile {
    /// Version of the format.
    pub version: u32,
    /// What the player is called.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// How many of the known pieces it searches: 1 or 2.
    pub known_pieces: u8,
    /// How it judges.
    pub evaluator: EvaluatorFile,
}

/// The evaluators a player can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EvaluatorFile {
    /// See [`SixFeatures`].
    SixFeatures(SixWeights),
}

/// A player ready to decide.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    name: String,
    about: String,
    known_pieces: usize,
    evaluator: SixFeatures,
}

/// Why there is no such player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Neither a compiled-in name nor a file name.
    #[error("player '{name}' is not known; allowed: {} or a file ending in .ron", known.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The file cannot be read.
    #[error("player file {file}: {message}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        message: String,
    },
    /// The file is no player file.
    #[error("player file {file}, line {line}, column {column}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// Fields with values that are not allowed; all of them.
    #[error("player file {file}: {}", faults.join("; "))]
    Fields {
        /// The file.
        file: String,
        /// One text a field: its name, its value, what is allowed.
        faults: Vec<String>,
    },
}

/// The players compiled in, as (file name, text).
const BUILT_IN: &[(&str, &str)] = &[
    (
        "survival.ron",
        include_str!("../../assets/players/survival.ron"),
    ),
    (
        "endurance.ron",
        include_str!("../../assets/players/endurance.ron"),
    ),
];

impl Player {
    /// The players compiled in.
    pub fn built_in() -> Vec<Player> {
        BUILT_IN
            .iter()
            .map(|(file, text)| {
                Player::from_ron(file, text).expect("the players compiled in are tested")
            })
            .collect()
    }

    /// The player of that name, or the one in the file if the name ends in `.ron`.
    ///
    /// # Errors
    /// [`PlayerError`]: unknown, unreadable, or a wrong file with the places that are wrong.
    pub fn find(name: &str) -> Result<Player, PlayerError> {
        let players = Player::built_in();
        if let Some(player) = players.iter().find(|player| player.name == name) {
            return Ok(player.clone());
        }
        if !name.ends_with(".ron") {
            return Err(PlayerError::Unknown {
                name: name.to_owned(),
                known: players.into_iter().map(|player| player.name).collect(),
            });
        }
        let text =
            std::fs::read_to_string(Path::new(name)).map_err(|error| PlayerError::Unreadable {
                file: name.to_owned(),
                message: error.to_string(),
            })?;
        Player::from_ron(name, &text)
    }

    /// Reads a player; `file` names it in errors.
    ///
    /// # Errors
    /// [`PlayerError::Syntax`] or [`PlayerError::Fields`].
    pub fn from_ron(file: &str, text: &str) -> Result<Player, PlayerError> {
        let player: PlayerFile = ron::from_str(text).map_err(|error| PlayerError::Syntax {
            file: file.to_owned(),
            line: error.span.start.line,
            column: error.span.start.col,
            message: error.code.to_string(),
        })?;
        Player::build(player).map_err(|faults| PlayerError::Fields {
            file: file.to_owned(),
            faults,
        })
    }

    /// Checks a player file and makes the player.
    ///
    /// # Errors
    /// Every fault found, one text each.
    pub fn build(file: PlayerFile) -> Result<Player, Vec<String>> {
        let mut faults = Vec::new();
        if file.version != VERSION {
            faults.push(format!("version {}; allowed: {VERSION}", file.version));
        }
        if !(1..=2).contains(&file.known_pieces) {
            faults.push(format!(
                "known_pieces {}; allowed: 1 or 2",
                file.known_pieces
            ));
        }
        if file.name.is_empty() || file.name.chars().any(char::is_whitespace) {
            faults.push(format!("name '{}'; allowed: one word", file.name));
        }
        let EvaluatorFile::SixFeatures(weights) = file.evaluator;
        for (name, weight) in weights.named() {
            if !weight.is_finite() || weight.abs() > WEIGHT_MAX {
                faults.push(format!(
                    "{name} {weight}; allowed: -{WEIGHT_MAX} to {WEIGHT_MAX}"
                ));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Player {
            name: file.name,
            about: file.about,
            known_pieces: usize::from(file.known_pieces),
            evaluator: SixFeatures::new(weights),
        })
    }

    /// What the player is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line about the player.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The evaluator.
    pub const fn evaluator(&self) -> &SixFeatures {
        &self.evaluator
    }

    /// The best line for the known pieces, or none if they cannot all be placed.
    pub fn decide<M: Mover>(&self, position: &Position, mover: &M) -> Option<Line> {
        let pieces = [position.current, position.next];
        let pieces = &pieces[..self.known_pieces];
        best_line(&position.board, pieces, mover, &self.evaluator)
    }

    /// The best of `locks` for the current piece, or none if the known pieces cannot all be placed:
    /// for hands that cannot reach every lock. The next piece is searched without gravity. Among
    /// equal values the first lock wins.
    pub fn decide_among(
        &self,
        board: &Board,
        locks: impl IntoIterator<Item = Pose>,
        next: Piece,
    ) -> Option<Pose> {
        let root = Leaf::root(*board);
        let values = locks.into_iter().filter_map(|lock| {
            let leaf = root.after(lock);
            let value = if self.known_pieces == 1 {
                self.evaluator.value(&leaf)
            } else {
                let others = reach(&leaf.board, next, &NoFilter)?;
                let leaves = others.iter().map(|other| leaf.after(other));
                leaves.map(|leaf| self.evaluator.value(&leaf)).min()?
            };
            Some((value, lock))
        });
        values.min_by_key(|&(value, _)| value).map(|(_, lock)| lock)
    }
}

/// The largest weight, either way; ratios between weights are what counts.
const WEIGHT_MAX: f64 = 1e9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_compiled_in_are_readable() {
        assert_eq!(Player::built_in()[0].name(), "survival");
    }

    #[test]
    fn unknown_player_is_answered_with_the_known_ones() {
        let error = Player::find("nobody").unwrap_err().to_string();
        assert!(
            error.contains("'nobody'") && error.contains("survival"),
            "{error}"
        );
    }

    #[test]
    fn every_wrong_field_is_named() {
        let text = BUILT_IN[0]
            .1
            .replace("known_pieces: 2", "known_pieces: 3")
            .replace("lock_height: 12.885008263218383", "lock_height: inf");
        let error = Player::from_ron("mine.ron", &text).unwrap_err().to_string();
        assert!(error.contains("mine.ron"), "{error}");
        assert!(error.contains("known_pieces 3"), "{error}");
        assert!(error.contains("lock_height inf"), "{error}");
    }

    #[test]
    fn misspelled_field_is_named_with_its_line() {
        let text = BUILT_IN[0].1.replace("about:", "abuot:");
        let error = Player::from_ron("mine.ron", &text).unwrap_err().to_string();
        assert!(
            error.contains("line 6") && error.contains("abuot"),
            "{error}"
        );
    }
}
