//! Where files belong, and what the environment says.

use std::ffi::OsString;
use std::path::PathBuf;

use directories::{BaseDirs, ProjectDirs};

use crate::shell::error::CliError;

/// The user's folders for this program.
#[derive(Clone, Debug)]
pub struct UserFolders {
    /// What the user sets.
    pub config: PathBuf,
    /// What the program keeps.
    pub data: PathBuf,
}

/// The folders that the system names for the user.
pub fn user_folders() -> Result<UserFolders, CliError> {
    #[cfg(target_family = "wasm")]
    if let Some(home) = home() {
        return Ok(UserFolders {
            config: home.join("config"),
            data: home.join("data"),
        });
    }
    let folders = ProjectDirs::from("", "", "rightwell").ok_or_else(|| {
        CliError::failed("the system names no home folder for settings and scores")
    })?;
    Ok(UserFolders {
        config: folders.config_dir().to_owned(),
        data: folders.data_dir().to_owned(),
    })
}

/// Where the user's own programs put what desktops look for.
pub fn desktop_data() -> Result<PathBuf, CliError> {
    let folders = BaseDirs::new()
        .ok_or_else(|| CliError::failed("the system names no home folder for desktop entries"))?;
    Ok(folders.data_dir().to_owned())
}

/// The file of this program.
pub fn program() -> Result<PathBuf, CliError> {
    std::env::current_exe().map_err(CliError::failed)
}

/// Where the system keeps what is soon forgotten.
pub fn temporary_folder() -> PathBuf {
    match cfg!(target_family = "wasm") {
        // There the standard library knows of none.
        true => PathBuf::from("/tmp"),
        false => std::env::temp_dir(),
    }
}

/// The user's own folder, if the system names one.
pub fn home() -> Option<PathBuf> {
    match cfg!(target_family = "wasm") {
        true => variable("HOME").map(PathBuf::from),
        false => BaseDirs::new().map(|folders| folders.home_dir().to_owned()),
    }
}

/// The folder the program was started in.
pub fn working_folder() -> Result<PathBuf, CliError> {
    std::env::current_dir().map_err(CliError::failed)
}

/// A variable of the environment; an empty one counts as none.
pub fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}
