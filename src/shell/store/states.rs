//! Saved states: up to ten recordings that end where the game continues. The first line of each holds its position as
//! text, for display.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::engine::{History, RecordingKind, StartPosition};

use crate::shell::error::{CliError, shown};

use super::{files, pack};

/// Number of states. They count from 1.
pub const STATES: usize = 10;

/// Prefix of the position in the first line.
const COMMENT: &str = "// ";

/// The folder of saved states.
#[derive(Clone, Debug)]
pub struct States(PathBuf);

impl States {
    /// Returns the states beside the folder of recordings.
    pub fn beside(recordings: &Path) -> States {
        States(recordings.with_file_name("states"))
    }

    fn path(&self, number: usize) -> PathBuf {
        self.0.join(format!("state-{number}.ron.gz"))
    }

    /// Saves a game at the point where it continues.
    pub fn save(&self, number: usize, history: &History) -> Result<(), CliError> {
        let path = self.path(number);
        let failed = |error| CliError::failed(format!("{}: {error}", shown(&self.0)));
        fs::create_dir_all(&self.0).map_err(failed)?;
        let console = history.play();
        let position = console.game().map(StartPosition::of_pad);
        let position = position.filter(|position| position.check().is_ok());
        let first = position.map_or(String::new(), |position| format!("{COMMENT}{position}\n"));
        let text = first + &history.to_ron();
        files::write_whole(&path, &pack::contents(&path, &text))
    }

    /// Loads the game of a state, up to the point where it continues.
    pub fn load(&self, number: usize) -> Result<History, CliError> {
        let path = self.path(number);
        let text = pack::read_recording(&path)?;
        let wrong = |fault: String| CliError::usage(format!("{}: {fault}", shown(&path)));
        match RecordingKind::detect(&text) {
            Some(RecordingKind::Console) => {
                History::from_ron(&text).map_err(|error| wrong(error.to_string()))
            }
            _ => Err(wrong("it holds no game of a console".to_owned())),
        }
    }

    /// Lists the states by number. The outer `None` means no state; the inner one means a state without a usable
    /// position.
    pub fn list(&self) -> Vec<Option<Option<StartPosition>>> {
        let shown = |number| {
            let path = self.path(number);
            path.exists().then(|| {
                let text = pack::read_recording(&path).ok()?;
                let first = text.lines().next()?;
                first.strip_prefix(COMMENT)?.parse().ok()
            })
        };
        (1..=STATES).map(shown).collect()
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
        let states = States::beside(&folder.path().join("recordings"));
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
        states.save(3, &person.history()).unwrap();
        assert_eq!(states.load(3).unwrap(), person.history());
        let game = person.console().game().unwrap();
        let mut list = vec![None; STATES];
        list[2] = Some(Some(StartPosition::of_pad(game)));
        assert_eq!(states.list(), list);
        let fault = states.load(4).unwrap_err().to_string();
        assert!(fault.contains("state-4"), "{fault}");
        fs::write(states.path(4), "nonsense").unwrap();
        assert!(states.load(4).is_err());
        assert_eq!(states.list()[3], Some(None));
    }
}
