//! Recordings of games that were played. The settings limit how many are kept.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rightwell::engine::MatchRecording;
use rightwell::rules::counted;
use rightwell::session::Person;

use crate::error::{CliError, shown};
use crate::host::disk::Disk;
use crate::host::{exit, log};

use super::files;
use super::lock::FileLock;
use super::pack::{self, RecordingFormat};

/// Kinds of recordings. Each kind has its own limit, so that one kind cannot displace another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingCategory {
    /// A person's games.
    Game,
    /// A match with a person.
    Match,
    /// A match of computers.
    Computers,
}

impl RecordingCategory {
    /// Returns the part of the file names before the number.
    pub const fn prefix(self) -> &'static str {
        match self {
            RecordingCategory::Game => "game",
            RecordingCategory::Match => "match",
            RecordingCategory::Computers => "computers",
        }
    }

    /// Returns the word for messages.
    const fn word(self) -> &'static str {
        match self {
            RecordingCategory::Game => "game",
            RecordingCategory::Match | RecordingCategory::Computers => "match",
        }
    }
}

/// Folder of recordings, and the maximum number of recordings.
#[derive(Clone, Debug)]
pub struct RecordingFolder {
    /// Path of the folder.
    pub path: PathBuf,
    /// Maximum number of recordings of each kind. `None` keeps all.
    pub kept: Option<usize>,
}

/// Folder and files to which a player's games and scores are saved.
#[derive(Clone, Debug)]
pub struct RecordingStore {
    /// Folder of the recordings. It contains the journals as well.
    pub folder: RecordingFolder,
    /// File of high scores.
    pub scores: PathBuf,
    /// File of the results of playouts.
    pub playouts: PathBuf,
    /// File from `--save-replay` for the last recording, written at the end of the program.
    pub save_replay: Option<PathBuf>,
    /// Thread that writes recordings and scores.
    pub disk: Disk,
}

/// Outcome of saving a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    /// The recording is on the disk, or the settings keep none. Contains the notice for the user.
    Done(String),
    /// The recording could not be written. Contains the reason for the user.
    Failed(String),
}

impl RecordingFolder {
    /// Name of the folder of deleted recordings.
    pub(super) const BIN: &str = "bin";

    /// Returns whether the folder keeps any recordings.
    pub fn keeps_any(&self) -> bool {
        self.kept != Some(0)
    }

    /// Saves a recording under the next number and reports its name.
    pub fn save(&self, kind: RecordingCategory, form: RecordingFormat, text: &str) -> SaveOutcome {
        let word = kind.word();
        match keep(&self.path, kind, form, text, self.kept) {
            Ok(Some(path)) => {
                log::say(format!("{word} kept as {}", path.display()));
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                SaveOutcome::Done(format!("{word} kept as {name}"))
            }
            Ok(None) => {
                SaveOutcome::Done("not saved: settings.ron turns recordings off".to_owned())
            }
            Err(error) => {
                log::say(&error);
                SaveOutcome::Failed(error.to_string())
            }
        }
    }

    /// Returns the folder `bin` inside a folder of recordings. Recordings beyond the limit move to the bin. The bin grows
    /// until the user [empties](super::catalogue::empty_bin) it.
    pub(super) fn bin(recordings: &Path) -> PathBuf {
        recordings.join(RecordingFolder::BIN)
    }
}

#[cfg(test)]
impl RecordingStore {
    /// Returns a store within `folder`: recordings in `recordings`, scores in `scores.ron`.
    pub fn in_folder(folder: &Path, kept: Option<usize>) -> RecordingStore {
        RecordingStore {
            folder: RecordingFolder {
                path: folder.join("recordings"),
                kept,
            },
            scores: folder.join("scores.ron"),
            playouts: folder.join("playouts.ron"),
            save_replay: None,
            disk: Disk::start(),
        }
    }

    /// Returns a store that saves nothing.
    pub fn nowhere() -> RecordingStore {
        RecordingStore::in_folder(Path::new("/nowhere"), Some(0))
    }
}

/// Writes the last recording to the file from `--save-replay` and reports it.
pub fn save_replay(path: &Path, text: &str) {
    match files::write_whole(path, &pack::contents(path, text)) {
        Ok(()) => log::say(format!("{} written", shown(path))),
        Err(error) => exit::failed(error),
    }
}

/// Function that produces the format and the text of a recording. It runs on another thread.
pub type RecordingWriter = Box<dyn FnOnce() -> (RecordingFormat, String) + Send>;

/// Returns the function that produces the recording of a person's games: an FCEUX movie, or RON if a movie cannot hold
/// the games.
pub fn recording_of(person: &Person) -> RecordingWriter {
    let history = person.history();
    Box::new(move || {
        if history.is_for_emulators() {
            (RecordingFormat::Movie, history.to_fm2())
        } else {
            (RecordingFormat::Ron, history.to_ron())
        }
    })
}

/// Returns the function that produces the recording of a match.
pub fn recording_of_match(recording: MatchRecording) -> RecordingWriter {
    Box::new(move || (RecordingFormat::Ron, recording.to_ron()))
}

/// Saves a recording under the next number, such as `game-000001`, and returns its path. Moves the oldest recordings
/// beyond the limit to the bin.
fn keep(
    folder: &Path,
    kind: RecordingCategory,
    form: RecordingFormat,
    text: &str,
    kept: Option<usize>,
) -> Result<Option<PathBuf>, CliError> {
    if kept == Some(0) {
        return Ok(None);
    }
    let ending = form.ending(text);
    let path_of = |number: u64| folder.join(format!("{}-{number:06}.{ending}", kind.prefix()));
    let last = |folder: &Path| {
        numbered(folder, kind)
            .last()
            .map_or(0, |(number, _)| *number)
    };
    files::make_folder_of(&path_of(1))?;
    let _lock = FileLock::wait_for(folder)?;
    let mut number = last(folder).max(last(&RecordingFolder::bin(folder))) + 1;
    // On a file system without locks, another program may have taken the number by now.
    let contents = pack::contents(&path_of(number), text);
    while !files::write_new(&path_of(number), &contents)? {
        number += 1;
    }
    let path = path_of(number);
    if let Some(kept) = kept
        && let Err(error) = drop_oldest(folder, kind, kept, &path)
    {
        log::say(error);
    }
    Ok(Some(path))
}

/// Moves the oldest recordings of a kind beyond the limit to the bin, and reports them. Never moves `newest`.
fn drop_oldest(
    folder: &Path,
    kind: RecordingCategory,
    kept: usize,
    newest: &Path,
) -> Result<(), CliError> {
    let recordings = numbered(folder, kind);
    let too_many = recordings.len().saturating_sub(kept);
    if too_many == 0 {
        return Ok(());
    }
    let bin = RecordingFolder::bin(folder);
    files::make_folder(&bin)?;
    for (_, oldest) in recordings[..too_many]
        .iter()
        .filter(|(_, path)| path != newest)
    {
        let name = oldest.file_name().unwrap_or_default();
        match fs::rename(oldest, pack::free(&bin.join(name))) {
            Ok(()) => log::say(format!(
                "moved the oldest recording, {0}, to {2}: the settings keep only {1}",
                name.to_string_lossy(),
                counted(kept, "recording"),
                bin.display()
            )),
            // Another program has already moved this file.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(CliError::failed(format!(
                    "cannot move {} to the bin: {error}",
                    oldest.display()
                )));
            }
        }
    }
    Ok(())
}

/// Returns the numbered recordings of a kind, oldest first.
fn numbered(folder: &Path, kind: RecordingCategory) -> Vec<(u64, PathBuf)> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut recordings: Vec<(u64, PathBuf)> = files
        .filter_map(|file| {
            let path = file.path();
            Some((number_of(&path, kind)?, path))
        })
        .collect();
    recordings.sort();
    recordings
}

/// Returns the number in the name of a recording of this kind.
fn number_of(path: &Path, kind: RecordingCategory) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    let (number, ending) = name
        .strip_prefix(kind.prefix())?
        .strip_prefix('-')?
        .split_once('.')?;
    let is_ours = matches!(ending, "fm2" | "ron" | "fm2.gz" | "ron.gz");
    is_ours.then(|| number.parse().ok())?
}

/// Returns the kind of a numbered recording, or `None` for a name chosen by the user.
pub(super) fn kind_of(path: &Path) -> Option<RecordingCategory> {
    let mut kinds = [
        RecordingCategory::Game,
        RecordingCategory::Match,
        RecordingCategory::Computers,
    ]
    .into_iter();
    kinds.find(|&kind| number_of(path, kind).is_some())
}

#[cfg(test)]
mod tests {
    use rightwell::engine::History;
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::{ConsolePlayback, Verdict};

    use crate::store::scores::first_scores;

    use super::*;

    #[test]
    fn a_game_played_with_the_first_scores_is_the_same_from_its_recording() {
        for region in [Region::Ntsc, Region::Pal] {
            let mut person = Person::power_on(region, first_scores());
            // Start leads through the menus and past the high scores into a game without input.
            for frame in 0..3_000 {
                person.step(if frame % 8 == 0 && frame < 600 {
                    Buttons::START
                } else {
                    Buttons::NONE
                });
            }
            let (form, text) = recording_of(&person)();
            let history = match form {
                RecordingFormat::Movie => History::from_fm2(&text).unwrap(),
                RecordingFormat::Ron => History::from_ron(&text).unwrap(),
            };
            assert_eq!(history.scores(), &first_scores(), "{form:?}");
            assert_eq!(ConsolePlayback::new(history).check(), Verdict::Same);
        }
    }

    fn numbers(folder: &Path, kind: RecordingCategory) -> Vec<u64> {
        let recordings = numbered(folder, kind);
        recordings.iter().map(|(number, _)| *number).collect()
    }

    #[test]
    fn movies_are_packed_and_those_of_older_programs_count() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["game-000007.fm2", "game-000008.ron", "game-000009.ron.gz"] {
            fs::write(folder.path().join(name), "old").unwrap();
        }
        let keep = |form, text: &str| {
            let path = keep(folder.path(), RecordingCategory::Game, form, text, Some(3));
            path.unwrap().unwrap()
        };
        let (movie, long) = ("movie\n".repeat(20_000), "(recording)".repeat(20_000));
        for (form, text, name) in [
            (RecordingFormat::Movie, movie.as_str(), "game-000010.fm2.gz"),
            (RecordingFormat::Ron, "(short)", "game-000011.ron"),
            (RecordingFormat::Ron, long.as_str(), "game-000012.ron.gz"),
        ] {
            let path = keep(form, text);
            assert_eq!(path, folder.path().join(name));
            assert_eq!(pack::read_recording(&path).unwrap(), text);
        }
        assert_eq!(
            numbers(folder.path(), RecordingCategory::Game),
            [10, 11, 12],
            "the oldest recordings must move first"
        );
    }

    #[test]
    fn a_failed_save_sets_the_exit_code() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("gone/game.ron");
        save_replay(&gone, "recording");
        assert_eq!(exit::code(), 1);
    }

    #[test]
    fn oldest_recordings_go_to_the_bin_and_their_numbers_never_come_again() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, bin) = (folder.path(), RecordingFolder::bin(folder.path()));
        let keep = |kept| {
            keep(
                folder,
                RecordingCategory::Game,
                RecordingFormat::Movie,
                "movie",
                kept,
            )
            .unwrap()
        };
        for _ in 0..5 {
            keep(Some(3));
        }
        assert_eq!(numbers(folder, RecordingCategory::Game), [3, 4, 5]);
        assert_eq!(numbers(&bin, RecordingCategory::Game), [1, 2]);
        for number in 3..=5 {
            fs::rename(
                folder.join(format!("game-{number:06}.fm2.gz")),
                bin.join(format!("game-{number:06}.fm2.gz")),
            )
            .unwrap();
        }
        keep(Some(3));
        assert_eq!(numbers(folder, RecordingCategory::Game), [6]);
        assert_eq!(keep(Some(0)), None);
        (0..9).for_each(|_| drop(keep(None)));
        assert_eq!(
            numbers(folder, RecordingCategory::Game).len(),
            10,
            "none is dropped"
        );
    }

    #[test]
    fn what_goes_to_the_bin_never_takes_the_place_of_another_recording_there() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, bin) = (folder.path(), RecordingFolder::bin(folder.path()));
        fs::create_dir_all(&bin).unwrap();
        // A folder restored from a backup may contain numbers that were reused.
        fs::write(bin.join("game-000001.fm2"), "first").unwrap();
        fs::write(folder.join("game-000001.fm2"), "second").unwrap();
        keep(
            folder,
            RecordingCategory::Game,
            RecordingFormat::Movie,
            "third",
            Some(1),
        )
        .unwrap();
        assert_eq!(fs::read(bin.join("game-000001.fm2")).unwrap(), b"first");
        assert_eq!(
            fs::read(bin.join("game-000001 (2).fm2")).unwrap(),
            b"second"
        );
    }

    #[test]
    fn matches_of_computers_displace_no_other_recordings() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let keep =
            |kind| drop(keep(folder, kind, RecordingFormat::Ron, "recording", Some(2)).unwrap());
        (0..2).for_each(|_| keep(RecordingCategory::Match));
        keep(RecordingCategory::Game);
        fs::write(folder.join("my best game.ron"), "recording").unwrap();
        (0..50).for_each(|_| keep(RecordingCategory::Computers));
        assert_eq!(numbers(folder, RecordingCategory::Match), [1, 2]);
        assert_eq!(numbers(folder, RecordingCategory::Game), [1]);
        assert_eq!(numbers(folder, RecordingCategory::Computers), [49, 50]);
        assert!(folder.join("my best game.ron").exists());
    }

    #[test]
    fn a_lower_number_of_kept_recordings_moves_all_others_to_the_bin_and_deletes_none() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, bin) = (folder.path(), RecordingFolder::bin(folder.path()));
        for number in 1..=1_205 {
            fs::write(folder.join(format!("game-{number:06}.fm2")), "movie").unwrap();
        }
        let (kind, form) = (RecordingCategory::Game, RecordingFormat::Movie);
        keep(folder, kind, form, "movie", Some(100)).unwrap();
        assert_eq!(numbers(folder, kind), (1_107..=1_206).collect::<Vec<_>>());
        assert_eq!(numbers(&bin, kind), (1..=1_106).collect::<Vec<_>>());
    }
}
