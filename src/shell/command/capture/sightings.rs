//! `capture --sightings`: writes the content of each frame of a video, for other programs.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use rightwell::capture::{FieldArea, Sighting};
use rightwell::rules::counted;
use serde::Serialize;

use super::CaptureArgs;
use crate::error::{CliError, shown};
use crate::host::{exit, log};
use crate::store::files::{self, AtomicWrite};
use crate::store::video::Video;
use crate::work::progress;

/// Content of a frame, as a line of JSON.
#[derive(Serialize)]
struct SightingLine {
    picture: u64,
    /// Microseconds since the first frame.
    time: u64,
    /// Rows of the playfield from the top: `.` empty, `X` occupied. `None` if the frame shows no game.
    rows: Option<String>,
    doubtful: u32,
    next: Option<char>,
    /// Shape of each digit, in the order LINES, score, level. Equal numbers stand for equal shapes.
    digits: Vec<Option<u8>>,
    flashes: bool,
}

pub fn run(args: &CaptureArgs, path: &Path) -> Result<(), CliError> {
    let mut reader = args.reader_of_one();
    let control = progress::stopped_by_keys()?;
    let video = Video::open(&args.source(path), &mut reader, &control.stop)?;
    let name = video.name().to_owned();
    let file = args.sightings.as_deref().filter(|path| *path != "-");
    let written = file.map(AtomicWrite::create).transpose()?;
    let mut writer = written.as_ref().map(AtomicWrite::writer).transpose()?;
    let (mut pictures, mut games) = (0, 0);
    for frame in video {
        let (pixels, time) = match frame {
            Ok(frame) => frame,
            // Without any game, the output would be useless, so this error ends the command.
            Err(error) if games == 0 => return Err(error),
            Err(error) => {
                exit::failed(error);
                break;
            }
        };
        let mut sightings = reader.read_all(&pixels, time);
        let sighting = sightings.swap_remove(args.player(&reader));
        pictures += 1;
        games += u64::from(sighting.game.is_some());
        if args.sightings.is_some() {
            let mut line =
                serde_json::to_string(&SightingLine::of(&sighting)).map_err(CliError::failed)?;
            line.push('\n');
            match &mut writer {
                Some(writer) => writer
                    .write_all(line.as_bytes())
                    .map_err(CliError::failed)?,
                None => files::print(&line)?,
            }
        }
    }
    let Some(FieldArea {
        x,
        y,
        width,
        height,
    }) = reader.places()[args.player(&reader)].filter(|_| games > 0)
    else {
        if control.stop.load(Ordering::Relaxed) {
            return Err(CliError::Interrupted(format!(
                "{name}: stopped before any game was found"
            )));
        }
        return Err(CliError::usage(format!(
            "{name}: no game found in {}; if the video shows a game, pass its playfield as `--field X,Y,W,H`",
            counted(pictures, "frame")
        )));
    };
    if let Some(written) = written {
        let path = written.finish()?;
        log::say(format!("{} written", shown(&path)));
    }
    log::say(format!(
        "{}, {games} with a game; playfield at {x:.1},{y:.1}, size {width:.1} x {height:.1} (in pixels of the decoded frame)",
        counted(pictures, "frame")
    ));
    Ok(())
}

impl SightingLine {
    fn of(sighting: &Sighting) -> SightingLine {
        let game = sighting.game.as_ref();
        SightingLine {
            picture: sighting.frame,
            time: sighting.time,
            rows: game.map(|game| game.board.to_string().lines().collect::<Vec<_>>().join(" ")),
            doubtful: game.map_or(0, |game| game.doubtful.count()),
            next: game.and_then(|game| Some(game.next?.letter())),
            digits: game.map_or_else(Vec::new, |game| game.digits.to_vec()),
            flashes: game.is_some_and(|game| game.flashes),
        }
    }
}
