//! How busy the machine is: what is promised within a second takes longer where nobody gets a turn.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// The clock, for limits and for how old things are.
#[expect(clippy::disallowed_methods, reason = "no game depends on it")]
pub fn now() -> Instant {
    Instant::now()
}

/// How often is looked.
const PERIOD: Duration = Duration::from_millis(50);
/// How many looks are remembered: twenty seconds.
const MEMORY: usize = 400;

/// A thread that notes how late it is woken.
#[derive(Clone, Debug)]
pub struct Load(Arc<Mutex<VecDeque<Duration>>>);

impl Load {
    /// Looks from now on.
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

    /// The longest that anybody has waited for a turn lately.
    pub fn stall(&self) -> Duration {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.iter().max().copied().unwrap_or_default()
    }
}
