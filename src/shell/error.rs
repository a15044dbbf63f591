//! Errors of the shell and their exit codes.

use std::path::Path;
use std::process::ExitCode;

use rightwell::rules::sanitize::{plain, sanitized};

use super::host::exit;

/// An error that ends the program with one line on standard error.
///
/// If the program can continue, report the error with `exit::failed` instead.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Wrong option, name or file. The exit code is 2.
    #[error("{0}")]
    Usage(String),
    /// The work itself failed. The exit code is 1.
    #[error("{0}")]
    Failed(String),
    /// A signal stopped the program before it had a result. The signal determines the exit code.
    #[error("{0}")]
    Interrupted(String),
}

impl CliError {
    /// Returns the error for a wrong option, name or file. Escapes control characters in the message.
    pub fn usage(message: impl ToString) -> CliError {
        CliError::Usage(plain(&message.to_string()))
    }

    /// Returns the error for failed work. Escapes control characters in the message.
    pub fn failed(message: impl ToString) -> CliError {
        CliError::Failed(plain(&message.to_string()))
    }

    /// Returns the program's exit code.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Usage(_) => ExitCode::from(2),
            CliError::Failed(_) => ExitCode::from(1),
            CliError::Interrupted(_) => ExitCode::from(exit::code()),
        }
    }
}

/// Formats a path for a message. Control characters are escaped.
pub fn shown(path: &Path) -> String {
    sanitized(&path.to_string_lossy()).to_string()
}
