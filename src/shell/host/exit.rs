//! Exit code of the program.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{ffmpeg, log, signals};

/// Set once part of the work has failed.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Reports that part of the work has failed, such as saving a game. The program continues, and its exit code will be 1.
pub fn failed(error: impl ToString) {
    HAS_FAILED.store(true, Ordering::Relaxed);
    log::say(error);
}

/// Returns 1 if part of the work failed, else the code of the first signal, else 0.
pub fn code() -> u8 {
    if HAS_FAILED.load(Ordering::Relaxed) {
        return 1;
    }
    signals::came().map_or(0, signals::Signal::exit_code)
}

/// Ends the program at once, from any thread.
///
/// Runs no destructors, because those of graphics libraries would crash a thread that is drawing.
pub fn at_once() -> ! {
    ffmpeg::kill_running();
    #[cfg(unix)]
    signal_hook::low_level::exit(code().into());
    #[cfg(not(unix))]
    std::process::exit(code().into())
}
