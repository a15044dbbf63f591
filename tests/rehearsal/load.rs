//! Load of the computer. While threads wait for a processor, a wait of one second takes longer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// Returns the current time, for time limits and ages of files.
#[expect(clippy::disallowed_methods, reason = "no game depends on this time")]
pub fn now() -> Instant {
    Instant::now()
}

/// Time between samples.
const PERIOD: Duration = Duration::from_millis(50);
/// Number of samples stored: twenty seconds.
const MEMORY: usize = 400;

/// Thread that measures how late it wakes up from each sleep.
#[derive(Clone, Debug)]
pub struct Load(Arc<Mutex<VecDeque<Duration>>>);

impl Load {
    /// Starts sampling.
    pub fn watch() -> Load {
        let load = Load(Arc::default());
        let seen = Arc::downgrade(&load.0);
        spawn(move || {
            while let Some(seen) = seen.upgrade() {
                let asleep = now();
                sleep(PERIOD);
                let late = asleep.elapsed().saturating_sub(PERIOD);
                let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                if seen.len() == MEMORY {
                    seen.pop_front();
                }
                seen.push_back(late);
            }
        });
        load
    }

    /// Returns the longest time that a thread had to wait for a processor in the last twenty seconds.
    pub fn stall(&self) -> Duration {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.iter().max().copied().unwrap_or_default()
    }
}
