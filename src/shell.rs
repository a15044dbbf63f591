//! Everything that touches the world: command line, window, terminal, keys, threads, files.
//!
//! Belongs to the program, not to the library. Knows no rule of the game.

mod cli;
mod error;
mod files;
mod options;
mod simulate;

pub use error::CliError;

use cli::Command;

/// Runs the command that the command line asks for.
pub fn run() -> Result<(), CliError> {
    match cli::parse()? {
        Command::Simulate(args) => simulate::run(&args),
    }
}
