//! Ledger of what must exist at the end: every recording that the program has reported as saved, every unfinished game
//! that it must recover, and every score that is high enough.

mod scores;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rightwell::session::{FoundJournal, UnsavedContent};

use crate::disk::Disk;
use crate::program::{Report, RunResult, command};
use scores::Season;

/// Kinds of recordings, as prefixes of their names.
pub const KINDS: [&str; 3] = ["game-", "match-", "computers-"];
/// Suffix of temporary files.
const TEMPORARY: &str = ".rightwell-";

/// Recording that the program has reported as saved.
#[derive(Debug)]
struct Kept {
    path: PathBuf,
    /// Command line of the run that reported the recording.
    line: String,
    /// Number of frames. It is known after the first check.
    frames: Option<u64>,
}

/// Game in a journal that is saved nowhere else. The next start of the program must recover it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsavedGame {
    pub journal: PathBuf,
    pub frames: u64,
    /// Points of the person's current game.
    pub points: Option<u32>,
}

/// Everything that must exist at the end, and the counts that the last line of output shows.
#[derive(Debug, Default)]
pub struct Ledger {
    kept: Vec<Kept>,
    unsaved: Vec<UnsavedGame>,
    season: Season,
    counts: BTreeMap<String, u32>,
}

impl Ledger {
    /// Counts an event, for the last line of output.
    pub fn count(&mut self, what: &str) {
        self.add(what, 1);
    }

    fn add(&mut self, what: &str, number: usize) {
        if number > 0 {
            *self.counts.entry(what.to_owned()).or_default() += number as u32;
        }
    }

    /// Formats the counts as one line.
    pub fn line(&self) -> String {
        let counts = self
            .counts
            .iter()
            .map(|(what, number)| format!("{what} {number}"));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// Returns the unfinished games that the next start must recover.
    pub fn unsaved(&self) -> &[UnsavedGame] {
        &self.unsaved
    }

    /// Notes that the program reported a failed save.
    pub fn note_loss(&mut self) {
        self.season.has_losses = true;
    }

    /// Reads the output of finished runs that had started together. If the disk can be written (`can_find`), they must
    /// have recovered all unsaved games. Returns the number of recordings of their own games that they have saved.
    pub fn take(&mut self, disk: &Disk, reports: &[Report], can_find: bool) -> RunResult<usize> {
        let mut own = 0;
        let mut found = Vec::new();
        for report in reports {
            if report.stderr.contains("cannot be read") {
                return Err(format!("a journal is corrupt: {}", report.story()));
            }
            let names: Vec<&str> = report.stderr.lines().filter_map(found_name).collect();
            for path in report.stderr.lines().filter_map(kept_path) {
                let is_found = path
                    .file_name()
                    .is_some_and(|name| names.iter().any(|found| name == *found));
                if is_found {
                    found.push(path.clone());
                } else {
                    own += 1;
                    let name = path
                        .file_name()
                        .unwrap_or_default()
                        .to_string_lossy()
                        .into_owned();
                    let kind = KINDS.into_iter().find(|kind| name.starts_with(kind));
                    self.count(match kind {
                        Some("game-") => "games kept",
                        Some("match-") => "matches kept",
                        _ => "computers' matches kept",
                    });
                }
                self.kept.push(Kept {
                    path,
                    line: report.line.clone(),
                    frames: None,
                });
            }
            self.add(
                "moved to the bin",
                report.count(": the settings keep only "),
            );
        }
        own += self.add_unreported(disk, reports);
        let said = || {
            reports
                .iter()
                .map(Report::story)
                .collect::<Vec<_>>()
                .join("\n")
        };
        self.add("found again", found.len());
        for path in found {
            let frames = self.check(disk, &path)?;
            let place = self
                .unsaved
                .iter()
                .position(|unsaved| unsaved.frames == frames);
            let Some(place) = place else {
                return Err(format!(
                    "{} with {frames} frames is not what was cut off: {:?}\n{}",
                    path.display(),
                    self.unsaved,
                    said()
                ));
            };
            self.unsaved.remove(place);
        }
        let stays = reports
            .iter()
            .any(|report| report.stderr.contains("keeping "));
        if can_find && !stays && !self.unsaved.is_empty() {
            return Err(format!(
                "a start has not found {:?}\n{}",
                self.unsaved,
                said()
            ));
        }
        Ok(own)
    }

    /// Adds recordings that no run could report, for example because its terminal was closed. Returns how many there
    /// are.
    fn add_unreported(&mut self, disk: &Disk, reports: &[Report]) -> usize {
        let folder = disk.recordings();
        let mut adopted = 0;
        for place in [folder.clone(), folder.join("bin")] {
            for file in fs::read_dir(place).into_iter().flatten().flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                let path = folder.join(&name);
                let is_recording = KINDS.iter().any(|kind| name.starts_with(kind));
                if is_recording && !self.kept.iter().any(|kept| kept.path == path) {
                    adopted += 1;
                    self.kept.push(Kept {
                        path,
                        line: reports.iter().map(|report| report.line.as_str()).collect(),
                        frames: None,
                    });
                }
            }
        }
        self.add("kept without a word", adopted);
        adopted
    }

    /// Reads the journals after a run, while no program is writing one.
    pub fn look_at_journals(&mut self, disk: &Disk) -> RunResult<()> {
        self.unsaved.clear();
        let folder = disk.recordings().join("journal");
        for file in fs::read_dir(folder).into_iter().flatten().flatten() {
            let journal = file.path();
            if journal.extension().is_none_or(|ending| ending != "journal") {
                continue;
            }
            let bytes = fs::read(&journal).map_err(|error| error.to_string())?;
            let unsaved = FoundJournal::read(&bytes).and_then(FoundJournal::unsaved);
            match unsaved.map_err(|error| format!("{}: {error}", journal.display()))? {
                Some(UnsavedContent::Person {
                    person,
                    recording: true,
                    ..
                }) => self.unsaved.push(UnsavedGame {
                    journal,
                    frames: person.frames().len() as u64,
                    points: person.console().game().map(|game| game.score().points()),
                }),
                Some(UnsavedContent::Match(recording)) => self.unsaved.push(UnsavedGame {
                    journal,
                    frames: recording.inputs.len() as u64,
                    points: None,
                }),
                Some(UnsavedContent::Person { .. }) | None => {}
            }
        }
        Ok(())
    }

    /// Returns where a saved recording is now.
    fn locate(disk: &Disk, kept: &Kept) -> RunResult<PathBuf> {
        let name = kept.path.file_name().unwrap_or_default();
        let in_bin = disk.recordings().join("bin").join(name);
        [kept.path.clone(), in_bin]
            .into_iter()
            .find(|path| path.is_file())
            .ok_or_else(|| {
                format!(
                    "{} is gone; '{}' had said that it is kept",
                    kept.path.display(),
                    kept.line
                )
            })
    }

    /// Checks a recording with `replay --check`. Its number of frames must not have changed since the last check.
    /// Returns this number.
    fn check(&mut self, disk: &Disk, path: &Path) -> RunResult<u64> {
        let index = self.kept.iter().rposition(|kept| kept.path == path);
        let index = index.ok_or_else(|| format!("nobody kept {}", path.display()))?;
        let place = Ledger::locate(disk, &self.kept[index])?;
        let report = command(disk, &format!("replay --check {}", place.display()))?;
        let frames = report
            .stderr
            .split_once("same end after ")
            .and_then(|(_, rest)| {
                let number = rest.split_whitespace().next()?;
                number.parse().ok()
            });
        let (0, Some(frames)) = (report.code, frames) else {
            return Err(format!(
                "a kept recording of '{}' does not replay: {}",
                self.kept[index].line,
                report.story()
            ));
        };
        match self.kept[index].frames {
            None => {
                self.count("recordings checked");
                self.season.learn(&place)?;
            }
            Some(before) if before != frames => {
                return Err(format!(
                    "{} had {before} frames and has {frames} now",
                    place.display()
                ));
            }
            Some(_) => {}
        }
        self.kept[index].frames = Some(frames);
        Ok(frames)
    }

    /// Checks the recordings that have not been checked yet, and checks that all recordings exist.
    fn check_all(&mut self, disk: &Disk) -> RunResult<()> {
        for index in 0..self.kept.len() {
            Ledger::locate(disk, &self.kept[index])?;
            if self.kept[index].frames.is_none() {
                let path = self.kept[index].path.clone();
                self.check(disk, &path)?;
            }
        }
        Ok(())
    }

    /// Checks one saved recording, whose index is `pick` modulo the number of recordings. Returns its current path.
    pub fn check_picked(&mut self, disk: &Disk, pick: usize) -> RunResult<Option<PathBuf>> {
        if self.kept.is_empty() {
            return Ok(None);
        }
        let path = self.kept[pick % self.kept.len()].path.clone();
        self.check(disk, &path)?;
        let kept = self.kept.iter().rfind(|kept| kept.path == path);
        kept.map(|kept| Ledger::locate(disk, kept)).transpose()
    }

    /// Moves all recordings to the archive, as a user does when the disk is nearly full.
    pub fn carry_away(&mut self, disk: &Disk) -> RunResult<()> {
        self.check_all(disk)?;
        let archive = disk.archive();
        for index in 0..self.kept.len() {
            let kept = &self.kept[index];
            if kept.path.starts_with(&archive) {
                continue;
            }
            let from = Ledger::locate(disk, kept)?;
            let name = from
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let to = archive.join(format!("{index:06}-{name}"));
            let copied = fs::copy(&from, &to).and_then(|_| fs::remove_file(&from));
            copied
                .map_err(|error| format!("{} cannot be carried away: {error}", from.display()))?;
            self.kept[index].path = to;
        }
        self.count("carried away");
        Ok(())
    }

    /// Checks the scores, then starts with an empty table.
    pub fn new_season(&mut self, disk: &Disk) -> RunResult<()> {
        self.check_season(disk)?;
        self.season = Season::begin(&disk.scores())?;
        self.count("seasons");
        Ok(())
    }

    /// Checks the current scores.
    pub fn check_season(&mut self, disk: &Disk) -> RunResult<()> {
        self.check_all(disk)?;
        self.season.check(&disk.scores())
    }

    /// Checks what must be true after the last start, when no program is running.
    pub fn check_the_end(&mut self, disk: &Disk) -> RunResult<()> {
        self.look_at_journals(disk)?;
        if !self.unsaved.is_empty() {
            return Err(format!("nobody finds {:?}", self.unsaved));
        }
        self.check_season(disk)?;
        let recordings = disk.recordings();
        let journals = recordings.join("journal");
        for folder in [
            disk.config(),
            disk.data(),
            recordings.clone(),
            recordings.join("bin"),
            journals.clone(),
        ] {
            for file in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                if name.starts_with(TEMPORARY) || folder == journals {
                    return Err(format!("{} is left over", file.path().display()));
                }
            }
        }
        Ok(())
    }
}

/// Writes a table with scores so low that every game is better.
pub fn begin_scores(disk: &Disk) -> RunResult<()> {
    Season::begin(&disk.scores()).map(drop)
}

/// Returns the path of the saved recording that a line of output names.
fn kept_path(line: &str) -> Option<PathBuf> {
    let path = line
        .strip_prefix("game kept as ")
        .or_else(|| line.strip_prefix("match kept as "))?;
    Some(PathBuf::from(path))
}

/// Returns the name of the recovered recording that a line of output names.
fn found_name(line: &str) -> Option<&str> {
    let (_, said) = line.split_once("recovered an interrupted game: ")?;
    said.split_once(" kept as ").map(|(_, name)| name)
}
