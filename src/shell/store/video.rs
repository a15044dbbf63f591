//! Frames of a video in order. They come from a file that ffmpeg decodes, from raw frames on standard input, or from a
//! folder of images. Only a few frames are in memory at a time.

mod folder;
mod queue;

use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rightwell::capture::{FrameReader, Pixels};
use rightwell::pixels::{self, picture_size, read_picture};

use crate::error::{CliError, shown};
use crate::host::ffmpeg::{self, FrameChoice};

use super::read::{self, FileKind};
use super::recorded;
use folder::ImageFolder;

pub use queue::{FrameQueue, LiveSource, NextFrame};

/// Returns whether the folder contains images to be read as a video.
pub fn holds_pictures(folder: &Path) -> bool {
    ImageFolder::open(folder, 1.0).is_ok()
}

/// Returns whether a path is a video: it has the extension of one, or is a folder without recordings.
pub fn is_video(path: &Path) -> bool {
    const ENDINGS: [&str; 14] = [
        "mp4", "m4v", "mov", "mkv", "webm", "avi", "flv", "ts", "mpg", "mpeg", "wmv", "ogv", "3gp",
        "gif",
    ];
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    if path.is_dir() {
        return !recorded::is_folder(path);
    }
    ending.is_some_and(|ending| ENDINGS.contains(&&*ending))
}

/// Width of one console pixel, in pixels, after frames are scaled down.
const FINE: f32 = 1.6;
/// Maximum width of frames in pixels if no playfield is known. It may be small.
const WIDTH_MAX: f32 = 1920.0;
/// Maximum number of frames of a file in which the reader looks for playfields in advance.
const LOOKS_MAX: u32 = 400;
/// Number of key frames below which frames between them are used too. They take longer to decode.
const KEY_FRAMES_MIN: u32 = 6;

/// Source of a video's frames.
#[derive(Clone, Debug, PartialEq)]
pub enum VideoSource {
    /// A file that ffmpeg can decode.
    File(PathBuf),
    /// A folder of images in the order of their names, and their number per second.
    Folder(PathBuf, f64),
    /// Raw frames in the YUV4MPEG2 format on standard input.
    StandardInput,
}

/// Default frames per second of a folder.
const RATE: f64 = 60.0;

impl VideoSource {
    /// Returns the source for a path: a file, or a folder of images at 60 frames per second.
    pub fn of_path(path: &Path) -> VideoSource {
        match path.is_dir() {
            true => VideoSource::Folder(path.to_owned(), RATE),
            false => VideoSource::File(path.to_owned()),
        }
    }

    /// Returns the length in milliseconds, if the file tells it. Looks only if a terminal can show progress.
    pub fn length(&self) -> Option<u64> {
        match self {
            VideoSource::File(path) if std::io::stderr().is_terminal() && path.is_file() => {
                ffmpeg::length(path)
            }
            _ => None,
        }
    }
}

/// A video: its frames, each with its time in microseconds since the first frame. Once `stop` is set, there are no more
/// frames.
pub struct Video<'a> {
    name: String,
    frames: Option<FrameSource>,
    stop: &'a AtomicBool,
}

enum FrameSource {
    Queue(FrameQueue),
    Folder(ImageFolder),
}

impl<'a> Video<'a> {
    /// Opens a video. In a file, the reader first looks for the playfield in a few frames. Its size determines how far
    /// all frames are scaled down.
    ///
    /// # Errors
    /// If the video cannot be read. The error is one line that describes the fault.
    pub fn open(
        source: &VideoSource,
        reader: &mut FrameReader,
        stop: &'a AtomicBool,
    ) -> Result<Video<'a>, CliError> {
        let name = match source {
            VideoSource::File(path) | VideoSource::Folder(path, _) => shown(path),
            VideoSource::StandardInput => "standard input".to_owned(),
        };
        let frames = match source {
            VideoSource::File(path) => {
                read::video(path)?;
                let size = find_playfield(path, reader, stop)?;
                let scaled = size.map(|size| {
                    let (across, down) = scaled_size(size, reader);
                    reader.scale(
                        (across as f32 / size.0 as f32, down as f32 / size.1 as f32),
                        (across, down),
                    );
                    FrameQueue::of_file(path, FrameChoice::All(across, down))
                });
                scaled.transpose()?.map(FrameSource::Queue)
            }
            VideoSource::Folder(path, rate) => {
                Some(FrameSource::Folder(ImageFolder::open(path, *rate)?))
            }
            VideoSource::StandardInput => {
                Some(FrameSource::Queue(FrameQueue::of_standard_input()?))
            }
        };
        Ok(Video { name, frames, stop })
    }

    /// Returns the name of the video for messages.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Iterator for Video<'_> {
    type Item = Result<(Pixels, u64), CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.frames.as_mut()? {
            FrameSource::Queue(queue) => {
                let frame = queue.next_unless_stopped(self.stop)?;
                Some(frame.map(|frame| (frame.pixels, frame.time)))
            }
            FrameSource::Folder(_) if self.stop.load(Ordering::Relaxed) => None,
            FrameSource::Folder(folder) => folder.next(),
        }
    }
}

/// Lets the reader search for the playfield in a few frames, taken from the whole file. Returns the file's width and
/// height in pixels, or `None` if the user has stopped the program.
fn find_playfield(
    path: &Path,
    reader: &mut FrameReader,
    stop: &AtomicBool,
) -> Result<Option<(usize, usize)>, CliError> {
    let (mut size, mut looks) = (None, 0);
    for choice in [FrameChoice::Few, FrameChoice::EveryHalfSecond] {
        if looks >= KEY_FRAMES_MIN || stop.load(Ordering::Relaxed) {
            break;
        }
        let mut frames = FrameQueue::of_file(path, choice)?;
        while let Some(frame) = frames.next_unless_stopped(stop) {
            let pixels = match frame {
                Ok(frame) => frame.pixels,
                // Ignore the error here: the last pass through the file reports it, after the games before it.
                Err(_) if size.is_some() => break,
                Err(error) => return Err(error),
            };
            size = Some((pixels.width(), pixels.height()));
            looks += 1;
            if reader.learn(&pixels) || looks == LOOKS_MAX {
                break;
            }
        }
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    match size {
        None => Err(CliError::usage(format!(
            "cannot read {}: it has no frames",
            shown(path)
        ))),
        size => Ok(size),
    }
}

/// Returns the smallest frame size at which the playfield can still be read.
fn scaled_size((across, down): (usize, usize), reader: &FrameReader) -> (usize, usize) {
    let part = match reader.smallest() {
        Some((width, height)) => FINE * (80.0 / width).max(160.0 / height),
        None => WIDTH_MAX / across as f32,
    };
    let even =
        |length: usize| ((length as f32 * part / 2.0).round() as usize * 2).max(Pixels::SIDE_MIN);
    if part >= 1.0 {
        (across, down)
    } else {
        (even(across), even(down))
    }
}

/// Height in pixels of the frames that a page shows.
const SHOWN_HEIGHT: usize = 240;

/// Returns the frame of a video file at a time in milliseconds, as a small JPEG. `None` if there is none, or if it cannot
/// be read.
pub fn small_frame(path: &Path, time: u32) -> Option<Vec<u8>> {
    read::video(path).ok()?;
    let mut frames = FrameQueue::of_file(path, FrameChoice::At(time, SHOWN_HEIGHT)).ok()?;
    let frame = frames.next_unless_stopped(&AtomicBool::new(false))?.ok()?;
    let (width, height) = (frame.pixels.width(), frame.pixels.height());
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let rgb: Vec<_> = places.map(|(x, y)| frame.pixels.rgb(x, y)).collect();
    Some(pixels::to_jpeg(width, &rgb))
}

/// Returns whether the file name ends like that of an image.
fn has_picture_ending(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    let mut known = pixels::ENDINGS.iter();
    known.any(|known| ending.eq_ignore_ascii_case(known))
}

/// Returns whether a file is a single image, judged by its name or its first bytes.
pub fn is_still(path: &Path) -> bool {
    let begins_as_one = || {
        let mut start = [0; 32];
        let length = read::beginning(path).map_or(Ok(0), |mut file| file.read(&mut start));
        length.is_ok_and(|length| pixels::is_picture(&start[..length]))
    };
    has_picture_ending(path) || begins_as_one()
}

/// Reads an image.
pub fn still(path: &Path) -> Result<Pixels, CliError> {
    let bytes = read::bytes(path, FileKind::Still)?;
    let fault = |fault: &dyn std::fmt::Display| {
        CliError::usage(format!("cannot read {}: {fault}", shown(path)))
    };
    let (width, height) = picture_size(&bytes).map_err(|error| fault(&error))?;
    let size = (width as usize, height as usize);
    Pixels::check_size(size).map_err(|error| fault(&error))?;
    let pixels = read_picture(&bytes, (width, height)).map_err(|error| fault(&error))?;
    let rgb = pixels
        .into_iter()
        .map(|[red, green, blue, _]| [red, green, blue]);
    Ok(Pixels::from_rgb(size.0, rgb.collect()))
}
