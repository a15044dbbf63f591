//! `replay`: a recording in the window, or its states on standard output.

use std::path::{Path, PathBuf};

use clap::Args;
use rightwell::engine::{DragRecording, History, MatchRecording, RecordingKind};
use rightwell::session::{ConsolePlayback, DragPlayback, MatchPlayback, Seek, Verdict};
use serde::Serialize;

use crate::shell::activity::Begun;
use crate::shell::activity::recording::{Recorded, RecordingActivity};
use crate::shell::activity::speed::Speed;
use crate::shell::command::begin;
use crate::shell::error::{CliError, shown};
use crate::shell::front::show::{Display, show};
use crate::shell::host::log;
use crate::shell::menu::desk::Desk;
use crate::shell::store::files;
use crate::shell::store::pack::{self, Form};

/// Options of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The recording: a movie ending in .fm2, or a file ending in .ron; packed ones end in .gz
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Compare the end with the one stored in the file, without a window
    #[arg(long)]
    pub check: bool,
    /// Print the states after these frames, one JSON line each, without a window
    #[arg(long, value_name = "F,F,…", value_delimiter = ',')]
    pub states: Vec<u64>,
    /// Times the console's speed: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::parse)]
    pub speed: Speed,
    /// Where to show it
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

pub fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let mut recorded = load(&args.file)?;
    if !args.states.is_empty() {
        recorded = print_states(recorded, &args.states)?;
    }
    if args.check {
        check(&recorded, &args.file)?;
    }
    if args.check || !args.states.is_empty() {
        return Ok(());
    }
    show(args.display, || {
        let desk = Desk::open(begin::LAUNCH);
        Ok((begun(recorded, args.speed), desk))
    })
}

/// A recording, to be shown.
pub fn begin(args: &ReplayArgs) -> Result<Begun, CliError> {
    Ok(begun(load(&args.file)?, args.speed))
}

fn begun(recorded: Recorded, speed: Speed) -> Begun {
    Begun {
        activity: Box::new(RecordingActivity::new(recorded)),
        speed,
    }
}

/// Reads a recording, unpacks it if it is packed, and plays it once.
pub fn load(path: &Path) -> Result<Recorded, CliError> {
    let (form, text) = read(path)?;
    play_once(path, form, &text)
}

/// The text of a recording, unpacked, and what it is written in.
pub fn read(path: &Path) -> Result<(Form, String), CliError> {
    let Some(form) = Form::of(path) else {
        return Err(CliError::usage(format!(
            "{}: this is no recording; allowed: a file ending in {}",
            shown(path),
            pack::ALLOWED
        )));
    };
    Ok((form, pack::read_recording(path)?))
}

/// Plays a recording once; `path` names it in errors.
pub fn play_once(path: &Path, form: Form, text: &str) -> Result<Recorded, CliError> {
    let wrong =
        |error: &dyn std::fmt::Display| CliError::usage(format!("{}: {error}", shown(path)));
    let history = match (form, RecordingKind::of(text)) {
        (Form::Movie, _) => History::from_fm2(text).map_err(|error| wrong(&error))?,
        (Form::Ron, Some(RecordingKind::Console)) => {
            History::from_ron(text).map_err(|error| wrong(&error))?
        }
        (Form::Ron, Some(RecordingKind::Match)) => {
            let recording = MatchRecording::from_ron(text).map_err(|error| wrong(&error))?;
            let playback = MatchPlayback::new(recording).map_err(|error| wrong(&error))?;
            return Ok(Recorded::Match(Box::new(playback)));
        }
        // What is wrong with a text of no kind is said as of the oldest one.
        (Form::Ron, Some(RecordingKind::Drag) | None) => {
            let recording = DragRecording::from_ron(text).map_err(|error| wrong(&error))?;
            let playback = DragPlayback::new(recording).map_err(|error| wrong(&error))?;
            return Ok(Recorded::Drag(Box::new(playback)));
        }
    };
    Ok(Recorded::Console(Box::new(ConsolePlayback::new(history))))
}

/// Frames that states may be asked for, at most: a week of play.
const FRAME_MAX: u64 = 40_000_000;

/// One JSON line for the state after each of the frames. After a movie's last line no button is
/// held; after the end of a game without gravity, or of a match, nothing changes.
fn print_states(recorded: Recorded, frames: &[u64]) -> Result<Recorded, CliError> {
    let last = frames.iter().copied().max().unwrap_or(0);
    if last > FRAME_MAX {
        return Err(CliError::usage(format!(
            "--states {last}: allowed: 0 to {FRAME_MAX}"
        )));
    }
    match &recorded {
        // The movie itself stays as long as it is, for --check.
        Recorded::Console(playback) => print_console_states(playback.clone().run_on(last), frames)?,
        Recorded::Drag(playback) => {
            let mut playback = playback.clone();
            for &frame in frames {
                playback.seek(frame);
                let mut state = playback.game().state();
                state.frame = frame;
                print_state(&state)?;
            }
        }
        Recorded::Match(playback) => {
            let mut playback = playback.clone();
            for &frame in frames {
                playback.seek(frame);
                let mut state = playback.versus().state();
                state.frame = frame;
                print_state(&state)?;
            }
        }
    }
    Ok(recorded)
}

fn print_console_states(mut playback: ConsolePlayback, frames: &[u64]) -> Result<(), CliError> {
    for &frame in frames {
        playback.seek(frame);
        print_state(&playback.console().state())?;
    }
    Ok(())
}

fn print_state(state: &impl Serialize) -> Result<(), CliError> {
    let line = serde_json::to_string(state).map_err(CliError::failed)?;
    files::print(&(line + "\n"))
}

fn check(recorded: &Recorded, path: &Path) -> Result<(), CliError> {
    let verdict = match recorded {
        Recorded::Drag(playback) => playback.check(),
        Recorded::Console(playback) => playback.check(),
        Recorded::Match(playback) => playback.check(),
    };
    let frames = recorded.place().frames();
    match verdict {
        Verdict::Same => {
            log::say(format!("{}: same end after {frames} frames", shown(path)));
            Ok(())
        }
        Verdict::Different { recorded, found } => Err(CliError::failed(format!(
            "{}: recorded end: frame {}, state {:016X}; found: frame {}, state {:016X}",
            shown(path),
            recorded.frame,
            recorded.hash,
            found.frame,
            found.hash
        ))),
        Verdict::NothingToCompare => Err(CliError::usage(format!(
            "{}: the recording does not say how it ends, so there is nothing to check",
            shown(path)
        ))),
    }
}
