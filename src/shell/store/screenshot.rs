//! Picture files.

use std::path::{Path, PathBuf};

use rightwell::pixels::to_png;
use rightwell::render::palette::BLACK;
use rightwell::render::{Frame, Palette, Surface};

use crate::shell::error::CliError;
use crate::shell::host::places;
use crate::shell::store::files;

/// Each pixel of a screenshot is a square of so many.
const SCALE: usize = 3;

/// The console's picture as it is written: three times its size.
pub fn of_frame(frame: &Frame, palette: &Palette) -> Vec<u8> {
    of_picture(&Surface::from(frame), palette, SCALE)
}

/// A picture as it is written, each pixel a square of `scale`.
pub fn of_picture(picture: &Surface, palette: &Palette, scale: usize) -> Vec<u8> {
    let mut scaled = Surface::new(picture.width() * scale, picture.height() * scale, BLACK);
    scaled.surface(picture, (0, 0), scale);
    to_png(scaled.width(), &scaled.to_rgb(palette))
}

/// The pixels of a whole window as they are written: red, green, blue, row by row.
#[cfg(any(feature = "window", test))]
pub fn of_pixels(width: usize, pixels: &[[u8; 3]]) -> Vec<u8> {
    to_png(width, pixels)
}

/// Writes a PNG picture as `rightwell-0001.png`, or the next free number, to the working folder and says
/// where.
pub fn write(png: &[u8]) -> Result<PathBuf, CliError> {
    let folder = places::working_folder()?;
    for number in 1u32.. {
        let path = folder.join(format!("rightwell-{number:04}.png"));
        if !path.exists() && files::write_new(&path, png)? {
            return Ok(path);
        }
    }
    Err(CliError::failed("no number is free for a screenshot"))
}

/// Writes a PNG picture, each pixel a square of `scale`.
pub fn write_png(
    path: &Path,
    picture: &Surface,
    palette: &Palette,
    scale: usize,
) -> Result<(), CliError> {
    files::write_whole(path, &of_picture(picture, palette, scale))
}
