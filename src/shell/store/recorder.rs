//! Recorder of games in play: journals, recordings and high scores.
//!
//! The journal grows during the game. The disk thread writes scores and recordings. It writes the scores first, because
//! they are small. It deletes a journal only after the game is saved elsewhere. Failed writes are retried with the next
//! recording and at the end of the program. If they fail even then, the data stays in the journal, and the exit code
//! reports the failure.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use rightwell::engine::{HighScore, InputFrame};
use rightwell::session::journal::Frames;

use crate::host::disk::Disk;
use crate::host::{exit, log};

use super::journal::{JournalFile, JournalMark};
use super::pack::RecordingFormat;
use super::recording_store::{
    RecordingCategory, RecordingFolder, RecordingStore, RecordingWriter, SaveOutcome, save_replay,
};
use super::scores;

/// Maximum number of ended play sessions whose data waits to be written. A play session is everything since power-on, or one
/// match. For older play sessions, only the journals remain.
const BACKLOG_MAX: usize = 100;
/// Message at the end of the program about games that could not be written.
const JOURNAL_STAYS: &str =
    "unsaved games stay in the journal, if there is one, and the next start recovers them";

/// New high score. `true` means a B-type score.
pub type NewScore = (bool, HighScore);

/// Recorder of one play session after another. A play session is everything since power-on, or one match. It yields one
/// recording.
#[derive(Debug)]
pub struct Recorder {
    kind: RecordingCategory,
    folder: RecordingFolder,
    save_replay: Option<PathBuf>,
    disk: Disk,
    /// Journal of the current play session, once it has begun.
    journal: Option<JournalFile>,
    backlog: Arc<Mutex<UnwrittenData>>,
    notices: Receiver<String>,
}

impl Recorder {
    /// Returns a recorder for recordings of this kind.
    pub fn new(store: &RecordingStore, kind: RecordingCategory) -> Recorder {
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

    /// Returns whether the journal of the play session still has to [begin](Recorder::begin).
    pub fn needs_journal(&self) -> bool {
        self.journal.is_none() && self.folder.keeps_any()
    }

    /// Starts the journal of a play session that already has `frames` frames. `ron` returns the recording of these frames.
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

    /// Records in the journal that a hint was shown after these frames.
    pub fn note_hint(&mut self, frames: &[InputFrame]) {
        if let Some(journal) = &mut self.journal {
            journal.note_hint(frames);
        }
    }

    /// Records in the journal that the game was taken back to these frames. `pieces` is the total number of pieces
    /// taken back.
    pub fn take_back(&mut self, frames: &[InputFrame], pieces: u32) {
        if let Some(journal) = &mut self.journal {
            journal.take_back(frames, pieces);
        }
    }

    /// Writes these scores, and the recording if there is one. The play session continues.
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

    /// Ends the play session. Writes these scores. Also writes the recording, if one is given or an earlier one could
    /// not be written. The notice about the recording starts with `reason`.
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

    /// Writes the last recording to the file from `--save-replay`, if the user named one.
    pub fn save_replay(&self, recording: RecordingWriter) {
        if let Some(path) = self.save_replay.clone() {
            self.disk.run(move || save_replay(&path, &recording().1));
        }
    }

    /// Returns the next notice about written files or failures.
    pub fn take_notice(&self) -> Option<String> {
        self.notices.try_recv().ok()
    }

    /// Waits until everything is written.
    #[cfg(test)]
    pub fn wait(&self) {
        self.disk.wait();
    }

    /// Stops writing the journal after these frames, as if the program had crashed.
    #[cfg(test)]
    pub fn cut_off(&mut self, frames: &[InputFrame]) {
        let mut journal = self.journal.take().unwrap();
        journal.write(frames);
        journal.leave();
    }

    /// Sets the file for the last recording.
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

/// Retries failed writes for the last time.
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
    kind: RecordingCategory,
    folder: RecordingFolder,
    scores_path: PathBuf,
    notices: Sender<String>,
    /// High scores that could not be written.
    scores: Vec<NewScore>,
    /// Latest recording of the play session, if it could not be written.
    recording: Option<UnsavedRecording>,
    /// Ended play sessions whose data is not written yet.
    sittings: Vec<UnsavedSession>,
}

/// Recording that could not be written: its format and its text.
type UnsavedRecording = (RecordingFormat, String);

/// Play session that has ended, but whose data is not written yet.
#[derive(Debug)]
struct UnsavedSession {
    /// The recording. `None` if only scores are not written yet.
    recording: Option<UnsavedRecording>,
    journal: Option<JournalFile>,
}

impl UnwrittenData {
    fn notify(&self, notice: String) {
        // After the end of the program, nobody receives notices.
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

    /// Writes a recording of the play session. Then marks the frames so far as saved in the journal, unless the journal is
    /// still needed for scores.
    fn save_recording(
        &mut self,
        (form, text): UnsavedRecording,
        mark: Option<JournalMark>,
        reason: Option<String>,
    ) {
        let outcome = self.folder.save(self.kind, form, &text);
        let (SaveOutcome::Done(notice) | SaveOutcome::Failed(notice)) = &outcome;
        self.notify(match reason {
            Some(reason) => format!("{reason}; {notice}"),
            None => notice.clone(),
        });
        match outcome {
            SaveOutcome::Done(_) => {
                self.recording = None;
                if self.scores.is_empty() {
                    mark.into_iter().for_each(JournalMark::write);
                }
                self.retry();
            }
            SaveOutcome::Failed(_) => self.recording = Some((form, text)),
        }
    }

    /// Ends the play session. Deletes its journal as soon as all its data is written.
    fn leave(&mut self, journal: Option<JournalFile>) {
        let recording = self.recording.take();
        if recording.is_none() && self.scores.is_empty() {
            journal.into_iter().for_each(JournalFile::delete);
            return;
        }
        self.sittings.push(UnsavedSession { recording, journal });
        if self.sittings.len() > BACKLOG_MAX {
            self.give_up(0);
        }
    }

    /// Tries again to write the data of ended play sessions.
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

    /// Drops the unwritten data of an ended play session. Only its journal remains.
    fn give_up(&mut self, index: usize) {
        let sitting = self.sittings.remove(index);
        sitting.journal.into_iter().for_each(JournalFile::leave);
        exit::failed(JOURNAL_STAYS);
    }

    /// Tries all failed writes one last time. Drops the data of those that fail again.
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
