//! The command line as typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::error::CliError;
use super::options::GameArgs;

/// A replica of NES Tetris that plays itself.
#[derive(Parser, Debug)]
#[command(name = "rightwell", version, args_conflicts_with_subcommands = true)]
struct RawArgs {
    #[command(subcommand)]
    command: Option<Command>,
}

/// What the program can do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play many games on all cores without a window and print statistics
    Simulate(SimulateArgs),
}

/// Options of `simulate`.
#[derive(Args, Debug)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// How many pieces; without --games in streams of 250,000, each from an empty field
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces: Option<u64>,
    /// End a game at that many lines
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=25_599))]
    pub lines: Option<u16>,
    /// End a game after that many pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces_per_game: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write all figures as JSON to a file, or with - to standard output
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
}

/// Reads the command line; prints help and version itself.
pub fn parse() -> Result<Command, CliError> {
    let error = match RawArgs::try_parse() {
        Ok(RawArgs { command }) => return Ok(command.expect("todo watch")),
        Err(error) => error,
    };
    if !error.use_stderr() {
        error.exit();
    }
    Err(CliError::Usage(one_line(&error.render().to_string())))
}

/// The parser's message without its usage lines, on one line.
fn one_line(message: &str) -> String {
    message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty())
        .map(|line| line.strip_prefix("error: ").unwrap_or(line))
        .collect::<Vec<_>>()
        .join(" ")
}
