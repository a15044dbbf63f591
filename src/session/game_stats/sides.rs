//! Statistics of both sides of a match.

use crate::engine::{Event, Events, Side, Versus};

use super::{GameStats, ahead};

/// Statistics of both games of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) struct MatchStats {
    sides: [GameStats; 2],
    /// Number of frames of the round so far.
    frames: u32,
}

impl MatchStats {
    /// Starts the statistics of the current round.
    pub(in crate::session) fn new(versus: &Versus) -> MatchStats {
        let of = |side| GameStats::of_pad(versus.game(side), versus.carry(side));
        MatchStats {
            sides: Side::BOTH.map(of),
            frames: versus.round_frames(),
        }
    }

    /// Follows one frame of the match. Each round has its own statistics.
    pub(in crate::session) fn follow(&mut self, versus: &Versus, events: [Events; 2]) {
        if events[0].contains(Event::ScreenChanged) {
            *self = MatchStats::new(versus);
            return;
        }
        // The games do not advance during a pause and after the end of a round.
        if self.frames == versus.round_frames() {
            return;
        }
        self.frames = versus.round_frames();
        for side in Side::BOTH {
            let (game, carry) = (versus.game(side), versus.carry(side));
            self.sides[side.index()].follow_pad(game, carry, events[side.index()]);
        }
    }

    /// Returns the statistics of a side.
    pub(in crate::session) const fn of(&self, side: Side) -> &GameStats {
        &self.sides[side.index()]
    }
}

/// Returns the left game's lead in Tetrises: the number that the trailing side needs to catch up, which may end with a
/// fraction of a Tetris. Negative if the right game leads, 0 if the scores are equal. `None` if the counts of a game are
/// unknown.
///
/// Source: NestrisChamps.
pub fn tetris_difference(sides: [&GameStats; 2]) -> Option<f64> {
    let [left, right] = sides;
    if !left.has_known_counts || !right.has_known_counts {
        return None;
    }
    let lead = left.score().abs_diff(right.score());
    let behind =
        |laggard: &GameStats| ahead::in_tetrises(lead, laggard.counter, laggard.levels.now());
    Some(match left.score() >= right.score() {
        true => behind(right),
        false => -behind(left),
    })
}
