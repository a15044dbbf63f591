//! A console is left for another one: switched off and on, or for a game that begins as the last did.

use rightwell::engine::{DirectStart, GameType, HighScores, recording};
use rightwell::session::{Keeping, Person};

use crate::shell::activity::coach::PersonCoach;
use crate::shell::host::randomness;

use super::PersonActivity;
use super::drills::DrillRecord;

/// Frames after which a console is switched off and on: in its menus two hours before a recording of all
/// since power-on would be too long to be read, and then in a game too.
pub(super) const FRAMES_MAX: [usize; 2] = [
    recording::FRAMES_MAX as usize - LAST_GAME_FRAMES,
    recording::FRAMES_MAX as usize,
];
/// The two hours.
const LAST_GAME_FRAMES: usize = 2 * 60 * 60 * 60;

impl PersonActivity {
    /// Says why the console in its menus is to be switched off and on, if it is.
    pub(super) fn is_anew_due(&self) -> Option<&'static str> {
        let frames = self.person.frames().len();
        let [in_menus, in_games] = self.frames_max;
        let is_long = frames >= in_menus;
        if self.is_busy() && frames < in_games {
            None
        } else if is_long {
            Some("the console was on for a day: switched off and on")
        } else {
            let is_held = self.keeping.scores_without_hints().is_some();
            is_held.then_some("switched off and on: the score with hints is gone from its table")
        }
    }

    /// The high scores as they are, but for those of games with hints.
    fn high_scores(&self) -> HighScores {
        let scores = self.keeping.scores_without_hints();
        scores.unwrap_or(self.person.console().scores()).clone()
    }

    /// Switches the console off and on.
    pub(super) fn switch_on_anew(&mut self, said: &str) {
        let region = self.person.console().region();
        self.start_anew(|scores| Person::power_on(region, scores), said);
    }

    /// Leaves the game that is on for another one that begins as it did, with the same music.
    pub(super) fn restart(&mut self) {
        let is_drill = self.person.training().is_some();
        let game = self.person.console().game();
        let Some(game) = game.filter(|_| is_drill || self.is_busy()) else {
            return;
        };
        let start = game.start();
        let seed = match randomness::register() {
            Ok(seed) => seed,
            Err(error) => {
                self.notice = Some(error.to_string());
                return;
            }
        };
        let start = DirectStart {
            region: self.person.console().region(),
            // What is trained says its own garbage.
            game_type: match self.person.training() {
                Some(_) => GameType::A,
                None => start.game_type,
            },
            level: start.level,
            seed,
        };
        if start.check().is_ok() {
            let music = self.person.console().music();
            let (training, position) = (self.person.training(), self.person.position());
            let begin = |scores| {
                let begun = Person::direct_with_music(start, music, scores);
                let mut person = begun.expect("it was checked");
                if let Some(training) = training {
                    person.train(training);
                }
                if let Some(position) = position {
                    person.begin_at(position);
                }
                person
            };
            self.start_anew(begin, "a new game");
            self.seed = Some(seed);
        }
    }

    /// Goes on with another console, with the high scores of this one; what was played is kept.
    pub(super) fn start_anew(&mut self, begin: impl FnOnce(HighScores) -> Person, said: &str) {
        let begin = |scores| {
            let person = begin(scores);
            let coach = PersonCoach::new(&person);
            (person, coach)
        };
        self.start_with(begin, said);
    }

    /// Continues at another console with a coach who knows it.
    pub(super) fn start_with(
        &mut self,
        begin: impl FnOnce(HighScores) -> (Person, PersonCoach),
        said: &str,
    ) {
        self.notice = None;
        let is_saved = self.leave_console();
        let rule = self.person.console().crash_rule();
        let left = self.drill.leave(&self.person);
        let (new, coach) = begin(self.high_scores());
        let old = std::mem::replace(&mut self.person, new.with_crash(rule));
        (self.seed, self.beat) = (None, None);
        self.keeping = Keeping::new(&self.person);
        self.coach = coach;
        self.before = Some(old);
        let (drill, fault) = DrillRecord::new(&self.person, &self.store, Some(&self.drill));
        self.drill = drill;
        self.notice = Some(match fault.or(left) {
            Some(more) => format!("{said}. {more}"),
            None => said.to_owned(),
        });
        self.left_because = is_saved.then(|| said.to_owned());
    }
}
