//! Films, images, sound and copies of a game, written frame by frame without a window.

mod outputs;
mod picture;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use clap::Args;
use rightwell::engine::{Events, Side, View};
use rightwell::render::{Frame, Overlay, Renderer, Surface};
use rightwell::rules::{Region, counted};
use rightwell::session::{Autoplay, GameStats, Match, Recorded, Seek};

use crate::error::{CliError, shown};
use crate::host::log;
use crate::options::games::MusicArgs;
use crate::options::speed::frames_per_second;
use crate::stage::overlay::{self, OverlayParts};
use crate::store::pack::{self, RecordingFormat};
use crate::store::{files, load, screenshot};

use outputs::Outputs;
use picture::FilmPicture;

/// Options of a film: its files, its frames and its look.
#[derive(Args, Clone, Debug)]
pub struct FilmArgs {
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
    #[arg(long, value_name = "WIDTHxHEIGHT", conflicts_with = "scale", value_parser = picture::size)]
    pub stage: Option<(u32, u32)>,
    /// Enlarge each pixel to a square of K by K pixels [default: 1, for MP4 2]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=16))]
    pub scale: Option<u32>,
    /// Write the game as a recording for `replay`: a movie (.fm2) with --input pad, else .ron. A name ending in .gz
    /// compresses it
    #[arg(long, value_name = "FILE")]
    pub save_replay: Option<PathBuf>,
}

impl Default for FilmArgs {
    fn default() -> FilmArgs {
        FilmArgs {
            frames: None,
            skip: None,
            every: 2,
            png: None,
            gif: None,
            apng: None,
            video: None,
            wav: None,
            music: MusicArgs::default(),
            goal: false,
            input_display: false,
            first_piece: false,
            whole: false,
            palette: "rightwell".to_owned(),
            no_flashing: false,
            stage: None,
            scale: None,
            save_replay: None,
        }
    }
}

impl FilmArgs {
    /// Returns the files to write.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
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
    pub const fn has_film(&self) -> bool {
        self.gif.is_some() || self.apng.is_some() || self.video.is_some()
    }
}

/// Source of the film.
pub enum FilmSource {
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

    fn overlay(&self, args: &FilmArgs) -> Overlay {
        let shown = OverlayParts {
            goal: args.goal,
            inputs: args.input_display,
        };
        shown.of(match self {
            FilmSource::Autoplay(autoplay) => overlay::of_autoplay(autoplay),
            FilmSource::Match(play) => overlay::of_match(play),
            FilmSource::Recorded(recorded, _) => overlay::of_recorded(recorded),
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
    fn skipped(&self, args: &FilmArgs) -> u64 {
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
    fn pictured(&self, args: &FilmArgs, frames: u64) -> u64 {
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
        overlay::of_autoplay(autoplay).highlight.is_some()
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

/// Part of a recording to film. Seconds count at the console's speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmPart {
    /// Frames as the options say.
    AsAsked,
    /// From the first piece to the end.
    Whole,
    /// This number of seconds at the end.
    Last(u32),
    /// Between these seconds since the first piece.
    Between(u32, u32),
}

/// A film to write.
pub struct FilmJob {
    pub args: FilmArgs,
    pub source: FilmSource,
    /// Number of frames to play.
    pub frames: u64,
}

impl FilmJob {
    /// Returns the film of a recording. `text` is its text, for a copy.
    pub fn of_recording(args: FilmArgs, mut recorded: Recorded, text: Option<String>) -> FilmJob {
        if args.whole {
            recorded = recorded.whole();
        }
        let is_shown = args.png.is_some() || args.wav.is_some() || args.has_film();
        // If no frame and no sound is written, the recording need not be played.
        let place = recorded.place();
        let frames = match args.frames {
            _ if !is_shown => 0,
            Some(frames) if begins_at_its_game(&args, place) => frames + place.first_piece() - 1,
            Some(frames) => frames,
            None if place.has_main_game() => place.last_shown(),
            None => place.frames(),
        };
        let source = FilmSource::Recorded(recorded, text);
        FilmJob {
            args,
            source,
            frames,
        }
    }

    /// Returns the film of this part. A part beyond the end of the recording becomes its last frame.
    #[must_use]
    pub fn part(mut self, part: FilmPart) -> FilmJob {
        let FilmSource::Recorded(recorded, _) = &self.source else {
            return self;
        };
        let frames = |seconds: u32| {
            (f64::from(seconds) * frames_per_second(recorded.region())).round() as u64
        };
        let first = recorded.place().first_piece().saturating_sub(1);
        let last = self.frames;
        let (begin, end) = match part {
            FilmPart::AsAsked => return self,
            FilmPart::Whole => (first, last),
            FilmPart::Last(seconds) => (last.saturating_sub(frames(seconds)).max(first), last),
            FilmPart::Between(from, to) => (first + frames(from), first + frames(to)),
        };
        self.frames = end.min(last);
        self.args.skip = Some(begin.min(self.frames.saturating_sub(1)));
        self
    }

    /// Writes all requested files. Ends early when `stop` is set. Counts the finished frames in `done`.
    pub fn write(self, stop: &AtomicBool, done: &AtomicU64) -> Result<(), CliError> {
        let FilmJob {
            args,
            mut source,
            frames,
        } = self;
        let args = &args;
        let mut renderer = Renderer::new();
        renderer.set_palette(load::palette(&args.palette)?);
        renderer.set_flashing(!args.no_flashing);
        files::check_overwrites(args.files())?;
        let skip = source.skipped(args);
        if args.has_film() && skip >= frames {
            return Err(CliError::usage(format!(
                "--skip {skip} leaves no frame for the film; allowed: fewer than {}",
                counted(frames, "frame")
            )));
        }
        let mut outputs = Outputs::begin(args, source.region())?;
        let mut drawn = FilmPicture::new(args.stage);
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
                picture = Some(drawn.draw(&source, args, &renderer));
            }
            if number <= skip {
                continue;
            }
            outputs.add_sound()?;
            let is_among_some = (number - skip - 1).is_multiple_of(args.every);
            if outputs.wants_every_frame() || outputs.wants_some_frames() && is_among_some {
                let whole = drawn.draw(&source, args, &renderer);
                outputs.add_picture(&whole, number, renderer.palette(), is_among_some)?;
            }
        }
        let picture = picture.unwrap_or_else(|| drawn.draw(&source, args, &renderer));
        // If one file cannot be written, the others are still written.
        let written = [
            save_recording(args, &source),
            save_picture(args, &picture, &renderer),
        ];
        let films = outputs.finish();
        written.into_iter().chain(films).collect()
    }
}

fn save_recording(args: &FilmArgs, source: &FilmSource) -> Result<(), CliError> {
    if let Some(path) = &args.save_replay
        && let Some(text) = source.recording(path)
    {
        files::write_whole(path, &pack::contents(path, &text))?;
        report_written(Some(path));
    }
    Ok(())
}

fn save_picture(args: &FilmArgs, picture: &Surface, renderer: &Renderer) -> Result<(), CliError> {
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

/// Returns whether the film starts at the recording's main game, so that frames count from there.
fn begins_at_its_game(args: &FilmArgs, place: &dyn Seek) -> bool {
    args.skip.is_none() && place.has_main_game()
}
