//! Paths of the program's files: settings, high scores, recordings and others.

use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::host::files::true_name;
use crate::host::places::{self, UserFolders};

/// The user's folders for this program.
#[derive(Clone, Debug)]
pub struct Folders(UserFolders);

impl Folders {
    /// Returns the folders that the system defines for the user.
    pub fn of_user() -> Result<Folders, CliError> {
        places::user_folders().map(Folders)
    }

    /// Returns folders within a test's folder.
    #[cfg(test)]
    pub fn within(folder: &Path) -> Folders {
        Folders(UserFolders {
            config: folder.join("config"),
            data: folder.join("data"),
        })
    }

    /// Path of the settings.
    pub fn settings(&self) -> PathBuf {
        self.0.config.join("settings.ron")
    }

    /// Path of the window's size and position.
    #[cfg(feature = "window")]
    pub fn window(&self) -> PathBuf {
        self.0.config.join("window.ron")
    }

    /// Path of the latest choices in the menu.
    pub fn choices(&self) -> PathBuf {
        self.0.config.join("choices.ron")
    }

    /// Folder of the user's tunes.
    pub fn music(&self) -> PathBuf {
        self.0.config.join("music")
    }

    /// Folder of the user's palettes.
    pub fn palettes(&self) -> PathBuf {
        self.0.config.join("palettes")
    }

    /// Folder of the user's players.
    pub fn players(&self) -> PathBuf {
        self.0.config.join("players")
    }

    /// Folder of the user's opponents.
    pub fn opponents(&self) -> PathBuf {
        self.0.config.join("opponents")
    }

    /// Path of the high scores.
    pub fn scores(&self) -> PathBuf {
        self.0.data.join("scores.ron")
    }

    /// Path of the drill results.
    pub fn drills(&self) -> PathBuf {
        self.0.data.join("drills.ron")
    }

    /// Path of the puzzle results.
    pub fn puzzles(&self) -> PathBuf {
        self.0.data.join("puzzles.ron")
    }

    /// Path of the queue of mistakes to practise.
    pub fn mistakes(&self) -> PathBuf {
        self.0.data.join("mistakes.ron")
    }

    /// Path of the results of playouts.
    pub fn playouts(&self) -> PathBuf {
        self.0.data.join("playouts.ron")
    }

    /// Returns whether the file is in the folder of recordings, and is therefore one of the user's own games.
    pub fn holds(&self, file: &Path) -> bool {
        let folder = true_name(file).ok();
        let folder = folder.as_deref().and_then(Path::parent);
        folder.is_some() && folder == true_name(&self.recordings()).ok().as_deref()
    }

    /// Folder of recordings.
    pub fn recordings(&self) -> PathBuf {
        self.0.data.join("recordings")
    }
}
