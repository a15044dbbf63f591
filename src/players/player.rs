//! A player: a name, and an evaluator with its weights, read from a RON file.

use serde::{Deserialize, Serialize};

use crate::rules::Pose;
use crate::rules::sanitize::SANITIZED_MAX;
use crate::rules::sanitized;
use crate::rules::{RonFault, StateHash, read_ron};
use crate::search::{LockChain, MoveGenerator, NextCosts, TieOrder};

use super::evaluator::{Evaluator, EvaluatorFile};
use super::field::has_field;
use super::position::Position;
use super::six_features::SixFeatures;
use super::uct::{TreeMemory, Uct};
use super::value_table::{ReadFile, ValueTable};

/// Version of player files that this program reads.
const VERSION: u32 = 1;

/// Serialized form of a player file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFile {
    /// Version of the format.
    pub version: u32,
    /// Name of the player.
    pub name: String,
    /// One-line description.
    pub about: String,
    /// Number of known pieces to search: 1 for the current piece, 2 with NEXT. 3 and 4 add the pieces after NEXT, in games
    /// that show them ([`Position::later`]); elsewhere, they search as 2 does.
    pub known_pieces: u8,
    /// Order that decides among locks of equal value. Only for evaluators that judge the board after all known pieces:
    /// six features and weighted sums.
    #[serde(default)]
    pub ties: TieOrder,
    /// Evaluator with its weights.
    pub evaluator: EvaluatorFile,
}

/// Player built from a valid [`PlayerFile`], ready to choose locks.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    name: String,
    about: String,
    known_pieces: usize,
    ties: TieOrder,
    evaluator: Evaluator,
    /// Search depth, ties and evaluator as the file defines them, for [`Player::fingerprint`]. [`Player::no_deeper_than`]
    /// does not change this.
    definition: String,
}

/// Reason why a name or a file yields no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// No built-in player and no file has this name.
    #[error("unknown player '{}'; allowed: {} or a file ending in .ron", sanitized(name), known.join(", "))]
    Unknown {
        /// Unknown name.
        name: String,
        /// Names of the players.
        known: Vec<String>,
    },
    /// The file cannot be read.
    #[error("player file {}: {message}", sanitized(file))]
    Unreadable {
        /// Name of the file.
        file: String,
        /// Error message of the operating system.
        message: String,
    },
    /// The file is not a valid player file.
    #[error("player file {}, {fault}", sanitized(file))]
    Syntax {
        /// Name of the file.
        file: String,
        /// Fault and its position.
        fault: RonFault,
    },
    /// Fields have invalid values. All of them are listed.
    #[error("player file {}: {}", sanitized(file), faults.join("; "))]
    Fields {
        /// Name of the file.
        file: String,
        /// One text for each faulty field: its name, its value and the allowed values.
        faults: Vec<String>,
    },
}

/// Built-in players, as (name, text).
const BUILT_IN: &[(&str, &str)] = assets!(
    include_str, "assets/players/", ".ron";
    "survival",
    "endurance",
    "plateau",
    "dellacherie",
    "dellacherie-first",
    "el-tetris",
    "bcts",
    "dt10",
    "dt20",
    "scorer",
    "fighter",
    "stamina",
    "summit",
    "uct",
    "uct-scorer"
);

impl PlayerFile {
    /// Parses a player file without checking its values, see [`Player::build`]. `file` is its name for errors.
    ///
    /// # Errors
    /// [`PlayerError::Syntax`].
    pub fn from_ron(file: &str, text: &str) -> Result<PlayerFile, PlayerError> {
        read_ron(text).map_err(|fault| PlayerError::Syntax {
            file: file.to_owned(),
            fault,
        })
    }

    /// Returns the file content of the built-in player with this name, if there is one.
    pub fn named(name: &str) -> Option<PlayerFile> {
        let (file, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(PlayerFile::from_ron(file, text).expect("built-in players are valid"))
    }
}

impl Player {
    /// Returns the built-in players.
    pub fn built_in() -> Vec<Player> {
        BUILT_IN
            .iter()
            .map(|(file, text)| Player::from_ron(file, text).expect("built-in players are valid"))
            .collect()
    }

    /// Returns the names of the built-in players.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Returns the built-in player with this name.
    ///
    /// # Errors
    /// [`PlayerError::Unknown`].
    pub fn named(name: &str) -> Result<Player, PlayerError> {
        match BUILT_IN.iter().find(|(known, _)| *known == name) {
            Some((file, text)) => Player::from_ron(file, text),
            None => Err(PlayerError::Unknown {
                name: name.to_owned(),
                known: Player::names().map(str::to_owned).collect(),
            }),
        }
    }

    /// Returns whether `text` is meant as a player file, valid or not. Player files have the field `evaluator`;
    /// opponent files do not.
    pub fn is_meant(text: &str) -> bool {
        has_field(text, "evaluator")
    }

    /// Reads a player file that needs no other files. `file` is its name for errors.
    ///
    /// # Errors
    /// [`PlayerError::Syntax`] or [`PlayerError::Fields`].
    pub fn from_ron(file: &str, text: &str) -> Result<Player, PlayerError> {
        Player::from_ron_with(file, text, &|_| {
            Err("reading files is not supported here".to_owned())
        })
    }

    /// Reads a player file. `file` is its name for errors, and `read` loads the table files named there.
    ///
    /// # Errors
    /// [`PlayerError::Syntax`] or [`PlayerError::Fields`].
    pub fn from_ron_with(
        file: &str,
        text: &str,
        read: ReadFile<'_>,
    ) -> Result<Player, PlayerError> {
        Player::build(PlayerFile::from_ron(file, text)?, read).map_err(|faults| {
            PlayerError::Fields {
                file: file.to_owned(),
                faults,
            }
        })
    }

    /// Checks a player file and builds the player. `read` loads the table files named there.
    ///
    /// # Errors
    /// All faults in the file, one message each.
    pub fn build(file: PlayerFile, read: ReadFile<'_>) -> Result<Player, Vec<String>> {
        let mut faults = Vec::new();
        if file.version != VERSION {
            faults.push(format!(
                "unsupported version {}; allowed: {VERSION}",
                file.version
            ));
        }
        let compares = file.evaluator.compares_chains();
        let (most, remark) = match compares {
            true => (Position::KNOWN_MAX, ""),
            false => (2, " with ValueTable and Uct, which themselves look further"),
        };
        if !(1..=most).contains(&usize::from(file.known_pieces)) {
            faults.push(format!(
                "known_pieces {}; allowed: 1 to {most}{remark}",
                file.known_pieces
            ));
        }
        if file.ties != TieOrder::default() && !compares {
            faults.push(format!(
                "`ties: {:?}` can only be used with SixFeatures and WeightedSum",
                file.ties
            ));
        }
        let letters = file.name.chars().count();
        let is_word = |letter: char| !letter.is_whitespace() && !letter.is_control();
        if letters == 0 || !file.name.chars().all(is_word) {
            faults.push(format!(
                "name '{}'; allowed: one word",
                sanitized(&file.name)
            ));
        } else if letters > SANITIZED_MAX {
            faults.push(format!(
                "name has {letters} letters; allowed: at most {SANITIZED_MAX}"
            ));
        }
        let evaluator = Evaluator::new(&file.evaluator, read).map_err(|more| faults.extend(more));
        match evaluator {
            Ok(evaluator) if faults.is_empty() => Ok(Player {
                definition: definition(&file),
                name: file.name,
                about: file.about,
                known_pieces: usize::from(file.known_pieces),
                ties: file.ties,
                evaluator,
            }),
            _ => Err(faults),
        }
    }

    /// Returns the name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the player's one-line description.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the number of known pieces the player searches, 1 to 4.
    pub const fn known_pieces(&self) -> usize {
        self.known_pieces
    }

    /// Returns the order that decides among locks of equal value.
    pub(super) const fn ties(&self) -> TieOrder {
        self.ties
    }

    /// Returns the evaluator.
    pub const fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Returns a hash that is equal for players that decide alike. It covers everything in the player file except
    /// names, and the entries of the tables. Limiting the search depth does not change it.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.bytes(self.definition.as_bytes());
        for table in self.evaluator.tables() {
            hash.number(table.checksum().into());
        }
        hash.finish()
    }

    /// Returns the six-feature evaluator, if the player has it.
    pub const fn six_features(&self) -> Option<&SixFeatures> {
        match &self.evaluator {
            Evaluator::SixFeatures(six) => Some(six),
            _ => None,
        }
    }

    /// Returns this player with its search limited to `pieces` pieces. 1 means the current piece alone, 2 adds NEXT.
    /// With 3 or 4, players with a deeper search also average over the third or the third and fourth piece.
    #[must_use]
    pub fn no_deeper_than(&self, pieces: u8) -> Player {
        Player {
            known_pieces: self.known_pieces.min(pieces.into()),
            evaluator: self.evaluator.no_deeper_than(pieces),
            ..self.clone()
        }
    }

    /// Returns, for each lock of the current piece, one cost for each possible next piece.
    pub(super) fn costs(
        &self,
        position: &Position,
        locks: &[Pose],
        moves: &dyn MoveGenerator,
    ) -> Vec<NextCosts> {
        self.evaluator
            .costs(position, self.known_pieces, locks, moves)
    }

    /// Returns the judge that can search deeper than [`Player::costs`], if the player has one.
    pub(super) const fn deep_judge(&self) -> Option<&ValueTable> {
        match &self.evaluator {
            Evaluator::ValueTable(value) if self.known_pieces > 1 => Some(value),
            _ => None,
        }
    }

    /// Returns this player for games that end after `last_line` lines. Only value tables and tree searches take the
    /// limit into account.
    #[must_use]
    pub fn ending_with(&self, last_line: Option<u32>) -> Player {
        Player {
            evaluator: self.evaluator.ending_with(last_line),
            ..self.clone()
        }
    }

    /// Returns the tree search, if the player is one.
    pub const fn uct(&self) -> Option<&Uct> {
        match &self.evaluator {
            Evaluator::Uct(uct) => Some(uct),
            _ => None,
        }
    }

    /// Returns this player with `playouts` playouts per decision. Players without a tree search are unchanged.
    #[must_use]
    pub fn with_playouts(&self, playouts: u32) -> Player {
        let mut player = self.clone();
        if let Evaluator::Uct(uct) = &self.evaluator {
            player.evaluator = Evaluator::Uct(Box::new(uct.with_playouts(playouts)));
        }
        player
    }

    /// Returns the best locks for the known pieces, or `None` if no sequence locks all of them. `memory` holds the
    /// search tree of this game.
    pub fn decide(
        &self,
        memory: &mut TreeMemory,
        position: &Position,
        moves: &dyn MoveGenerator,
    ) -> Option<LockChain> {
        self.evaluator
            .line(memory, position, self.known_pieces, self.ties, moves)
    }

    /// Returns the best locks for the known pieces. If no sequence locks all of them, decides for the current piece
    /// alone, because under gravity a piece always comes to rest somewhere.
    pub fn decide_to_the_last(
        &self,
        memory: &mut TreeMemory,
        position: &Position,
        moves: &dyn MoveGenerator,
    ) -> Option<LockChain> {
        self.decide(memory, position, moves)
            .or_else(|| self.evaluator.line(memory, position, 1, self.ties, moves))
    }
}

/// Returns everything in a player file that affects its decisions, except the tables.
fn definition(file: &PlayerFile) -> String {
    let definition = format!("{} {}", file.known_pieces, file.evaluator.definition());
    match file.ties {
        // Without the order of ties, as it was before files could choose it. Stored fingerprints stay valid.
        TieOrder::PoseOrder => definition,
        ties => format!("{definition} {ties:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::six_features::SixWeights;
    use super::*;

    #[test]
    fn built_in_players_are_readable() {
        let names: Vec<String> = Player::built_in()
            .iter()
            .map(|player| player.name().to_owned())
            .collect();
        let files: Vec<&str> = Player::names().collect();
        assert_eq!(names, files, "each is called like its file");
        assert_eq!(names[0], "survival");
    }

    #[test]
    fn simulated_games_are_played_with_the_weights_of_the_survival_player() {
        let survival = Player::named("survival").unwrap();
        let six = SixFeatures::new(SixWeights::SURVIVAL);
        assert_eq!(survival.six_features(), Some(&six));
    }

    #[test]
    fn an_unknown_player_is_reported_with_the_known_ones() {
        let error = Player::named("nobody").unwrap_err().to_string();
        assert!(
            error.contains("'nobody'") && error.contains("survival"),
            "{error}"
        );
    }

    #[test]
    fn every_wrong_field_is_named() {
        let text = BUILT_IN[0]
            .1
            .replace("known_pieces: 2", "known_pieces: 5")
            .replace("lock_height: 12.885008263218383", "lock_height: inf");
        let error = Player::from_ron("mine.ron", &text).unwrap_err().to_string();
        assert!(error.contains("mine.ron"), "{error}");
        assert!(error.contains("known_pieces 5"), "{error}");
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
