//! Takes back pieces in a practice game, and saves and loads its states.

use rightwell::engine::StartPosition;
use rightwell::rules::counted;
use rightwell::session::Person;

use crate::scene::StateRequest;
use crate::scene::coach::PersonCoach;
use crate::scene::context::Context;
use crate::store::states::{SavedStates, StateResult, StateTask};

use super::PersonScene;

/// Notice for a game for the high scores.
const HOW: &str =
    "this game is for high scores. To save it as a state, turn on PRACTICE (SETTINGS, COACH)";

impl PersonScene {
    /// Returns whether pieces can be taken back in the current game. If not, tells the player how to start a game in
    /// which they can.
    fn may_go_back(&self, context: &mut Context) -> bool {
        let has_game = self.person.is_in_game();
        let is_practice = self.practises || self.person.is_unranked();
        if !has_game {
            context.notify("no game is on");
        } else if !is_practice {
            context.notify(HOW);
        }
        has_game && is_practice
    }

    /// Takes back the last piece, then pauses.
    pub(super) fn take_back(&mut self, context: &mut Context) {
        if !self.may_go_back(context) {
            return;
        }
        let Some(here) = self.person.take_back() else {
            return context.notify("there is no piece to take back");
        };
        self.recorder.take_back(self.person.frames(), here);
        self.save_watcher.follow_back(&self.person);
        self.coach.take_back(&self.person);
        self.follow_race();
        context.pause();
        let pieces = counted(self.person.taken_back().unwrap_or(here), "piece");
        context.announce("Taken back", format!("{pieces}. {{PAUSE}}: resume"));
    }

    /// Starts to save the current game, or to load a saved one.
    pub(super) fn keep_state(&mut self, wish: StateRequest, context: &mut Context) {
        let states = SavedStates::of(&self.store);
        self.state = match wish {
            StateRequest::Save(_) if !self.may_go_back(context) => return,
            StateRequest::Save(number) => {
                let position = self.person.console().game().map(StartPosition::of_pad);
                Some(states.save(number, self.person.history(), position))
            }
            StateRequest::Load(number) => {
                let convert = |history| {
                    let person = Person::loaded(history)?;
                    let coach = PersonCoach::new(&person);
                    Some(Box::new((person, coach)))
                };
                Some(states.load(number, convert))
            }
        };
    }

    /// Continues from a state once it is loaded. Saves the current game first.
    pub(super) fn follow_state(&mut self, context: &mut Context) {
        match self.state.as_ref().and_then(StateTask::take) {
            None => return,
            Some(StateResult::Notice(notice)) => context.notify(notice),
            Some(StateResult::Loaded(number, state)) => {
                let (person, coach) = *state;
                let reason = format!("state {number}. {{PAUSE}}: resume");
                self.start_with(|_| (person, coach), &reason, context);
                self.note_type();
                context.pause();
            }
        }
        self.state = None;
    }
}
