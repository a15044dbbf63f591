//! What programs that are gone left of games: found at the next start.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use rightwell::session::{Found, Unkept};

use crate::shell::error::CliError;
use crate::shell::store::kept::{Kept, Kind, Shelf, recording_of};
use crate::shell::store::pack::Form;
use crate::shell::store::scores;

use super::{ENDING, ENDING_NEW, folder_of};

/// What a journal holds at most: days of play.
const BYTES_MAX: u64 = 64 << 20;

/// Keeps what journals of programs that are gone hold, and says what was found.
pub fn recover(shelf: &Shelf, scores: &Path) -> Vec<String> {
    let folder = folder_of(&shelf.recordings);
    let files = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
    paths.sort();
    let mut notices = Vec::new();
    for path in paths {
        let Some(file) = of_nobody(&path) else {
            continue;
        };
        let found = match path.extension().and_then(|ending| ending.to_str()) {
            Some(ENDING) => recover_one(file, &path, shelf, scores),
            // Nothing was played yet.
            Some(ENDING_NEW) => Ok(None),
            _ => continue,
        };
        let done = match found {
            Ok(notice) => {
                notices.extend(notice);
                fs::remove_file(&path)
            }
            Err(Fault::Later(error)) => {
                notices.push(format!("{} stays: {error}", path.display()));
                Ok(())
            }
            Err(Fault::Spoilt(error)) => {
                notices.push(format!("{} cannot be read: {error}", path.display()));
                fs::rename(&path, path.with_extension("spoilt"))
            }
        };
        if let Err(error) = done {
            notices.push(format!("cannot change {}: {error}", path.display()));
        }
    }
    notices
}

/// The file, locked, unless a program that runs has it.
fn of_nobody(path: &Path) -> Option<File> {
    let file = File::options().read(true).write(true).open(path).ok()?;
    file.try_lock().ok()?;
    // Its program may have ended properly just before.
    path.exists().then_some(file)
}

/// Why a journal was not made a recording.
enum Fault {
    /// It may be another time.
    Later(String),
    /// It never will be.
    Spoilt(String),
}

fn recover_one(
    file: File,
    path: &Path,
    shelf: &Shelf,
    scores: &Path,
) -> Result<Option<String>, Fault> {
    let mut bytes = Vec::new();
    let read = file.take(BYTES_MAX).read_to_end(&mut bytes);
    read.map_err(|error| Fault::Later(error.to_string()))?;
    let found = Found::read(&bytes).map_err(Fault::Spoilt)?;
    let kept = match found.unkept().map_err(Fault::Spoilt)? {
        None => return Ok(None),
        Some(Unkept::Person {
            person,
            recording,
            made,
        }) => {
            let later = |error: CliError| Fault::Later(error.to_string());
            let is_new = scores::add_missing(scores, &made).map_err(later)?;
            if !recording {
                let said = "found a high score that was cut off: it is entered".to_owned();
                return Ok(is_new.then_some(said));
            }
            let (form, text) = recording_of(&person);
            shelf.keep(Kind::Game, form, &text)
        }
        Some(Unkept::Match(recording)) => {
            let computers = path
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with(Kind::Computers.prefix()));
            let kind = if computers {
                Kind::Computers
            } else {
                Kind::Match
            };
            shelf.keep(kind, Form::Ron, &recording.to_ron())
        }
    };
    match kept {
        Kept::Done(said) => Ok(Some(format!("found a game that was cut off: {said}"))),
        Kept::Failed(error) => Err(Fault::Later(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rightwell::engine::{DirectStart, GameType, HighScores, History};
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::Person;

    use crate::shell::store::pack::read_recording;

    use super::super::JournalFile;
    use super::*;
    use crate::shell::host::clock::now;

    fn shelf(folder: &Path) -> Shelf {
        Shelf {
            recordings: folder.join("recordings"),
            kept: Some(100),
            save_replay: None,
        }
    }

    /// A game in play, and its journal after two seconds.
    fn played(shelf: &Shelf) -> (Person, JournalFile) {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level: 18,
            seed: 0x1234,
        };
        let mut person = Person::direct(start, HighScores::default()).unwrap();
        let (ron, frames) = (person.history().to_ron(), person.frames().len());
        let mut journal = JournalFile::begin(&shelf.recordings, Kind::Game, &ron, frames);
        for frame in 0..300 {
            person.step(if frame % 9 == 0 {
                Buttons::LEFT
            } else {
                Buttons::NONE
            });
        }
        journal.write(person.frames());
        (person, journal)
    }

    /// Waits until the journal holds more than its head, as after a second.
    fn settle(shelf: &Shelf) {
        let until = now() + Duration::from_secs(20);
        let has_part = || {
            let file = fs::read_dir(folder_of(&shelf.recordings))
                .ok()?
                .next()?
                .ok()?;
            let bytes = fs::read(file.path()).ok()?;
            Found::read(&bytes).ok()?.unkept().ok().flatten()
        };
        while has_part().is_none() {
            assert!(now() < until, "the journal does not grow");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_game_that_was_cut_off_is_kept_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let (shelf, scores) = (shelf(folder.path()), folder.path().join("scores.ron"));
        let (person, journal) = played(&shelf);
        settle(&shelf);
        assert_eq!(
            recover(&shelf, &scores),
            [""; 0],
            "it is still being played"
        );
        journal.cut_off();
        let notices = recover(&shelf, &scores);
        assert_eq!(
            notices,
            ["found a game that was cut off: game kept as game-000001.fm2.gz"]
        );
        let text = read_recording(&shelf.recordings.join("game-000001.fm2.gz")).unwrap();
        assert_eq!(History::from_fm2(&text).unwrap().frames(), person.frames());
        assert_eq!(recover(&shelf, &scores), [""; 0], "it is found once");
    }

    #[test]
    fn a_journal_goes_away_with_its_game_kept_and_stays_without() {
        let folder = tempfile::tempdir().unwrap();
        let (shelf, scores) = (shelf(folder.path()), folder.path().join("scores.ron"));
        let (person, journal) = played(&shelf);
        journal.finish(person.frames(), true);
        assert_eq!(
            fs::read_dir(folder_of(&shelf.recordings)).unwrap().count(),
            0
        );
        let (person, journal) = played(&shelf);
        journal.finish(person.frames(), false);
        assert_eq!(recover(&shelf, &scores).len(), 1);
    }

    #[test]
    fn a_spoilt_journal_is_named_once_and_left() {
        let folder = tempfile::tempdir().unwrap();
        let (shelf, scores) = (shelf(folder.path()), folder.path().join("scores.ron"));
        let journals = folder_of(&shelf.recordings);
        fs::create_dir_all(&journals).unwrap();
        fs::write(
            journals.join("game-000001.journal"),
            "rightwell journal 1\nxx",
        )
        .unwrap();
        let notices = recover(&shelf, &scores);
        assert!(
            notices.len() == 1 && notices[0].contains("cannot be read"),
            "{notices:?}"
        );
        assert_eq!(recover(&shelf, &scores), [""; 0]);
        assert!(journals.join("game-000001.spoilt").exists());
    }
}
