//! Replacement for the terminal on systems without one.

use crate::error::CliError;
use crate::front::app::App;

/// Returns `false`, because this system has no terminal.
pub fn is_likely() -> bool {
    false
}

/// Returns an error, because this system has no terminal.
pub fn run(_: App) -> Result<(), CliError> {
    Err(CliError::usage("this system has no terminal"))
}
