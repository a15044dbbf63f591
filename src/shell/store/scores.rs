//! The high scores file.

use std::path::Path;

use rightwell::engine::HighScores;
use rightwell::engine::console::{ENTRIES, HighScore};
use serde::{Deserialize, Serialize};

use crate::shell::error::{CliError, shown};

use super::lock::Lock;
use super::read::FileKind;
use super::versioned::{self, Version};

/// The high scores as they are written: six texts a table entry, see [`HighScore`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoresFile {
    version: Version<1>,
    a_type: Vec<String>,
    b_type: Vec<String>,
}

/// The high scores of somebody who has none yet: the cartridge's points and levels, with names of
/// this program's own. A console in the library keeps the cartridge's names, as movies need them.
pub fn first_scores() -> HighScores {
    let mut scores = HighScores::default();
    for (is_b_type, names) in [
        (false, ["RIGHT", "WELL", "STACK"]),
        (true, ["TUCK", "SPIN", "BURN"]),
    ] {
        let mut table = *scores.table(is_b_type);
        for (entry, name) in table.iter_mut().zip(names) {
            *entry = HighScore::new(name, entry.points, entry.level);
        }
        scores.set_table(is_b_type, table);
    }
    scores
}

/// Reads the high scores; without a file they are the first ones.
pub fn load(path: &Path) -> Result<HighScores, CliError> {
    let Some(file) = versioned::load::<ScoresFile>(path, FileKind::Scores)? else {
        return Ok(first_scores());
    };
    let mut scores = HighScores::default();
    for (is_b_type, lines) in [(false, &file.a_type), (true, &file.b_type)] {
        let entries = lines.iter().map(|line| line.parse().ok());
        let entries: Option<Vec<HighScore>> = entries.collect();
        let table = entries.and_then(|entries| <[_; ENTRIES]>::try_from(entries).ok());
        let wrong = || {
            let path = shown(path);
            CliError::usage(format!(
                "{path}: a table is three entries: name, points, level"
            ))
        };
        scores.set_table(is_b_type, table.ok_or_else(wrong)?);
    }
    Ok(scores)
}

/// Adds entries to the high scores as they are by now: another program may have added some.
pub fn add(path: &Path, made: &[(bool, HighScore)]) -> Result<(), CliError> {
    add_those(path, made, |_, _| true).map(drop)
}

/// Adds those entries that are not there yet; says whether the table has changed.
pub fn add_missing(path: &Path, made: &[(bool, HighScore)]) -> Result<bool, CliError> {
    add_those(path, made, |table, entry| !table.contains(entry))
}

fn add_those(
    path: &Path,
    made: &[(bool, HighScore)],
    is_wanted: impl Fn(&[HighScore], &HighScore) -> bool,
) -> Result<bool, CliError> {
    if made.is_empty() {
        return Ok(false);
    }
    let _lock = Lock::wait_for(path)?;
    let before = load(path)?;
    let mut scores = before.clone();
    for (is_b_type, entry) in made {
        if is_wanted(scores.table(*is_b_type), entry) {
            scores.enter(*is_b_type, *entry);
        }
    }
    if scores != before {
        save(path, &scores)?;
    }
    Ok(scores != before)
}

/// Writes the high scores, whole or not at all.
pub fn save(path: &Path, scores: &HighScores) -> Result<(), CliError> {
    let lines = |is_b_type| -> Vec<String> {
        let table = scores.table(is_b_type);
        table.iter().map(ToString::to_string).collect()
    };
    let file = ScoresFile {
        version: Version,
        a_type: lines(false),
        b_type: lines(true),
    };
    versioned::save(path, &file)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn scores_come_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/scores.ron");
        assert_eq!(load(&path).unwrap(), first_scores());
        let mut scores = HighScores::default();
        let entry = |name, points| HighScore::new(name, points, 18);
        scores.set_table(
            true,
            [entry("A(B)\".", 999_999), entry("X", 5), entry("", 0)],
        );
        save(&path, &scores).unwrap();
        assert_eq!(load(&path).unwrap(), scores);
        fs::write(&path, "(version: 1, a_type: [\"x\"], b_type: [])").unwrap();
        let error = load(&path).unwrap_err().to_string();
        assert!(
            error.contains("scores.ron") && error.contains("three"),
            "{error}"
        );
    }

    #[test]
    fn two_programs_at_once_lose_no_entry() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.ron");
        let entry = |number: u32| HighScore::new("ME", 100_000 + number, 18);
        std::thread::scope(|scope| {
            for program in 0..3 {
                let path = &path;
                scope.spawn(move || add(path, &[(false, entry(program))]).unwrap());
            }
        });
        let scores = load(&path).unwrap();
        assert_eq!(scores.table(false), &[entry(2), entry(1), entry(0)]);
        assert_eq!(scores.table(true), first_scores().table(true));
        add_missing(&path, &[(false, entry(2)), (true, entry(7))]).unwrap();
        let scores = load(&path).unwrap();
        assert_eq!(
            scores.table(false),
            &[entry(2), entry(1), entry(0)],
            "it was there"
        );
        assert_eq!(scores.table(true)[0], entry(7));
    }

    #[test]
    fn the_first_scores_are_the_cartridges_under_names_of_our_own() {
        let (first, cartridge) = (first_scores(), HighScores::default());
        for is_b_type in [false, true] {
            for (ours, known) in first
                .table(is_b_type)
                .iter()
                .zip(cartridge.table(is_b_type))
            {
                assert_eq!((ours.points, ours.level), (known.points, known.level));
                assert_ne!(ours.name_text(), known.name_text());
                assert!(!ours.name_text().is_empty());
            }
        }
    }
}
