//! `record`: plays without a window and writes screenshots, films, sound and recordings.

mod outputs;
mod stage;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use clap::Args;
use rightwell::engine::recording::FRAMES_MAX;
use rightwell::engine::{Events, Side, View};
use rightwell::render::{Frame, Overlay, Renderer, Surface};
use rightwell::rules::{RandomizerKind, Region, counted};
use rightwell::session::{Autoplay, Contestant, Controls, GameStats, Match, Recorded, Seek};
use rightwell::sound::Repertoire;

use crate::command::Command;
use crate::command::rules::{ComputerMatch, MatchArgs};
use crate::error::{CliError, shown};
use crate::host::log;
use crate::options::games::{DemoArgs, GameArgs, MusicArgs};
use crate::options::given::refuse_beside;
use crate::scene::begin::controls::check_fm2;
use crate::scene::begin::versus::BEST_OF;
use crate::scene::{OverlayParts, autoplay, match_play, recording};
use crate::store::pack::{self, RecordingFormat};
use crate::store::{files, load, recorded, screenshot};
use crate::work::progress::{self, WorkAmount};

use outputs::Outputs;
use stage::FilmStage;

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
    /// Number of frames to play [default: 601 = ten seconds, or the whole recording]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub frames: Option<u64>,
    /// Leave the first N frames out of the film [default: 0; for a recording, the frames before its main game]
    #[arg(long, value_name = "N")]
    pub skip: Option<u64>,
    /// Film only every K-th frame; a GIF cannot show 60 per second
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// Write the last frame as a PNG
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write the film as an animated GIF
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// Write the film as an animated PNG: every frame, at the console's true rate
    #[arg(long, value_name = "FILE")]
    pub apng: Option<PathBuf>,
    /// Write the film with sound as an MP4: every frame, at the console's true rate, enlarged twofold unless --scale is
    /// given
    #[arg(long, value_name = "FILE")]
    pub video: Option<PathBuf>,
    /// Write the sound as a WAV file
    #[arg(long, value_name = "FILE")]
    pub wav: Option<PathBuf>,
    #[command(flatten)]
    pub music: MusicArgs,
    /// Show the pattern to be built behind the playfield
    #[arg(long, conflicts_with_all = ["contestants", "replay"])]
    pub goal: bool,
    /// Show the gamepads and the buttons that are held
    #[arg(long)]
    pub input_display: bool,
    /// Begin the film at the recording's first piece
    #[arg(long, requires = "replay", conflicts_with = "skip")]
    pub first_piece: bool,
    /// Film a recording, or a game captured by NestrisChamps (.ngf, without sound). With --save-replay, also write a
    /// copy of the recording; a name ending in .gz compresses it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["contestants", "demo", "fast"])]
    pub replay: Option<PathBuf>,
    /// With --replay: film the whole session, not only the recording's main game
    #[arg(long, requires = "replay")]
    pub whole: bool,
    /// Palette: a name, or a file ending in .pal
    #[arg(long, value_name = "NAME|FILE.pal", default_value = "rightwell")]
    pub palette: String,
    /// Leave out the white flash at a Tetris
    #[arg(long)]
    pub no_flashing: bool,
    /// Film the game with its panels of statistics, as in a window of this size. For MP4, both numbers must be even
    #[arg(long, value_name = "WIDTHxHEIGHT", conflicts_with = "scale", value_parser = stage::size)]
    pub stage: Option<(u32, u32)>,
    /// Enlarge each pixel to a square of K by K pixels [default: 1, for MP4 2]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=16))]
    pub scale: Option<u32>,
    /// Write the game as a recording for `replay`: a movie (.fm2) with --input pad, else .ron. A name ending in .gz
    /// compresses it
    #[arg(long, value_name = "FILE")]
    pub save_replay: Option<PathBuf>,
}

impl RecordArgs {
    /// Returns the files to write.
    fn files(&self) -> impl Iterator<Item = &Path> {
        let named = [
            &self.png,
            &self.gif,
            &self.apng,
            &self.video,
            &self.wav,
            &self.save_replay,
        ];
        named.into_iter().flatten().map(PathBuf::as_path)
    }

    /// Returns whether any film is requested.
    const fn has_film(&self) -> bool {
        self.gif.is_some() || self.apng.is_some() || self.video.is_some()
    }
}

/// Default number of frames: 10 seconds.
const FRAMES: u64 = 601;

/// Source of the film.
enum FilmSource {
    Autoplay(Box<Autoplay>),
    Match(Box<Match>),
    /// A recording, with its text if a copy of it is requested.
    Recorded(Recorded, Option<String>),
}

impl FilmSource {
    fn step(&mut self) -> Events {
        match self {
            FilmSource::Autoplay(autoplay) => autoplay.advance(),
            FilmSource::Match(play) => {
                let [left, right] = play.advance();
                left.with(right)
            }
            FilmSource::Recorded(recorded, _) => recorded.seek().step(),
        }
    }

    fn view(&self) -> View {
        match self {
            FilmSource::Autoplay(autoplay) => autoplay.view(),
            FilmSource::Match(play) => play.versus().view(),
            FilmSource::Recorded(recorded, _) => recorded.view(),
        }
    }

    fn overlay(&self, args: &RecordArgs) -> Overlay {
        let shown = OverlayParts {
            goal: args.goal,
            inputs: args.input_display,
        };
        shown.of(match self {
            FilmSource::Autoplay(autoplay) => autoplay::overlay(autoplay),
            FilmSource::Match(play) => match_play::overlay(play),
            FilmSource::Recorded(recorded, _) => recording::overlay(recorded),
        })
    }

    /// Draws the screen with its overlay into `frame`.
    fn draw(&self, overlay: &Overlay, renderer: &Renderer, frame: &mut Frame) {
        let view = self.view();
        renderer.draw(&view, frame);
        renderer.overlay(&view, overlay, frame);
    }

    /// Returns the statistics of the game, or of both sides of a match.
    fn figures(&self) -> [Option<&GameStats>; 2] {
        match self {
            FilmSource::Autoplay(autoplay) => [autoplay.figures(), None],
            FilmSource::Match(play) => Side::BOTH.map(|side| Some(play.figures(side))),
            FilmSource::Recorded(recorded, _) => recorded.figures(),
        }
    }

    /// Returns the number of frames to leave out at the start of the film.
    fn skipped(&self, args: &RecordArgs) -> u64 {
        match self {
            // The film begins after the frame with this number. Its first frame then shows the first piece.
            FilmSource::Recorded(recorded, _)
                if args.first_piece || begins_at_its_game(args, recorded.place()) =>
            {
                recorded.place().first_piece().saturating_sub(1)
            }
            _ => args.skip.unwrap_or(0),
        }
    }

    /// Returns the number of the frame that becomes the PNG.
    fn pictured(&self, args: &RecordArgs, frames: u64) -> u64 {
        match self {
            FilmSource::Recorded(recorded, _)
                if args.frames.is_none() && recorded.place().has_main_game() =>
            {
                recorded.place().last_game().unwrap_or(frames).min(frames)
            }
            _ => frames,
        }
    }

    fn region(&self) -> Region {
        match self {
            FilmSource::Autoplay(autoplay) => autoplay.region(),
            FilmSource::Match(play) => play.versus().start().region,
            FilmSource::Recorded(recorded, _) => recorded.region(),
        }
    }

    /// Returns whether the game shows a finished pattern.
    fn is_picture_done(&self) -> bool {
        let FilmSource::Autoplay(autoplay) = self else {
            return false;
        };
        autoplay::overlay(autoplay).highlight.is_some()
    }

    /// Returns the recording as text, in the format that the file name selects.
    fn recording(&self, path: &Path) -> Option<String> {
        let autoplay = match self {
            FilmSource::Autoplay(autoplay) => autoplay,
            FilmSource::Match(play) => return play.recording().map(|recording| recording.to_ron()),
            FilmSource::Recorded(_, text) => return text.clone(),
        };
        if let Some(recording) = autoplay.recording() {
            return Some(recording.to_ron());
        }
        let history = autoplay.history()?;
        Some(match RecordingFormat::from_name(path) {
            Some(RecordingFormat::Movie) => history.to_fm2(),
            _ => history.to_ron(),
        })
    }
}

pub fn run(args: &RecordArgs) -> Result<(), CliError> {
    let control = progress::stopped_by_keys()?;
    let frames = args.replay.is_none().then(|| args.frames.unwrap_or(FRAMES));
    progress::on_page(WorkAmount::Pictures(frames), &control, || {
        write(args, &control.stop, &control.pieces)
    })
}

/// Writes the film that the command-line arguments `words` describe, until it is complete or `stop` is set.
pub fn film(words: &[OsString], stop: &AtomicBool) -> Result<(), CliError> {
    match super::parse_words(words)? {
        Some(Command::Record(args)) => write(&args, stop, &AtomicU64::new(0)),
        _ => Err(CliError::usage(
            "only `record` commands can be run from the menu",
        )),
    }
}

/// Writes all requested files. Ends early when `stop` is set. Counts the finished frames in `done`.
pub fn write(args: &RecordArgs, stop: &AtomicBool, done: &AtomicU64) -> Result<(), CliError> {
    check(args)?;
    let mut renderer = Renderer::new();
    renderer.set_palette(load::palette(&args.palette)?);
    renderer.set_flashing(!args.no_flashing);
    let (mut source, frames) = source(args)?;
    files::check_overwrites(args.files())?;
    let skip = source.skipped(args);
    if args.has_film() && skip >= frames {
        return Err(CliError::usage(format!(
            "--skip {skip} leaves no frame for the film; allowed: fewer than {}",
            counted(frames, "frame")
        )));
    }
    let mut outputs = Outputs::begin(args, source.region())?;
    let mut stage = FilmStage::new(args.stage);
    let (pictured, mut picture) = (source.pictured(args, frames), None);
    for number in 1..=frames {
        if stop.load(Ordering::Relaxed) {
            if number == 1 {
                log::say("stopped before the first frame; nothing was written");
                return Ok(());
            }
            log::say(format!(
                "stopped after {}; writing the frames played so far",
                counted(number - 1, "frame")
            ));
            break;
        }
        let events = source.step();
        done.store(number, Ordering::Relaxed);
        if outputs.wants_sound() {
            match source {
                // A captured game has no sound.
                FilmSource::Recorded(Recorded::Captured(_) | Recorded::CapturedMatch(_), _) => {
                    outputs.hear(Events::default(), &View::Blank, false);
                }
                _ => outputs.hear(events, &source.view(), source.is_picture_done()),
            }
        }
        if number == pictured {
            picture = Some(stage.picture(&source, args, &renderer));
        }
        if number <= skip {
            continue;
        }
        outputs.add_sound()?;
        let is_among_some = (number - skip - 1).is_multiple_of(args.every);
        if outputs.wants_every_frame() || outputs.wants_some_frames() && is_among_some {
            let whole = stage.picture(&source, args, &renderer);
            outputs.add_picture(&whole, number, renderer.palette(), is_among_some)?;
        }
    }
    let picture = picture.unwrap_or_else(|| stage.picture(&source, args, &renderer));
    // If one file cannot be written, the others are still written.
    let written = [
        save_recording(args, &source),
        save_picture(args, &picture, &renderer),
    ];
    let films = outputs.finish();
    written.into_iter().chain(films).collect()
}

fn save_recording(args: &RecordArgs, source: &FilmSource) -> Result<(), CliError> {
    if let Some(path) = &args.save_replay
        && let Some(text) = source.recording(path)
    {
        files::write_whole(path, &pack::contents(path, &text))?;
        report_written(Some(path));
    }
    Ok(())
}

fn save_picture(args: &RecordArgs, picture: &Surface, renderer: &Renderer) -> Result<(), CliError> {
    if let Some(path) = &args.png {
        let scale = args.scale.unwrap_or(1) as usize;
        screenshot::write_png(path, picture, renderer.palette(), scale)?;
        report_written(Some(path));
    }
    Ok(())
}

fn report_written(path: Option<&Path>) {
    if let Some(path) = path {
        log::say(format!("{} written", shown(path)));
    }
}

/// Checks the options before the game starts.
fn check(args: &RecordArgs) -> Result<(), CliError> {
    if args.files().next().is_none() {
        return Err(CliError::usage(
            "`record` needs an output: pass one or more of --png FILE, --gif FILE, --apng FILE, --video FILE, --wav FILE, \
            --save-replay FILE",
        ));
    }
    if let (Some((width, height)), Some(_)) = (args.stage, &args.video)
        && (width % 2, height % 2) != (0, 0)
    {
        return Err(CliError::usage(format!(
            "--stage {width}x{height} cannot be used with `--video`; allowed: even numbers, such as 1280x720"
        )));
    }
    if args.replay.is_some() {
        refuse_beside("--replay", &args.game)?;
    }
    args.files().try_for_each(files::check_writable)?;
    args.music.name_in(&mut Repertoire::built_in())?;
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
        if args.wav.is_some() {
            return Err(seen_only("--wav", from));
        }
        if args.save_replay.is_some() {
            return Err(seen_only("--save-replay", from));
        }
    }
    if let Some(path) = &args.save_replay {
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
    let allowed = match RecordingFormat::from_name(from) {
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
    if args.frames.is_some_and(|frames| frames > FRAMES_MAX) {
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

/// Returns whether the film starts at the recording's main game, so that frames count from there.
fn begins_at_its_game(args: &RecordArgs, place: &dyn Seek) -> bool {
    args.skip.is_none() && place.has_main_game()
}

fn source(args: &RecordArgs) -> Result<(FilmSource, u64), CliError> {
    if let Some(path) = &args.replay {
        let (mut recorded, text) = match recorded::is_captured(path) || path.is_dir() {
            true => (recorded::load(path)?, None),
            false => {
                let (form, text) = recorded::read(path)?;
                (recorded::play_once(path, form, &text)?, Some(text))
            }
        };
        let is_seen = matches!(recorded, Recorded::Captured(_) | Recorded::CapturedMatch(_));
        if is_seen && args.wav.is_some() {
            return Err(seen_only("--wav", path));
        }
        if args.whole {
            recorded = recorded.whole();
        }
        let is_shown = args.png.is_some() || args.wav.is_some() || args.has_film();
        // If no frame and no sound is written, the recording need not be played.
        let place = recorded.place();
        let frames = match args.frames {
            _ if !is_shown => 0,
            Some(frames) if begins_at_its_game(args, place) => frames + place.first_piece() - 1,
            Some(frames) => frames,
            None if place.has_main_game() => place.last_shown(),
            None => place.frames(),
        };
        let text = text.filter(|_| args.save_replay.is_some());
        return Ok((FilmSource::Recorded(recorded, text), frames));
    }
    if args.matches.is_asked_for() {
        let ComputerMatch { start, opponents } = args.matches.resolve(&args.game, BEST_OF)?;
        let contestants = opponents.map(Contestant::Computer);
        let play = Match::new(start, contestants).map_err(CliError::usage)?;
        return Ok((
            FilmSource::Match(Box::new(play)),
            args.frames.unwrap_or(FRAMES),
        ));
    }
    args.matches.check_absent()?;
    let mut autoplay = args.demo.resolve(&args.game)?.autoplay();
    autoplay.set_play_fast(args.fast);
    if args.save_replay.is_some() {
        autoplay.record();
    }
    let frames = args.frames.unwrap_or(FRAMES);
    Ok((FilmSource::Autoplay(Box::new(autoplay)), frames))
}
