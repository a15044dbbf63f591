//! What stands for the terminal where there is none.

use crate::shell::error::CliError;
use crate::shell::front::app::App;

/// There is none.
pub fn is_likely() -> bool {
    false
}

/// Shows nothing.
pub fn run(_: App) -> Result<(), CliError> {
    Err(CliError::usage("no terminal: this system has none"))
}
