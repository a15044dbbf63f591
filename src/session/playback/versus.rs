//! A recorded match, forwards and from anywhere.

use std::convert::Infallible;

use crate::engine::{Event, Events, MatchRecording, Versus, VersusStartError};

use super::{Place, Playback, Seek, Verdict, seek_by_playback};

/// A recorded match with a place in it.
#[derive(Clone, Debug)]
pub struct MatchPlayback {
    playback: Playback<Played>,
}

seek_by_playback!(MatchPlayback);

/// A match that a recording drives.
#[derive(Clone, Debug)]
struct Played(Versus);

impl Place for Played {
    type Recording = MatchRecording;
    type Fault = Infallible;

    fn frame(&self) -> u64 {
        self.0.frames()
    }

    fn step(&mut self, recording: &MatchRecording) -> Result<(Events, bool), Infallible> {
        let [left, right] = self.0.step(recording.inputs[self.0.frames() as usize]);
        let events = left.with(right);
        // Both first pieces of a round are there with it.
        let is_new = events.contains(Event::ScreenChanged) || events.contains(Event::Spawned);
        Ok((events, is_new))
    }
}

impl MatchPlayback {
    /// Plays the whole match once and stands at its beginning.
    ///
    /// # Errors
    /// [`VersusStartError`] when no match can begin so.
    pub fn new(recording: MatchRecording) -> Result<MatchPlayback, VersusStartError> {
        let first = Played(Versus::new(recording.start.clone())?);
        let frames = recording.inputs.len() as u64;
        match Playback::new(recording, first, frames) {
            Ok(playback) => Ok(MatchPlayback { playback }),
        }
    }

    /// Compares the end with what the recording says.
    pub fn check(&self) -> Verdict {
        let end = self.playback.recording().end;
        Verdict::of(end, self.frames(), self.playback.end().0.hash())
    }

    /// The match at the present frame.
    pub const fn versus(&self) -> &Versus {
        &self.playback.now().0
    }
}
