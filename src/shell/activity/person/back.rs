//! A game of practice is taken back: by pieces, or to a saved state.

use rightwell::engine::History;
use rightwell::rules::counted;
use rightwell::session::Person;

use crate::shell::activity::coach::PersonCoach;
use crate::shell::activity::{Request, StateWish};
use crate::shell::store::states::States;

use super::PersonActivity;

/// How a game becomes one that can be taken back.
const HOW: &str =
    "a game for the high scores. To take pieces back: PRACTICE in the settings, or play --practice";

impl PersonActivity {
    /// Whether the game that is on can be taken back; if not, how that is had is said.
    fn may_go_back(&mut self) -> bool {
        let has_game = self.person.is_in_game();
        let is_practice = self.practises || self.person.has_hints();
        if !has_game {
            self.notice = Some("no game is on".to_owned());
        } else if !is_practice {
            self.notice = Some(HOW.to_owned());
        }
        has_game && is_practice
    }

    /// Takes a piece back.
    pub(super) fn take_back(&mut self) {
        if !self.may_go_back() {
            return;
        }
        let Some(here) = self.person.take_back() else {
            self.notice = Some("no piece is left to be taken back".to_owned());
            return;
        };
        if let Some(journal) = &mut self.journal {
            journal.take_back(self.person.frames(), here);
        }
        self.keeping.follow_back(&self.person);
        self.coach = PersonCoach::new(&self.person);
        self.is_read = false;
        self.requests.push(Request::Pause(true));
        let pieces = counted(self.person.taken_back().unwrap_or(here), "piece");
        self.notice = Some(format!("taken back: {pieces}. {{PAUSE}}: go on"));
    }

    /// Saves the game as it is, or goes on from a saved one.
    pub(super) fn keep_state(&mut self, wish: StateWish) {
        let states = States::beside(&self.shelf.recordings);
        match wish {
            StateWish::Save(_) if !self.may_go_back() => {}
            StateWish::Save(slot) => {
                let saved = states.save(slot, &self.person.history());
                self.notice = Some(match saved {
                    Ok(()) => format!("saved as state {slot}"),
                    Err(error) => error.to_string(),
                });
            }
            StateWish::Load(slot) => match states.load(slot) {
                Ok(history) => self.load_state(history, slot),
                Err(error) => self.notice = Some(error.to_string()),
            },
        }
    }

    /// Goes on from the end of a history; the game that is on is kept.
    fn load_state(&mut self, history: History, slot: usize) {
        match Person::loaded(history) {
            Some(person) => {
                self.start_anew(|_| person, &format!("state {slot}. {{PAUSE}}: go on"));
                self.is_read = false;
                self.note_type();
                self.requests.push(Request::Pause(true));
            }
            None => {
                let said = format!("state {slot} does not lead to the game that it says");
                self.notice = Some(said);
            }
        }
    }
}
