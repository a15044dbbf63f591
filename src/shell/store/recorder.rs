//! Recorder of what is played: its journal, its recordings, its high scores.
//!
//! The journal grows while the game goes on. Recordings and scores are written by the disk thread: scores first, because
//! they are small, and a journal is deleted only after its game is on the disk elsewhere. Failed writes are retried with
//! the next recording and at the end. Whatever fails then too stays in the journal, and the exit code says so.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use rightwell::engine::{HighScore, InputFrame};
use rightwell::session::journal::Frames;

use crate::shell::host::disk::Disk;
use crate::shell::host::{exit, log};

use super::journal::{JournalFile, KeptMark};
use super::pack::RecordingFormat;
use super::recording_store::{
    KeptKind, RecordingFolder, RecordingStore, RecordingWriter, SaveOutcome, save_replay,
};
use super::scores;

/// Maximum number of sittings that wait to be written. Older ones keep only their journals.
const BACKLOG_MAX: usize = 100;
/// Message for the end of the program if a game could not be written.
const JOURNAL_STAYS: &str =
    "what could not be saved stays in the journal, if any, for the next start";

/// Entry of the high scores, with whether it is a B-type entry.
pub type NewScore = (bool, HighScore);

/// Recorder of one sitting after another. One recording contains a sitting: everything since power-on, or a match.
#[derive(Debug)]
pub struct Recorder {
    kind: KeptKind,
    folder: RecordingFolder,
    save_replay: Option<PathBuf>,
    disk: Disk,
    /// Journal of the sitting, once it has begun.
    journal: Option<JournalFile>,
    backlog: Arc<Mutex<UnwrittenData>>,
    notices: Receiver<String>,
}

impl Recorder {
    /// Returns a recorder for recordings of this kind.
    pub fn new(store: &RecordingStore, kind: KeptKind) -> Recorder {
        let (sender, notices) = channel();
        Recorder {
            kind,
            folder: store.folder.clone(),
            save_replay: store.save_replay.clone(),
            disk: store.disk.clone(),
            journal: None,
            backlog: Arc::new(Mutex::new(UnwrittenData {
                kind,
                folder: store.folder.clone(),
                scores_path: store.scores.clone(),
                notices: sender,
                scores: Vec::new(),
                recording: None,
                sittings: Vec::new(),
            })),
            notices,
        }
    }

    /// Returns whether the sitting still has to [begin](Recorder::begin).
    pub fn needs_journal(&self) -> bool {
        self.journal.is_none() && self.folder.keeps_any()
    }

    /// Starts a journal after `frames` frames. `ron` writes the recording up to there.
    pub fn begin(&mut self, frames: usize, ron: impl FnOnce() -> String + Send + 'static) {
        let folder = &self.folder.path;
        self.journal = Some(JournalFile::begin(folder, self.kind, frames, ron));
    }

    /// Adds the latest frames to the journal, once a second.
    pub fn grow(&mut self, frames: &(impl Frames + ?Sized)) {
        if let Some(journal) = &mut self.journal {
            journal.grow(frames);
        }
    }

    /// Records that a hint was shown after these frames.
    pub fn note_hint(&mut self, frames: &[InputFrame]) {
        if let Some(journal) = &mut self.journal {
            journal.note_hint(frames);
        }
    }

    /// Records that the game was taken back to these frames, by this total of pieces.
    pub fn take_back(&mut self, frames: &[InputFrame], pieces: u32) {
        if let Some(journal) = &mut self.journal {
            journal.take_back(frames, pieces);
        }
    }

    /// Writes scores, and the recording if one is due. The sitting goes on.
    pub fn save(
        &mut self,
        frames: &(impl Frames + ?Sized),
        new_scores: Vec<NewScore>,
        recording: Option<RecordingWriter>,
    ) {
        let mark = self
            .journal
            .as_mut()
            .map(|journal| journal.mark_kept(frames));
        self.run(move |backlog| {
            backlog.save_scores(new_scores);
            if let Some(recording) = recording {
                backlog.save_recording(recording(), mark, None);
            }
        });
    }

    /// Ends the sitting. Writes scores, and the recording if one is due or an earlier one failed. The notice about the
    /// recording starts with `reason`.
    pub fn leave(
        &mut self,
        frames: &(impl Frames + ?Sized),
        new_scores: Vec<NewScore>,
        recording: Option<RecordingWriter>,
        reason: Option<&str>,
    ) {
        let reason = reason.map(str::to_owned);
        let mut journal = self.journal.take();
        if let Some(journal) = &mut journal {
            journal.write(frames);
        }
        self.run(move |backlog| {
            backlog.save_scores(new_scores);
            let recording = recording.map(|write| write());
            if let Some(recording) = recording.or_else(|| backlog.recording.take()) {
                backlog.save_recording(recording, None, reason);
            }
            backlog.leave(journal);
        });
    }

    /// Writes the last recording to the file that the user named for it, if any.
    pub fn save_replay(&self, recording: RecordingWriter) {
        if let Some(path) = self.save_replay.clone() {
            self.disk.run(move || save_replay(&path, &recording().1));
        }
    }

    /// Returns what the screen should say about the latest files.
    pub fn take_notice(&self) -> Option<String> {
        self.notices.try_recv().ok()
    }

    /// Waits until all is written.
    #[cfg(test)]
    pub fn wait(&self) {
        self.disk.wait();
    }

    /// Ends the journal after these frames, as a crash would.
    #[cfg(test)]
    pub fn cut_off(&mut self, frames: &[InputFrame]) {
        let mut journal = self.journal.take().unwrap();
        journal.write(frames);
        journal.leave();
    }

    /// Names the file for the last recording.
    #[cfg(test)]
    pub fn set_replay(&mut self, path: &std::path::Path) {
        self.save_replay = Some(path.to_owned());
    }

    fn run(&self, task: impl FnOnce(&mut UnwrittenData) + Send + 'static) {
        let backlog = Arc::clone(&self.backlog);
        self.disk.run(move || {
            task(&mut backlog.lock().unwrap_or_else(PoisonError::into_inner));
        });
    }
}

/// Tries once more to write what could not be written.
impl Drop for Recorder {
    fn drop(&mut self) {
        let journal = self.journal.take();
        self.run(move |backlog| {
            backlog.leave(journal);
            backlog.end();
        });
    }
}

/// Data that the disk thread still has to write.
#[derive(Debug)]
struct UnwrittenData {
    kind: KeptKind,
    folder: RecordingFolder,
    scores_path: PathBuf,
    notices: Sender<String>,
    /// High scores that could not be written.
    scores: Vec<NewScore>,
    /// Latest recording of the sitting, if it could not be written.
    recording: Option<UnsavedRecording>,
    /// Ended sittings with unwritten data.
    sittings: Vec<UnsavedSitting>,
}

/// Recording that could not be written: its format and its text.
type UnsavedRecording = (RecordingFormat, String);

/// Ended sitting with unwritten data.
#[derive(Debug)]
struct UnsavedSitting {
    /// `None` if only scores are missing.
    recording: Option<UnsavedRecording>,
    journal: Option<JournalFile>,
}

impl UnwrittenData {
    fn notify(&self, notice: String) {
        // Nobody listens after the end.
        drop(self.notices.send(notice));
    }

    fn save_scores(&mut self, new: Vec<NewScore>) {
        self.scores.extend(new);
        match scores::add(&self.scores_path, &self.scores) {
            Ok(()) => self.scores.clear(),
            Err(error) => {
                log::say(&error);
                self.notify(error.to_string());
            }
        }
    }

    /// Writes a recording of the sitting. Marks it in the journal, unless the journal is still needed for scores.
    fn save_recording(
        &mut self,
        (form, text): UnsavedRecording,
        mark: Option<KeptMark>,
        reason: Option<String>,
    ) {
        let outcome = self.folder.save(self.kind, form, &text);
        let (SaveOutcome::Done(notice) | SaveOutcome::Failed(notice)) = &outcome;
        self.notify(match reason {
            Some(reason) => format!("{reason}. {notice}"),
            None => notice.clone(),
        });
        match outcome {
            SaveOutcome::Done(_) => {
                self.recording = None;
                if self.scores.is_empty() {
                    mark.into_iter().for_each(KeptMark::write);
                }
                self.retry();
            }
            SaveOutcome::Failed(_) => self.recording = Some((form, text)),
        }
    }

    /// Ends the sitting. Its journal goes once all of it is written.
    fn leave(&mut self, journal: Option<JournalFile>) {
        let recording = self.recording.take();
        if recording.is_none() && self.scores.is_empty() {
            journal.into_iter().for_each(JournalFile::delete);
            return;
        }
        self.sittings.push(UnsavedSitting { recording, journal });
        if self.sittings.len() > BACKLOG_MAX {
            self.give_up(0);
        }
    }

    /// Tries again to write ended sittings.
    fn retry(&mut self) {
        for mut sitting in std::mem::take(&mut self.sittings) {
            if let Some((form, text)) = &sitting.recording
                && let SaveOutcome::Done(_) = self.folder.save(self.kind, *form, text)
            {
                sitting.recording = None;
            }
            if sitting.recording.is_none() && self.scores.is_empty() {
                sitting.journal.into_iter().for_each(JournalFile::delete);
            } else {
                self.sittings.push(sitting);
            }
        }
    }

    /// Leaves a sitting to its journal.
    fn give_up(&mut self, index: usize) {
        let sitting = self.sittings.remove(index);
        sitting.journal.into_iter().for_each(JournalFile::leave);
        exit::failed(JOURNAL_STAYS);
    }

    /// Writes what it can and gives up the rest.
    fn end(&mut self) {
        if !self.scores.is_empty() {
            self.save_scores(Vec::new());
        }
        self.retry();
        while !self.sittings.is_empty() {
            self.give_up(0);
        }
        if !self.scores.is_empty() {
            exit::failed(JOURNAL_STAYS);
        }
    }
}
