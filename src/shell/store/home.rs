//! The user's folders and settings. Commands that save something open them at the start.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::thread::Builder;
use std::time::Duration;

use crate::error::CliError;
use crate::host::clock::now;
use crate::host::disk::Disk;
use crate::host::{log, page, threads};

use super::folders::Folders;
use super::recording_store::{RecordingFolder, RecordingStore};
use super::saver::SaveQueue;
use super::settings::Settings;
use super::{journal, leftovers, scores};

/// Maximum wait at the start for the recovery of games. The recovery of a game that lasted a whole day takes longer. It
/// continues in the background or, if the program ends, at the next start.
const PATIENCE: Duration = Duration::from_secs(1);

/// The user's folders and settings.
#[derive(Debug)]
pub struct Home {
    /// The folders.
    pub folders: Folders,
    /// The current settings.
    pub settings: Settings,
    /// Notices about faulty settings and scores, and about recovered games. They are printed and also shown on the
    /// screen.
    pub notices: Vec<String>,
    /// Receives notices about games whose recovery took longer than the wait at the start.
    found: Receiver<String>,
    /// Thread that writes the user's files.
    pub disk: Disk,
    /// Saves settings and choices.
    pub saver: SaveQueue,
}

impl Home {
    /// Reads the settings, recovers interrupted games and deletes leftovers of killed programs.
    pub fn open() -> Result<Home, CliError> {
        Ok(Home::from_folders(Folders::of_user()?, PATIENCE))
    }

    /// Opens settings and data within `folder`, for tests.
    #[cfg(test)]
    pub fn in_folder(folder: &std::path::Path) -> Home {
        let mut home = Home::from_folders(Folders::within(folder), PATIENCE);
        home.disk = Disk::immediate();
        home.saver = SaveQueue::new(&home.disk);
        home
    }

    fn from_folders(folders: Folders, patience: Duration) -> Home {
        let (said, found) = channel();
        let (mut settings, faults) = Settings::load(&folders.settings());
        settings.suit_stream(page::is_clean(), page::ground().as_deref());
        let disk = Disk::start();
        let mut home = Home {
            folders,
            settings,
            notices: faults,
            found,
            saver: SaveQueue::new(&disk),
            disk,
        };
        for folder in [
            home.folders.settings().parent(),
            home.folders.scores().parent(),
            Some(&*home.folders.recordings()),
        ] {
            folder.into_iter().for_each(leftovers::clear);
        }
        let RecordingStore { folder, scores, .. } = home.recording_store(None);
        home.notices.extend(scores::check(&scores));
        let recover = move || {
            for notice in journal::recover(&folder, &scores) {
                drop(said.send(notice));
            }
        };
        threads::required(Builder::new().name("recovery".to_owned()).spawn(recover));
        let until = now() + patience;
        let next = || {
            home.found
                .recv_timeout(until.saturating_duration_since(now()))
        };
        let found: Vec<String> = std::iter::from_fn(|| next().ok()).collect();
        home.notices.extend(found);
        for notice in &home.notices {
            log::say(format!("rightwell: {notice}"));
        }
        home
    }

    /// Returns the next notice about a game recovered since the start, or about a failed write.
    pub fn take_notice(&self) -> Option<String> {
        match self.found.try_recv() {
            Ok(notice) => {
                log::say(format!("rightwell: {notice}"));
                Some(notice)
            }
            Err(_) => self.saver.take_notice(),
        }
    }

    /// Returns the store for games and scores. `save_replay` is the file for the last recording.
    pub fn recording_store(&self, save_replay: Option<PathBuf>) -> RecordingStore {
        RecordingStore {
            folder: RecordingFolder {
                path: self.folders.recordings(),
                kept: self.settings.kept(),
            },
            scores: self.folders.scores(),
            playouts: self.folders.playouts(),
            save_replay,
            disk: self.disk.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rightwell::engine::HighScores;
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::Person;

    use super::*;
    use crate::store::journal::JournalFile;
    use crate::store::recording_store::RecordingCategory;

    /// Leaves a journal of this many frames, as a crash would. Start is pressed at intervals.
    fn leave_journal(recordings: &std::path::Path, frames: usize) {
        let mut person = Person::power_on(Region::Ntsc, HighScores::default());
        let ron = person.history().to_ron();
        let mut journal = JournalFile::begin(recordings, RecordingCategory::Game, 0, || ron);
        for frame in 0..frames {
            let held = [Buttons::NONE, Buttons::START][usize::from(frame % 40 == 0)];
            person.step(held);
        }
        journal.write(person.frames());
        journal.leave();
    }

    #[test]
    fn recovery_of_a_game_does_not_delay_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders::within(folder.path());
        leave_journal(&folders.recordings(), 60_000);
        let home = Home::from_folders(folders, Duration::ZERO);
        assert_eq!(home.notices, [""; 0]);
        let until = now() + Duration::from_secs(60);
        let said = loop {
            if let Some(said) = home.take_notice() {
                break said;
            }
            assert!(now() < until, "the game is never recovered");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(said.contains("game kept as game-000001"), "{said}");
        leave_journal(&home.folders.recordings(), 600);
        let again = Home::in_folder(folder.path());
        assert_eq!(
            again.notices.len(),
            1,
            "a game recovered quickly must be announced at once"
        );
    }
}
