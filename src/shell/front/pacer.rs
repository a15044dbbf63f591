//! The clock that decides how many steps are due.

use std::time::Duration;

use crate::host::clock::Time;
use crate::options::speed::FRAMES_PER_SECOND;

/// Maximum time for steps per display frame, before the screen is drawn.
pub const BUDGET: Duration = Duration::from_millis(10);
/// Maximum elapsed time for which missed steps are made. A longer gap comes from a moved window or a suspended machine.
const GAP_MAX: Duration = Duration::from_millis(250);

/// Fraction of a step by which a step may be taken early: a sixth of a millisecond. A loop that wakes up for a step
/// then finds it due despite rounding. Later steps are not shifted.
const EARLY: f64 = 0.01;

/// Converts elapsed time to due steps.
#[derive(Debug)]
pub struct Pacer {
    before: Time,
    /// Number of steps that are due, with a fraction.
    owed: f64,
}

impl Pacer {
    /// Starts pacing the steps, with none due at `now`.
    pub fn new(now: Time) -> Pacer {
        Pacer {
            before: now,
            owed: 0.0,
        }
    }

    /// Adds the steps that became due since the last call, at `times` the console's speed. A speed of 0 clears the due
    /// steps.
    pub fn pass(&mut self, now: Time, times: f64) {
        let elapsed = now.saturating_duration_since(self.before).min(GAP_MAX);
        self.before = now;
        self.owed += elapsed.as_secs_f64() * FRAMES_PER_SECOND * times;
        if times == 0.0 {
            self.owed = 0.0;
        }
    }

    /// Returns the time until the next step is due, or `None` if the clock is stopped.
    #[cfg(any(feature = "window", test))]
    pub fn wait(&self, now: Time, times: f64) -> Option<Duration> {
        if times == 0.0 {
            return None;
        }
        let missing = (1.0 - self.owed).max(0.0) / (FRAMES_PER_SECOND * times);
        let since = now.saturating_duration_since(self.before);
        Some(Duration::from_secs_f64(missing).saturating_sub(since))
    }

    /// Takes one due step. Returns `false` if none is due.
    pub fn take(&mut self) -> bool {
        let due = self.owed >= 1.0 - EARLY;
        if due {
            self.owed -= 1.0;
        }
        due
    }

    /// Drops all due steps but one.
    pub fn forgive(&mut self) {
        self.owed = self.owed.min(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::clock::now;

    fn steps(pacer: &mut Pacer) -> u32 {
        let mut steps = 0;
        while pacer.take() {
            steps += 1;
        }
        steps
    }

    #[test]
    fn a_minute_of_any_display_rate_has_3606_steps() {
        for rate in [50, 60, 75, 144, 240] {
            let begin = now();
            let mut pacer = Pacer::new(begin);
            let mut sum = 0;
            for frame in 1..=60 * rate {
                pacer.pass(begin + Duration::from_secs(60) * frame / (60 * rate), 1.0);
                sum += steps(&mut pacer);
            }
            assert!((3605..=3606).contains(&sum), "{sum} at {rate} Hz");
        }
    }

    #[test]
    fn a_step_is_due_after_waiting_for_it() {
        for times in [0.25, 1.0, 50.007 / 60.0988, 2.0] {
            let begin = now();
            let mut pacer = Pacer::new(begin);
            let mut time = begin;
            let mut sum = 0;
            while time < begin + Duration::from_secs(60) {
                time += pacer.wait(time, times).unwrap();
                pacer.pass(time, times);
                assert_eq!(steps(&mut pacer), 1);
                sum += 1;
            }
            let expected = (60.0 * FRAMES_PER_SECOND * times) as i32;
            assert!((sum - expected).abs() <= 1, "{sum} at {times}");
        }
        let pacer = Pacer::new(now());
        assert_eq!(pacer.wait(now(), 0.0), None);
    }

    #[test]
    fn no_steps_make_up_for_a_long_gap() {
        let begin = now();
        let mut pacer = Pacer::new(begin);
        pacer.pass(begin + Duration::from_secs(3600), 1.0);
        assert_eq!(steps(&mut pacer), 15);
    }
}
