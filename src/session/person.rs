//! A person at the console.

use crate::engine::{
    Console, DirectStart, DirectStartError, Events, HighScores, History, InputFrame,
    RecordedConsole,
};
use crate::rules::{Buttons, Region};

/// A console that a person plays, with its history.
#[derive(Clone, Debug)]
pub struct Person {
    console: RecordedConsole,
}

impl Person {
    /// A console switched on with these high scores.
    pub fn power_on(region: Region, scores: HighScores) -> Person {
        Person {
            console: RecordedConsole::power_on(region, scores),
        }
    }

    /// A game without its menus, on a console switched on with `scores`.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub fn direct(start: DirectStart, scores: HighScores) -> Result<Person, DirectStartError> {
        let console = RecordedConsole::direct(start, scores)?;
        Ok(Person { console })
    }

    /// A console to which all this was done.
    pub fn after(history: History) -> Person {
        Person {
            console: RecordedConsole::after(history),
        }
    }

    /// One video frame as it stands in a history.
    pub fn play(&mut self, frame: InputFrame) -> Events {
        self.console.play(frame)
    }

    /// One video frame with these buttons held.
    pub fn step(&mut self, held: Buttons) -> Events {
        self.console.step(held)
    }

    /// The machine.
    pub const fn console(&self) -> &Console {
        self.console.console()
    }

    /// Whether a game of the person is on, from its first pieces to when it is left.
    pub fn is_in_game(&self) -> bool {
        self.console().game().is_some() && !self.console().is_demo()
    }

    /// What was done in each frame since power-on.
    pub fn frames(&self) -> &[InputFrame] {
        self.console.frames()
    }

    /// Everything since power-on, ending now.
    pub fn history(&self) -> History {
        let history = self.console.history();
        history.expect("the history of a person's console is never given up")
    }
}
