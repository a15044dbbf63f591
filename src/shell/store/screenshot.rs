//! Screenshot files.

use std::path::{Path, PathBuf};

use rightwell::pixels::to_png;
use rightwell::render::palette::BLACK;
use rightwell::render::{Frame, Palette, Surface};

use crate::error::CliError;
use crate::host::places::{self, Media};
use crate::store::files;

/// Scale of screenshots: each pixel becomes a square of this many pixels in width and height.
const SCALE: usize = 3;

/// Image of the window before it is encoded.
#[derive(Debug)]
pub struct Screenshot {
    /// Width in pixels.
    pub width: usize,
    /// Red, green and blue of each pixel, row by row.
    pub pixels: Vec<[u8; 3]>,
}

impl Screenshot {
    /// Returns the frame at three times its size.
    pub fn of_frame(frame: &Frame, palette: &Palette) -> Screenshot {
        let picture = scaled(&Surface::from(frame), SCALE);
        Screenshot {
            width: picture.width(),
            pixels: picture.to_rgb(palette),
        }
    }

    /// Encodes the image.
    pub fn to_png(&self) -> Vec<u8> {
        to_png(self.width, &self.pixels)
    }

    /// Writes the image to the folder for pictures as `rightwell-0001.png`, or with the next unused number. Returns the
    /// path.
    pub fn write(&self) -> Result<PathBuf, CliError> {
        write_numbered("rightwell", "png", &self.to_png())
    }
}

/// Writes a file to the folder for pictures as `NAME-0001.ENDING`, or with the next unused number. Returns the path.
pub fn write_numbered(name: &str, ending: &str, contents: &[u8]) -> Result<PathBuf, CliError> {
    let folder = places::media_folder(Media::Pictures)?;
    for number in 1u32.. {
        let path = folder.join(format!("{name}-{number:04}.{ending}"));
        if !path.exists() && files::write_new(&path, contents)? {
            return Ok(path);
        }
    }
    Err(CliError::failed(format!(
        "all file names {name}-NUMBER.{ending} are in use; move some files to another folder"
    )))
}

/// Enlarges an image. Each pixel becomes a square of `scale` pixels in width and height.
fn scaled(picture: &Surface, scale: usize) -> Surface {
    let mut scaled = Surface::new(picture.width() * scale, picture.height() * scale, BLACK);
    scaled.surface(picture, (0, 0), scale);
    scaled
}

/// Writes an image as PNG. Each pixel becomes a square of `scale` pixels in width and height.
pub fn write_png(
    path: &Path,
    picture: &Surface,
    palette: &Palette,
    scale: usize,
) -> Result<(), CliError> {
    let scaled = scaled(picture, scale);
    files::write_whole(path, &to_png(scaled.width(), &scaled.to_rgb(palette)))
}
