//! Where the program keeps what it keeps: settings, high scores, recordings.

use std::path::{Path, PathBuf};

use crate::shell::error::CliError;
use crate::shell::host::files::true_name;
use crate::shell::host::places::{self, UserFolders};

/// The user's folders for this program.
#[derive(Clone, Debug)]
pub struct Folders(UserFolders);

impl Folders {
    /// The folders that the system names for the user.
    pub fn of_user() -> Result<Folders, CliError> {
        places::user_folders().map(Folders)
    }

    /// Folders within one that a test has made.
    #[cfg(test)]
    pub fn within(folder: &Path) -> Folders {
        Folders(UserFolders {
            config: folder.join("config"),
            data: folder.join("data"),
        })
    }

    /// The settings file.
    pub fn settings(&self) -> PathBuf {
        self.0.config.join("settings.ron")
    }

    /// The size and place of the window.
    #[cfg(feature = "window")]
    pub fn window(&self) -> PathBuf {
        self.0.config.join("window.ron")
    }

    /// What was chosen last in the menu.
    pub fn choices(&self) -> PathBuf {
        self.0.config.join("choices.ron")
    }

    /// The folder of the user's own tunes.
    pub fn music(&self) -> PathBuf {
        self.0.config.join("music")
    }

    /// The folder of the user's own palettes.
    pub fn palettes(&self) -> PathBuf {
        self.0.config.join("palettes")
    }

    /// The folder of the user's own players.
    pub fn players(&self) -> PathBuf {
        self.0.config.join("players")
    }

    /// The folder of the user's own opponents.
    pub fn opponents(&self) -> PathBuf {
        self.0.config.join("opponents")
    }

    /// The high scores file.
    pub fn scores(&self) -> PathBuf {
        self.0.data.join("scores.ron")
    }

    /// What has come of drills.
    pub fn drills(&self) -> PathBuf {
        self.0.data.join("drills.ron")
    }

    /// What has come of the puzzles.
    pub fn puzzles(&self) -> PathBuf {
        self.0.data.join("puzzles.ron")
    }

    /// The mistakes of reviewed games that wait to be played better.
    pub fn mistakes(&self) -> PathBuf {
        self.0.data.join("mistakes.ron")
    }

    /// Whether that is a file in the folder of recordings: one of the user's own.
    pub fn holds(&self, file: &Path) -> bool {
        let folder = true_name(file).ok();
        let folder = folder.as_deref().and_then(Path::parent);
        folder.is_some() && folder == true_name(&self.recordings()).ok().as_deref()
    }

    /// The folder of recordings.
    pub fn recordings(&self) -> PathBuf {
        self.0.data.join("recordings")
    }
}
