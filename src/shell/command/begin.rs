//! Whatever the menu begins or writes is said by the words of a command line, so that both do the
//! same.

use std::sync::atomic::AtomicBool;

use clap::Parser;

use crate::shell::activity::Begun;
use crate::shell::error::CliError;
use crate::shell::menu::desk::{Desk, Launch};

use super::{Command, RawArgs, play, record, replay, usage, versus, watch};

/// What the menu does by the words of command lines.
pub const LAUNCH: Launch = Launch { begin, record };

/// Begins what the words behind the program's name ask for: something to watch, to play, or a
/// recording.
fn begin(words: &[String], desk: &Desk) -> Result<Begun, CliError> {
    match command(words)? {
        Some(Command::Watch(args)) => watch::begin(&args),
        Some(Command::Play(args)) => play::begin(&args, desk),
        Some(Command::Versus(args)) => versus::begin(&args, desk),
        Some(Command::Replay(args)) => replay::begin(&args),
        _ => Err(CliError::usage("the menu begins what can be shown only")),
    }
}

/// Writes what the words behind the program's name ask for, until it is done or stopped.
fn record(words: &[String], stop: &AtomicBool) -> Result<(), CliError> {
    match command(words)? {
        Some(Command::Record(args)) => record::write(&args, stop),
        _ => Err(CliError::usage("the menu writes recordings only")),
    }
}

fn command(words: &[String]) -> Result<Option<Command>, CliError> {
    let words = std::iter::once("rightwell").chain(words.iter().map(String::as_str));
    Ok(RawArgs::try_parse_from(words).map_err(usage)?.command)
}
