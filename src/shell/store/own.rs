//! Palettes, players and opponents of the user's own: files in folders of the user's configuration,
//! found by their names.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::players::{Opponent, Player};
use rightwell::render::palette::palettes;

use super::folders::Folders;
use crate::shell::options::scenes::PERSON;

/// Letters that a name may have, at most.
const NAME_MAX: usize = 40;

/// What there may be files of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// Palettes, in the folder `palettes`.
    Palette,
    /// Players, in the folder `players`.
    Player,
    /// Opponents, in the folder `opponents`.
    Opponent,
}

impl Own {
    /// The names of the files there, sorted; none where there is no such folder. A file is called by
    /// its name without the ending. Names of the program's own are not among them, nor those that
    /// cannot stand on a command line: see [`is_name`].
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

    /// The file of that name, if there is one.
    pub fn file(self, name: &str, folders: Option<&Folders>) -> Option<PathBuf> {
        if !is_name(name) || self.is_built_in(name) {
            return None;
        }
        let file = format!("{name}{}", self.ending());
        let path = self.folder(folders?).join(file);
        path.is_file().then_some(path)
    }

    /// The folder of its files.
    pub fn folder(self, folders: &Folders) -> PathBuf {
        match self {
            Own::Palette => folders.palettes(),
            Own::Player => folders.players(),
            Own::Opponent => folders.opponents(),
        }
    }

    fn name_of(self, path: &Path) -> Option<String> {
        let name = path.file_name()?.to_str()?;
        name.strip_suffix(self.ending()).map(str::to_owned)
    }

    /// How the names of the files end, with the dot.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Own::Palette => ".pal",
            Own::Player | Own::Opponent => ".ron",
        }
    }

    /// Whether the program has something of that name, which stays what it is.
    fn is_built_in(self, name: &str) -> bool {
        let is_player = || Player::names().any(|known| known == name);
        match self {
            Own::Palette => palettes().any(|known| known == name),
            Own::Player => is_player(),
            Own::Opponent => {
                name == PERSON || is_player() || Opponent::names().any(|known| known == name)
            }
        }
    }
}

/// Whether it can be said on a command line and shown in the menu: up to forty letters and signs of
/// ASCII but commas, behind which dials stand, and slashes, which lead to other folders, the first of
/// them a letter or a digit; not ending like a file.
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
        assert_eq!(Own::Opponent.names(folders), ["Sony (1991)", "mine"]);
        assert_eq!(
            Own::Opponent.file("mine", folders),
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
            assert_eq!(Own::Opponent.file(none, folders), None, "{none}");
        }
        assert_eq!(Own::Player.names(folders), [""; 0]);
        assert_eq!(Own::Palette.names(None), [""; 0]);
    }
}
