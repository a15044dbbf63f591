//! The exit code of a command that came to its end: 0, or what must not go unnoticed.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{log, signals};

/// Whether something that was to be saved was not.
static SAVING_FAILED: AtomicBool = AtomicBool::new(false);

/// Says why something could not be saved; the program goes on, but its exit code will say so.
pub fn saving_failed(error: impl ToString) {
    SAVING_FAILED.store(true, Ordering::Relaxed);
    log::say(error);
}

/// The exit code: 1 if something could not be saved, else that of the signal that came, else 0.
pub fn code() -> u8 {
    if SAVING_FAILED.load(Ordering::Relaxed) {
        return 1;
    }
    signals::came().map_or(0, signals::Signal::exit_code)
}

/// Ends the program at once from whichever thread, whatever the others do. What libraries do when a
/// program ends in the usual way would pull the ground from under a thread that is drawing.
pub fn at_once() -> ! {
    #[cfg(unix)]
    signal_hook::low_level::exit(code().into());
    #[cfg(not(unix))]
    std::process::exit(code().into())
}
