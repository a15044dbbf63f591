//! Saved states of games: up to ten recordings. The first line of each file is a comment with the position in which the
//! recording ends.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::engine::{History, RecordingKind, StartPosition};

use crate::error::{CliError, shown};
use crate::host::clock::FileTime;
use crate::host::disk::{Disk, PendingResult};

use super::recording_store::RecordingStore;
use super::{files, pack};

/// Number of states. They are numbered from 1.
pub const STATES: usize = 10;

/// Text before the position in the first line.
const COMMENT: &str = "// ";

/// Folder of saved states, with the thread that writes them.
#[derive(Clone, Debug)]
pub struct SavedStates {
    folder: PathBuf,
    disk: Disk,
}

/// A saved state in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedState {
    /// Position at the end of the state. `None` if a game cannot start at it.
    pub position: Option<StartPosition>,
    /// Time when it was saved, if the system knows it.
    pub written: Option<FileTime>,
}

/// Task that saves a state, or that loads one and converts it to a `T`.
#[derive(Debug)]
pub enum StateTask<T> {
    /// Saving. Returns a notice at the end.
    Saving(PendingResult<String>),
    /// Loading the state of this number. Returns the state or a fault at the end.
    Loading(usize, PendingResult<Result<T, String>>),
}

/// Result of a [`StateTask`].
#[derive(Debug)]
pub enum StateResult<T> {
    /// The state was saved, or the task failed. Contains the notice.
    Notice(String),
    /// The state with this number was loaded.
    Loaded(usize, T),
}

impl<T: Send + 'static> StateTask<T> {
    /// Returns the result of the task, or `None` while the task is running.
    pub fn take(&self) -> Option<StateResult<T>> {
        match self {
            StateTask::Saving(pending) => pending.take().map(StateResult::Notice),
            StateTask::Loading(number, pending) => pending.take().map(|loaded| match loaded {
                Ok(state) => StateResult::Loaded(*number, state),
                Err(fault) => StateResult::Notice(fault),
            }),
        }
    }
}

impl SavedStates {
    /// Returns the folder of states, which lies beside the recordings.
    pub fn of(store: &RecordingStore) -> SavedStates {
        SavedStates {
            folder: store.folder.path.with_file_name("states"),
            disk: store.disk.clone(),
        }
    }

    /// Saves a game that can be continued at the end of `history`. `position` is the position there, `None` if no game
    /// can start from it.
    pub fn save<T>(
        &self,
        number: usize,
        history: History,
        position: Option<StartPosition>,
    ) -> StateTask<T> {
        let (folder, path) = (self.folder.clone(), path(&self.folder, number));
        StateTask::Saving(self.disk.ask(move || {
            let written = fs::create_dir_all(&folder)
                .map_err(|error| CliError::failed(format!("{}: {error}", shown(&folder))))
                .and_then(|()| {
                    let text = text_of(&history, position);
                    files::write_whole(&path, &pack::contents(&path, &text))
                });
            match written {
                Ok(()) => format!("saved as state {number}"),
                Err(error) => error.to_string(),
            }
        }))
    }

    /// Loads the game of a state and converts it to a `T`. `convert` returns `None` if the game does not end in the
    /// saved position.
    pub fn load<T: Send + 'static>(
        &self,
        number: usize,
        convert: impl FnOnce(History) -> Option<T> + Send + 'static,
    ) -> StateTask<T> {
        let path = path(&self.folder, number);
        let load = move || {
            let history = read_history(&path).map_err(|error| error.to_string())?;
            let state = convert(history);
            state.ok_or_else(|| format!("state {number} is corrupt: its replay desyncs"))
        };
        StateTask::Loading(number, PendingResult::start(load))
    }

    /// Returns the saved states in the order of their numbers. `None` stands for an unused state.
    pub fn list(&self) -> Vec<Option<SavedState>> {
        let shown = |number| {
            let path = path(&self.folder, number);
            let written = path.metadata().ok()?.modified().ok();
            let first = pack::first_line(&path);
            let position =
                first.and_then(|first| first.strip_prefix(COMMENT)?.trim_end().parse().ok());
            Some(SavedState { position, written })
        };
        (1..=STATES).map(shown).collect()
    }
}

fn path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("state-{number}.ron.gz"))
}

fn text_of(history: &History, position: Option<StartPosition>) -> String {
    let position = position.filter(|position| position.check().is_ok());
    let first = position.map_or(String::new(), |position| format!("{COMMENT}{position}\n"));
    first + &history.to_ron()
}

/// Reads the history of a state. The game continues at its end.
fn read_history(path: &Path) -> Result<History, CliError> {
    let text = pack::read_recording(path)?;
    let wrong = |fault: String| CliError::usage(format!("{}: {fault}", shown(path)));
    match RecordingKind::detect(&text) {
        Some(RecordingKind::Console) => {
            History::from_ron(&text).map_err(|error| wrong(error.to_string()))
        }
        _ => Err(wrong("the state contains no console game".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use rightwell::engine::{DirectStart, GameType, HighScores};
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::Person;

    use super::*;

    #[test]
    fn a_state_is_loaded_as_it_was_saved_and_shown_by_its_position() {
        let folder = tempfile::tempdir().unwrap();
        let store = RecordingStore::in_folder(folder.path(), None);
        let states = SavedStates::of(&store);
        assert_eq!(states.list(), vec![None; STATES]);
        let start = DirectStart {
            region: Region::Pal,
            game_type: GameType::A,
            level: 18,
            seed: 0x8988,
        };
        let mut person = Person::direct(start, HighScores::default()).unwrap();
        for _ in 0..200 {
            person.step(Buttons::DOWN);
        }
        let game = person.console().game().unwrap();
        let position = Some(StartPosition::of_pad(game));
        let saving: StateTask<()> = states.save(3, person.history(), position);
        store.disk.wait();
        assert!(
            matches!(saving.take(), Some(StateResult::Notice(said)) if said == "saved as state 3")
        );
        assert_eq!(
            read_history(&path(&states.folder, 3)).unwrap(),
            person.history()
        );
        let list = states.list();
        let used: Vec<usize> = (0..STATES).filter(|&state| list[state].is_some()).collect();
        assert_eq!(used, [2]);
        assert_eq!(list[2].unwrap().position, Some(StartPosition::of_pad(game)));
        assert!(list[2].unwrap().written.is_some());
        let fourth = path(&states.folder, 4);
        let fault = read_history(&fourth).unwrap_err().to_string();
        assert!(fault.contains("state-4"), "{fault}");
        fs::write(&fourth, "nonsense").unwrap();
        assert!(read_history(&fourth).is_err());
        assert_eq!(states.list()[3].unwrap().position, None);
    }
}
