//! Results of playouts, so that the second review of a game needs no playouts.
//!
//! The file only saves time: if it cannot be read, it is replaced.

use std::collections::BTreeMap;
use std::path::Path;

use rightwell::session::review::PlayoutLoss;
use serde::{Deserialize, Serialize};

use crate::error::CliError;
use crate::host::log;

use super::lock::FileLock;
use super::read::FileKind;
use super::versioned::{self, Version};

/// Maximum number of games in the file. A game with a hundred errors takes 8 kB.
const GAMES_MAX: usize = 200;

/// Losses by the number of the move in its game.
pub type LossesByMove = BTreeMap<usize, PlayoutLoss>;

/// Contents of the file. The games are in the order in which results were last added, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayedOutGames {
    version: Version<1>,
    games: Vec<PlayedOutGame>,
}

/// Results of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayedOutGame {
    /// Fingerprint of the game, the hands, the judge and the parameters, in hexadecimal.
    game: String,
    moves: LossesByMove,
}

/// Reads the file. If it cannot be read, says why in the log and returns no games.
fn read(path: &Path) -> PlayedOutGames {
    let found = versioned::load(path, FileKind::Playouts).unwrap_or_else(|error| {
        log::say(format!("ignoring saved playouts: {error}"));
        None
    });
    found.unwrap_or_default()
}

fn name_of(fingerprint: u64) -> String {
    format!("{fingerprint:016X}")
}

/// Returns the results of the game with this fingerprint.
pub fn load(path: &Path, fingerprint: u64) -> LossesByMove {
    let name = name_of(fingerprint);
    let mut games = read(path).games.into_iter();
    let found = games.find(|game| game.game == name);
    found.map(|game| game.moves).unwrap_or_default()
}

/// Adds results of a game: reads the file again, because another program may have changed it, and writes it atomically.
/// Drops the oldest games if there are too many. If the results cannot be saved, says why in the log: the user has them
/// already.
pub fn add(path: &Path, fingerprint: u64, new: &LossesByMove) {
    if let Err(error) = try_to_add(path, fingerprint, new) {
        log::say(format!("cannot save playouts: {error}"));
    }
}

fn try_to_add(path: &Path, fingerprint: u64, new: &LossesByMove) -> Result<(), CliError> {
    let _lock = FileLock::wait_for(path)?;
    let mut all = read(path);
    let name = name_of(fingerprint);
    let place = all.games.iter().position(|game| game.game == name);
    let mut moves = place.map_or_else(LossesByMove::new, |place| all.games.remove(place).moves);
    moves.extend(new);
    all.games.push(PlayedOutGame { game: name, moves });
    let surplus = all.games.len().saturating_sub(GAMES_MAX);
    all.games.drain(..surplus);
    versioned::save(path, &all)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn losses(numbers: &[usize]) -> LossesByMove {
        let loss = |&number: &usize| {
            let (loss, error, pairs) = (number as f64 / 7.0, 0.25, 48);
            (number, PlayoutLoss { loss, error, pairs })
        };
        numbers.iter().map(loss).collect()
    }

    #[test]
    fn results_return_as_they_were_and_later_ones_join_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/playouts.ron");
        assert_eq!(load(&path, 7), LossesByMove::new());
        add(&path, 7, &losses(&[3, 11]));
        add(&path, 8, &losses(&[5]));
        add(&path, 7, &losses(&[4]));
        assert_eq!(load(&path, 7), losses(&[3, 4, 11]));
        assert_eq!(load(&path, 8), losses(&[5]));
    }

    #[test]
    fn the_oldest_games_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("playouts.ron");
        let games = (0..GAMES_MAX).map(|game| PlayedOutGame {
            game: name_of(game as u64),
            moves: losses(&[1]),
        });
        let all = PlayedOutGames {
            games: games.collect(),
            ..PlayedOutGames::default()
        };
        versioned::save(&path, &all).unwrap();
        add(&path, 0, &losses(&[2]));
        add(&path, GAMES_MAX as u64, &losses(&[1]));
        assert_eq!(read(&path).games.len(), GAMES_MAX);
        assert_eq!(load(&path, 0), losses(&[1, 2]), "used again");
        assert_eq!(load(&path, 1), LossesByMove::new(), "the oldest");
    }

    #[test]
    fn a_broken_file_is_ignored_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("playouts.ron");
        for text in ["", "(version: 2, games: [])", "\u{1b}[2J"] {
            fs::write(&path, text).unwrap();
            assert_eq!(load(&path, 7), LossesByMove::new());
            add(&path, 7, &losses(&[3]));
            assert_eq!(load(&path, 7), losses(&[3]));
        }
    }
}
