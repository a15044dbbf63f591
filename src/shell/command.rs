//! The command line: one file per command, with its options.
//!
//! Commands that need a terminal or run for hours are not in the browser build, which loads every command before the
//! first frame.

pub mod begin;
mod capture;
pub mod controls;
#[cfg(not(target_family = "wasm"))]
pub mod desktop;
#[cfg(not(target_family = "wasm"))]
pub mod engine;
pub mod lists;
#[cfg(not(target_family = "wasm"))]
pub mod manual;
pub mod options;
pub mod play;
mod plots;
pub mod progress;
pub mod puzzles;
pub mod record;
pub mod replay;
pub mod review;
pub mod rules;
pub mod simulate;
#[cfg(not(target_family = "wasm"))]
pub mod train;
pub mod training;
pub mod versus;
pub mod watch;

use std::ffi::OsString;

#[cfg(not(target_family = "wasm"))]
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};
use rightwell::players::MissingTable;
use rightwell::rules::sanitized;

use crate::shell::error::CliError;
use crate::shell::host::{arguments, log, page};

#[cfg(not(target_family = "wasm"))]
use capture::CaptureArgs;
#[cfg(not(target_family = "wasm"))]
use desktop::DesktopArgs;
#[cfg(not(target_family = "wasm"))]
use manual::{CompletionsArgs, ManArgs};
use play::PlayArgs;
use puzzles::PuzzlesArgs;
use record::RecordArgs;
use replay::ReplayArgs;
use review::ReviewArgs;
use simulate::SimulateArgs;
#[cfg(not(target_family = "wasm"))]
use train::TrainArgs;
use versus::VersusArgs;
use watch::WatchArgs;

/// A replica of NES Tetris that plays itself.
///
/// Without a command, it runs `watch`.
#[derive(Parser, Debug)]
#[command(name = "rightwell", version, args_conflicts_with_subcommands = true, after_help = EXIT_CODES)]
struct RawArgs {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    watch: WatchArgs,
}

/// Text after the commands in `--help`.
const EXIT_CODES: &str = "Exit codes: 0 success; 1 the work failed or something could not be saved; 2 invalid \
option, name or file; 129, 130, 143 stopped by a closed terminal, Ctrl-C or SIGTERM, after writing and reporting the \
results so far.";

/// The program's commands.
#[derive(Subcommand, Debug)]
enum Command {
    /// Watch the AI play, in the window or the terminal
    Watch(WatchArgs),
    /// Play yourself: the exact console, in the window
    Play(PlayArgs),
    /// Play against the computer or a friend, with garbage rows
    Versus(VersusArgs),
    /// Replay a recording, in the window or the terminal
    Replay(ReplayArgs),
    /// Play without a window and write images, films or sound
    Record(RecordArgs),
    /// Rate every move of a recorded game
    Review(ReviewArgs),
    /// Read the games in a video or an image of a screen
    #[cfg(not(target_family = "wasm"))]
    Capture(CaptureArgs),
    /// Solve puzzles: find the best lock. Also mines new ones
    Puzzles(PuzzlesArgs),
    /// Play many games on all cores without a window and print statistics
    Simulate(SimulateArgs),
    /// Learn a value table or a player's weights by playing
    #[command(after_help = train::NOTES)]
    #[cfg(not(target_family = "wasm"))]
    Train(TrainArgs),
    /// Drive the exact game from another program, by lines on standard input
    #[command(after_help = engine::REQUESTS)]
    #[cfg(not(target_family = "wasm"))]
    Engine,
    /// List the players
    Players,
    /// List the hands for --hand NAME
    Hands,
    /// List the opponents of versus, weakest first
    Opponents,
    /// List the training modes for --mode NAME
    Modes,
    /// List the pictures for --filter pattern:NAME
    Patterns,
    /// Add the program and its icon to the desktop's menus
    #[cfg(not(target_family = "wasm"))]
    InstallDesktop(DesktopArgs),
    /// Print a shell's completions of commands and options
    #[cfg(not(target_family = "wasm"))]
    Completions(CompletionsArgs),
    /// Print the manual page, or write all of them
    #[cfg(not(target_family = "wasm"))]
    Man(ManArgs),
}

/// Runs the command on the command line.
pub fn run() -> Result<(), CliError> {
    match parse()? {
        Command::Watch(args) => watch::run(&args),
        #[cfg(not(target_family = "wasm"))]
        Command::Engine => engine::run(),
        Command::Play(args) => play::run(&args),
        Command::Versus(args) => versus::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Record(args) => with_tables(|| record::run(&args)),
        Command::Review(args) => with_tables(|| review::run(&args)),
        #[cfg(not(target_family = "wasm"))]
        Command::Capture(args) => capture::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Simulate(args) => with_tables(|| simulate::run(&args)),
        #[cfg(not(target_family = "wasm"))]
        Command::Train(args) => train::run(&args),
        Command::Players => lists::players(),
        Command::Hands => lists::hands(),
        Command::Opponents => lists::opponents(),
        Command::Modes => lists::modes(),
        Command::Patterns => lists::patterns(),
        #[cfg(not(target_family = "wasm"))]
        Command::InstallDesktop(args) => desktop::run(&args),
        #[cfg(not(target_family = "wasm"))]
        Command::Completions(args) => manual::completions(&args, RawArgs::command()),
        #[cfg(not(target_family = "wasm"))]
        Command::Man(args) => manual::man(&args, RawArgs::command()),
    }
}

/// Runs work that shows nothing meanwhile.
///
/// # Errors
/// The errors of the work, and a table that could not be loaded.
fn with_tables(work: impl FnOnce() -> Result<(), CliError>) -> Result<(), CliError> {
    let tables = MissingTable::watch();
    work()?;
    tables
        .since()
        .map_or(Ok(()), |why| Err(CliError::failed(why)))
}

/// Parses the command line. Help and version are printed here.
///
/// A link to a page may come from another version of the program, so a page reports unknown options and ignores them.
fn parse() -> Result<Command, CliError> {
    let words = arguments::all();
    let (parsed, unknown) = match page::IS_HERE {
        true => parse_known(words),
        false => (RawArgs::try_parse_from(words), Vec::new()),
    };
    for option in unknown {
        log::say(format!("rightwell: ignoring unknown option {option}"));
    }
    match parsed {
        Ok(RawArgs { command, watch }) => Ok(command.unwrap_or(Command::Watch(watch))),
        Err(error) if !error.use_stderr() => error.exit(),
        Err(error) => Err(usage(error)),
    }
}

/// Parses the arguments without unknown options, and returns the names of those options.
fn parse_known(mut words: Vec<OsString>) -> (Result<RawArgs, clap::Error>, Vec<String>) {
    let mut unknown = Vec::new();
    loop {
        let parsed = RawArgs::try_parse_from(&words);
        let found = parsed.as_ref().err().and_then(unknown_option);
        let is_it = |name: &str, word: &OsString| {
            let word = word.to_string_lossy();
            word == name
                || word
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('='))
        };
        match found {
            Some(name) if words.iter().any(|word| is_it(&name, word)) => {
                words.retain(|word| !is_it(&name, word));
                unknown.push(sanitized(&name).to_string());
            }
            _ => return (parsed, unknown),
        }
    }
}

fn unknown_option(error: &clap::Error) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(name))) => Some(name.clone()),
        _ => None,
    }
}

/// Converts a parse error to one line.
fn usage(mut error: clap::Error) -> CliError {
    shorten(&mut error);
    CliError::usage(one_line(&error.render().to_string()))
}

/// Shortens the user's text where the parser quotes it.
fn shorten(error: &mut clap::Error) {
    let quoted: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => {
                let text = sanitized(text).to_string();
                Some((kind, ContextValue::String(text)))
            }
            _ => None,
        })
        .collect();
    for (kind, value) in quoted {
        error.insert(kind, value);
    }
}

/// Returns the parser's message on one line, without its usage lines. Lists get commas, and tips get semicolons.
fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let lines = lines
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty());
    let (mut all, mut is_list) = (String::new(), false);
    for line in lines {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        if line.starts_with("tip:") {
            all += "; ";
            is_list = false;
        } else if is_list && !all.ends_with(':') {
            all += ", ";
        } else if !all.is_empty() {
            all += " ";
        }
        is_list |= line.ends_with(':');
        all += line;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the error message for a command line.
    fn said(line: &str) -> String {
        let words = ["rightwell"].into_iter().chain(line.split_whitespace());
        usage(RawArgs::try_parse_from(words).unwrap_err()).to_string()
    }

    #[test]
    fn unknown_options_of_a_link_are_left_out_and_named() {
        let words = "rightwell watch --level=3 --new=x=y --other --new";
        let words = words.split(' ').map(OsString::from).collect();
        let (parsed, unknown) = parse_known(words);
        assert!(
            matches!(parsed.unwrap().command, Some(Command::Watch(args)) if args.game.level == 3)
        );
        assert_eq!(unknown, ["--new", "--other"]);
        let (parsed, unknown) = parse_known(
            ["rightwell", "watch", "--level=x"]
                .map(OsString::from)
                .to_vec(),
        );
        assert!(parsed.is_err() && unknown.is_empty());
    }

    #[test]
    fn tips_and_lists_have_their_signs_between_them() {
        for (line, expected) in [
            (
                "record --pngg a.png",
                "unexpected argument '--pngg' found; tip: a similar argument exists: '--png'",
            ),
            (
                "replay",
                "the following required arguments were not provided: <FILE>",
            ),
            (
                "simulate --merge a --games 1 --seed 1",
                "the argument '--merge <FILE>...' cannot be used with: --games <N>, --seed <HEX>",
            ),
        ] {
            assert_eq!(said(line), expected);
        }
        let tip = said("watch --displai x");
        assert!(tip.contains("found; tip: a similar"), "{tip}");
        let values = said("--display moon");
        assert!(
            values.contains("'--display <DISPLAY>' [possible values: "),
            "{values}"
        );
    }
}
