//! `replay`: shows a recording in the window or the terminal, or prints its states.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use rightwell::lab::Control;
use rightwell::rules::counted;
use rightwell::session::{Category, ConsolePlayback, Recorded, Seek, Verdict};
use serde::Serialize;

use crate::error::{CliError, shown};
use crate::front::show::show;
use crate::host::log;
use crate::options::games::SoundArgs;
use crate::options::scenes::Display;
use crate::options::speed::Speed;
use crate::options::words::OptionWord;
use crate::scene::BegunScene;
use crate::scene::app_context::AppContext;
use crate::scene::begin::recording::{self, check_review};
use crate::store::video::is_video;
use crate::store::{files, recorded};
use crate::work::games_of_file::{FileContent, VideoArgs};
use crate::work::progress;

/// Returns the parser for a kind of error, such as `burn-missed`.
fn kind() -> impl TypedValueParser<Value = Category> {
    let words = Category::ALL.map(Category::word);
    PossibleValuesParser::new(words)
        .map(|word| Category::from_word(&word).expect("clap accepts only these words"))
}

/// Options of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// A recording: a movie (.fm2) or a file ending in .ron, both also compressed (.gz); a TAS Editor project (.fm3) or
    /// a BizHawk movie (.bk2); a game captured by NestrisChamps (.ngf); or a video, whose games are read. A video of two players, a folder with their captured
    /// games, or two files shows both games side by side, on the clock of their video
    #[arg(value_name = "FILE|FOLDER", required = true, num_args = 1..=2)]
    pub files: Vec<PathBuf>,
    /// Check, without a window, that the replay ends with the state that the recording stores
    #[arg(long)]
    pub check: bool,
    /// Print the states after these frames, one JSON line each, without a window
    #[arg(long, value_name = "F,F,…", value_delimiter = ',')]
    pub states: Vec<u64>,
    /// Rate every move and step from mistake to mistake
    #[arg(long)]
    pub review: bool,
    /// With --review: step only through errors of this kind, named as in the report of `rightwell review`
    #[arg(long, value_name = "KIND", value_parser = kind(), requires = "review")]
    pub kind: Option<Category>,
    /// Replay the whole session: all games since power-on, not only the recording's main game
    #[arg(long)]
    pub whole: bool,
    #[command(flatten)]
    pub video: VideoArgs,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// Speed as a multiple of the console's: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::from_word)]
    pub speed: Speed,
    /// Where to show the recording
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

pub fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let file = &args.files[0];
    let control = match is_video(file) {
        true => progress::stopped_by_keys()?,
        false => Arc::default(),
    };
    let mut recorded = load(args, &control)?;
    if !args.states.is_empty() {
        recorded = print_states(recorded, &args.states)?;
    }
    if args.check {
        check(&recorded, file)?;
    }
    if args.check || !args.states.is_empty() {
        return Ok(());
    }
    show(args.display, || {
        let mut context = AppContext::open();
        args.sound.apply(&mut context)?;
        let scene = recording::scene(recorded, file, args.review, &context);
        let begun = BegunScene {
            scene: Box::new(scene.keep_to(args.kind)),
            speed: args.speed,
        };
        Ok((begun, context))
    })
}

/// Loads the recording and checks that it allows the options.
fn load(args: &ReplayArgs, control: &Control) -> Result<Recorded, CliError> {
    let file = &args.files[0];
    let mut recorded = match &args.files[..] {
        [_] => match args.video.load(file, control)? {
            FileContent::One(recorded) => recorded,
            FileContent::Match(found) => {
                let recorded = Recorded::from_captured_match(found.games);
                recorded.map_err(|error| CliError::usage(format!("{}: {error}", shown(file))))?
            }
        },
        files => {
            args.video.refuse_for(file)?;
            recorded::load_match(files, file)?
        }
    };
    if args.whole {
        recorded = recorded.whole();
    }
    check_review(&recorded, file, args.review)?;
    Ok(recorded)
}

/// Maximum frame number for `--states`: a week of play.
const FRAME_MAX: u64 = 40_000_000;

/// Prints a JSON line for the state after each of these frames.
///
/// After the last frame of a movie, no button is held. After the end of a match or of a game without gravity, the state
/// no longer changes.
fn print_states(recorded: Recorded, frames: &[u64]) -> Result<Recorded, CliError> {
    let last = frames.iter().copied().max().unwrap_or(0);
    if last > FRAME_MAX {
        return Err(CliError::usage(format!(
            "--states {last} is out of range; allowed: 0 to {FRAME_MAX}"
        )));
    }
    match &recorded {
        Recorded::Captured(_) | Recorded::CapturedMatch(_) => {
            let missing = "`--states` needs a movie or a recording: a captured game has no states";
            return Err(CliError::usage(missing));
        }
        // Run a copy, because `--check` still needs the movie without the extra frames.
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
    let verdict = recorded.check();
    let frames = recorded.place().frames();
    match verdict {
        Verdict::Same => {
            log::say(format!(
                "{}: same end after {}",
                shown(path),
                counted(frames, "frame")
            ));
            Ok(())
        }
        Verdict::Different { recorded, found } => Err(CliError::failed(format!(
            "{}: expected the end at frame {} with state {:016X}, found it at frame {} with state {:016X}",
            shown(path),
            recorded.frame,
            recorded.hash,
            found.frame,
            found.hash
        ))),
        Verdict::NothingToCompare => Err(CliError::usage(format!(
            "{}: nothing to check, because the recording does not store its end",
            shown(path)
        ))),
    }
}
