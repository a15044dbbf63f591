//! Signals that ask the program to end: Ctrl-C, SIGTERM, a closed terminal.

use std::io;
#[cfg(unix)]
use std::io::IsTerminal;
use std::sync::OnceLock;
#[cfg(unix)]
use std::time::Duration;

/// A request to end the program, by signal number: 2 is SIGINT (Ctrl-C; on Windows, any request), 15 is SIGTERM, 1 is
/// SIGHUP (the terminal was closed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal(u8);

/// First signal that was received.
static CAME: OnceLock<Signal> = OnceLock::new();

impl Signal {
    /// Returns the exit code by shell convention: 128 plus the signal's number.
    pub const fn exit_code(self) -> u8 {
        128 + self.0
    }
}

/// Returns the first signal received since [`on_end`] was called.
pub fn came() -> Option<Signal> {
    CAME.get().copied()
}

/// Installs the handler. From then on, a signal does not end the program, but calls `end` on a separate thread.
///
/// [`came`] returns the first signal. Call this only once in the program.
///
/// # Errors
/// If the system cannot install the handler.
pub fn on_end(mut end: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    listen(move |number| {
        let signal = Signal(number);
        CAME.get_or_init(|| signal);
        end(signal);
    })
}

/// Interval between checks of the terminal.
#[cfg(unix)]
const LOOK_TIME: Duration = Duration::from_secs(1);

/// Treats the loss of the terminal as SIGHUP from now on.
///
/// This is needed because some parent processes block SIGHUP, and because reading keys from a lost terminal never
/// returns.
pub fn watch_terminal() {
    #[cfg(unix)]
    let watch = || {
        while io::stdin().is_terminal() {
            std::thread::sleep(LOOK_TIME);
        }
        // After an earlier signal, the program may be saving. A second signal would interrupt that.
        if came().is_none() {
            // This fails only if no handler is installed.
            drop(signal_hook::low_level::raise(signal_hook::consts::SIGHUP));
        }
    };
    #[cfg(unix)]
    super::threads::required(std::thread::Builder::new().spawn(watch));
}

#[cfg(unix)]
fn listen(mut heard: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let numbers = move || signals.forever().for_each(|number| heard(number as u8));
    let thread = std::thread::Builder::new().name("signals".to_owned());
    let refused = |error| io::Error::other(super::threads::refused(error));
    thread.spawn(numbers).map(drop).map_err(refused)
}

/// Does nothing: a browser closes a page without a signal.
#[cfg(not(any(unix, windows)))]
fn listen(_: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
    Ok(())
}

#[cfg(windows)]
fn listen(mut heard: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || heard(2)).map_err(io::Error::other)
}
