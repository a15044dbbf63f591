//! Films as animated GIF pictures.

use std::borrow::Cow;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use gif::{Encoder, Repeat};
use rightwell::render::{Palette, Surface};

use crate::shell::error::CliError;
use crate::shell::store::files::{AtomicWrite, FileWriter};

use super::area::Area;

/// A film being written; without [`Gif::finish`] no file appears.
///
/// Colours are the NES palette itself, and each picture holds only the rectangle that changed, so
/// nothing is lost and a film stays small.
pub struct Gif {
    encoder: Option<Encoder<BufWriter<FileWriter>>>,
    file: AtomicWrite,
    scale: u32,
    /// The picture before, with the moment it appears, in hundredths of a second.
    waiting: Option<(Surface, u64)>,
    /// What the film shows before the waiting picture.
    shown: Option<Surface>,
    frames_per_second: f64,
    /// Hundredths of a second from one picture to the next, for the last one.
    step: u64,
}

impl Gif {
    /// Begins a film; each pixel is a square of `scale`.
    pub fn create(path: &Path, scale: u32, frames_per_second: f64) -> Result<Gif, CliError> {
        Ok(Gif {
            encoder: None,
            file: AtomicWrite::create(path)?,
            scale,
            waiting: None,
            shown: None,
            frames_per_second,
            step: 3,
        })
    }

    /// Adds the picture of video frame `number`.
    pub fn add(&mut self, frame: &Surface, number: u64, palette: &Palette) -> Result<(), CliError> {
        let time = (number as f64 * 100.0 / self.frames_per_second).round() as u64;
        if self.encoder.is_none() {
            self.encoder = Some(self.begin(frame, palette)?);
        }
        if let Some((before, since)) = self.waiting.take() {
            self.step = time - since;
            self.write(&before, self.step)?;
            self.shown = Some(before);
        }
        self.waiting = Some((frame.clone(), time));
        Ok(())
    }

    fn begin(
        &self,
        first: &Surface,
        palette: &Palette,
    ) -> Result<Encoder<BufWriter<FileWriter>>, CliError> {
        let colours: Vec<u8> = (0..64).flat_map(|index| palette.rgb(index)).collect();
        let file = BufWriter::new(self.file.writer()?);
        let size = |pixels: usize| (pixels as u32 * self.scale) as u16;
        let mut encoder = Encoder::new(file, size(first.width()), size(first.height()), &colours)
            .map_err(CliError::failed)?;
        encoder
            .set_repeat(Repeat::Infinite)
            .map_err(CliError::failed)?;
        Ok(encoder)
    }

    fn write(&mut self, frame: &Surface, delay: u64) -> Result<(), CliError> {
        let area = Area::changed(self.shown.as_ref(), frame);
        let scale = self.scale as usize;
        let pixels = area.pixels(frame, scale);
        let part = gif::Frame {
            delay: delay.min(u64::from(u16::MAX)) as u16,
            dispose: gif::DisposalMethod::Keep,
            left: (area.left * scale) as u16,
            top: (area.top * scale) as u16,
            width: (area.width * scale) as u16,
            height: (area.height * scale) as u16,
            buffer: Cow::Owned(pixels),
            ..gif::Frame::default()
        };
        let encoder = self.encoder.as_mut().expect("the film has begun");
        encoder.write_frame(&part).map_err(CliError::failed)
    }

    /// Writes the last picture and gives the file its name; there is none without a picture.
    pub fn finish(mut self) -> Result<Option<PathBuf>, CliError> {
        let Some((last, _)) = self.waiting.take() else {
            return Ok(None);
        };
        self.write(&last, self.step)?;
        if let Some(encoder) = self.encoder.take() {
            // Both the trailer and what waits in the buffer may find the disk full.
            let file = encoder.into_inner().map_err(CliError::failed)?;
            file.into_inner().map_err(CliError::failed)?;
        }
        self.file.finish().map(Some)
    }
}
