//! `replay`: a recording in the window, or its states on standard output.

use std::path::Path;

use rightwell::engine::Recording;
use rightwell::session::{Replay, Verdict};

use super::cli::ReplayArgs;
use super::error::CliError;
use super::stage::Stage;
use super::{files, watch};

pub fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let mut replay = load(&args.file)?;
    if !args.states.is_empty() {
        print_states(&mut replay, &args.states)?;
    }
    if args.check {
        check(&replay, &args.file)?;
    }
    if args.check || !args.states.is_empty() {
        return Ok(());
    }
    watch::show(args.display, args.speed, || Stage::Replay(Box::new(replay)))
}

/// Reads a recording and plays it once.
pub fn load(path: &Path) -> Result<Replay, CliError> {
    let wrong =
        |error: &dyn std::fmt::Display| CliError::usage(format!("{}: {error}", path.display()));
    if path.extension().is_none_or(|ending| ending != "ron") {
        return Err(CliError::usage(format!(
            "{}: this is no recording; allowed: a file ending in .ron",
            path.display()
        )));
    }
    let recording = Recording::from_ron(&files::read_text(path)?).map_err(|error| wrong(&error))?;
    Replay::new(recording).map_err(|error| wrong(&error))
}

/// One JSON line for the state after each of the frames; after the end nothing changes.
fn print_states(replay: &mut Replay, frames: &[u64]) -> Result<(), CliError> {
    for &frame in frames {
        replay.seek(frame);
        let mut state = replay.game().state();
        state.frame = frame;
        let line = serde_json::to_string(&state).map_err(CliError::failed)?;
        println!("{line}");
    }
    Ok(())
}

fn check(replay: &Replay, path: &Path) -> Result<(), CliError> {
    match replay.check() {
        Verdict::Same => {
            eprintln!(
                "{}: same end after {} frames",
                path.display(),
                replay.frames()
            );
            Ok(())
        }
        Verdict::Different { frames, hashes } => Err(CliError::failed(format!(
            "{}: recorded end: frame {}, state {}; found: frame {}, state {}",
            path.display(),
            frames.0,
            hashes.0,
            frames.1,
            hashes.1
        ))),
        Verdict::NothingToCompare => Err(CliError::usage(format!(
            "{}: the recording does not say how it ends, so there is nothing to check",
            path.display()
        ))),
    }
}
