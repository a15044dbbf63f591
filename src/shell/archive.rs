//! What outlives the program: high scores and recordings of a person's games.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::engine::HighScores;
use rightwell::engine::console::{ENTRIES, HighScore};
use rightwell::session::Person;
use serde::{Deserialize, Serialize};

use super::error::CliError;
use super::files;

/// The high scores as they are written: six texts a table entry, see [`HighScore`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoresFile {
    version: u32,
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
pub fn load_scores(path: &Path) -> Result<HighScores, CliError> {
    if !path.exists() {
        return Ok(first_scores());
    }
    let wrong = |what: String| CliError::usage(format!("{}: {what}", path.display()));
    let file: ScoresFile = ron::from_str(&files::read_text(path)?)
        .map_err(|error| wrong(format!("line {}: {}", error.span.start.line, error.code)))?;
    if file.version != 1 {
        return Err(wrong(format!("version {}; allowed: 1", file.version)));
    }
    let mut scores = HighScores::default();
    for (is_b_type, lines) in [(false, &file.a_type), (true, &file.b_type)] {
        let entries: Result<Vec<HighScore>, ()> = lines.iter().map(|line| line.parse()).collect();
        match entries
            .as_ref()
            .map(|entries| entries.first_chunk::<ENTRIES>())
        {
            Ok(Some(table)) if lines.len() == ENTRIES => scores.set_table(is_b_type, *table),
            _ => {
                return Err(wrong(
                    "a table is three entries: name, points, level".to_owned(),
                ));
            }
        }
    }
    Ok(scores)
}

/// Writes the high scores, whole or not at all.
pub fn save_scores(path: &Path, scores: &HighScores) -> Result<(), CliError> {
    let lines = |is_b_type| -> Vec<String> {
        let table = scores.table(is_b_type);
        table.iter().map(ToString::to_string).collect()
    };
    let file = ScoresFile {
        version: 1,
        a_type: lines(false),
        b_type: lines(true),
    };
    let text = ron::ser::to_string_pretty(&file, ron::ser::PrettyConfig::new().new_line("\n"))
        .map_err(CliError::failed)?;
    make_folder_of(path)?;
    files::write_whole(path, (text + "\n").as_bytes())
}

/// The ending and the text of a recording of a person's games: an FCEUX movie, or RON where a movie
/// cannot say it.
pub fn recording_of(person: &Person) -> (&'static str, String) {
    let history = person.history();
    if history.is_for_emulators() {
        ("fm2", history.to_fm2())
    } else {
        ("ron", history.to_ron())
    }
}

/// Keeps a recording as `what-000001.ending`, or the next number, and drops the oldest ones of that
/// kind beyond `kept`; says where it is.
pub fn keep(
    folder: &Path,
    (what, ending): (&str, &str),
    text: &str,
    kept: usize,
) -> Result<Option<PathBuf>, CliError> {
    if kept == 0 {
        return Ok(None);
    }
    let mut movies = numbered(folder, what);
    let mut next = movies.last().map_or(1, |(number, _)| number + 1);
    let mut path = folder.join(format!("{what}-{next:06}.{ending}"));
    make_folder_of(&path)?;
    // Another running program may have taken the number meanwhile.
    while !files::write_new(&path, text.as_bytes())? {
        next += 1;
        path = folder.join(format!("{what}-{next:06}.{ending}"));
    }
    movies.push((next, path.clone()));
    let too_many = movies.len().saturating_sub(kept);
    for (_, oldest) in &movies[..too_many] {
        fs::remove_file(oldest).map_err(|error| {
            CliError::failed(format!("cannot drop {}: {error}", oldest.display()))
        })?;
    }
    Ok(Some(path))
}

/// The kept recordings of that kind by their numbers, oldest first.
fn numbered(folder: &Path, what: &str) -> Vec<(u64, PathBuf)> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut movies: Vec<(u64, PathBuf)> = files
        .filter_map(|file| {
            let path = file.path();
            let name = path.file_name()?.to_str()?.to_owned();
            let (number, ending) = name
                .strip_prefix(what)?
                .strip_prefix('-')?
                .split_once('.')?;
            let is_ours = matches!(ending, "fm2" | "ron");
            is_ours.then_some((number.parse().ok()?, path))
        })
        .collect();
    movies.sort();
    movies
}

fn make_folder_of(path: &Path) -> Result<(), CliError> {
    match path.parent() {
        Some(folder) => fs::create_dir_all(folder).map_err(|error| {
            CliError::failed(format!("cannot make {}: {error}", folder.display()))
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use rightwell::engine::History;
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::{ConsolePlayback, Verdict};

    use super::*;

    #[test]
    fn scores_come_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/scores.ron");
        assert_eq!(load_scores(&path).unwrap(), first_scores());
        let mut scores = HighScores::default();
        let entry = |name, points| HighScore::new(name, points, 18);
        scores.set_table(
            true,
            [entry("A(B)\".", 999_999), entry("X", 5), entry("", 0)],
        );
        save_scores(&path, &scores).unwrap();
        assert_eq!(load_scores(&path).unwrap(), scores);
        fs::write(&path, "(version: 1, a_type: [\"x\"], b_type: [])").unwrap();
        let error = load_scores(&path).unwrap_err().to_string();
        assert!(
            error.contains("scores.ron") && error.contains("three"),
            "{error}"
        );
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

    #[test]
    fn a_game_played_with_the_first_scores_is_the_same_from_its_recording() {
        for region in [Region::Ntsc, Region::Pal] {
            let mut person = Person::power_on(region, first_scores());
            // Start leads through the menus, past the table, into a game that is left alone.
            for frame in 0..3_000 {
                person.step(if frame % 8 == 0 && frame < 600 {
                    Buttons::START
                } else {
                    Buttons::NONE
                });
            }
            let (ending, text) = recording_of(&person);
            let history = match ending {
                "fm2" => History::from_fm2(&text).unwrap(),
                _ => History::from_ron(&text).unwrap(),
            };
            assert_eq!(history.scores(), &first_scores(), "{ending}");
            assert_eq!(ConsolePlayback::new(history).check(), Verdict::Same);
        }
    }

    #[test]
    fn oldest_recordings_go_first() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..5 {
            keep(folder.path(), ("game", "fm2"), "movie", 3).unwrap();
        }
        keep(folder.path(), ("match", "ron"), "recording", 3).unwrap();
        let left: Vec<u64> = numbered(folder.path(), "game")
            .iter()
            .map(|(n, _)| *n)
            .collect();
        assert_eq!(left, [3, 4, 5]);
        assert_eq!(
            keep(folder.path(), ("game", "ron"), "recording", 0).unwrap(),
            None
        );
    }
}
