//! Picture files.

use std::path::{Path, PathBuf};

use rightwell::pixels::to_png;
use rightwell::render::{Frame, Palette};

use crate::shell::error::CliError;
use crate::shell::host::places;
use crate::shell::store::files;

/// Each pixel of a screenshot is a square of so many.
const SCALE: usize = 3;

/// Writes the frame as `rightwell-0001.png`, or the next free number, to the working folder and
/// says where.
pub fn write(frame: &Frame, palette: &Palette) -> Result<PathBuf, CliError> {
    let folder = places::working_folder()?;
    let png = png(frame, palette, SCALE);
    for number in 1u32.. {
        let path = folder.join(format!("rightwell-{number:04}.png"));
        if !path.exists() && files::write_new(&path, &png)? {
            return Ok(path);
        }
    }
    Err(CliError::failed("no number is free for a screenshot"))
}

/// Writes the frame as a PNG picture.
pub fn write_png(
    path: &Path,
    frame: &Frame,
    palette: &Palette,
    scale: usize,
) -> Result<(), CliError> {
    files::write_whole(path, &png(frame, palette, scale))
}

fn png(frame: &Frame, palette: &Palette, scale: usize) -> Vec<u8> {
    to_png(Frame::WIDTH * scale, &frame.to_rgb(palette, scale))
}
