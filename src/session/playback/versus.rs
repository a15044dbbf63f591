//! Playback of matches, from the start or any other point.

use std::convert::Infallible;

use crate::engine::{Event, Events, MatchRecording, MatchStage, Side, Versus, VersusStartError};
use crate::rules::Buttons;
use crate::session::ending::Ending;
use crate::session::game_stats::{GameStats, MatchStats};
use crate::session::summary::Summary;

use super::{Playback, Replay, Seek, Verdict};

/// Match recording with a current position.
pub type MatchPlayback = Playback<ReplayedMatch>;

/// Match driven by a recording.
#[derive(Clone, Debug)]
pub struct ReplayedMatch {
    versus: Versus,
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
        self.stats.follow(&self.versus, both);
        let events = both[0].with(both[1]);
        // The first pieces of both sides spawn when a round starts.
        let is_new = events.contains(Event::ScreenChanged) || events.contains(Event::Spawned);
        Ok((events, is_new))
    }
}

impl MatchPlayback {
    /// Plays the whole match once and then returns to the beginning.
    ///
    /// # Errors
    /// [`VersusStartError`] if no match can start like this.
    pub fn new(recording: MatchRecording) -> Result<MatchPlayback, VersusStartError> {
        let versus = Versus::new(recording.start.clone())?;
        let first = ReplayedMatch {
            stats: Box::new(MatchStats::new(&versus)),
            versus,
        };
        let frames = recording.inputs.len() as u64;
        let Ok(playback) = Playback::new_validated(recording, first, frames);
        Ok(playback)
    }

    /// Compares the end of the playback with the recorded end.
    pub fn check(&self) -> Verdict {
        let end = self.recording.end;
        Verdict::compare(end, self.frames(), self.end.versus.hash())
    }

    /// Returns the buttons of each frame up to the current one, left gamepad first.
    pub fn played(&self) -> &[[Buttons; 2]] {
        &self.recording.inputs[..self.frame() as usize]
    }

    /// Returns the buttons of a side until its next piece spawns, without paused frames.
    pub(in crate::session) fn rest_of_piece(&self, side: Side) -> Vec<Buttons> {
        let mut versus = self.versus().clone();
        let inputs = &self.recording.inputs[self.frame() as usize..];
        let mut rest = Vec::new();
        for &held in inputs {
            let was_playing = versus.moment() == MatchStage::Playing;
            let events = versus.step(held)[side.index()];
            if was_playing && versus.moment() != MatchStage::Paused {
                rest.push(held[side.index()].without(Buttons::START));
            }
            if events.contains(Event::Spawned) || events.contains(Event::ScreenChanged) {
                break;
            }
        }
        rest
    }

    /// Returns the statistics of both games in the current round, up to the current frame.
    pub(in crate::session) fn stats(&self) -> &MatchStats {
        &self.now.stats
    }

    /// Returns the statistics of a side's game in the current round, up to the current frame.
    pub fn figures(&self, side: Side) -> &GameStats {
        self.stats().of(side)
    }

    /// Returns the match at the current frame.
    pub const fn versus(&self) -> &Versus {
        &self.now.versus
    }

    /// Returns the summary of a side's game in the current round, up to the current frame.
    pub fn summary(&self, side: Side) -> Summary {
        let now = &self.now;
        let game = now.versus.game(side);
        let ending = game.is_over().then_some(Ending::ToppedOut);
        now.stats.of(side).summary(game.score(), ending)
    }

    /// Returns the buttons at both gamepads in the current frame, left first.
    pub fn held(&self) -> [Buttons; 2] {
        let inputs = &self.recording.inputs;
        let before = usize::try_from(self.frame())
            .ok()
            .and_then(|frame| frame.checked_sub(1));
        let held = before.and_then(|before| inputs.get(before));
        held.copied().unwrap_or([Buttons::NONE; 2])
    }
}
