//! Signals that ask the program to end: Ctrl-C, SIGTERM, a terminal that is closed.

use crate::shell::error::CliError;

/// Calls `end` when the program is asked to end; only one such call can be set.
pub fn on_end(end: impl Fn() + Send + 'static) -> Result<(), CliError> {
    ctrlc::set_handler(end).map_err(CliError::failed)
}
