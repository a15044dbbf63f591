//! The high scores file.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::engine::HighScores;
use rightwell::engine::console::{ENTRIES, HighScore};
use serde::{Deserialize, Serialize};

use crate::error::{CliError, shown};

use super::lock::FileLock;
use super::read::{self, FileKind};
use super::settings::other_version;
use super::versioned::{self, Version};

/// Version of the high scores file.
const VERSION: u32 = 1;

/// Contents of the high scores file. Each of the six strings is one table entry, see [`HighScore`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoresFile {
    version: Version<VERSION>,
    a_type: Vec<String>,
    b_type: Vec<String>,
}

/// Returns the initial high scores: points and levels of the cartridge, with names of this program. Consoles in the
/// library keep the cartridge's names, because movies depend on them.
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

/// Checks the high scores at the start of the program. Renames a corrupt file, so that new scores can be saved. If
/// there was a fault, returns a notice for the user.
pub fn check(path: &Path) -> Option<String> {
    let error = load(path).err()?;
    let consequence = match set_aside(path) {
        Ok(aside) => format!("moved to {}; starting with new high scores", shown(&aside)),
        Err(fault) => format!("high scores cannot be saved: {fault}"),
    };
    Some(format!("{error}; {consequence}"))
}

/// Renames a corrupt file. Keeps a file that cannot be read, because its text may be intact, and a file of another
/// version of the program.
fn set_aside(path: &Path) -> Result<PathBuf, String> {
    let _lock = FileLock::wait_for(path).map_err(|error| error.to_string())?;
    let bytes = read::bytes(path, FileKind::Scores);
    let bytes = bytes.map_err(|_| "the file stays unchanged".to_owned())?;
    if other_version(&String::from_utf8_lossy(&bytes), VERSION).is_some() {
        return Err("the file of another version stays unchanged".to_owned());
    }
    let mut names = (1..).map(|number| path.with_extension(format!("corrupt-{number}.ron")));
    let aside = names.find(|name| name.symlink_metadata().is_err());
    let aside = aside.expect("there is always a free file name");
    fs::rename(path, &aside).map_err(|error| format!("cannot rename it: {error}"))?;
    Ok(aside)
}

/// Reads the high scores. Returns the initial high scores if the file is missing.
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
                "{path}: incomplete table; a table has three entries of name, points, level"
            ))
        };
        scores.set_table(is_b_type, table.ok_or_else(wrong)?);
    }
    Ok(scores)
}

/// Adds entries to the file. Reads the file again first, because other programs may have changed it.
pub fn add(path: &Path, made: &[(bool, HighScore)]) -> Result<(), CliError> {
    add_those(path, made, |_, _| true).map(drop)
}

/// Adds the entries that are missing from the file. Returns whether the table has changed.
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
    let _lock = FileLock::wait_for(path)?;
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

/// Writes the high scores atomically.
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
    fn a_corrupt_file_is_moved_aside_and_one_that_cannot_be_read_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.ron");
        assert_eq!(check(&path), None, "a missing file is no fault");
        for number in 1..=2 {
            fs::write(&path, "(version: 1, a_ty").unwrap();
            let notice = check(&path).unwrap();
            let aside = folder.path().join(format!("scores.corrupt-{number}.ron"));
            assert!(notice.contains(&shown(&aside)), "{notice}");
            assert!(notice.contains("scores.ron: line 1: "), "{notice}");
            assert_eq!(fs::read_to_string(aside).unwrap(), "(version: 1, a_ty");
            assert!(!path.exists());
        }
        fs::create_dir(&path).unwrap();
        let notice = check(&path).unwrap();
        assert!(
            notice.ends_with("high scores cannot be saved: the file stays unchanged"),
            "{notice}"
        );
        assert!(path.is_dir());
    }

    #[test]
    fn scores_of_another_version_stay_and_a_file_without_text_is_moved_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.ron");
        let newer = "(\n    version: 2,\n    a_type: {\"ME\": 900000},\n)\n";
        fs::write(&path, newer).unwrap();
        let notice = check(&path).unwrap();
        assert!(
            notice.ends_with(
                "unsupported version 2; allowed: 1; high scores cannot be saved: the file of another version stays unchanged"
            ),
            "{notice}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), newer);
        fs::write(&path, [0xFF, 0xFE, 0x00]).unwrap();
        let notice = check(&path).unwrap();
        assert!(notice.contains("not UTF-8 text; moved to"), "{notice}");
        assert!(!path.exists() && folder.path().join("scores.corrupt-1.ron").exists());
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
