//! Estimates how many samples a device still has to play.

use std::time::Duration;

use super::device::RATE;

/// Maximum size of a portion that the gauge accepts, in samples. A portion is the number of samples that the device
/// takes at a time.
const LARGEST: f64 = RATE as f64 / 1000.0 * 32.0;
/// Time after the start in which the gauge ignores portions, because a device may then take more samples at a time than
/// later.
const BEGINNING: Duration = Duration::from_millis(100);
/// Length of one time window. The gauge remembers the largest portion of the current window and of the previous one, so
/// it forgets a portion after one to two windows.
const MEMORY: Duration = Duration::from_secs(30);

/// Estimates how many samples are left in a device that takes its samples in portions but plays them one by one.
///
/// The device plays its last portion gradually, so the unplayed part of it shrinks with time. A device that feeds a
/// sound server reports portions that are too small. So the gauge also measures the actual portions.
#[derive(Clone, Copy, Debug, Default)]
pub struct BufferGauge {
    /// Numbers of samples at the last reading: those not played yet, and those that the device has not taken yet.
    left: f64,
    queued: f64,
    at: Duration,
    began: Duration,
    /// Largest portions, in samples: in the current window, and in the previous one.
    lately: f64,
    before: f64,
    turned: Duration,
}

impl BufferGauge {
    /// Resets the gauge for a device that has nothing to play.
    pub fn begin(&mut self, now: Duration) {
        *self = Self {
            left: 0.0,
            queued: 0.0,
            at: now,
            began: now,
            ..*self
        };
    }

    /// Records that this many samples were written.
    pub fn add(&mut self, samples: usize) {
        self.left += samples as f64;
        self.queued += samples as f64;
    }

    /// Returns the number of samples left to play at `now`. `queued` samples are not yet taken by the device. `chunk`
    /// is the size of a portion as the device reports it.
    pub fn read(&mut self, queued: usize, chunk: usize, now: Duration) -> usize {
        let queued = queued as f64;
        let passed = now.saturating_sub(self.at).as_secs_f64() * RATE as f64;
        if now.saturating_sub(self.turned) >= MEMORY {
            (self.before, self.lately, self.turned) = (self.lately, 0.0, now);
        }
        if now.saturating_sub(self.began) >= BEGINNING {
            self.lately = self.lately.max(self.queued - queued - passed).min(LARGEST);
        }
        self.left = (self.left - passed).clamp(queued, queued + self.portion(chunk) as f64);
        self.queued = queued;
        self.at = now;
        self.left as usize
    }

    /// Returns the size of the device's portion in samples: the reported size `chunk` or the largest measured one,
    /// whichever is larger.
    pub fn portion(&self, chunk: usize) -> usize {
        chunk.max(self.lately.max(self.before) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::BufferGauge;
    use std::time::Duration;

    #[test]
    fn the_estimate_falls_evenly_within_portions() {
        let mut gauge = BufferGauge::default();
        gauge.begin(Duration::ZERO);
        gauge.add(2000);
        for ms in 1..30 {
            let queued = 2000 - (ms * 48 / 240 + 1) * 240;
            let left = gauge.read(queued, 240, Duration::from_millis(ms as u64));
            assert!(left.abs_diff(2000 - ms * 48) <= 1, "{ms}: {left}");
        }
    }

    #[test]
    fn the_estimate_follows_a_device_that_starts_late_or_stops() {
        let mut gauge = BufferGauge::default();
        gauge.begin(Duration::ZERO);
        gauge.add(2000);
        assert_eq!(gauge.read(2000, 240, Duration::from_millis(99)), 2000);
        assert_eq!(gauge.read(0, 240, Duration::from_millis(99)), 240);
    }

    #[test]
    fn larger_portions_than_reported_are_measured_and_forgotten() {
        let mut gauge = BufferGauge::default();
        gauge.begin(Duration::ZERO);
        let read = |gauge: &mut BufferGauge, ms: usize, large: usize| {
            let taken = (ms * 48 / large + 1) * large;
            gauge.read(100_000_000 - taken, 240, Duration::from_millis(ms as u64));
            gauge.portion(240)
        };
        gauge.add(100_000_000);
        let seen = (1..2000).map(|ms| read(&mut gauge, ms, 480)).max();
        assert!(
            seen.is_some_and(|seen| (430..=480).contains(&seen)),
            "{seen:?}"
        );
        assert_eq!(
            (2000..70_000).map(|ms| read(&mut gauge, ms, 48)).last(),
            Some(240)
        );
    }
}
