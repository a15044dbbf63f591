//! Errors of the shell and their exit codes.

use std::path::Path;
use std::process::ExitCode;

use rightwell::rules::sanitize::{plain, sanitized};

use super::host::exit;

/// An error that ends the program with one line on standard error.
///
/// Failures that do not end the program go to [`exit`](super::host::exit).
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A wrong option, name or file: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The work itself failed: exit code 1.
    #[error("{0}")]
    Failed(String),
    /// A stop came before there was a result: the exit code of the signal.
    #[error("{0}")]
    Interrupted(String),
}

impl CliError {
    /// A wrong option, name or file. Control characters of the message are written out.
    pub fn usage(message: impl ToString) -> CliError {
        CliError::Usage(plain(&message.to_string()))
    }

    /// A failure of the work itself. Control characters of the message are written out.
    pub fn failed(message: impl ToString) -> CliError {
        CliError::Failed(plain(&message.to_string()))
    }

    /// The program's exit code.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Usage(_) => ExitCode::from(2),
            CliError::Failed(_) => ExitCode::from(1),
            CliError::Interrupted(_) => ExitCode::from(exit::code()),
        }
    }
}

/// A path as it may stand in a message.
pub fn shown(path: &Path) -> String {
    sanitized(&path.to_string_lossy()).to_string()
}
