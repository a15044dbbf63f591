//! Repeats the action of a held key.

use std::time::Duration;

use crate::host::clock::Time;

/// Time for which a key must be held before it first repeats.
const DELAY: Duration = Duration::from_millis(400);
/// Interval between repeats: twelve repeats per second.
const INTERVAL: Duration = Duration::from_micros(83_333);

/// Auto-repeat of one key, for sources that report releases.
#[derive(Debug, Default)]
pub struct KeyRepeat {
    /// Time of the next repeat. `None` while the key is released.
    next: Option<Time>,
}

impl KeyRepeat {
    /// Returns whether the key acts now: because it was pressed, or because it repeats. `is_new` means that the key was
    /// pressed since the last call, even if it is already released.
    pub fn acts(&mut self, now: Time, is_held: bool, is_new: bool) -> bool {
        let acts = is_new || self.next.is_some_and(|next| is_held && now >= next);
        self.next = match self.next {
            _ if !is_held => None,
            // If the loop was late, the missed repeats are dropped.
            _ if acts => Some(now + if is_new { DELAY } else { INTERVAL }),
            next => next,
        };
        acts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::clock::now;

    /// Returns how often a key acts if it is held during this range of milliseconds, in a loop of 120 iterations per
    /// second.
    fn times(held: std::ops::Range<u64>) -> usize {
        let (begin, mut key) = (now(), KeyRepeat::default());
        let mut was_held = false;
        let rounds = (0..360).map(|round| round * 1000 / 120);
        let acts = rounds.filter(|&time| {
            let is_held = held.contains(&time);
            let is_new = is_held && !was_held;
            was_held = is_held;
            key.acts(begin + Duration::from_millis(time), is_held, is_new)
        });
        acts.count()
    }

    #[test]
    fn a_held_key_waits_a_moment_and_then_acts_ten_to_fifteen_times_a_second() {
        assert_eq!(times(100..150), 1);
        assert_eq!(times(100..480), 1);
        let in_two_seconds = times(0..2400) - times(0..400);
        assert!((20..=30).contains(&in_two_seconds), "{in_two_seconds}");
    }

    #[test]
    fn a_tap_shorter_than_a_round_acts_once() {
        let (begin, mut key) = (now(), KeyRepeat::default());
        assert!(key.acts(begin, false, true));
        assert!(!key.acts(begin + DELAY, false, false));
    }
}
