//! A person at the console.

use crate::engine::{
    Console, DirectStart, DirectStartError, Events, HighScores, History, InputFrame, PadGame,
    RecordedConsole, Screen,
};
use crate::rules::{Buttons, Region};

use super::figures::Figures;
use super::playback::ConsolePlayback;
use super::tally::{ConsoleTally, Summary};

/// A console that a person plays, with its history.
#[derive(Clone, Debug)]
pub struct Person {
    console: RecordedConsole,
    tally: ConsoleTally,
}

impl Person {
    /// A console switched on with these high scores.
    pub fn power_on(region: Region, scores: HighScores) -> Person {
        Person::at(RecordedConsole::power_on(region, scores))
    }

    /// A game without its menus, on a console switched on with `scores`.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub fn direct(start: DirectStart, scores: HighScores) -> Result<Person, DirectStartError> {
        Ok(Person::at(RecordedConsole::direct(start, scores)?))
    }

    /// A console to which all this was done. What the game on its screen has come to is counted from
    /// here on.
    pub fn after(history: History) -> Person {
        Person::at(RecordedConsole::after(history))
    }

    /// Somebody who goes on from the present place of a recording as its player could have done:
    /// the history up to there is that of the recording.
    pub fn going_on(playback: &ConsolePlayback) -> Person {
        Person {
            console: RecordedConsole::after(playback.history()),
            tally: playback.tally(),
        }
    }

    fn at(console: RecordedConsole) -> Person {
        let tally = ConsoleTally::new(console.console());
        Person { console, tally }
    }

    /// One video frame as it stands in a history.
    pub fn play(&mut self, frame: InputFrame) -> Events {
        let events = self.console.play(frame);
        self.tally.follow(self.console.console(), events);
        events
    }

    /// One video frame with these buttons held.
    pub fn step(&mut self, held: Buttons) -> Events {
        let events = self.console.step(held);
        self.tally.follow(self.console.console(), events);
        events
    }

    /// The machine.
    pub const fn console(&self) -> &Console {
        self.console.console()
    }

    /// Whether a game of the person is on, from its first pieces to when it is left.
    pub fn is_in_game(&self) -> bool {
        self.console().game().is_some() && !self.console().is_demo()
    }

    /// What the game on the screen has come to; the demo is none.
    pub fn summary(&self) -> Option<Summary> {
        self.tally.summary(self.console())
    }

    /// What the lab counts of the game on the screen; the demo is none.
    pub fn figures(&self) -> Option<&Figures> {
        self.tally.figures()
    }

    /// Whether the curtain is closed over a game, so that Start leads on.
    pub fn is_curtain_closed(&self) -> bool {
        self.is_in_game()
            && self.console().screen() == Screen::Game
            && self
                .console()
                .game()
                .is_some_and(PadGame::is_curtain_closed)
    }

    /// What was held in the last frame.
    pub fn held(&self) -> Buttons {
        let last = self.frames().last();
        last.map_or(Buttons::NONE, |frame| frame.held)
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
