//! Everything that touches the world: command line, window, terminal, keys, threads, files.
//!
//! Belongs to the program, not to the library. Knows no rule of the game.

#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only a window has all keys, a title and a focus")
)]
mod action;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only a window has all keys, a title and a focus")
)]
mod app;
mod archive;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only a window has all keys, a title and a focus")
)]
mod arena;
mod cli;
mod controls;
mod error;
mod files;
mod film;
mod filters;
mod folders;
mod lists;
mod load;
mod options;
mod overlay;
mod pacer;
mod play;
mod progress;
mod protocol;
mod record;
mod replay;
mod rules;
mod screenshot;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only a window has all keys, a title and a focus")
)]
mod settings;
mod simulate;
mod simulate_match;
mod stage;
mod terminal;
mod train;
mod versus;
mod watch;
#[cfg(feature = "window")]
mod window;
mod worker;

pub use error::CliError;

use cli::Command;

/// Runs the command that the command line asks for.
pub fn run() -> Result<(), CliError> {
    match cli::parse()? {
        Command::Watch(args) => watch::run(&args),
        Command::Engine => protocol::run(),
        Command::Play(args) => play::run(&args),
        Command::Versus(args) => versus::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Players => lists::players(),
        Command::Opponents => lists::opponents(),
        Command::Patterns => lists::patterns(),
    }
}
