//! `capture`: reads games from the frames of a video.

mod coach;
mod events;
mod games;
mod live;
mod picture;
mod sightings;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rightwell::capture::{FieldArea, FieldSide, FrameReader};

use crate::error::CliError;
use crate::options::scenes::Display;
use crate::options::words;
use crate::store::files;
use crate::store::video::{self, LiveSource, VideoSource};
use crate::work::video_games::{NamesArgs, reader};

/// Options of `capture`.
#[derive(Args, Debug)]
pub struct CaptureArgs {
    /// Input: a video (needs ffmpeg), an image, a folder of images, or - (raw frames on standard input, with --format)
    #[arg(value_name = "FILE|FOLDER|-", required_unless_present = "live")]
    pub file: Option<PathBuf>,
    /// Follow the game of one player or of two on a device, a screen or a stream until Ctrl-C and print the coach's
    /// comment on each piece. ffmpeg captures it. Examples: v4l2:/dev/video0 for a capture card or camera, x11grab::0 for
    /// a display; on Windows gdigrab:desktop and dshow:video=NAME; on macOS avfoundation:0; rtmp://HOST/KEY,
    /// http://HOST/FILE, srt://, tcp:// and udp:// for a stream; lavfi:movie=game.mp4 for a filter. Without ffmpeg: - for
    /// raw frames (YUV4MPEG2) on standard input, or the path of a named pipe with such frames
    #[arg(long, value_name = "KIND:NAME|ADDRESS|PIPE|-", conflicts_with_all = ["file", "sightings", "show", "format"])]
    pub live: Option<LiveSource>,
    /// With --live: write each event (a game begins or ends, a piece locks) as a line of JSON, for overlays. - is standard
    /// output
    #[arg(long, value_name = "FILE|-", conflicts_with = "file")]
    pub events: Option<PathBuf>,
    /// With --live: hands for which moves are rated (see `rightwell hands`) [default: measured from the game as soon as
    /// possible; until then the hands saved by `review`, else tournament]
    #[arg(long, value_name = "NAME|FILE.ron", conflicts_with = "file")]
    pub hand: Option<String>,
    /// With --live: show the game, or both games, while they are read, with the coach's ratings, and their review at the
    /// end. Closing the display stops the program [default: print one line of text per piece]
    #[arg(long, value_enum, conflicts_with = "file")]
    pub display: Option<Display>,
    /// Position of the playfield in the frame, in pixels: left, top, width and height of its 10x20 cells without the
    /// border [default: found automatically]
    #[arg(long, value_name = "X,Y,W,H", value_parser = parse_field, conflicts_with = "names")]
    pub field: Option<FieldArea>,
    /// Side to read if two players are shown side by side [default: both]
    #[arg(long, value_parser = words::parser::<FieldSide>(), conflicts_with = "field")]
    pub side: Option<FieldSide>,
    #[command(flatten)]
    pub players: NamesArgs,
    /// Format of the raw frames on standard input
    #[arg(long, value_enum)]
    pub format: Option<RawFrameFormat>,
    /// Frames per second of a folder of images
    #[arg(long, value_name = "RATE", default_value_t = 60.0, value_parser = parse_rate)]
    pub rate: f64,
    /// Write the games of a video as recordings for `replay`, `review` and `record`: a single game as FILE.ron, several
    /// as FILE-1.ron, FILE-2.ron and so on. In a folder, they are named after the players. Existing files are never
    /// overwritten
    #[arg(short, long, value_name = "FILE.ron|FOLDER", conflicts_with_all = ["sightings", "show"])]
    pub output: Option<PathBuf>,
    /// Write the result as JSON to a file, or to standard output with -
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
    /// Write everything read in each frame of a video, one line of JSON per frame, to a file, or to standard output
    /// with -
    #[arg(long, value_name = "FILE|-")]
    pub sightings: Option<PathBuf>,
    /// Write a copy of the image, with the reading drawn over it
    #[arg(long, value_name = "FILE.png")]
    pub show: Option<PathBuf>,
}

/// Format of raw frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RawFrameFormat {
    /// YUV4MPEG2, as written by ffmpeg -f yuv4mpegpipe
    Y4m,
}

pub fn run(args: &CaptureArgs) -> Result<(), CliError> {
    let is_kept = args.output.is_some() || args.json.is_some() || args.display.is_some();
    if args.live.is_some() && !is_kept && args.events.is_none() {
        return Err(CliError::usage(
            "`--live` needs an output: pass `--output FILE.ron`, `--json FILE`, `--events FILE` or `--display`",
        ));
    }
    let outputs = [&args.json, &args.sightings, &args.show, &args.events];
    let outputs = outputs.into_iter().filter_map(|path| path.as_deref());
    if outputs.clone().filter(|path| *path == "-").count() > 1 {
        return Err(CliError::usage(
            "standard output can take only one output: pass `-` once",
        ));
    }
    let outputs = outputs.filter(|path| *path != "-");
    for path in outputs.clone() {
        files::check_writable(path)?;
    }
    files::check_overwrites(outputs)?;
    let Some(file) = args.file.as_deref() else {
        return games::run(args);
    };
    let is_stream = file.as_os_str() == "-";
    if is_stream != args.format.is_some() {
        return Err(CliError::usage(
            "`--format` is required for raw frames on standard input (file `-`) and cannot be combined with other files",
        ));
    }
    if !is_stream && video::is_still(file) {
        if args.output.is_some() {
            return Err(CliError::usage(
                "`--output` needs a video: a single image contains no game",
            ));
        }
        return picture::run(args, file);
    }
    if args.show.is_some() {
        return Err(CliError::usage("`--show` needs a single image"));
    }
    match args.sightings {
        Some(_) => sightings::run(args, file),
        None => games::run(args),
    }
}

impl CaptureArgs {
    /// Returns a reader for the playfield that the options name, or else for both players.
    fn reader_of_all(&self) -> FrameReader {
        let mut reader = reader(self.field);
        if self.field.is_none() {
            reader.read_both();
        }
        reader
    }

    /// Returns whether standard output contains lines of JSON and nothing else.
    fn prints_events(&self) -> bool {
        self.events.as_deref().is_some_and(|path| path == "-")
    }

    /// Returns a reader for one player, or for both if the options name the side of one.
    fn reader_of_one(&self) -> FrameReader {
        match self.side {
            Some(_) => self.reader_of_all(),
            None => reader(self.field),
        }
    }

    /// Returns the index of the playfield to read: on the side that the options name, or else the first.
    fn player(&self, reader: &FrameReader) -> usize {
        self.side.map_or(0, |side| side.index(&reader.places()))
    }

    /// Returns the source of frames for this file.
    fn source(&self, file: &Path) -> VideoSource {
        if self.format.is_some() {
            VideoSource::StandardInput
        } else if file.is_dir() {
            VideoSource::Folder(file.to_owned(), self.rate)
        } else {
            VideoSource::of_path(file)
        }
    }
}

/// Parses the position of a playfield: four numbers separated by commas.
fn parse_field(text: &str) -> Result<FieldArea, String> {
    let numbers: Result<Vec<f32>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[x, y, width, height])
            if [x, y].into_iter().all(|at| (0.0..=8192.0).contains(&at))
                && (10.0..=8192.0).contains(&width)
                && (20.0..=8192.0).contains(&height) =>
        {
            Ok(FieldArea { x, y, width, height })
        }
        _ => Err(
            "allowed: left, top, width (at least 10) and height (at least 20) in pixels, such as 240,80,200,320"
                .to_owned(),
        ),
    }
}

/// Parses a frame rate.
fn parse_rate(text: &str) -> Result<f64, String> {
    let rate = text
        .parse()
        .ok()
        .filter(|rate| (1.0..=240.0).contains(rate));
    rate.ok_or_else(|| "allowed: 1 to 240".to_owned())
}
