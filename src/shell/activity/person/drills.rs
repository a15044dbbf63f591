//! What has come of the drill that is on, kept when it is over or left.

use std::path::{Path, PathBuf};

use rightwell::engine::{Events, PadGame};
use rightwell::rules::Buttons;
use rightwell::session::{LastPress, Person, PressTracker};

use crate::shell::error::CliError;
use crate::shell::host::log;
use crate::shell::store::drill_results::{self, DrillResults};

/// The results of the drill that is on.
#[derive(Debug)]
pub(super) struct DrillRecord {
    path: PathBuf,
    /// What tells the drill from others; none where nothing is trained.
    name: Option<String>,
    /// What came of it before this game, and of this game once it is kept.
    results: DrillResults,
    is_kept: bool,
    presses: PressTracker,
}

impl DrillRecord {
    /// The drill of somebody who begins it, its results beside the high scores in `scores`; and what is wrong
    /// with their file.
    pub(super) fn new(person: &Person, scores: &Path) -> (DrillRecord, Option<String>) {
        let path = scores.with_file_name("drills.ron");
        let game = person.console().game();
        let level = game.map_or(0, |game| game.start().level);
        let name = person
            .training()
            .map(|training| drill_results::name_of(&training, level));
        let known = name.as_deref().map(|name| {
            let all = drill_results::load(&path)?;
            Ok(all.of_drill(name))
        });
        let (results, fault) = match known.transpose() {
            Ok(results) => (results.unwrap_or_default(), None),
            Err::<_, CliError>(error) => (DrillResults::default(), Some(error.to_string())),
        };
        let record = DrillRecord {
            path,
            name,
            results,
            is_kept: false,
            presses: PressTracker::default(),
        };
        (record, fault)
    }

    /// What came of it so far.
    pub(super) fn results(&self) -> Option<&DrillResults> {
        self.name.as_ref().map(|_| &self.results)
    }

    /// Plays a frame, and looks how exact tucks and spins are.
    pub(super) fn step(&mut self, person: &mut Person, held: Buttons) -> Events {
        match person.training() {
            Some(_) => self.presses.step(person, |person| person.step(held)),
            None => person.step(held),
        }
    }

    /// How exact the last tuck or spin was.
    pub(super) const fn last_press(&self) -> Option<LastPress> {
        self.presses.last()
    }

    /// Keeps what a game came to that is over; says what it was worth.
    pub(super) fn follow(&mut self, person: &Person) -> Option<String> {
        let is_over = person.console().game().is_some_and(PadGame::is_over);
        (is_over && !self.is_kept && self.name.is_some())
            .then(|| self.keep(person))
            .flatten()
    }

    /// Keeps what a game came to that is left, if a piece has locked in it.
    pub(super) fn leave(&mut self, person: &Person) -> Option<String> {
        let game = person.console().game();
        let has_begun = game.is_some_and(|game| game.locked().is_some());
        (has_begun && !self.is_kept)
            .then(|| self.keep(person))
            .flatten()
    }

    fn keep(&mut self, person: &Person) -> Option<String> {
        let name = self.name.as_deref()?;
        let result = person.console().game()?.drill_result()?;
        self.is_kept = true;
        let best_before = (self.results.games > 0).then_some(self.results.best);
        match drill_results::add(&self.path, name, result) {
            Ok(results) => self.results = results,
            Err(error) => {
                log::say(&error);
                return Some(error.to_string());
            }
        }
        Some(match best_before {
            Some(best) if result > best => format!("{result}: your best, {best} until now"),
            Some(best) => format!("{result}; your best is {best}"),
            None => format!("{result}: your first game of this drill"),
        })
    }
}
