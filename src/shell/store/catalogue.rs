//! The list of saved recordings, with operations on them: rename, delete, undelete.
//!
//! These are plain functions over the folder of recordings. The content of a recording is known only after it has been
//! played, which takes a while: see [`RecordingDescriptions`](super::descriptions::RecordingDescriptions).

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::{CliError, shown};
use crate::host::clock::FileTime;
use crate::host::drawing;

use super::files;

use super::lock::FileLock;
use super::pack::{RecordingFormat, free, split};
use super::recorded;
use super::recording_store::{RecordingCategory, RecordingFolder, kind_of};

/// A recording in the folder, or a folder with the captured games of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordingEntry {
    /// Path of the file.
    pub path: PathBuf,
    /// Name without the extension: a numbered name such as `game-000001`, or a name that the user chose.
    pub name: String,
    /// Kind of a recording with a numbered name. `None` if the user chose the name. The program never deletes such a
    /// recording.
    pub kind: Option<RecordingCategory>,
    /// Time of the last change, if the system reports it. See [`when`](crate::host::clock::when).
    pub written: Option<FileTime>,
}

/// A recording in the bin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeletedRecording {
    /// Path of the recording before it was moved.
    pub from: PathBuf,
    /// Path of the recording in the bin.
    pub to: PathBuf,
}

impl DeletedRecording {
    /// Returns the notice that this recording is now in the bin.
    pub fn notice(&self) -> String {
        format!("moved {} to the bin", file_name(&self.from))
    }
}

/// Maximum length of a name in letters.
const NAME_MAX: usize = 60;

/// Lists the recordings in the folder, newest first. A missing folder yields an empty list.
pub fn list(folder: &Path) -> Vec<RecordingEntry> {
    drawing::assert_may_wait("read a folder");
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<RecordingEntry> = files.filter_map(|file| entry(&file.path())).collect();
    entries.sort_by(|one, other| {
        let by_date = other.written.cmp(&one.written);
        by_date.then_with(|| other.name.cmp(&one.name))
    });
    entries
}

fn entry(path: &Path) -> Option<RecordingEntry> {
    let found = fs::metadata(path).ok()?;
    let is_recording = match found.is_dir() {
        true => path.file_name()? != RecordingFolder::BIN && recorded::is_match_folder(path),
        false => found.is_file() && RecordingFormat::from_name(path).is_some(),
    };
    is_recording.then(|| RecordingEntry {
        path: path.to_owned(),
        name: split(path).0,
        kind: kind_of(path),
        written: found.modified().ok(),
    })
}

/// Returns the path of a recording under another name, with the same file extension.
///
/// # Errors
/// If the name is not a valid file name, looks like the program's own names, or is taken.
pub fn renamed(path: &Path, name: &str) -> Result<PathBuf, CliError> {
    let name = name.trim();
    check_name(name)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let to = folder.join(name.to_owned() + &split(path).1);
    if kind_of(&to).is_some() {
        return Err(CliError::usage(format!(
            "'{name}' is reserved for the program's own recordings; choose another name"
        )));
    }
    check_free(&to)?;
    Ok(to)
}

/// Renames a recording and returns its path. The program never deletes recordings that the user named.
pub fn rename(path: &Path, name: &str) -> Result<PathBuf, CliError> {
    let to = renamed(path, name)?;
    let _lock = FileLock::wait_for(path.parent().unwrap_or(Path::new("")))?;
    move_to(path, &to)?;
    Ok(to)
}

/// Moves a recording to the bin of its folder.
pub fn delete(path: &Path) -> Result<DeletedRecording, CliError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let bin = RecordingFolder::bin(folder);
    files::make_folder(&bin)?;
    let _lock = FileLock::wait_for(folder)?;
    let to = free(&bin.join(path.file_name().unwrap_or_default()));
    move_to(path, &to)?;
    Ok(DeletedRecording {
        from: path.to_owned(),
        to,
    })
}

/// Moves a recording back from the bin and returns its path. Appends a number to its name if the name is taken.
pub fn undelete(deleted: &DeletedRecording) -> Result<PathBuf, CliError> {
    let folder = deleted.from.parent().unwrap_or(Path::new(""));
    let _lock = FileLock::wait_for(folder)?;
    let to = free(&deleted.from);
    move_to(&deleted.to, &to)?;
    Ok(to)
}

/// Lists the recordings in the bin of a folder. Omits folders, which may contain other files of the user.
pub fn in_bin(folder: &Path) -> Vec<PathBuf> {
    let entries = list(&RecordingFolder::bin(folder)).into_iter();
    let files = entries
        .map(|entry| entry.path)
        .filter(|path| path.is_file());
    files.collect()
}

/// Deletes these recordings, which are in the bin of a folder, for good. Returns their number. Skips a recording that
/// has left the bin meanwhile.
pub fn empty_bin(folder: &Path, recordings: &[PathBuf]) -> Result<usize, CliError> {
    let _lock = FileLock::wait_for(folder)?;
    let mut gone = 0;
    for path in recordings {
        match fs::remove_file(path) {
            Ok(()) => gone += 1,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                let path = shown(path);
                return Err(CliError::failed(format!("cannot delete {path}: {error}")));
            }
        }
    }
    Ok(gone)
}

/// Moves a file to an unused path.
fn move_to(from: &Path, to: &Path) -> Result<(), CliError> {
    check_free(to)?;
    fs::rename(from, to)
        .map_err(|error| CliError::failed(format!("cannot move {}: {error}", shown(from))))
}

fn check_free(path: &Path) -> Result<(), CliError> {
    match path.symlink_metadata() {
        Ok(_) => Err(CliError::usage(format!(
            "a recording named '{}' already exists; choose another name",
            file_name(path)
        ))),
        Err(_) => Ok(()),
    }
}

/// Checks that a file can have this name on every system.
fn check_name(name: &str) -> Result<(), CliError> {
    let wrong = |why: &str| Err(CliError::usage(format!("invalid name: it {why}")));
    let is_bad = |letter: char| letter.is_control() || "/\\<>:\"|?*".contains(letter);
    if name.is_empty() {
        return wrong("needs at least one letter");
    }
    if name.chars().count() > NAME_MAX {
        return wrong(&format!("may have at most {NAME_MAX} letters"));
    }
    if name.contains(['/', '\\']) {
        return wrong("contains / or \\; choose a name without a folder");
    }
    if name.chars().any(is_bad) {
        return wrong("contains one of < > : \" | ? *");
    }
    if name.starts_with('.') || name.ends_with('.') {
        return wrong("begins or ends with a dot");
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn make(folder: &Path, name: &str, age: u64) -> PathBuf {
        let path = folder.join(name);
        let file = fs::File::create(&path).unwrap();
        let now = file.metadata().unwrap().modified().unwrap();
        file.set_modified(now - Duration::from_secs(age)).unwrap();
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        list(folder).into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn recordings_are_listed_newest_first_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        make(folder.path(), "game-000001.fm2.gz", 500);
        make(folder.path(), "my best.ron", 400);
        make(folder.path(), "match-000002.ron.gz", 600);
        make(folder.path(), "notes.txt", 1);
        fs::create_dir(folder.path().join("bin.ron")).unwrap();
        let kinds = list(folder.path()).into_iter().map(|entry| entry.kind);
        assert!(kinds.eq([
            None,
            Some(RecordingCategory::Game),
            Some(RecordingCategory::Match)
        ]));
        assert_eq!(
            names(folder.path()),
            ["my best", "game-000001", "match-000002"]
        );
        assert!(names(&folder.path().join("gone")).is_empty());
    }

    #[test]
    fn a_recording_gets_a_name_that_is_free_and_keeps_its_form() {
        let folder = tempfile::tempdir().unwrap();
        let path = make(folder.path(), "game-000001.fm2.gz", 5);
        make(folder.path(), "taken.fm2.gz", 5);
        let said = |name: &str| rename(&path, name).unwrap_err().to_string();
        assert!(said("taken").contains("'taken.fm2.gz' already"));
        assert!(said("game-000007").contains("own recordings"));
        assert!(said("").contains("at least one letter"));
        for other in ["a/b", "../x", "..\\x", "/tmp/x"] {
            assert!(said(other).contains("contains / or"), "{other}");
        }
        assert!(said("a:b").contains("one of <"));
        assert!(said("..").contains("dot"));
        assert!(said(&"x".repeat(61)).contains("at most 60"));
        let to = rename(&path, " My best ").unwrap();
        assert_eq!(to, folder.path().join("My best.fm2.gz"));
        assert_eq!(kind_of(&to), None, "the program must never delete it");
        assert!(!path.exists() && to.exists());
    }

    #[test]
    fn a_deleted_recording_is_in_the_bin_and_can_be_restored() {
        let folder = tempfile::tempdir().unwrap();
        let path = make(folder.path(), "game.ron", 5);
        let deleted = delete(&path).unwrap();
        assert_eq!(deleted.to, folder.path().join("bin/game.ron"));
        assert_eq!(deleted.notice(), "moved game.ron to the bin");
        make(folder.path(), "game.ron", 5);
        let other = delete(&path).unwrap();
        assert_eq!(other.to, folder.path().join("bin/game (2).ron"));
        assert!(names(folder.path()).is_empty());
        assert_eq!(undelete(&other).unwrap(), path);
        let back = undelete(&deleted).unwrap();
        assert_eq!(back, folder.path().join("game (2).ron"));
        assert_eq!(names(folder.path()).len(), 2);
        assert!(
            undelete(&deleted).is_err(),
            "a restored recording must leave the bin"
        );
    }
}
