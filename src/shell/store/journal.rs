//! Journals on the disk: what is played lies there within a second, and what a crash left of a game
//! is found at the next start.
//!
//! A journal is locked while its program runs, so one that can be locked belongs to a program that
//! is gone.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rightwell::session::journal::Frames;
use rightwell::session::{Found, Journal, Unkept};

use crate::shell::error::CliError;
use crate::shell::host::clock::{Time, now};
use crate::shell::host::log;

use super::kept::{Kept, Kind, Shelf, recording_of};
use super::pack::Form;
use super::scores;

/// How often what was played is written.
const PERIOD: Duration = Duration::from_secs(1);
/// What is said when the program ends and a game could not be kept.
pub const JOURNAL_STAYS: &str =
    "what could not be kept stays in the journal, if there is one, for the next start";
/// What a journal holds at most: days of play.
const BYTES_MAX: u64 = 64 << 20;
/// The ending of a journal, and that of one that has no beginning yet.
const ENDING: &str = "journal";
const ENDING_NEW: &str = "new";

/// Where the journals lie.
fn folder_of(recordings: &Path) -> PathBuf {
    recordings.join("journal")
}

/// The journal of a game or match in play, written by a thread of its own.
///
/// Dropped without [`JournalFile::finish`], as a crash would, it stays on the disk.
#[derive(Debug)]
pub struct JournalFile {
    journal: Journal,
    writer: Sender<Vec<u8>>,
    thread: JoinHandle<Option<PathBuf>>,
    next: Time,
}

impl JournalFile {
    /// Begins a journal in the folder of recordings with what was recorded up to now, in RON, and how
    /// many frames that is.
    pub fn begin(recordings: &Path, kind: Kind, ron: &str, frames: usize) -> JournalFile {
        let (journal, head) = Journal::head(ron, frames);
        let (writer, parts) = channel();
        let folder = folder_of(recordings);
        JournalFile {
            journal,
            writer,
            thread: std::thread::spawn(move || write(&folder, kind, &head, &parts)),
            next: now() + PERIOD,
        }
    }

    /// Writes what was played since the last time, once a second.
    pub fn grow(&mut self, frames: &(impl Frames + ?Sized)) {
        if now() >= self.next {
            self.send(frames);
        }
    }

    /// Writes that all up to now is kept as a recording.
    pub fn keep(&mut self, frames: &(impl Frames + ?Sized)) {
        self.send(frames);
        drop(self.writer.send(Journal::kept()));
    }

    fn send(&mut self, frames: &(impl Frames + ?Sized)) {
        self.next = now() + PERIOD;
        let part = self.journal.part(frames);
        if !part.is_empty() {
            // The thread says by itself why it cannot write.
            drop(self.writer.send(part));
        }
    }

    /// Ends the journal with these frames: if all is kept elsewhere it goes away, and else it stays
    /// for the next start.
    pub fn finish(mut self, frames: &(impl Frames + ?Sized), is_kept: bool) {
        if !is_kept {
            self.send(frames);
        }
        drop(self.writer);
        if let Ok(Some(path)) = self.thread.join()
            && is_kept
            && let Err(error) = fs::remove_file(&path)
        {
            log::say(format!("cannot delete {}: {error}", path.display()));
        }
    }
}

/// Writes a journal until nothing more comes; where it is, if it could be made.
fn write(folder: &Path, kind: Kind, head: &[u8], parts: &Receiver<Vec<u8>>) -> Option<PathBuf> {
    let mut growing = match Growing::begin(folder, kind, head) {
        Ok(growing) => growing,
        Err(error) => {
            log::say(format!(
                "no journal in {}: {error}; this game is lost if the program is killed",
                folder.display()
            ));
            return None;
        }
    };
    let mut has_failed = false;
    for part in parts {
        growing.waiting.extend(part);
        let grown = growing.grow();
        if let Err(error) = &grown
            && !has_failed
        {
            log::say(format!("the journal cannot grow: {error}"));
        }
        has_failed = grown.is_err();
    }
    Some(growing.path)
}

/// A journal that grows.
struct Growing {
    file: File,
    path: PathBuf,
    /// Bytes that are surely on the disk.
    length: u64,
    /// What is still to be written.
    waiting: Vec<u8>,
}

impl Growing {
    /// A journal of its own, locked, that shows only when its beginning is whole.
    fn begin(folder: &Path, kind: Kind, head: &[u8]) -> io::Result<Growing> {
        fs::create_dir_all(folder)?;
        let (mut file, new) = (1_u32..)
            .map(|number| folder.join(format!("{}-{number:06}.{ENDING_NEW}", kind.prefix())))
            .filter(|new| !new.with_extension(ENDING).exists())
            .find_map(
                |new| match File::options().write(true).create_new(true).open(&new) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
                    opened => Some(opened.map(|file| (file, new))),
                },
            )
            .expect("numbers do not end")?;
        // Where there are no locks a game that is still played may be found: better than lost.
        drop(file.try_lock());
        let path = new.with_extension(ENDING);
        let begun = file
            .write_all(head)
            .and_then(|()| file.sync_all())
            .and_then(|()| fs::rename(&new, &path));
        if let Err(error) = begun {
            drop(fs::remove_file(&new));
            return Err(error);
        }
        Ok(Growing {
            file,
            path,
            length: head.len() as u64,
            waiting: Vec::new(),
        })
    }

    /// Writes what waits; what fails is tried again with the next part.
    fn grow(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(&self.waiting)?;
        self.file.sync_data()?;
        self.length += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }
}

/// Whether there are any journals, be their programs gone or not.
pub fn are_there(recordings: &Path) -> bool {
    let mut files = fs::read_dir(folder_of(recordings)).into_iter().flatten();
    files.next().is_some()
}

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
    use rightwell::engine::{DirectStart, GameType, HighScores, History};
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::Person;

    use crate::shell::store::pack::read_recording;

    use super::*;

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
        journal.send(person.frames());
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
        // As after kill -9: nothing is said to the journal any more.
        drop(journal.writer);
        journal.thread.join().unwrap();
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
