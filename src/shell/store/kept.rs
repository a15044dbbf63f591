//! Recordings of what people played, as many as the settings ask for.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rightwell::session::Person;

use crate::shell::error::{CliError, shown};
use crate::shell::host::log;

use super::files;
use super::pack::{self, Form};

/// Where games or matches are kept.
#[derive(Debug)]
pub struct Shelf {
    /// The folder of recordings.
    pub recordings: PathBuf,
    /// How many are kept.
    pub kept: usize,
    /// Where the last one goes at the end of the program.
    pub save_replay: Option<PathBuf>,
}

impl Shelf {
    /// Keeps a recording and says where; returns what there is to say on the screen.
    pub fn keep(&self, (what, ending): (&str, &str), text: &str) -> String {
        match keep(&self.recordings, (what, ending), text, self.kept) {
            Ok(Some(path)) => {
                log::say(format!("{what} kept as {}", path.display()));
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                format!("{what} kept as {name}")
            }
            Ok(None) => "no recordings are kept: see settings.ron".to_owned(),
            Err(error) => {
                log::say(&error);
                error.to_string()
            }
        }
    }

    /// Writes the recording to the file asked for at the start, if one was, and says so.
    pub fn save(&self, text: impl FnOnce() -> Option<String>) {
        if let Some(path) = &self.save_replay
            && let Some(text) = text()
        {
            match files::write_whole(path, &pack::contents(path, &text)) {
                Ok(()) => log::say(format!("{} written", shown(path))),
                Err(error) => log::say(error),
            }
        }
    }
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
fn keep(
    folder: &Path,
    (what, ending): (&str, &str),
    text: &str,
    kept: usize,
) -> Result<Option<PathBuf>, CliError> {
    if kept == 0 {
        return Ok(None);
    }
    let ending = match ending {
        "fm2" => Form::Movie.ending(text),
        _ => Form::Ron.ending(text),
    };
    let mut movies = numbered(folder, what);
    let mut next = movies.last().map_or(1, |(number, _)| number + 1);
    let mut path = folder.join(format!("{what}-{next:06}.{ending}"));
    files::make_folder_of(&path)?;
    // Another running program may have taken the number meanwhile.
    while !files::write_new(&path, &pack::contents(&path, text))? {
        next += 1;
        path = folder.join(format!("{what}-{next:06}.{ending}"));
    }
    movies.push((next, path.clone()));
    let too_many = movies.len().saturating_sub(kept);
    for (_, oldest) in &movies[..too_many] {
        match fs::remove_file(oldest) {
            // Another running program has dropped it.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            dropped => dropped.map_err(|error| {
                CliError::failed(format!("cannot drop {}: {error}", oldest.display()))
            })?,
        }
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
            let is_ours = matches!(ending, "fm2" | "ron" | "fm2.gz" | "ron.gz");
            is_ours.then_some((number.parse().ok()?, path))
        })
        .collect();
    movies.sort();
    movies
}

#[cfg(test)]
mod tests {
    use rightwell::engine::History;
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::{ConsolePlayback, Verdict};

    use crate::shell::store::scores::first_scores;

    use super::*;

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
    fn movies_are_packed_and_those_of_older_programs_count() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["game-000007.fm2", "game-000008.ron", "game-000009.ron.gz"] {
            fs::write(folder.path().join(name), "old").unwrap();
        }
        let keep = |ending, text: &str| {
            let path = keep(folder.path(), ("game", ending), text, 3);
            path.unwrap().unwrap()
        };
        let (movie, long) = ("movie\n".repeat(20_000), "(recording)".repeat(20_000));
        for (ending, text, name) in [
            ("fm2", movie.as_str(), "game-000010.fm2.gz"),
            ("ron", "(short)", "game-000011.ron"),
            ("ron", long.as_str(), "game-000012.ron.gz"),
        ] {
            let path = keep(ending, text);
            assert_eq!(path, folder.path().join(name));
            assert_eq!(pack::read_recording(&path).unwrap(), text);
        }
        let left = numbered(folder.path(), "game");
        let left: Vec<u64> = left.iter().map(|(number, _)| *number).collect();
        assert_eq!(left, [10, 11, 12], "the older ones went first");
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
