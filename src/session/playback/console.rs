//! A console's history, from power-on and from anywhere.

use std::convert::Infallible;

use crate::engine::{Console, Event, Events, History};

use super::{Place, Playback, Seek, Verdict, seek_by_playback};

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
        // The first piece of a game is there when its set-up is done.
        let is_first = !had_game && self.console.game().is_some();
        Ok((events, is_first || events.contains(Event::Spawned)))
    }
}

impl ConsolePlayback {
    /// Plays the whole history once and stands at power-on.
    pub fn new(history: History) -> ConsolePlayback {
        let frames = history.len();
        ConsolePlayback::with_frames(history, frames)
    }

    fn with_frames(history: History, frames: u64) -> ConsolePlayback {
        let first = Played {
            console: history.power_on(),
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

    /// The machine at the present frame.
    pub const fn console(&self) -> &Console {
        &self.playback.now().console
    }
}
