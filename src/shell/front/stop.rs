//! Requests from outside to end the program, with a time limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use crate::error::CliError;
use crate::host::clock::now;
use crate::host::{exit, signals};

/// Maximum time for the loop to notice the request. A loop that waits for a vanished display or terminal never notices
/// it.
const NOTICE_TIME: Duration = Duration::from_secs(1);

const GOES_ON: u8 = 0;
const ASKED: u8 = 1;
const NOTICED: u8 = 2;

/// Request to end, shared between the loop and the thread that makes the request.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicU8>);

impl StopFlag {
    /// Returns a request that Ctrl-C, SIGTERM and a closed terminal trigger.
    ///
    /// If the loop notices the request, it saves its data, however long that takes. A second signal ends the program at
    /// once. If the loop does not notice the request, the program exits anyway. The journal contains the game so far.
    pub fn by_signals() -> Result<StopFlag, CliError> {
        let stop = StopFlag::default();
        let asked = stop.clone();
        let mut is_first = true;
        signals::on_end(move |_| {
            if !is_first {
                exit::at_once();
            }
            asked.end();
            is_first = false;
        })
        .map_err(CliError::failed)?;
        Ok(stop)
    }

    /// Asks the loop to end, and ends the program if the loop does not notice.
    pub(super) fn end(&self) {
        if !self.ask() {
            exit::at_once();
        }
    }

    /// Asks the loop to end, waits, and returns whether the loop noticed.
    pub(super) fn ask(&self) -> bool {
        // The exchange fails if the loop has already ended by itself.
        let _ = self
            .0
            .compare_exchange(GOES_ON, ASKED, Ordering::Relaxed, Ordering::Relaxed);
        let until = now() + NOTICE_TIME;
        while now() < until {
            if self.0.load(Ordering::Relaxed) == NOTICED {
                return true;
            }
            std::thread::sleep(NOTICE_TIME / 100);
        }
        false
    }

    /// Returns whether the loop has to end. If so, marks the request as noticed.
    pub fn is_asked(&self) -> bool {
        let is_asked = self.0.load(Ordering::Relaxed) != GOES_ON;
        if is_asked {
            self.notice();
        }
        is_asked
    }

    /// Marks the loop as ending, requested or not.
    pub fn notice(&self) {
        self.0.store(NOTICED, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_that_polls_ends_and_a_hanging_one_is_detected() {
        let stop = StopFlag::default();
        assert!(!stop.is_asked());
        let looking = stop.clone();
        let thread = std::thread::spawn(move || {
            while !looking.is_asked() {
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        assert!(stop.ask());
        thread.join().unwrap();
        assert!(!StopFlag::default().ask(), "nobody looks");
        let ended = StopFlag::default();
        ended.notice();
        assert!(ended.ask(), "it saves already");
    }
}
