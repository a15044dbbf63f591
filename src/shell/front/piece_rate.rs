//! Measurement of pieces per second.

use std::time::Duration;

use crate::host::clock::Time;

/// Duration of a measurement.
const PERIOD: Duration = Duration::from_secs(1);

/// Measures how many pieces per second are played.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceRate {
    /// Start of the current measurement.
    since: Option<Time>,
    /// The game's piece count at the last call, and the number of pieces counted in the current measurement.
    seen: u64,
    added: u64,
    per_second: Option<u64>,
}

impl PieceRate {
    /// Updates the measurement with the game's piece count. A smaller count belongs to a new game.
    pub fn note(&mut self, pieces: Option<u64>, now: Time) {
        let Some(pieces) = pieces else {
            *self = PieceRate::default();
            return;
        };
        let Some(since) = self.since else {
            self.since = Some(now);
            self.seen = pieces;
            return;
        };
        self.added += pieces.checked_sub(self.seen).unwrap_or(pieces);
        self.seen = pieces;
        let passed = now.saturating_duration_since(since);
        if passed >= PERIOD {
            self.per_second = Some((self.added as f64 / passed.as_secs_f64()).round() as u64);
            self.since = Some(now);
            self.added = 0;
        }
    }

    /// Returns the last measurement, or `None` during the first second.
    pub const fn per_second(&self) -> Option<u64> {
        self.per_second
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::clock::now;

    #[test]
    fn pieces_are_counted_over_a_second_and_across_games() {
        let (begin, mut pace) = (now(), PieceRate::default());
        let mut note = |milliseconds, pieces| {
            pace.note(Some(pieces), begin + Duration::from_millis(milliseconds));
            pace.per_second()
        };
        assert_eq!(note(0, 500), None);
        assert_eq!(note(500, 900), None);
        assert_eq!(note(1000, 1500), Some(1000));
        assert_eq!(note(1500, 40), Some(1000), "another game");
        assert_eq!(note(3000, 140), Some(70));
        pace.note(None, begin);
        assert_eq!(pace.per_second(), None);
    }
}
