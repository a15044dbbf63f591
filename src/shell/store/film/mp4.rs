//! Films with sound as MP4 files.

use std::io::BufWriter;
use std::path::{Path, PathBuf};

use rightwell::render::{Palette, Surface};
use rightwell::rules::Region;

use crate::shell::error::CliError;
use crate::shell::store::files::{AtomicWrite, FileWriter};

use super::video::{Rate, SCALE, Video};

/// A film being written; without [`Mp4::finish`] no file appears.
pub struct Mp4 {
    video: Option<Video<BufWriter<FileWriter>>>,
    file: AtomicWrite,
    scale: u32,
    rate: Rate,
}

impl Mp4 {
    /// Begins a film of pictures that are all as large as the first; each pixel is a square of `scale`, or of
    /// the least that keeps colours apart.
    pub fn create(path: &Path, scale: Option<u32>, region: Region) -> Result<Mp4, CliError> {
        Ok(Mp4 {
            video: None,
            file: AtomicWrite::create(path)?,
            scale: scale.unwrap_or(SCALE),
            rate: match region {
                Region::Ntsc => Rate::NTSC,
                Region::Pal => Rate::PAL,
            },
        })
    }

    /// Adds the next picture with its sound.
    pub fn add(
        &mut self,
        picture: &Surface,
        palette: &Palette,
        samples: &[f32],
    ) -> Result<(), CliError> {
        let video = match &mut self.video {
            Some(video) => video,
            None => {
                let colours = std::array::from_fn(|index| palette.rgb(index as u8));
                let file = BufWriter::new(self.file.writer()?);
                let size = (picture.width(), picture.height());
                let begun = Video::new(file, size, self.scale, self.rate, &colours, true);
                self.video.insert(begun.map_err(CliError::failed)?)
            }
        };
        video
            .add(picture.pixels(), samples)
            .map_err(CliError::failed)
    }

    /// Completes the film and gives the file its name; there is none without a picture.
    pub fn finish(self) -> Result<Option<PathBuf>, CliError> {
        let Some(video) = self.video else {
            return Ok(None);
        };
        let file = video.finish().map_err(CliError::failed)?;
        file.into_inner().map_err(CliError::failed)?;
        self.file.finish().map(Some)
    }
}
