//! The user's own palettes, players and opponents: files in the configuration folder, found by name.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::players::{Opponent, Player};
use rightwell::render::palette::palettes;

use super::folders::Folders;
use crate::options::scenes::PERSON;

/// Maximum length of a name in letters.
const NAME_MAX: usize = 40;

/// Kind of the user's own files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserFileKind {
    /// Palettes, in the folder `palettes`.
    Palette,
    /// Players, in the folder `players`.
    Player,
    /// Opponents, in the folder `opponents`.
    Opponent,
}

impl UserFileKind {
    /// Returns the sorted names of the files, without their endings. A missing folder yields an empty list.
    ///
    /// Omits built-in names, and names that do not work on a command line: see [`is_name`].
    pub fn names(self, folders: Option<&Folders>) -> Vec<String> {
        let folder = folders.map(|folders| self.folder(folders));
        let files = folder.and_then(|folder| fs::read_dir(folder).ok());
        let paths = files.into_iter().flatten().flatten();
        let mut names: Vec<String> = paths
            .filter_map(|file| self.name_of(&file.path()))
            .filter(|name| self.file(name, folders).is_some())
            .collect();
        names.sort();
        names
    }

    /// Returns the path of the file with this name, if it exists.
    pub fn file(self, name: &str, folders: Option<&Folders>) -> Option<PathBuf> {
        if !is_name(name) || self.is_built_in(name) {
            return None;
        }
        let file = format!("{name}{}", self.ending());
        let path = self.folder(folders?).join(file);
        path.is_file().then_some(path)
    }

    /// Returns the folder for files of this kind.
    pub fn folder(self, folders: &Folders) -> PathBuf {
        match self {
            UserFileKind::Palette => folders.palettes(),
            UserFileKind::Player => folders.players(),
            UserFileKind::Opponent => folders.opponents(),
        }
    }

    fn name_of(self, path: &Path) -> Option<String> {
        let name = path.file_name()?.to_str()?;
        name.strip_suffix(self.ending()).map(str::to_owned)
    }

    /// Returns the ending of the file names, with the dot.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            UserFileKind::Palette => ".pal",
            UserFileKind::Player | UserFileKind::Opponent => ".ron",
        }
    }

    /// Returns whether a built-in palette, player or opponent has this name. The user's files cannot replace these.
    fn is_built_in(self, name: &str) -> bool {
        let is_player = || Player::names().any(|known| known == name);
        match self {
            UserFileKind::Palette => palettes().any(|known| known == name),
            UserFileKind::Player => is_player(),
            UserFileKind::Opponent => {
                name == PERSON || is_player() || Opponent::names().any(|known| known == name)
            }
        }
    }
}

/// Returns whether a name works on a command line and in the menu.
///
/// A valid name has up to 40 printable ASCII characters, starts with a letter or a digit and does not end like a file.
/// Commas are excluded because dials follow them, and slashes because they lead to other folders.
fn is_name(name: &str) -> bool {
    let is_sign = |letter: char| {
        (letter.is_ascii_graphic() || letter == ' ') && !matches!(letter, ',' | '/' | '\\')
    };
    name.len() <= NAME_MAX
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.chars().all(is_sign)
        && ![".ron", ".pal", " "].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_by_their_names_and_names_of_the_program_stay_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders::within(folder.path());
        let place = folders.opponents();
        fs::create_dir_all(place.join("folder.ron")).unwrap();
        for file in [
            "mine.ron",
            "Sony (1991).ron",
            "champion.ron",
            "survival.ron",
            "person.ron",
            "a,b.ron",
            "-x.ron",
            "twice.ron.ron",
            "other.pal",
            ".ron",
        ] {
            fs::write(place.join(file), "").unwrap();
        }
        let folders = Some(&folders);
        assert_eq!(
            UserFileKind::Opponent.names(folders),
            ["Sony (1991)", "mine"]
        );
        assert_eq!(
            UserFileKind::Opponent.file("mine", folders),
            Some(place.join("mine.ron"))
        );
        fs::create_dir_all(place.join("sub")).unwrap();
        fs::write(place.join("sub/below.ron"), "").unwrap();
        for none in [
            "gone",
            "champion",
            "../opponents/mine",
            "sub/below",
            "sub/../mine",
            "sub\\below",
            "folder",
            "",
        ] {
            assert_eq!(UserFileKind::Opponent.file(none, folders), None, "{none}");
        }
        assert_eq!(UserFileKind::Player.names(folders), [""; 0]);
        assert_eq!(UserFileKind::Palette.names(None), [""; 0]);
    }
}
