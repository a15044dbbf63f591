//! A person at the console, and where the scores and recordings go.

use std::path::PathBuf;
use std::time::Duration;

use rightwell::engine::{Screen, View};
use rightwell::rules::Buttons;
use rightwell::session::{Due, Keeping, Person};

use crate::shell::host::exit;
use crate::shell::input::action::{Action, HelpLine};
use crate::shell::store::kept::{self, Shelf};
use crate::shell::store::scores;

use super::{Activity, Outcome, frames_per_second, title};

const KEYS: &[HelpLine] = &[(&[Action::KeepRecording], "KEEP A RECORDING NOW")];

/// A person's games on show.
#[derive(Debug)]
pub struct PersonActivity {
    person: Person,
    keeping: Keeping,
    /// The file of high scores.
    scores: PathBuf,
    shelf: Shelf,
    notice: Option<String>,
}

impl PersonActivity {
    /// A person whose scores go to that file and whose games to that shelf.
    pub fn new(person: Person, scores: PathBuf, shelf: Shelf) -> PersonActivity {
        PersonActivity {
            keeping: Keeping::new(&person),
            person,
            scores,
            shelf,
            notice: None,
        }
    }

    /// Keeps everything since power-on and says where.
    fn keep(&mut self) {
        let (ending, text) = kept::recording_of(&self.person);
        self.notice = Some(self.shelf.keep(("game", ending), &text));
    }

    /// Scores first: they are small and written soonest.
    fn write(&mut self, due: Due) {
        if due.scores {
            self.save_scores();
        }
        if due.recording {
            self.keep();
        }
    }

    fn save_scores(&mut self) {
        if let Err(error) = scores::save(&self.scores, self.person.console().scores()) {
            exit::saving_failed(&error);
            self.notice = Some(error.to_string());
        }
    }
}

impl Activity for PersonActivity {
    /// Also writes what is worth keeping after the frame.
    fn step(&mut self, _patience: Duration, held: [Buttons; 2]) -> Outcome {
        let events = self.person.step(held[0]);
        let due = self.keeping.after_frame(&self.person);
        self.write(due);
        Outcome::Stepped(events)
    }

    fn view(&self) -> View {
        self.person.console().view()
    }

    fn title(&self) -> String {
        let game = self.person.console().game();
        title("play", game.map(|game| game.score().points()))
    }

    fn status(&self) -> Vec<String> {
        vec!["F1: keys".to_owned()]
    }

    fn keys(&self) -> &'static [HelpLine] {
        KEYS
    }

    fn act(&mut self, _action: Action) {
        // Without a frame there is nothing that could be played again.
        if self.keeping.has_played() {
            self.keep();
        }
    }

    fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    fn people(&self) -> [bool; 2] {
        [true, false]
    }

    fn frames_per_second(&self) -> f64 {
        frames_per_second(self.person.console().region())
    }

    /// A game, or the entry of a name, would be broken off.
    fn is_busy(&self) -> bool {
        self.person.is_in_game() || self.person.console().screen() == Screen::NameEntry
    }
}

/// However the program ends, a game that is broken off is kept, and so are the scores.
impl Drop for PersonActivity {
    fn drop(&mut self) {
        self.write(self.keeping.at_the_end(&self.person));
        if !self.keeping.has_played() {
            return;
        }
        let person = &self.person;
        self.shelf.save(|| Some(kept::recording_of(person).1));
    }
}
