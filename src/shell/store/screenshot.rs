//! Screenshot files.

use std::path::{Path, PathBuf};

use rightwell::pixels::to_png;
use rightwell::render::palette::BLACK;
use rightwell::render::{Frame, Palette, Surface};

use crate::shell::error::CliError;
use crate::shell::host::places;
use crate::shell::store::files;

/// Scale of a screenshot: each pixel becomes a square of this size.
const SCALE: usize = 3;

/// Encodes the console's screen as PNG, at three times its size.
pub fn of_frame(frame: &Frame, palette: &Palette) -> Vec<u8> {
    of_picture(&Surface::from(frame), palette, SCALE)
}

/// Encodes a picture as PNG, with each pixel as a square of `scale`.
pub fn of_picture(picture: &Surface, palette: &Palette, scale: usize) -> Vec<u8> {
    let mut scaled = Surface::new(picture.width() * scale, picture.height() * scale, BLACK);
    scaled.surface(picture, (0, 0), scale);
    to_png(scaled.width(), &scaled.to_rgb(palette))
}

/// Encodes the pixels of a whole window as PNG: red, green and blue, row by row.
#[cfg(any(feature = "window", test))]
pub fn of_pixels(width: usize, pixels: &[[u8; 3]]) -> Vec<u8> {
    to_png(width, pixels)
}

/// Writes a PNG to the working folder under the next free number, as in `rightwell-0001.png`. Returns its path.
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

/// Writes a picture as PNG, with each pixel as a square of `scale`.
pub fn write_png(
    path: &Path,
    picture: &Surface,
    palette: &Palette,
    scale: usize,
) -> Result<(), CliError> {
    files::write_whole(path, &of_picture(picture, palette, scale))
}
