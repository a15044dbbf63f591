//! Locks that only faster hands reach.

use serde::Serialize;

use crate::rules::Pose;
use crate::session::Rater;

use super::{ReviewedMove, ReviewedPlace, in_words};

/// Lock that the fastest hands reach, but not the hands of the rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FasterLock {
    /// The lock.
    pub lock: Pose,
    /// Approximate gain, in lines, over the best lock that the hands of the player can reach.
    pub gain: f64,
}

/// Lock that only faster hands reach, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FasterFigures {
    /// Lock of the piece.
    #[serde(flatten)]
    pub place: ReviewedPlace,
    /// Approximate gain, in lines, over the best lock that the hands of the player can reach.
    pub gain: f64,
}

/// Minimum gain of a lock that is mentioned, in lines.
const GAIN_MIN: f64 = 1.0;

impl ReviewedMove {
    /// Finds the locks that only faster hands reach, if they are more than a line better than the best lock. Searches
    /// only the known pieces, which takes a small part of the time of a rating. `rater` must be the one that rated the
    /// moves, and [`ReviewedMove::mark_lost`] must have seen them.
    pub fn mark_faster(moves: &mut [ReviewedMove], rater: &Rater) {
        let Some(fastest) = rater.fastest_moves() else {
            return;
        };
        for reviewed in moves.iter_mut().filter(|reviewed| reviewed.is_counted()) {
            let beyond = rater.best_beyond(&reviewed.played.position, &reviewed.rating, &fastest);
            reviewed.faster = beyond.filter(|faster| faster.gain > GAIN_MIN);
        }
    }
}

impl FasterLock {
    /// Describes the lock.
    pub(super) fn sentence(&self) -> String {
        let (place, gain) = (in_words(self.lock), self.gain);
        format!("Only faster hands reach {place}: about {gain:.1} lines better than the best move")
    }

    /// Returns the lock in numbers.
    pub(super) fn figures(&self) -> FasterFigures {
        FasterFigures {
            place: ReviewedPlace::from_pose(self.lock),
            gain: self.gain,
        }
    }
}
