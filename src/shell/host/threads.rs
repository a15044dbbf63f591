//! Threads that the system may refuse to start.

use std::fmt::Display;
use std::io;

use super::exit;

/// Returns the message about a thread that the system refused to start.
pub fn refused(error: impl Display) -> String {
    format!("cannot start a thread: {error}")
}

/// Returns a started thread. If the system refused to start it, ends the program with exit code 1.
pub fn required<T>(started: io::Result<T>) -> T {
    started.unwrap_or_else(|error| {
        exit::failed(format!("rightwell: {}", refused(error)));
        exit::at_once()
    })
}
