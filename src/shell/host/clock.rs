//! The clock.

/// A moment, to be compared with others of this run.
pub use std::time::Instant as Time;

/// The present moment.
#[expect(
    clippy::disallowed_methods,
    reason = "the clock is read here and handed on"
)]
pub fn now() -> Time {
    Time::now()
}
