//! Recovery of interrupted games. At the start, reads the journals of programs that ended without deleting them.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rightwell::session::{FoundJournal, Journal, JournalError, UnsavedContent};

use crate::error::CliError;
use crate::host;
use crate::store::pack::{self, RecordingFormat};
use crate::store::read::{self, ReadFault};
use crate::store::recording_store::{
    RecordingCategory, RecordingFolder, SaveOutcome, recording_of,
};
use crate::store::scores;

use super::{ENDING, ENDING_NEW, folder_of};

/// Maximum size of a journal in bytes, enough for days of play.
const BYTES_MAX: u64 = 64 << 20;
/// Minimum length in frames of a game that is recovered: five seconds.
const FRAMES_MIN: u64 = 300;

/// Recovers all journals except those locked by a running program. Returns a notice about each.
pub fn recover(recordings: &RecordingFolder, scores: &Path) -> Vec<String> {
    let folder = folder_of(&recordings.path);
    let files = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
    paths.sort();
    let mut notices = Vec::new();
    for path in paths {
        let ending = path.extension().and_then(|ending| ending.to_str());
        if !matches!(ending, Some(ENDING | ENDING_NEW)) {
            continue;
        }
        let mut file = match of_nobody(&path) {
            Ok(Some(file)) => file,
            Ok(None) => continue,
            Err(error) => {
                let path = path.display();
                notices.push(format!("keeping {path}: cannot open it: {error}"));
                continue;
            }
        };
        let found = match ending {
            Some(ENDING) => recover_one(&mut file, &path, recordings, scores),
            // The journal contains no frame yet.
            _ => Ok(None),
        };
        let done = match found {
            Ok(notice) => {
                notices.extend(notice);
                fs::remove_file(&path)
            }
            Err(RecoveryFault::Later(error)) => {
                notices.push(format!("keeping {}: {error}", path.display()));
                Ok(())
            }
            Err(RecoveryFault::Spoilt(error)) => {
                notices.push(format!("{} cannot be read: {error}", path.display()));
                fs::rename(&path, pack::free(&path.with_extension("spoilt")))
            }
        };
        if let Err(error) = done {
            notices.push(format!("cannot change {}: {error}", path.display()));
        }
        // Keep the lock until the file is deleted. Other starting programs skip a locked file.
        drop(file);
    }
    notices
}

/// Opens and locks a journal. Returns `None` if a running program has locked it.
fn of_nobody(path: &Path) -> Result<Option<File>, ReadFault> {
    let opened =
        read::plain(path).and_then(|()| Ok(File::options().read(true).write(true).open(path)?));
    let file = match opened {
        Err(ReadFault::System(error)) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    if host::files::is_locked(&file) {
        return Ok(None);
    }
    // The program that wrote the journal may have deleted it since, and another program may have reused the name.
    Ok(is_at(&file, path).then_some(file))
}

/// Returns whether the path still refers to this file.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |found: fs::Metadata| (found.dev(), found.ino());
        match (file.metadata(), fs::metadata(path)) {
            (Ok(opened), Ok(named)) => place(opened) == place(named),
            _ => false,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// Reason why a journal was not recovered.
enum RecoveryFault {
    /// Recovery may succeed later, here or in another program.
    Later(String),
    /// Recovery will never succeed.
    Spoilt(String),
}

impl From<JournalError> for RecoveryFault {
    fn from(unread: JournalError) -> RecoveryFault {
        match unread {
            JournalError::OtherVersion(why) => RecoveryFault::Later(why),
            JournalError::Corrupt(why) => RecoveryFault::Spoilt(why.to_owned()),
        }
    }
}

fn recover_one(
    file: &mut File,
    path: &Path,
    recordings: &RecordingFolder,
    scores: &Path,
) -> Result<Option<String>, RecoveryFault> {
    let mut bytes = Vec::new();
    let read = Read::by_ref(file).take(BYTES_MAX).read_to_end(&mut bytes);
    read.map_err(|error| RecoveryFault::Later(error.to_string()))?;
    let found = FoundJournal::read(&bytes)?;
    let whole = found.valid_bytes() as u64;
    let is_short = found.played() < FRAMES_MIN;
    let kept = match found.unsaved()? {
        None => return Ok(None),
        Some(UnsavedContent::Person {
            person,
            recording,
            made,
        }) => {
            let later = |error: CliError| RecoveryFault::Later(error.to_string());
            let is_new = scores::add_missing(scores, &made).map_err(later)?;
            if !recording || is_short {
                let said = "recovered and saved a high score of an interrupted game".to_owned();
                return Ok(is_new.then_some(said));
            }
            let (form, text) = recording_of(&person)();
            recordings.save(RecordingCategory::Game, form, &text)
        }
        Some(UnsavedContent::Match(recording)) => {
            let computers = path.file_name().is_some_and(|name| {
                name.to_string_lossy()
                    .starts_with(RecordingCategory::Computers.prefix())
            });
            let kind = if computers {
                RecordingCategory::Computers
            } else {
                RecordingCategory::Match
            };
            recordings.save(kind, RecordingFormat::Ron, &recording.to_ron())
        }
    };
    match kept {
        SaveOutcome::Done(said) => {
            // If the journal cannot be deleted, this mark prevents a second recovery of the game.
            drop(note_kept(file, whole));
            Ok(Some(format!("recovered an interrupted game: {said}")))
        }
        SaveOutcome::Failed(error) => Err(RecoveryFault::Later(error)),
    }
}

/// Appends a mark: everything in the journal is saved elsewhere.
fn note_kept(file: &mut File, whole: u64) -> io::Result<()> {
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    file.write_all(&Journal::saved_elsewhere())?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rightwell::engine::{DirectStart, GameType, HighScores, History};
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::Person;

    use crate::store::pack::read_recording;

    use super::super::JournalFile;
    use super::*;
    use crate::host::clock::now;

    fn folder_in(folder: &Path) -> RecordingFolder {
        RecordingFolder {
            path: folder.join("recordings"),
            kept: Some(100),
        }
    }

    /// Returns a game in play, and its journal of five seconds.
    fn played(recordings: &RecordingFolder) -> (Person, JournalFile) {
        played_for(recordings, FRAMES_MIN as usize)
    }

    fn played_for(recordings: &RecordingFolder, frames: usize) -> (Person, JournalFile) {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level: 18,
            seed: 0x1234,
        };
        let mut person = Person::direct(start, HighScores::default()).unwrap();
        let (ron, begun) = (person.history().to_ron(), person.frames().len());
        let mut journal =
            JournalFile::begin(&recordings.path, RecordingCategory::Game, begun, || ron);
        for frame in 0..frames {
            person.step(if frame % 9 == 0 {
                Buttons::LEFT
            } else {
                Buttons::NONE
            });
        }
        journal.write(person.frames());
        (person, journal)
    }

    /// Waits until the journal contains more than its head. This takes about a second.
    fn settle(recordings: &RecordingFolder) {
        let until = now() + Duration::from_secs(20);
        let has_part = || {
            let file = fs::read_dir(folder_of(&recordings.path))
                .ok()?
                .next()?
                .ok()?;
            let bytes = fs::read(file.path()).ok()?;
            FoundJournal::read(&bytes).ok()?.unsaved().ok().flatten()
        };
        while has_part().is_none() {
            assert!(now() < until, "the journal never grows");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn an_interrupted_game_is_recovered_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let (recordings, scores) = (folder_in(folder.path()), folder.path().join("scores.ron"));
        let (person, journal) = played(&recordings);
        settle(&recordings);
        assert_eq!(
            recover(&recordings, &scores),
            [""; 0],
            "a game in play must not be recovered"
        );
        journal.leave();
        let notices = recover(&recordings, &scores);
        assert_eq!(
            notices,
            ["recovered an interrupted game: game kept as game-000001.fm2.gz"]
        );
        let text = read_recording(&recordings.path.join("game-000001.fm2.gz")).unwrap();
        assert_eq!(History::from_fm2(&text).unwrap().frames(), person.frames());
        assert_eq!(
            recover(&recordings, &scores),
            [""; 0],
            "a game must be recovered only once"
        );
    }

    #[test]
    fn an_interrupted_game_of_a_few_seconds_is_not_recovered() {
        let folder = tempfile::tempdir().unwrap();
        let (recordings, scores) = (folder_in(folder.path()), folder.path().join("scores.ron"));
        let (_, journal) = played_for(&recordings, FRAMES_MIN as usize - 1);
        settle(&recordings);
        journal.leave();
        assert_eq!(recover(&recordings, &scores), [""; 0]);
        assert!(!recordings.path.join("game-000001.fm2.gz").exists());
        let journals = fs::read_dir(folder_of(&recordings.path)).unwrap();
        assert_eq!(journals.count(), 0);
    }

    #[test]
    fn programs_that_start_together_recover_a_game_once() {
        let folder = tempfile::tempdir().unwrap();
        let (recordings, scores) = (folder_in(folder.path()), folder.path().join("scores.ron"));
        let (_, journal) = played(&recordings);
        journal.leave();
        let path = folder_of(&recordings.path).join("game-000001.journal");
        // Another program is slow and still has the file open.
        let slow = File::open(&path).unwrap();
        let said: Vec<String> = std::thread::scope(|scope| {
            let starts = [(); 5].map(|()| scope.spawn(|| recover(&recordings, &scores)));
            let said = starts.into_iter().map(|start| start.join().unwrap());
            said.flatten().collect()
        });
        assert_eq!(said.len(), 1, "{said:?}");
        let (_, journal) = played(&recordings);
        settle(&recordings);
        slow.try_lock().unwrap();
        assert!(
            path.exists() && !is_at(&slow, &path),
            "the name belongs to another file now"
        );
        journal.delete();
        assert!(!path.exists());
    }

    #[test]
    fn a_journal_stays_locked_and_marked_until_its_game_is_saved() {
        let folder = tempfile::tempdir().unwrap();
        let (recordings, scores) = (folder_in(folder.path()), folder.path().join("scores.ron"));
        let (_, journal) = played(&recordings);
        journal.leave();
        let path = folder_of(&recordings.path).join("game-000001.journal");
        // A crash left a partial write.
        let mut ragged = File::options().append(true).open(&path).unwrap();
        ragged.write_all(&[9; 5]).unwrap();
        let recover_here = || {
            let mut file = of_nobody(&path).unwrap().expect("nobody has it");
            let said = recover_one(&mut file, &path, &recordings, &scores);
            assert!(of_nobody(&path).unwrap().is_none(), "it is locked");
            said.unwrap_or_else(|_| panic!("the recording cannot be written"))
        };
        assert!(recover_here().is_some());
        // Assume that the deletion failed, so that the journal is still there at the next start.
        assert_eq!(recover_here(), None);
        assert_eq!(recover(&recordings, &scores), [""; 0]);
        assert!(!path.exists());
    }

    #[test]
    fn unreadable_journals_are_reported_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (recordings, scores) = (folder_in(folder.path()), folder.path().join("scores.ron"));
        let journals = folder_of(&recordings.path);
        fs::create_dir_all(journals.join("game-000001.journal")).unwrap();
        let newer = journals.join("game-000002.journal");
        fs::write(&newer, "rightwell journal 2\nxx").unwrap();
        let mut words = vec!["cannot open it: it is a folder", ": unsupported version 2"];
        #[cfg(unix)]
        {
            let pipe = journals.join("game-000003.journal");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status();
            assert!(made.unwrap().success());
            words.push("cannot open it: it is a pipe");
        }
        for _ in 0..2 {
            let notices = recover(&recordings, &scores);
            assert_eq!(notices.len(), words.len(), "{notices:?}");
            for (notice, words) in notices.iter().zip(&words) {
                assert!(notice.contains(words), "{notices:?}");
            }
        }
        assert!(newer.exists());
    }

    #[test]
    fn a_journal_is_deleted_only_once_its_game_is_saved() {
        let folder = tempfile::tempdir().unwrap();
        let (recordings, scores) = (folder_in(folder.path()), folder.path().join("scores.ron"));
        let (_, journal) = played(&recordings);
        journal.delete();
        assert_eq!(
            fs::read_dir(folder_of(&recordings.path)).unwrap().count(),
            0
        );
        let (_, journal) = played(&recordings);
        journal.leave();
        assert_eq!(recover(&recordings, &scores).len(), 1);
    }

    #[test]
    fn a_corrupt_journal_is_reported_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (recordings, scores) = (folder_in(folder.path()), folder.path().join("scores.ron"));
        let journals = folder_of(&recordings.path);
        fs::create_dir_all(&journals).unwrap();
        fs::write(
            journals.join("game-000001.journal"),
            "rightwell journal 1\nxx",
        )
        .unwrap();
        let notices = recover(&recordings, &scores);
        assert!(
            notices.len() == 1 && notices[0].contains("cannot be read"),
            "{notices:?}"
        );
        assert_eq!(recover(&recordings, &scores), [""; 0]);
        assert!(journals.join("game-000001.spoilt").exists());
    }
}
