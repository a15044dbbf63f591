//! Recordings of all kinds, read from files.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::engine::RecordingKind;
use rightwell::session::captured::LockListError;
use rightwell::session::{CapturedGame, Recorded, RecordedError};

use crate::error::{CliError, shown};
use crate::host::clock::FileTime;

use super::pack::{self, RecordingFormat};
use super::read;

/// Reads a recording, decompresses it if necessary and plays it once. A folder is read as the captured games of a match, and
/// the link of a Game & Watch replay as its game.
///
/// The error is one line and names the file.
pub fn load(path: &Path) -> Result<Recorded, CliError> {
    if let Some(game) = of_link(path) {
        return game.map(Recorded::from_captured).map_err(CliError::usage);
    }
    if path.is_dir() {
        let files = in_folder(path)?.into_iter().map(|(_, file)| file);
        return load_match(&files.collect::<Vec<PathBuf>>(), path);
    }
    if is_captured(path) {
        let bytes = pack::read_packed(path)?;
        return named(path, Recorded::from_ngf(&bytes));
    }
    let form =
        RecordingFormat::to_read(path).ok_or_else(|| no_recording(path, pack::ALLOWED_OR_SEEN))?;
    play_once(path, form, &pack::read_recording(path)?)
}

/// Reads the captured games of two players from their files. The player of the first file is on the left. Error
/// messages about the whole match show `path`.
pub fn load_match(files: &[PathBuf], path: &Path) -> Result<Recorded, CliError> {
    let games = files.iter().map(|file| match load(file)? {
        Recorded::Captured(playback) => Ok(playback.game().clone()),
        _ => Err(CliError::usage(format!(
            "{}: not a captured game; a match needs games that `rightwell capture` read from one video",
            shown(file)
        ))),
    });
    let games = games.collect::<Result<Vec<CapturedGame>, CliError>>()?;
    let recorded = Recorded::from_captured_match(games);
    recorded.map_err(|error| CliError::usage(format!("{}: {error}", shown(path))))
}

/// Returns whether the path is a folder with the captured games of a match, judged by its first file.
pub fn is_match_folder(path: &Path) -> bool {
    let is_captured = |file: &Path| {
        let read = read(file).ok();
        read.is_some_and(|(_, text)| RecordingKind::detect(&text) == Some(RecordingKind::Captured))
    };
    let files = if path.is_dir() {
        in_folder(path)
    } else {
        Ok(Vec::new())
    };
    files.is_ok_and(|files| files.len() > 1 && is_captured(&files[0].1))
}

/// Returns whether the path is a folder of recordings.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() && in_folder(path).is_ok_and(|files| !files.is_empty())
}

fn no_recording(path: &Path, allowed: &str) -> CliError {
    if let Err(missing) = read::within(path, read::plain) {
        return missing.into();
    }
    CliError::usage(format!(
        "{} is not a recording; allowed: a file ending in {allowed}",
        shown(path)
    ))
}

/// Reads a recording. Returns its format and its text, which is decompressed if necessary.
pub fn read(path: &Path) -> Result<(RecordingFormat, String), CliError> {
    let form = RecordingFormat::to_read(path).ok_or_else(|| no_recording(path, pack::ALLOWED))?;
    Ok((form, pack::read_recording(path)?))
}

/// Plays a recording once. Error messages show `path`.
pub fn play_once(path: &Path, form: RecordingFormat, text: &str) -> Result<Recorded, CliError> {
    let recorded = match form {
        RecordingFormat::Movie => Recorded::from_fm2(text),
        RecordingFormat::Ron => Recorded::from_ron(text),
    };
    named(path, recorded)
}

/// File extensions of recordings.
pub const ENDINGS: &str = pack::ALLOWED_OR_SEEN;

/// Lists the recordings in a folder with their time of change, oldest first.
pub fn in_folder(folder: &Path) -> Result<Vec<(FileTime, PathBuf)>, CliError> {
    let unreadable =
        |error: std::io::Error| CliError::failed(format!("{}: {error}", shown(folder)));
    let mut found = Vec::new();
    for file in fs::read_dir(folder).map_err(unreadable)? {
        let file = file.map_err(unreadable)?;
        let path = file.path();
        let is_recording = is_captured(&path) || RecordingFormat::to_read(&path).is_some();
        if is_recording && path.is_file() {
            let changed = file.metadata().and_then(|about| about.modified());
            found.push((changed.map_err(unreadable)?, path));
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the name of a recording without its file extension.
pub fn name_of(path: &Path) -> String {
    let (name, _) = pack::split(path);
    let is_recording = RecordingFormat::to_read(path).is_some();
    let stem = Path::new(&name).file_stem().filter(|_| !is_recording);
    stem.map_or(name.clone(), |stem| stem.to_string_lossy().into_owned())
}

/// Returns whether the name belongs to a captured game, or is the link of a replay.
pub fn is_captured(path: &Path) -> bool {
    pack::has_ending(path, "ngf") || of_link(path).is_some()
}

/// Returns the game in the link of a Game & Watch replay, if the path is no file but such a link.
fn of_link(path: &Path) -> Option<Result<CapturedGame, LockListError>> {
    let link = path.to_str().filter(|_| !path.exists())?;
    CapturedGame::from_link(link)
}

fn named(path: &Path, recorded: Result<Recorded, RecordedError>) -> Result<Recorded, CliError> {
    recorded.map_err(|error| CliError::usage(format!("{}: {error}", shown(path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_recording_has_no_extension() {
        let name = |path: &str| name_of(Path::new(path));
        assert_eq!(name("games/my.best.fm2.gz"), "my.best");
        assert_eq!(name("games/yobi.ngf"), "yobi");
        assert_eq!(name("final.mp4"), "final");
        assert_eq!(name("final"), "final");
    }

    #[test]
    fn a_link_of_a_replay_is_a_captured_game() {
        let link = Path::new("https://example.org/a/?sl=18&r=OQVks3qJrSUkkBMxkglWmQjFEEA");
        assert!(is_captured(link));
        let Recorded::Captured(playback) = load(link).unwrap() else {
            panic!("the link must be a captured game");
        };
        assert_eq!(playback.game().pieces.len(), 11);
        let said = load(Path::new("?sl=18&r=KcmjI")).unwrap_err().to_string();
        assert!(said.contains("lock 2 of the link"), "{said}");
    }

    #[test]
    fn another_file_is_refused_with_all_kinds_that_are_allowed_and_a_missing_one_as_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        let said = || load(&path).unwrap_err().to_string();
        let missing = said();
        assert!(!missing.contains("not a recording"), "{missing}");
        assert!(missing.contains("cannot read "), "{missing}");
        fs::write(&path, "notes").unwrap();
        let said = said();
        assert!(
            said.ends_with(".fm2, .ron, .fm2.gz, .ron.gz, .fm3, .bk2 or .ngf"),
            "{said}"
        );
    }
}
