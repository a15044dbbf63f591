//! Results of a drill. They are saved when the drill ends, or when the player leaves it.

use std::path::PathBuf;

use rightwell::engine::training::DrillProgress;
use rightwell::engine::{Events, PadGame};
use rightwell::render::overlay::{Border, Outline};
use rightwell::rules::{Buttons, Pose, counted};
use rightwell::session::{LastPress, Person, PressTracker};

use crate::store::drill_results::{self, DrillResults};
use crate::store::recording_store::RecordingStore;
use crate::store::saver::SaveQueue;

/// Results of the drill in play.
#[derive(Debug)]
pub(super) struct DrillRecord {
    path: PathBuf,
    saver: SaveQueue,
    /// Name of the drill. `None` if there is no training.
    name: Option<String>,
    /// Results so far. Once the current game is over, they include it.
    results: DrillResults,
    /// Comparison of the current game's result with earlier results, in words. `None` until the result is saved.
    remark: Option<String>,
    presses: PressTracker,
    /// Progress of the current game.
    progress: DrillProgress,
    /// Why the last piece missed its target, in words. `None` after a hit, and in drills without targets.
    missed_by: Option<String>,
    /// Number of frames for which the board still shows whether the last piece was a hit or a miss.
    marked_frames: u32,
}

/// Number of frames for which the board shows a hit or a miss.
const MARKED_FRAMES: u32 = 40;

impl DrillRecord {
    /// Returns an empty record. Results are saved beside the high scores.
    pub(super) fn new(store: &RecordingStore) -> DrillRecord {
        DrillRecord {
            path: store.scores.with_file_name("drills.ron"),
            saver: SaveQueue::new(&store.disk),
            name: None,
            results: DrillResults::default(),
            remark: None,
            presses: PressTracker::default(),
            progress: DrillProgress::default(),
            missed_by: None,
            marked_frames: 0,
        }
    }

    /// Starts the record of the next game. If the drill is another one, loads that drill's saved results. Returns the
    /// error if this fails.
    pub(super) fn restart(&mut self, person: &Person) -> Option<String> {
        let game = person.console().game();
        let level = game.map_or(0, |game| game.start().level);
        let training = person.training();
        let name = training.map(|training| drill_results::name_of(&training, level));
        self.remark = None;
        self.presses = PressTracker::default();
        self.progress = DrillProgress::default();
        (self.missed_by, self.marked_frames) = (None, 0);
        // If the drill is the same, keep the results in memory: the disk thread may still be writing them.
        if name == self.name {
            return None;
        }
        self.name = name;
        self.results = DrillResults::default();
        match drill_results::load(&self.path) {
            Ok(all) => self.results = all.of_drill(self.name.as_deref()?),
            Err(error) => return self.name.as_ref().map(|_| error.to_string()),
        }
        None
    }

    /// Returns the results so far.
    pub(super) fn results(&self) -> Option<&DrillResults> {
        self.name.as_ref().map(|_| &self.results)
    }

    /// Plays a frame and measures the timing of tucks and spins.
    pub(super) fn step(&mut self, person: &mut Person, held: Buttons) -> Events {
        match person.training() {
            Some(_) => self.presses.step(person, |person| person.step(held)),
            None => person.step(held),
        }
    }

    /// Returns the timing of the last tuck or spin.
    pub(super) const fn last_press(&self) -> Option<LastPress> {
        self.presses.last()
    }

    /// Returns the comparison of the current game's result with earlier results, if the result is saved.
    pub(super) fn remark(&self) -> Option<String> {
        self.remark.clone()
    }

    /// Returns the number of successes in a row for a moment after a hit, and 0 for a moment after a miss.
    pub(super) fn streak(&self) -> Option<u32> {
        (self.marked_frames > 0).then_some(self.progress.streak)
    }

    /// Returns why the last piece missed its target, if it did.
    pub(super) fn missed_by(&self) -> Option<&str> {
        self.missed_by.as_deref()
    }

    /// Returns the outline of the current piece's target, if it has one.
    pub(super) fn target(&self) -> Option<Outline> {
        let target = self.progress.target?;
        Some(Outline::of(target, Border::Whole))
    }

    /// Notes hits and misses. If a game has just ended, saves its result.
    pub(super) fn follow(&mut self, person: &Person) {
        if let Some((_, now)) = person.console().game().and_then(PadGame::training) {
            let before = std::mem::replace(&mut self.progress, now);
            let is_new = now.streak > before.streak || now.misses > before.misses;
            if is_new {
                let locked = person.console().game().and_then(PadGame::locked);
                let missed = before.target.zip(locked).filter(|_| now.streak == 0);
                self.missed_by = missed.and_then(|(target, locked)| missed_by(target, locked));
            }
            self.marked_frames = match is_new {
                true => MARKED_FRAMES,
                false => self.marked_frames.saturating_sub(1),
            };
        }
        if person.console().game().is_some_and(PadGame::is_over) {
            self.save(person);
        }
    }

    /// Saves the result of a game that the player leaves early, unless no piece has locked or the result is already
    /// saved. Returns the text to show.
    pub(super) fn leave(&mut self, person: &Person) -> Option<String> {
        let game = person.console().game();
        let has_begun = game.is_some_and(|game| game.locked().is_some());
        let is_new = self.remark.is_none() && has_begun;
        is_new.then(|| self.save(person));
        self.remark().filter(|_| is_new)
    }

    /// Saves the result of the current drill, unless it is saved already.
    fn save(&mut self, person: &Person) {
        let result = person.console().game().and_then(PadGame::drill_result);
        let (Some(name), Some(result), None) = (self.name.clone(), result, &self.remark) else {
            return;
        };
        let best_before = (self.results.games > 0).then_some(self.results.best);
        self.results.add(result);
        let path = self.path.clone();
        self.saver
            .save(move || drill_results::add(&path, &name, result).map(|_| None));
        self.remark = Some(match best_before {
            Some(best) if result > best => format!("{result}: your best so far (before: {best})"),
            Some(best) => format!("{result}; your best is {best}"),
            None => format!("{result}: your first game of this drill"),
        });
    }

    /// Returns the notice about a result that could not be saved.
    pub(super) fn take_notice(&self) -> Option<String> {
        self.saver.take_notice()
    }
}

/// Returns why a piece that locked here missed its target, in words.
fn missed_by(target: Pose, locked: Pose) -> Option<String> {
    match target.x.abs_diff(locked.x) {
        _ if locked.orientation != target.orientation => Some("wrong rotation".to_owned()),
        0 => None,
        columns => Some(counted(columns, "column")),
    }
}
