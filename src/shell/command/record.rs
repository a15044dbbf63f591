//! `record`: plays without a window and writes screenshots, films, sound and recordings.

use std::path::{Path, PathBuf};

use clap::Args;
use rightwell::engine::recording::FRAMES_MAX;
use rightwell::rules::RandomizerKind;
use rightwell::session::{Contestant, Controls, Match, Recorded};
use rightwell::sound::Repertoire;

use crate::command::rules::{ComputerMatch, MatchArgs};
use crate::error::{CliError, shown};
use crate::options::games::{DemoArgs, GameArgs};
use crate::options::given::refuse_beside;
use crate::scene::begin::controls::check_fm2;
use crate::scene::begin::versus::BEST_OF;
use crate::store::pack::{self, RecordingFormat};
use crate::store::{files, load, recorded};
use crate::work::film::{FilmArgs, FilmJob, FilmSource};
use crate::work::progress::{self, WorkAmount};

/// Options of `record`.
#[derive(Args, Debug)]
pub struct RecordArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub demo: DemoArgs,
    #[command(flatten)]
    pub matches: MatchArgs,
    /// PLAY_FAST: pieces lock at once, without paths or animation
    #[arg(long, conflicts_with = "contestants")]
    pub fast: bool,
    /// Film a recording, or a game captured by NestrisChamps (.ngf, without sound). With --save-replay, also write a
    /// copy of the recording; a name ending in .gz compresses it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["contestants", "demo", "fast"])]
    pub replay: Option<PathBuf>,
    #[command(flatten)]
    pub film: FilmArgs,
}

/// Default number of frames: 10 seconds.
const FRAMES: u64 = 601;

pub fn run(args: &RecordArgs) -> Result<(), CliError> {
    let control = progress::stopped_by_keys()?;
    check(args)?;
    let film = film(args)?;
    let frames = args.replay.is_none().then_some(film.frames);
    progress::on_page(WorkAmount::Pictures(frames), &control, || {
        film.write(&control.stop, &control.pieces)
    })
}

/// Checks the options before the game starts.
fn check(args: &RecordArgs) -> Result<(), CliError> {
    if args.film.files().next().is_none() {
        return Err(CliError::usage(
            "`record` needs an output: pass one or more of --png FILE, --gif FILE, --apng FILE, --video FILE, --wav FILE, \
            --save-replay FILE",
        ));
    }
    if let (Some((width, height)), Some(_)) = (args.film.stage, &args.film.video)
        && (width % 2, height % 2) != (0, 0)
    {
        return Err(CliError::usage(format!(
            "--stage {width}x{height} cannot be used with `--video`; allowed: even numbers, such as 1280x720"
        )));
    }
    if args.replay.is_some() {
        refuse_beside("--replay", &args.game)?;
    }
    args.film.files().try_for_each(files::check_writable)?;
    args.film.music.name_in(&mut Repertoire::built_in())?;
    load::palette(&args.film.palette)?;
    if args.demo.demo && args.matches.is_asked_for() {
        return Err(CliError::usage(
            "`--demo` cannot be combined with `--match`",
        ));
    }
    if let Some(from) = args
        .replay
        .as_deref()
        .filter(|from| recorded::is_captured(from))
    {
        if args.film.wav.is_some() {
            return Err(seen_only("--wav", from));
        }
        if args.film.save_replay.is_some() {
            return Err(seen_only("--save-replay", from));
        }
    }
    if let Some(path) = &args.film.save_replay {
        match &args.replay {
            Some(from) => check_form(path, from)?,
            None => check_recording(path, args)?,
        }
    }
    Ok(())
}

/// Returns the error for an option that does not work with a captured game.
fn seen_only(option: &str, from: &Path) -> CliError {
    CliError::usage(format!(
        "{option}: {} was captured from a video, so it has no sound and no buttons; allowed: --png FILE, --gif FILE, \
        --apng FILE, --video FILE",
        shown(from)
    ))
}

/// Checks that a copy has the format of the original recording. Only the compression may differ.
fn check_form(path: &Path, from: &Path) -> Result<(), CliError> {
    let allowed = match RecordingFormat::to_read(from) {
        form if form == RecordingFormat::from_name(path) => return Ok(()),
        Some(RecordingFormat::Movie) => ".fm2 or .fm2.gz",
        Some(RecordingFormat::Ron) => ".ron or .ron.gz",
        None => return Ok(()),
    };
    Err(CliError::usage(format!(
        "cannot write {}: the copy of {} must have the same format; allowed: a name ending in {allowed}",
        shown(path),
        shown(from)
    )))
}

/// Checks that the format of the file name can hold a recording of these games.
fn check_recording(path: &Path, args: &RecordArgs) -> Result<(), CliError> {
    let wrong = |why: &str| {
        let path = shown(path);
        Err(CliError::usage(format!("cannot write {path}: {why}")))
    };
    if args.film.frames.is_some_and(|frames| frames > FRAMES_MAX) {
        return wrong(&format!(
            "a recording holds at most 24 hours of play; allowed: --frames up to {FRAMES_MAX}"
        ));
    }
    if args.matches.is_asked_for() {
        return pack::check_match_recording(path);
    }
    let controls = args.game.controls.resolve()?;
    match (RecordingFormat::from_name(path), controls) {
        (Some(RecordingFormat::Ron), _) => Ok(()),
        (Some(RecordingFormat::Movie), Controls::Drag) => wrong(
            "an FCEUX movie cannot hold a game without gravity; allowed: a name ending in .ron, or --input pad",
        ),
        (Some(RecordingFormat::Movie), Controls::Pad(pad)) => {
            if args.game.position.is_some() {
                return wrong(
                    "an FCEUX movie cannot start at a position; allowed with `--position`: a name ending in .ron",
                );
            }
            if pad.double_killscreen {
                return wrong(
                    "an FCEUX movie cannot hold a double killscreen; allowed: a name ending in .ron",
                );
            }
            match (
                check_fm2(
                    pad.region,
                    args.game.level,
                    pad.training.is_some(),
                    pad.crash,
                ),
                args.game.randomizer,
            ) {
                (Err(why), _) => wrong(why),
                (Ok(()), None | Some(RandomizerKind::Nes)) => Ok(()),
                (Ok(()), Some(_)) => wrong(
                    "an FCEUX movie needs the exact randomizer; allowed: --randomizer nes, or a name ending in .ron",
                ),
            }
        }
        (None, Controls::Drag) => wrong("allowed: a name ending in .ron or .ron.gz"),
        (None, Controls::Pad(_)) => wrong(&format!("allowed: a name ending in {}", pack::ALLOWED)),
    }
}

/// Returns the film. Draws missing seeds and prints them.
fn film(args: &RecordArgs) -> Result<FilmJob, CliError> {
    let film = args.film.clone();
    if let Some(path) = &args.replay {
        let (recorded, text) = match recorded::is_captured(path) || path.is_dir() {
            true => (recorded::load(path)?, None),
            false => {
                let (form, text) = recorded::read(path)?;
                (recorded::play_once(path, form, &text)?, Some(text))
            }
        };
        let is_seen = matches!(recorded, Recorded::Captured(_) | Recorded::CapturedMatch(_));
        if is_seen && film.wav.is_some() {
            return Err(seen_only("--wav", path));
        }
        let text = text.filter(|_| film.save_replay.is_some());
        return Ok(FilmJob::of_recording(film, recorded, text));
    }
    let source = if args.matches.is_asked_for() {
        let ComputerMatch { start, opponents } = args.matches.resolve(&args.game, BEST_OF)?;
        let contestants = opponents.map(Contestant::Computer);
        let play = Match::new(start, contestants).map_err(CliError::usage)?;
        FilmSource::Match(Box::new(play))
    } else {
        args.matches.check_absent()?;
        let mut autoplay = args.demo.resolve(&args.game)?.autoplay();
        autoplay.set_play_fast(args.fast);
        if film.save_replay.is_some() {
            autoplay.record();
        }
        FilmSource::Autoplay(Box::new(autoplay))
    };
    let frames = film.frames.unwrap_or(FRAMES);
    Ok(FilmJob {
        args: film,
        source,
        frames,
    })
}
