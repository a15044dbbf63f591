//! Journals of games in play. Each frame reaches the disk within a second, so that after a crash the next start can
//! recover the game.
//!
//! A running program keeps its journals locked. If a journal can be locked, its program has ended.

mod recovery;

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use rightwell::engine::InputFrame;
use rightwell::session::Journal;
use rightwell::session::journal::Frames;

use crate::error::shown;
use crate::host::clock::{Time, now};
use crate::host::{exit, log, threads};

use super::recording_store::RecordingCategory;

pub use recovery::recover;

/// Interval between two writes to a journal.
const PERIOD: Duration = Duration::from_secs(1);
/// File extensions of a journal, and of a journal whose head is still incomplete.
const ENDING: &str = "journal";
const ENDING_NEW: &str = "new";

/// Returns the folder of journals.
fn folder_of(recordings: &Path) -> PathBuf {
    recordings.join("journal")
}

/// Journal of a game or match in play. A thread of its own writes it.
///
/// The file stays on the disk, as after a crash, unless [`JournalFile::delete`] is called.
#[derive(Debug)]
pub struct JournalFile {
    journal: Journal,
    writer: Sender<Vec<u8>>,
    /// `None` if the system refused to start the thread.
    thread: Option<JoinHandle<Option<GrowingJournal>>>,
    next: Time,
}

impl JournalFile {
    /// Starts a journal for a game that already has `frames` frames, in the folder of recordings. `ron` returns the
    /// recording of these frames.
    pub fn begin(
        recordings: &Path,
        kind: RecordingCategory,
        frames: usize,
        ron: impl FnOnce() -> String + Send + 'static,
    ) -> JournalFile {
        let (writer, parts) = channel();
        let folder = folder_of(recordings);
        let write = move || write(&folder, kind, &Journal::head(&ron()), &parts);
        let thread = Builder::new().name("journal".to_owned()).spawn(write);
        let report = |error| {
            exit::failed(format!(
                "no journal: {}; without it, the game is lost if the program is interrupted",
                threads::refused(error)
            ));
        };
        JournalFile {
            journal: Journal::after(frames),
            writer,
            thread: thread.map_err(report).ok(),
            next: now() + PERIOD,
        }
    }

    /// Writes the new frames, once a second.
    pub fn grow(&mut self, frames: &(impl Frames + ?Sized)) {
        if now() >= self.next {
            self.write(frames);
        }
    }

    /// Records that a hint was shown after these frames.
    pub fn note_hint(&mut self, frames: &(impl Frames + ?Sized)) {
        self.write(frames);
        drop(self.writer.send(Journal::hint()));
    }

    /// Records that the game was taken back to these frames. `pieces` is the total number of pieces taken back.
    pub fn take_back(&mut self, frames: &[InputFrame], pieces: u32) {
        self.write(frames);
        let part = self.journal.take_back(frames.len(), pieces);
        drop(self.writer.send(part));
    }

    /// Writes these frames. Returns the mark that the caller writes once a recording contains all of them.
    pub fn mark_kept(&mut self, frames: &(impl Frames + ?Sized)) -> JournalMark {
        self.write(frames);
        JournalMark {
            part: Journal::first_frames_saved(self.journal.frames()),
            writer: self.writer.clone(),
        }
    }

    /// Writes the frames that the journal does not contain yet.
    pub fn write(&mut self, frames: &(impl Frames + ?Sized)) {
        self.next = now() + PERIOD;
        let part = self.journal.part(frames);
        if !part.is_empty() {
            // The thread reports write errors itself.
            drop(self.writer.send(part));
        }
    }

    /// Stops writing. The file stays, and the next start recovers it.
    pub fn leave(self) {
        drop(self.finish());
    }

    /// Deletes the journal. All of its content must already be saved in recordings and scores.
    pub fn delete(self) {
        // The file stays locked until it is deleted.
        if let Some(growing) = self.finish()
            && let Err(error) = fs::remove_file(&growing.path)
        {
            log::say(format!("cannot delete {}: {error}", growing.path.display()));
        }
    }

    fn finish(self) -> Option<GrowingJournal> {
        drop(self.writer);
        self.thread?.join().ok().flatten()
    }
}

/// Mark in a journal: all frames before it are saved elsewhere.
#[derive(Debug)]
pub struct JournalMark {
    part: Vec<u8>,
    writer: Sender<Vec<u8>>,
}

impl JournalMark {
    /// Appends this mark to the journal.
    pub fn write(self) {
        drop(self.writer.send(self.part));
    }
}

/// Writes a journal until the sender is dropped. Returns the journal if the file could be created. Retries failed
/// writes, even of the head, with the next data and at the end.
fn write(
    folder: &Path,
    kind: RecordingCategory,
    head: &[u8],
    parts: &Receiver<Vec<u8>>,
) -> Option<GrowingJournal> {
    let mut growing: Option<GrowingJournal> = None;
    let mut waiting = Vec::new();
    let mut has_failed = false;
    let mut grow = |growing: &mut Option<GrowingJournal>, waiting: &mut Vec<u8>| {
        let grown = match growing {
            Some(growing) => growing.grow(waiting),
            None => GrowingJournal::begin(folder, kind, head)
                .and_then(|begun| growing.insert(begun).grow(waiting)),
        };
        if let Err(error) = &grown
            && !has_failed
        {
            let folder = shown(folder);
            log::say(format!(
                "cannot write a journal in {folder}: {error}; without it, the game is lost if the program is interrupted"
            ));
        }
        has_failed = grown.is_err();
    };
    grow(&mut growing, &mut waiting);
    for part in parts {
        waiting.extend(part);
        grow(&mut growing, &mut waiting);
    }
    if !waiting.is_empty() {
        grow(&mut growing, &mut waiting);
    }
    growing
}

/// Journal on the disk.
#[derive(Debug)]
struct GrowingJournal {
    file: File,
    path: PathBuf,
    /// Number of bytes known to be on the disk.
    length: u64,
}

impl GrowingJournal {
    /// Creates a journal with an unused name and locks it. The journal gets its final extension only after its head is
    /// on the disk.
    fn begin(folder: &Path, kind: RecordingCategory, head: &[u8]) -> io::Result<GrowingJournal> {
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
            .expect("there is always a free number")?;
        // Without locks, another program may recover this game while it is still in play. That is better than losing
        // the game.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            // Another program considers the file abandoned and is deleting it.
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let path = new.with_extension(ENDING);
        let begun = file
            .write_all(head)
            .and_then(|()| file.sync_all())
            .and_then(|()| fs::rename(&new, &path));
        if let Err(error) = begun {
            drop(fs::remove_file(&new));
            return Err(error);
        }
        Ok(GrowingJournal {
            file,
            path,
            length: head.len() as u64,
        })
    }

    /// Writes the bytes in `waiting`. After a failure, they stay there for the next attempt.
    fn grow(&mut self, waiting: &mut Vec<u8>) -> io::Result<()> {
        if waiting.is_empty() {
            return Ok(());
        }
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(waiting)?;
        self.file.sync_data()?;
        self.length += waiting.len() as u64;
        waiting.clear();
        Ok(())
    }
}
