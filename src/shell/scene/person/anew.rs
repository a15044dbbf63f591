//! Switches the console off and on, and restarts the last game.

use rightwell::engine::{DirectStart, GameType, HighScores, recording};
use rightwell::session::{Person, SaveWatcher};

use crate::host::randomness;
use crate::scene::coach::PersonCoach;
use crate::scene::context::Context;

use super::PersonScene;

/// Number of frames after which the console is switched off and on: in its menus, and during a game. Longer recordings
/// could not be read. The limit in the menus leaves time for one more game.
pub(super) const FRAMES_MAX: [usize; 2] = [
    recording::FRAMES_MAX as usize - LAST_GAME_FRAMES,
    recording::FRAMES_MAX as usize,
];
/// Time reserved for one more game, in frames: two hours.
const LAST_GAME_FRAMES: usize = 2 * 60 * 60 * 60;

impl PersonScene {
    /// Returns the reason to switch the console off and on now. Returns `None` if there is none.
    pub(super) fn is_anew_due(&self) -> Option<&'static str> {
        let frames = self.person.frames().len();
        let [in_menus, in_games] = self.frames_max;
        let is_long = frames >= in_menus;
        if self.is_busy() && frames < in_games {
            None
        } else if is_long {
            Some("the console was on for a day and was restarted")
        } else {
            let is_held = self.save_watcher.ranked_scores().is_some();
            is_held.then_some("console restarted: the score with hints was removed from its table")
        }
    }

    /// Returns the high scores without those from games with hints.
    fn high_scores(&self) -> HighScores {
        let scores = self.save_watcher.ranked_scores();
        scores.unwrap_or(self.person.console().scores()).clone()
    }

    /// Switches the console off and on.
    pub(super) fn switch_on_anew(&mut self, reason: &str, context: &mut Context) {
        let region = self.person.console().region();
        self.start_anew(|scores| Person::power_on(region, scores), reason, context);
    }

    /// Leaves the game and starts a new one with the same options and music.
    pub(super) fn restart(&mut self, context: &mut Context) {
        let is_left = self.is_direct && !self.person.is_in_game();
        let is_begun = is_left || self.person.summary().is_some();
        let Some(start) = self.game.start.filter(|_| is_begun) else {
            return;
        };
        let seed = match randomness::register() {
            Ok(seed) => seed,
            Err(error) => return context.notify(error.to_string()),
        };
        let start = DirectStart {
            region: self.person.console().region(),
            // A training mode determines the garbage itself, so its game starts as A-type.
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
            let race = self.game.race.take();
            let begin = |scores| {
                if let Some(race) = &race {
                    return race.begin(seed, scores).expect("the race began so before");
                }
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
            self.start_anew(begin, "a new game", context);
            context.begin_anew();
            if race.is_none() {
                self.game.seed = Some(seed);
            }
            self.game.race = race;
            self.follow_race();
        }
    }

    /// Saves the games of this console and continues with another console, which gets the high scores.
    pub(super) fn start_anew(
        &mut self,
        begin: impl FnOnce(HighScores) -> Person,
        reason: &str,
        context: &mut Context,
    ) {
        let begin = |scores| {
            let person = begin(scores);
            let coach = PersonCoach::new(&person);
            (person, coach)
        };
        self.start_with(begin, reason, context);
    }

    /// Saves the games of this console and continues with another console and coach. `begin` makes them from the high
    /// scores.
    pub(super) fn start_with(
        &mut self,
        begin: impl FnOnce(HighScores) -> (Person, PersonCoach),
        reason: &str,
        context: &mut Context,
    ) {
        self.leave_console(Some(reason));
        let rule = self.person.console().crash_rule();
        let left = self.drill.leave(&self.person);
        let (new, coach) = begin(self.high_scores());
        let old = std::mem::replace(&mut self.person, new.with_crash(rule));
        (self.game.seed, self.game.beat, self.game.race) = (None, None, None);
        self.is_direct = self.person.is_in_game();
        self.save_watcher = SaveWatcher::new(&self.person);
        self.coach = coach;
        self.before = Some(old);
        let fault = self.drill.restart(&self.person);
        match (fault, left) {
            (None, Some(result)) => context.announce("Last drill", result),
            (Some(fault), _) => context.notify(format!("{reason}. {fault}")),
            (None, None) => context.notify(reason),
        }
    }
}
