//! Guard for the thread that draws the window. This thread must not wait for files.
//!
//! In debug builds and tests, a step of the window's loop panics if it locks, writes or decompresses a file. The
//! program may do so while it starts and while it ends, because these are not steps.

use std::cell::Cell;
#[cfg(test)]
use std::time::Duration;

#[cfg(test)]
use super::clock::{Time, now};

thread_local! {
    static IS_IN_STEP: Cell<bool> = const { Cell::new(false) };
    /// Longest step of this thread so far.
    #[cfg(test)]
    pub static LONGEST_STEP: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Runs `work` as part of a step of the window's loop.
pub fn step<T>(work: impl FnOnce() -> T) -> T {
    /// Marks the end of the step when it is dropped, which also happens after a panic.
    struct LeaveOnDrop {
        was_in_step: bool,
        #[cfg(test)]
        begun: Time,
    }
    impl Drop for LeaveOnDrop {
        fn drop(&mut self) {
            IS_IN_STEP.set(self.was_in_step);
            #[cfg(test)]
            LONGEST_STEP.set(LONGEST_STEP.get().max(now() - self.begun));
        }
    }
    let _leave = LeaveOnDrop {
        was_in_step: IS_IN_STEP.replace(true),
        #[cfg(test)]
        begun: now(),
    };
    work()
}

/// Asserts that this thread is not in a step of the window's loop. `what` is what the caller may wait for.
///
/// # Panics
///
/// In debug builds and tests, if called within a step.
pub fn assert_may_wait(what: &str) {
    if cfg!(any(test, debug_assertions)) {
        assert!(!IS_IN_STEP.get(), "the drawing thread must not {what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_must_not_wait_but_later_code_may() {
        assert_may_wait("write");
        step(|| step(|| ()));
        assert_may_wait("write");
        let caught = std::panic::catch_unwind(|| step(|| assert_may_wait("write")));
        assert!(caught.is_err());
        assert_may_wait("write");
    }
}
