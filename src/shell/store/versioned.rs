//! The program's own RON files. Each contains its version number.

use std::path::Path;

use rightwell::rules::RonFault;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::{CliError, shown};

use super::files;
use super::lock::FileLock;
use super::read::{self, FileKind};

/// Version number that a file must have. Parsing fails for any other number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Version<const NUMBER: u32>;

impl<const NUMBER: u32> TryFrom<u32> for Version<NUMBER> {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        let is_ours = number == NUMBER;
        let wrong = || format!("unsupported version {number}; allowed: {NUMBER}");
        is_ours.then_some(Version).ok_or_else(wrong)
    }
}

impl<const NUMBER: u32> From<Version<NUMBER>> for u32 {
    fn from(_: Version<NUMBER>) -> u32 {
        NUMBER
    }
}

/// Reads a file, or returns `None` if it does not exist.
pub fn load<T: DeserializeOwned>(path: &Path, kind: FileKind) -> Result<Option<T>, CliError> {
    match read::is_there(path) {
        true => parse(path, &read::text(path, kind)?).map(Some),
        false => Ok(None),
    }
}

/// Changes a file: reads it again, because other programs may have changed it, applies the change and writes it.
/// Returns the new contents and the result of the change. Never overwrites an unreadable file.
pub fn update<T: Clone + Default + PartialEq + Serialize + DeserializeOwned, R>(
    path: &Path,
    kind: FileKind,
    change: impl FnOnce(&mut T) -> R,
) -> Result<(T, R), CliError> {
    let _lock = FileLock::wait_for(path)?;
    let before: T = load(path, kind)?.unwrap_or_default();
    let mut contents = before.clone();
    let result = change(&mut contents);
    if contents != before {
        save(path, &contents)?;
    }
    Ok((contents, result))
}

/// Parses the text of a file. Errors contain the line number.
pub fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, CliError> {
    ron::from_str(text).map_err(|error| {
        let RonFault { line, message, .. } = error.into();
        CliError::usage(format!("{}: line {line}: {message}", shown(path)))
    })
}

/// Writes the file atomically.
pub fn save(path: &Path, contents: &impl Serialize) -> Result<(), CliError> {
    let style = ron::ser::PrettyConfig::new().new_line("\n");
    let text = ron::ser::to_string_pretty(contents, style).map_err(CliError::failed)?;
    files::write_own(path, (text + "\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rightwell::engine::console::HighScore;
    use rightwell::session::puzzles::built_in;

    use crate::store::choices::SavedChoices;
    use crate::store::{mistakes, puzzle_results, scores};

    use super::*;

    /// Functions that read and rewrite a file of one kind, and return the errors of both.
    type FileFunctions = fn(&Path) -> [Option<CliError>; 2];

    const FILES: [(&str, FileFunctions); 3] = [
        ("scores.ron", |path| {
            let made = [(false, HighScore::new("ME", 900_000, 18))];
            [scores::load(path).err(), scores::add(path, &made).err()]
        }),
        ("puzzles.ron", |path| {
            let tried = puzzle_results::add(path, &built_in()[0], true, false);
            [puzzle_results::load(path).err(), tried.err()]
        }),
        ("mistakes.ron", |path| {
            [
                mistakes::load(path).err(),
                mistakes::add(path, Vec::new()).err(),
            ]
        }),
    ];

    #[test]
    fn an_unreadable_file_is_reported_in_one_line_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        for (name, tried) in FILES {
            let path = folder.path().join(name);
            for text in [
                "",
                "(version: 1",
                "(version: 2, x: 0)",
                "\u{1b}[2J",
                "(x: 0)",
            ] {
                fs::write(&path, text).unwrap();
                for fault in tried(&path) {
                    let said = fault.unwrap().to_string();
                    assert!(said.contains(&format!("{name}: line 1: ")), "{said}");
                    assert!(!said.contains(['\n', '\u{1b}']), "{said}");
                    let is_newer = said.ends_with("unsupported version 2; allowed: 1");
                    assert_eq!(is_newer, text.contains('2') && text.contains('x'), "{said}");
                }
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_broken_link_is_reported_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path_of = |name: &str| {
            let path = folder.path().join(name);
            let target = folder.path().join("unmounted").join(name);
            std::os::unix::fs::symlink(target, &path).unwrap();
            path
        };
        let leads_nowhere = |name: &str| format!("{name}: it is a broken link");
        for (name, tried) in FILES {
            let path = path_of(name);
            for fault in tried(&path) {
                let said = fault.unwrap().to_string();
                assert!(said.contains(&leads_nowhere(name)), "{said}");
            }
            assert!(path.is_symlink() && !path.exists());
        }
        let path = path_of("choices.ron");
        let (choices, fault) = SavedChoices::load(&path);
        assert_eq!(choices.watch, SavedChoices::default().watch);
        assert!(fault.unwrap().contains(&leads_nowhere("choices.ron")));
        fs::create_dir(folder.path().join("unmounted")).unwrap();
        choices.save(&path).unwrap();
        assert!(path.is_symlink() && !path.exists());
    }
}
