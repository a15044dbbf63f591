//! What can go wrong in the shell, and the exit code for it.

use std::process::ExitCode;

/// An error that ends the program with one line on standard error.
///
/// What fails without ending it has its place in [`exit`](super::host::exit).
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A wrong option, name or file: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The work itself failed: exit code 1.
    #[error("{0}")]
    Failed(String),
}

impl CliError {
    /// A wrong option, name or file.
    pub fn usage(message: impl ToString) -> CliError {
        CliError::Usage(message.to_string())
    }

    /// A failure of the work itself.
    pub fn failed(message: impl ToString) -> CliError {
        CliError::Failed(message.to_string())
    }

    /// The program's exit code.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Usage(_) => ExitCode::from(2),
            CliError::Failed(_) => ExitCode::from(1),
        }
    }
}
