//! Whatever the menu begins is begun by the words of a command line, so that both do the same.

use clap::Parser;

use crate::shell::activity::Begun;
use crate::shell::error::CliError;
use crate::shell::menu::desk::Desk;

use super::{Command, RawArgs, play, replay, usage, versus, watch};

/// Begins what the words behind the program's name ask for: something to watch, to play, or a
/// recording.
pub fn begin(words: &[String], desk: &Desk) -> Result<Begun, CliError> {
    let words = std::iter::once("rightwell").chain(words.iter().map(String::as_str));
    let command = RawArgs::try_parse_from(words).map_err(usage)?.command;
    match command {
        Some(Command::Watch(args)) => watch::begin(&args),
        Some(Command::Play(args)) => play::begin(&args, desk),
        Some(Command::Versus(args)) => versus::begin(&args, desk),
        Some(Command::Replay(args)) => replay::begin(&args),
        _ => Err(CliError::usage("the menu begins what can be shown only")),
    }
}
