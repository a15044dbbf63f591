//! Signals that ask the program to end: Ctrl-C, SIGTERM, a terminal that is closed.

#[cfg(unix)]
use std::io::IsTerminal;
use std::sync::OnceLock;
#[cfg(unix)]
use std::time::Duration;

use crate::shell::error::CliError;

/// What asks the program to end, by its number: 2 SIGINT (Ctrl-C; on Windows whatever asks),
/// 15 SIGTERM, 1 SIGHUP (the terminal was closed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal(u8);

/// The first that came.
static CAME: OnceLock<Signal> = OnceLock::new();

impl Signal {
    /// The exit code of a program that it ended, as shells say it: 128 and the signal's number.
    pub const fn exit_code(self) -> u8 {
        128 + self.0
    }
}

/// The first signal that came since [`on_end`].
pub fn came() -> Option<Signal> {
    CAME.get().copied()
}

/// From now on signals do not end the program by themselves: `end` is called for each that comes,
/// in a thread of its own, and [`came`] says the first. To be called once in a program.
///
/// # Errors
/// The system does not allow it.
pub fn on_end(mut end: impl FnMut(Signal) + Send + 'static) -> Result<(), CliError> {
    listen(move |number| {
        let signal = Signal(number);
        CAME.get_or_init(|| signal);
        end(signal);
    })
}

/// How often is looked whether the terminal is still there.
#[cfg(unix)]
const LOOK_TIME: Duration = Duration::from_secs(1);

/// From now on a terminal that is gone counts as SIGHUP, also where whoever started the program
/// keeps that signal from it: reading keys from such a terminal never comes back.
pub fn watch_terminal() {
    #[cfg(unix)]
    std::thread::spawn(|| {
        while std::io::stdin().is_terminal() {
            std::thread::sleep(LOOK_TIME);
        }
        // Whoever was told already may be saving: a second signal would end that.
        if came().is_none() {
            // Without a handler there is nobody to tell.
            drop(signal_hook::low_level::raise(signal_hook::consts::SIGHUP));
        }
    });
}

#[cfg(unix)]
fn listen(mut heard: impl FnMut(u8) + Send + 'static) -> Result<(), CliError> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]);
    let mut signals = signals.map_err(CliError::failed)?;
    let numbers = move || signals.forever().for_each(|number| heard(number as u8));
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(numbers).map(drop).map_err(CliError::failed)
}

/// Nobody asks: a page is closed without a word.
#[cfg(not(any(unix, windows)))]
fn listen(_: impl FnMut(u8) + Send + 'static) -> Result<(), CliError> {
    Ok(())
}

#[cfg(windows)]
fn listen(mut heard: impl FnMut(u8) + Send + 'static) -> Result<(), CliError> {
    ctrlc::set_handler(move || heard(2)).map_err(CliError::failed)
}
