//! The pictures of a video, one after another: a file that ffmpeg unpacks, raw pictures on standard input, or a
//! folder of PNG pictures. Never more than a few of them are in memory.

mod folder;
mod live;
mod y4m;

use std::io::{Stdin, stdin};
use std::path::{Path, PathBuf};
use std::process::ChildStdout;

use rightwell::capture::{Pixels, Reader};
use rightwell::pixels::{from_png, png_size};

use crate::shell::error::{CliError, shown};
use crate::shell::host::ffmpeg::{Decoder, Pictures, Taken};

use super::read::{self, FileKind};
use folder::Folder;
use y4m::Y4m;

pub use live::{Came, Live};

/// Whether a folder holds pictures, as a video's.
pub fn holds_pictures(folder: &Path) -> bool {
    Folder::open(folder, 1.0).is_ok()
}

/// The most pixels of a picture: more than a television has across and down.
const PIXELS_MAX: usize = 4096 * 2304;
/// The least pixels across and down: a field in fewer cannot be read.
const SIDE_MIN: usize = 64;
/// A picture is made so small that this many of its pixels are one of the console's.
const FINE: f32 = 1.6;
/// Pixels across that are read where no field is known yet.
const WIDTH: f32 = 640.0;
/// The field is looked for in so many pictures of a file before it is read, and no more once it was in so many.
const LOOKS: u32 = 400;
const LEARNT: u32 = 6;

/// Where the pictures of a video come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A file that ffmpeg can unpack.
    File(PathBuf),
    /// A folder of PNG pictures in the order of their names, so many a second.
    Folder(PathBuf, f64),
    /// Raw pictures in the form YUV4MPEG2 on standard input.
    StandardInput,
}

/// Pictures a second of a folder unless it is said.
const RATE: f64 = 60.0;

impl Source {
    /// A file, or a folder of pictures, 60 a second.
    pub fn of_path(path: &Path) -> Source {
        match path.is_dir() {
            true => Source::Folder(path.to_owned(), RATE),
            false => Source::File(path.to_owned()),
        }
    }
}

/// A video: its pictures, each with the microseconds since the first one.
pub struct Video {
    name: String,
    pictures: From,
}

enum From {
    File(Unpacked),
    Input(Box<Y4m<Stdin>>),
    Folder(Folder),
}

impl Video {
    /// Opens a video. The reader learns from a few pictures of a file where the field is, and is told how much
    /// smaller the pictures come than they are.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn open(source: &Source, reader: &mut Reader) -> Result<Video, CliError> {
        let name = match source {
            Source::File(path) | Source::Folder(path, _) => shown(path),
            Source::StandardInput => "standard input".to_owned(),
        };
        let fault = |fault: String| CliError::usage(format!("cannot read {name}: {fault}"));
        let pictures = match source {
            Source::File(path) => {
                read::video(path)?;
                let size = learn(path, reader).map_err(fault)?;
                let (across, down) = smaller(size, reader);
                reader.scale(
                    (across as f32 / size.0 as f32, down as f32 / size.1 as f32),
                    (across, down),
                );
                From::File(Unpacked::begin(path, Pictures::All(across, down)).map_err(fault)?)
            }
            Source::Folder(path, rate) => From::Folder(Folder::open(path, *rate)?),
            Source::StandardInput => From::Input(Box::new(Y4m::begin(stdin()).map_err(fault)?)),
        };
        Ok(Video { name, pictures })
    }

    /// What it is called in messages.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Iterator for Video {
    type Item = Result<(Pixels, u64), CliError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match &mut self.pictures {
            From::File(file) => file.picture(),
            From::Input(y4m) => y4m.picture(),
            From::Folder(folder) => return folder.next(),
        };
        let fault = |fault| CliError::usage(format!("cannot read {}: {fault}", self.name));
        next.map_err(fault).transpose()
    }
}

/// A file that ffmpeg unpacks.
struct Unpacked {
    decoder: Decoder,
    pictures: Box<Y4m<ChildStdout>>,
}

impl Unpacked {
    fn begin(path: &Path, pictures: Pictures) -> Result<Unpacked, String> {
        let (mut decoder, pipe) = Decoder::begin(Taken::File(path, pictures))?;
        match Y4m::begin(pipe) {
            Ok(pictures) => Ok(Unpacked {
                decoder,
                pictures: Box::new(pictures),
            }),
            Err(fault) => Err(why(&mut decoder, fault)),
        }
    }

    /// The next picture, as [`Y4m::picture`]; what went wrong if ffmpeg says so at the end.
    fn picture(&mut self) -> Result<Option<(Pixels, u64)>, String> {
        match self.pictures.picture()? {
            None => self.decoder.end().map(|()| None),
            next => Ok(next),
        }
    }
}

/// Why no picture came: what ffmpeg says, if nothing came of it at all.
fn why(decoder: &mut Decoder, fault: String) -> String {
    let is_nothing = fault == y4m::NOTHING;
    let said = is_nothing.then(|| decoder.end().err()).flatten();
    said.unwrap_or(fault)
}

/// Lets the reader look for the field in pictures from all over a file; pixels across and down of the file.
fn learn(path: &Path, reader: &mut Reader) -> Result<(usize, usize), String> {
    let mut few = Unpacked::begin(path, Pictures::Few)?;
    let (mut looks, mut learnt) = (0, 0);
    while let Some((picture, _)) = few.picture()? {
        looks += 1;
        // To look for it takes longer than to see it again.
        if learnt > 0 || looks < 16 || looks % 8 == 0 {
            learnt += u32::from(reader.learn(&picture));
        }
        if looks == LOOKS || learnt == LEARNT {
            break;
        }
    }
    match looks {
        0 => Err("there is no picture in it".to_owned()),
        _ => Ok(few.pictures.size()),
    }
}

/// How large pictures of a size must be for the field to be read.
fn smaller((across, down): (usize, usize), reader: &Reader) -> (usize, usize) {
    let part = match reader.place() {
        Some(place) => FINE * (80.0 / place.width).max(160.0 / place.height),
        None => WIDTH / across as f32,
    };
    let even = |length: usize| ((length as f32 * part / 2.0).round() as usize * 2).max(SIDE_MIN);
    if part >= 1.0 {
        (across, down)
    } else {
        (even(across), even(down))
    }
}

/// Whether a file's name says that it is a PNG picture.
pub fn is_png(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("png"))
}

/// Reads a PNG picture.
pub fn still(path: &Path) -> Result<Pixels, CliError> {
    let bytes = read::bytes(path, FileKind::Still)?;
    let fault = |fault: &dyn std::fmt::Display| {
        CliError::usage(format!("cannot read {}: {fault}", shown(path)))
    };
    let (width, height) = png_size(&bytes).map_err(|error| fault(&error))?;
    let size = (width as usize, height as usize);
    check_size(size).map_err(|error| fault(&error))?;
    let pixels = from_png(&bytes, (width, height)).map_err(|error| fault(&error))?;
    let rgb = pixels
        .into_iter()
        .map(|[red, green, blue, _]| [red, green, blue]);
    Ok(Pixels::from_rgb(size.0, rgb.collect()))
}

/// Refuses pictures that are too small or too large.
fn check_size((across, down): (usize, usize)) -> Result<(), String> {
    let is_right = across >= SIDE_MIN && down >= SIDE_MIN;
    let pixels = across
        .checked_mul(down)
        .filter(|pixels| *pixels <= PIXELS_MAX);
    if is_right && pixels.is_some() {
        return Ok(());
    }
    Err(format!(
        "{across}x{down} pixels; allowed: {SIDE_MIN}x{SIDE_MIN} to {PIXELS_MAX} in all, as 4096x2304"
    ))
}
