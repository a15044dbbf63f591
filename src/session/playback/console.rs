//! A console's history, from power-on and from anywhere.

use std::convert::Infallible;

use crate::engine::{Console, Event, Events, History, Screen};
use crate::rules::Buttons;
use crate::session::tally::{ConsoleTally, Summary};

use super::{Place, Playback, Seek, Shown, Verdict, seek_by_playback};

/// A history with a place in it. After its last frame no button is held, see
/// [`ConsolePlayback::run_on`].
#[derive(Clone, Debug)]
pub struct ConsolePlayback {
    playback: Playback<Played>,
}

seek_by_playback!(ConsolePlayback);

/// A console that a history drives.
#[derive(Clone, Debug)]
struct Played {
    console: Console,
    frame: u64,
    tally: ConsoleTally,
}

impl Place for Played {
    type Recording = History;
    type Fault = Infallible;

    fn frame(&self) -> u64 {
        self.frame
    }

    fn step(&mut self, history: &History) -> Result<(Events, bool), Infallible> {
        let had_game = self.console.game().is_some();
        let events = history.play_frame(self.frame, &mut self.console);
        self.frame += 1;
        self.tally.follow(&self.console, events);
        // The first piece of a game is there when its set-up is done.
        let is_first = !had_game && self.console.game().is_some();
        Ok((events, is_first || events.contains(Event::Spawned)))
    }

    fn shown(&self) -> Shown {
        if self.console.is_blank() || self.console.is_demo() {
            return Shown::Nothing;
        }
        match self.console.screen() {
            Screen::Game if self.console.game().is_some() => Shown::Game,
            Screen::Ending | Screen::NameEntry | Screen::LevelMenu => Shown::Rest,
            Screen::Game | Screen::Legal | Screen::Title | Screen::TypeMenu => Shown::Nothing,
        }
    }
}

impl ConsolePlayback {
    /// Plays the whole history once and stands at power-on.
    pub fn new(history: History) -> ConsolePlayback {
        let frames = history.len();
        ConsolePlayback::with_frames(history, frames)
    }

    fn with_frames(history: History, frames: u64) -> ConsolePlayback {
        let console = history.power_on();
        let first = Played {
            tally: ConsoleTally::new(&console),
            console,
            frame: 0,
        };
        match Playback::new(history, first, frames) {
            Ok(playback) => ConsolePlayback { playback },
        }
    }

    /// The same history, going on without buttons until `frames` frames are played.
    pub fn run_on(self, frames: u64) -> ConsolePlayback {
        if frames <= self.frames() {
            return self;
        }
        ConsolePlayback::with_frames(self.playback.recording().clone(), frames)
    }

    /// Compares the end with what the history says.
    pub fn check(&self) -> Verdict {
        let end = self.playback.recording().end();
        Verdict::of(end, self.frames(), self.playback.end().console.hash())
    }

    /// Everything from power-on to the present frame, without an end.
    pub fn history(&self) -> History {
        self.playback.recording().until(self.frame())
    }

    /// What is held in the present frame.
    pub fn held(&self) -> Buttons {
        let frames = self.playback.recording().frames();
        let before = usize::try_from(self.frame())
            .ok()
            .and_then(|frame| frame.checked_sub(1));
        let frame = before.and_then(|before| frames.get(before));
        frame.map_or(Buttons::NONE, |frame| frame.held)
    }

    /// What the game on the screen has come to by the present frame.
    pub fn summary(&self) -> Option<Summary> {
        let now = self.playback.now();
        now.tally.summary(&now.console)
    }

    /// What counts its games, as it stands at the present frame.
    pub(in crate::session) const fn tally(&self) -> ConsoleTally {
        self.playback.now().tally
    }

    /// The machine at the present frame.
    pub const fn console(&self) -> &Console {
        &self.playback.now().console
    }
}
