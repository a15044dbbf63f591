//! A movie of the console, from power-on and from anywhere.

use std::convert::Infallible;

use crate::engine::{Console, Event, Events, Fm2};

use super::track::{Head, Seek, Track, Verdict, seek_by_track};

/// A movie with a place in it. After its last line no button is held, see [`Movie::run_on`].
#[derive(Clone, Debug)]
pub struct Movie {
    track: Track<Reel>,
}

seek_by_track!(Movie);

/// A console that a movie drives.
#[derive(Clone, Debug)]
struct Reel {
    console: Console,
    frame: u64,
}

impl Head for Reel {
    type Tape = Fm2;
    type Fault = Infallible;

    fn frame(&self) -> u64 {
        self.frame
    }

    fn step(&mut self, movie: &Fm2) -> Result<(Events, bool), Infallible> {
        let had_game = self.console.game().is_some();
        let events = movie.play_frame(self.frame, &mut self.console);
        self.frame += 1;
        // The first piece of a game is there when its set-up is done.
        let is_first = !had_game && self.console.game().is_some();
        Ok((events, is_first || events.contains(Event::Spawned)))
    }
}

impl Movie {
    /// Plays the whole movie once and stands at power-on.
    pub fn new(movie: Fm2) -> Movie {
        let frames = movie.frames.len() as u64;
        Movie::with_frames(movie, frames)
    }

    fn with_frames(movie: Fm2, frames: u64) -> Movie {
        let first = Reel {
            console: movie.power_on(),
            frame: 0,
        };
        match Track::new(movie, first, frames) {
            Ok(track) => Movie { track },
        }
    }

    /// The same movie, going on without buttons until `frames` frames are played.
    pub fn run_on(self, frames: u64) -> Movie {
        if frames <= self.frames() {
            return self;
        }
        Movie::with_frames(self.track.tape().clone(), frames)
    }

    /// Compares the end with what the movie says.
    pub fn check(&self) -> Verdict {
        let Some(end) = self.track.tape().end else {
            return Verdict::NothingToCompare;
        };
        let found = (self.frames(), self.track.end().console.hash());
        Verdict::of((end.frame, &format!("{:016X}", end.hash)), found)
    }

    /// The machine at the present frame.
    pub const fn console(&self) -> &Console {
        &self.track.now().console
    }
}
