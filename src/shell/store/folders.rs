//! Where the program keeps what it keeps: settings, high scores, recordings.

use std::path::PathBuf;

use directories::ProjectDirs;

use crate::shell::error::CliError;

/// The user's folders for this program.
#[derive(Clone, Debug)]
pub struct Folders {
    config: PathBuf,
    data: PathBuf,
}

impl Folders {
    /// The folders that the system names for the user.
    pub fn of_user() -> Result<Folders, CliError> {
        let folders = ProjectDirs::from("", "", "rightwell").ok_or_else(|| {
            CliError::failed("the system names no home folder for settings and scores")
        })?;
        Ok(Folders {
            config: folders.config_dir().to_owned(),
            data: folders.data_dir().to_owned(),
        })
    }

    /// The settings file.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.ron")
    }

    /// The high scores file.
    pub fn scores(&self) -> PathBuf {
        self.data.join("scores.ron")
    }

    /// The folder of recordings.
    pub fn recordings(&self) -> PathBuf {
        self.data.join("recordings")
    }
}
