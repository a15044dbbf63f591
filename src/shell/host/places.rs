//! Folders of the user and the system, and environment variables.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use directories::{BaseDirs, ProjectDirs, UserDirs};

use crate::error::{CliError, shown};

/// Maximum length of a path in a notice, in characters. A line of the notice has 32. If the path is longer, the notice
/// shows only the folder's own name, however long.
const FOLDER_LETTERS: usize = 29;

/// The user's folders for this program.
#[derive(Clone, Debug)]
pub struct UserFolders {
    /// Folder of the settings.
    pub config: PathBuf,
    /// Folder of scores, recordings and other saved data.
    pub data: PathBuf,
}

/// Returns the program's folders under the user's home.
///
/// # Errors
/// If the system knows no home folder, or only a relative path, which would depend on the working folder.
pub fn user_folders() -> Result<UserFolders, CliError> {
    #[cfg(target_family = "wasm")]
    if let Some(home) = home() {
        return Ok(UserFolders {
            config: home.join("config"),
            data: home.join("data"),
        });
    }
    let folders = ProjectDirs::from("", "", "rightwell");
    let [config, data] = [ProjectDirs::config_dir, ProjectDirs::data_dir].map(|folder| {
        absolute(
            folders.as_ref().map(folder),
            "settings, scores and games cannot be saved",
        )
    });
    Ok(UserFolders {
        config: config?,
        data: data?,
    })
}

/// Returns the folder in which desktops look for programs that the user has added.
///
/// # Errors
/// See [`user_folders`].
pub fn desktop_data() -> Result<PathBuf, CliError> {
    let folders = BaseDirs::new();
    absolute(
        folders.as_ref().map(BaseDirs::data_dir),
        "there is no folder for desktop entries",
    )
}

fn absolute(folder: Option<&Path>, consequence: &str) -> Result<PathBuf, CliError> {
    let folder = folder.ok_or_else(|| {
        CliError::failed(format!(
            "cannot determine the home directory: {consequence}"
        ))
    })?;
    if !folder.is_absolute() {
        return Err(CliError::failed(format!(
            "{} is a relative path: {consequence}. Set `HOME` to an absolute path",
            shown(folder)
        )));
    }
    Ok(folder.to_owned())
}

/// Returns the path of this program's executable.
pub fn program() -> Result<PathBuf, CliError> {
    std::env::current_exe().map_err(CliError::failed)
}

/// Returns the system's folder for temporary files.
pub fn temporary_folder() -> PathBuf {
    match cfg!(target_family = "wasm") {
        // On the web page, the standard library knows no temporary folder.
        true => PathBuf::from("/tmp"),
        false => std::env::temp_dir(),
    }
}

/// Returns the user's home folder. Returns `None` if the system knows none.
pub fn home() -> Option<PathBuf> {
    match cfg!(target_family = "wasm") {
        true => variable("HOME").map(PathBuf::from),
        false => BaseDirs::new().map(|folders| folders.home_dir().to_owned()),
    }
}

/// Returns the folder in which the program was started.
pub fn working_folder() -> Result<PathBuf, CliError> {
    std::env::current_dir().map_err(CliError::failed)
}

/// Kind of files that the user keeps in a folder of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    Pictures,
    Videos,
}

/// Returns the system's folder for pictures or videos. If there is none, as on a web page, returns the working folder.
pub fn media_folder(media: Media) -> Result<PathBuf, CliError> {
    let folders = UserDirs::new();
    let folder = folders.as_ref().and_then(|folders| match media {
        Media::Pictures => folders.picture_dir(),
        Media::Videos => folders.video_dir(),
    });
    match folder.filter(|folder| folder.is_dir()) {
        Some(folder) => Ok(folder.to_owned()),
        None => working_folder(),
    }
}

/// Returns an environment variable. An empty variable is treated as unset.
pub fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Describes where a written file is, briefly enough for one line of a notice.
///
/// A folder in the user's home is given relative to it. If the path is too long, only the folder's own name is given.
pub fn file_in_words(path: &Path, home: Option<&Path>) -> String {
    let folder = path.parent().unwrap_or(path);
    let file = Path::new(path.file_name().unwrap_or_default()).display();
    if home == Some(folder) {
        return format!("{file} in your home folder");
    }
    let below = home.and_then(|home| folder.strip_prefix(home).ok());
    let whole = below.unwrap_or(folder).display().to_string();
    let whole = whole.trim_end_matches('/');
    let own = folder
        .file_name()
        .map(Path::new)
        .unwrap_or(folder)
        .display();
    match whole.chars().count() {
        0 => file.to_string(),
        1..=FOLDER_LETTERS => format!("{file} in {whole}"),
        _ => format!("{file} in {own}"),
    }
}

#[cfg(test)]
mod tests {
    use rightwell::render::Frame;
    use rightwell::render::text::character_tile;

    use super::*;

    #[test]
    fn the_location_of_a_file_is_short() {
        let home = Path::new("/home/somebody");
        for (folder, said) in [
            ("/home/somebody", " in your home folder"),
            ("/home/somebody/Pictures", " in Pictures"),
            (
                "/home/somebody/a/folder/very/far/away/from/here",
                " in here",
            ),
            ("/media/games", " in /media/games"),
            ("/a/very/long/way/through/many/folders/shots", " in shots"),
            ("/", ""),
        ] {
            let path = Path::new(folder).join("rightwell-0001.png");
            let expected = format!("rightwell-0001.png{said}");
            assert_eq!(file_in_words(&path, Some(home)), expected);
            let notice = format!("screenshot: {expected}");
            let unknown = character_tile('?');
            let is_drawn = notice
                .chars()
                .all(|letter| character_tile(letter) != unknown);
            assert!(is_drawn, "the screen's font lacks a letter of: {notice}");
            let lines = rightwell::menu::wrap(&notice, Frame::COLUMNS);
            assert_eq!(lines.join(" "), notice, "no word is cut");
            assert!(lines.len() <= 2);
        }
    }
}
