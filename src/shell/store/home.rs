//! What is in the user's folders, opened at the start of whatever keeps something there.

use std::path::PathBuf;

use crate::shell::error::CliError;
use crate::shell::host::log;

use super::folders::Folders;
use super::kept::Shelf;
use super::settings::Settings;
use super::{journal, leftovers};

/// The user's folders and settings.
#[derive(Debug)]
pub struct Home {
    /// Where things are.
    pub folders: Folders,
    /// The settings in force.
    pub settings: Settings,
    /// What was wrong with the settings and what was found of games cut off: said already, and to be
    /// shown on the screen.
    pub notices: Vec<String>,
}

impl Home {
    /// Reads the settings, keeps games that were cut off, clears away what killed programs left.
    pub fn open(is_key: impl Fn(&str) -> bool) -> Result<Home, CliError> {
        Ok(Home::of(Folders::of_user()?, is_key))
    }

    /// The same in a folder that a test has made.
    #[cfg(test)]
    pub fn in_folder(folder: &std::path::Path) -> Home {
        Home::of(Folders::within(folder), |_| true)
    }

    fn of(folders: Folders, is_key: impl Fn(&str) -> bool) -> Home {
        let (settings, faults) = Settings::load(&folders.settings(), is_key);
        let mut home = Home {
            folders,
            settings,
            notices: faults,
        };
        for folder in [
            home.folders.settings().parent(),
            home.folders.scores().parent(),
            Some(&*home.folders.recordings()),
        ] {
            folder.into_iter().for_each(leftovers::clear);
        }
        let found = journal::recover(&home.shelf(None), &home.folders.scores());
        home.notices.extend(found);
        for notice in &home.notices {
            log::say(format!("rightwell: {notice}"));
        }
        home
    }

    /// Where recordings go, and the file that the last one goes to at the end.
    pub fn shelf(&self, save_replay: Option<PathBuf>) -> Shelf {
        Shelf {
            recordings: self.folders.recordings(),
            kept: self.settings.kept(),
            save_replay,
        }
    }
}
