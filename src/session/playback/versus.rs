//! A recorded match, forwards and from anywhere.

use std::convert::Infallible;

use crate::engine::{Event, Events, MatchRecording, Moment, Side, Versus, VersusStartError};
use crate::rules::Buttons;
use crate::session::ending::Ending;
use crate::session::game_stats::{GameStats, MatchStats};
use crate::session::tally::{Summary, Tally};

use super::{Playback, Replay, Seek, Verdict};

/// A recorded match with a place in it.
pub type MatchPlayback = Playback<ReplayedMatch>;

/// A match that a recording drives.
#[derive(Clone, Debug)]
pub struct ReplayedMatch {
    versus: Versus,
    tallies: [Tally; 2],
    stats: Box<MatchStats>,
}

impl Replay for ReplayedMatch {
    type Recording = MatchRecording;
    type Fault = Infallible;

    fn step(
        &mut self,
        recording: &MatchRecording,
        frame: u64,
    ) -> Result<(Events, bool), Infallible> {
        let both = self.versus.step(recording.inputs[frame as usize]);
        Tally::follow_match(&mut self.tallies, &self.versus, both);
        self.stats.follow(&self.versus, both);
        let events = both[0].with(both[1]);
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
        let versus = Versus::new(recording.start.clone())?;
        let first = ReplayedMatch {
            stats: Box::new(MatchStats::new(&versus)),
            versus,
            tallies: [Tally::default(); 2],
        };
        let frames = recording.inputs.len() as u64;
        let Ok(playback) = Playback::played_through(recording, first, frames);
        Ok(playback)
    }

    /// Compares the end with what the recording says.
    pub fn check(&self) -> Verdict {
        let end = self.recording.end;
        Verdict::compare(end, self.frames(), self.end.versus.hash())
    }

    /// What was held in each frame up to the present one, left pad first.
    pub fn played(&self) -> &[[Buttons; 2]] {
        &self.recording.inputs[..self.frame() as usize]
    }

    /// What a side still holds until its next piece comes, in frames without a pause.
    pub(in crate::session) fn rest_of_piece(&self, side: Side) -> Vec<Buttons> {
        let mut versus = self.versus().clone();
        let inputs = &self.recording.inputs[self.frame() as usize..];
        let mut rest = Vec::new();
        for &held in inputs {
            let was_playing = versus.moment() == Moment::Playing;
            let events = versus.step(held)[side.index()];
            if was_playing && versus.moment() != Moment::Paused {
                rest.push(held[side.index()].without(Buttons::START));
            }
            if events.contains(Event::Spawned) || events.contains(Event::ScreenChanged) {
                break;
            }
        }
        rest
    }

    /// What both sides' games of the round have come to by the present frame.
    pub(in crate::session) const fn tallies(&self) -> [Tally; 2] {
        self.now.tallies
    }

    /// What is counted of both games of the round, as it stands at the present frame.
    pub(in crate::session) fn stats(&self) -> &MatchStats {
        &self.now.stats
    }

    /// What is counted of a side's game of the round by the present frame.
    pub fn figures(&self, side: Side) -> &GameStats {
        self.stats().of(side)
    }

    /// The match at the present frame.
    pub const fn versus(&self) -> &Versus {
        &self.now.versus
    }

    /// What a side's game of the round has come to by the present frame.
    pub fn summary(&self, side: Side) -> Summary {
        let now = &self.now;
        let game = now.versus.game(side);
        let ending = game.is_over().then_some(Ending::ToppedOut);
        now.tallies[side.index()].summary(game.score(), ending)
    }

    /// What is held at both pads in the present frame, left first.
    pub fn held(&self) -> [Buttons; 2] {
        let inputs = &self.recording.inputs;
        let before = usize::try_from(self.frame())
            .ok()
            .and_then(|frame| frame.checked_sub(1));
        let held = before.and_then(|before| inputs.get(before));
        held.copied().unwrap_or([Buttons::NONE; 2])
    }
}
