//! A recorded match is played again, forwards and from anywhere.

use std::convert::Infallible;

use crate::engine::{Event, Events, Versus, VersusStartError, VersusTape};

use super::track::{Head, Seek, Track, Verdict, seek_by_track};

/// A recorded match with a place in it.
#[derive(Clone, Debug)]
pub struct MatchReplay {
    track: Track<Playhead>,
}

seek_by_track!(MatchReplay);

/// A match that a recording drives.
#[derive(Clone, Debug)]
struct Playhead(Versus);

impl Head for Playhead {
    type Tape = VersusTape;
    type Fault = Infallible;

    fn frame(&self) -> u64 {
        self.0.frames()
    }

    fn step(&mut self, tape: &VersusTape) -> Result<(Events, bool), Infallible> {
        let [left, right] = self.0.step(tape.inputs[self.0.frames() as usize]);
        let events = left.with(right);
        // Both first pieces of a round are there with it.
        let is_new = events.contains(Event::ScreenChanged) || events.contains(Event::Spawned);
        Ok((events, is_new))
    }
}

impl MatchReplay {
    /// Plays the whole match once and stands at its beginning.
    ///
    /// # Errors
    /// [`VersusStartError`] when no match can begin so.
    pub fn new(tape: VersusTape) -> Result<MatchReplay, VersusStartError> {
        let first = Playhead(Versus::new(tape.start.clone())?);
        let frames = tape.inputs.len() as u64;
        match Track::new(tape, first, frames) {
            Ok(track) => Ok(MatchReplay { track }),
        }
    }

    /// Compares the end with what the recording says.
    pub fn check(&self) -> Verdict {
        match &self.track.tape().end {
            Some(end) => {
                let found = (self.frames(), self.track.end().0.hash());
                Verdict::of((end.frame, &end.hash), found)
            }
            None => Verdict::NothingToCompare,
        }
    }

    /// The match at the present frame.
    pub const fn versus(&self) -> &Versus {
        &self.track.now().0
    }
}
