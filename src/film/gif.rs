//! Films as animated GIF images.

use std::borrow::Cow;
use std::io::{Error, Result, Write};

use gif::{Encoder, Repeat};

use super::changed_area::ChangedArea;
use crate::render::{Palette, Surface};

/// A film being written; [`Gif::finish`] completes it.
///
/// Its colour table is the NES palette, so no colour is lost.
pub struct Gif<W: Write> {
    /// Output of the film, until the first frame starts the encoder with it.
    out: Option<W>,
    encoder: Option<Encoder<W>>,
    scale: u32,
    /// The frame that is not yet written, and its time in hundredths of a second.
    waiting: Option<(Surface, u64)>,
    /// The last frame that was written.
    shown: Option<Surface>,
    frames_per_second: f64,
    /// Hundredths of a second between the last two frames. The last frame is shown for just as long.
    step: u64,
}

impl<W: Write> Gif<W> {
    /// Creates a film. Each pixel becomes a square of `scale` x `scale`.
    pub fn new(out: W, scale: u32, frames_per_second: f64) -> Gif<W> {
        Gif {
            out: Some(out),
            encoder: None,
            scale,
            waiting: None,
            shown: None,
            frames_per_second,
            step: 3,
        }
    }

    /// Adds frame `number` of the game.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn add(&mut self, frame: &Surface, number: u64, palette: &Palette) -> Result<()> {
        let time = (number as f64 * 100.0 / self.frames_per_second).round() as u64;
        if let Some(out) = self.out.take() {
            self.encoder = Some(self.begin(out, frame, palette)?);
        }
        if let Some((before, since)) = self.waiting.take() {
            self.step = time - since;
            self.write(&before, self.step)?;
            self.shown = Some(before);
        }
        self.waiting = Some((frame.clone(), time));
        Ok(())
    }

    fn begin(&self, out: W, first: &Surface, palette: &Palette) -> Result<Encoder<W>> {
        let colours: Vec<u8> = (0..64).flat_map(|index| palette.rgb(index)).collect();
        let size = |pixels: usize| (pixels as u32 * self.scale) as u16;
        let (width, height) = (size(first.width()), size(first.height()));
        let mut encoder = Encoder::new(out, width, height, &colours).map_err(Error::other)?;
        encoder.set_repeat(Repeat::Infinite).map_err(Error::other)?;
        Ok(encoder)
    }

    fn write(&mut self, frame: &Surface, delay: u64) -> Result<()> {
        let area = ChangedArea::between(self.shown.as_ref(), frame);
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
        match &mut self.encoder {
            Some(encoder) => encoder.write_frame(&part).map_err(Error::other),
            None => Err(Error::other("the film has no first frame yet")),
        }
    }

    /// Writes the last frame and completes the film. Returns `None` if it has no frame.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn finish(mut self) -> Result<Option<W>> {
        let Some((last, _)) = self.waiting.take() else {
            return Ok(None);
        };
        self.write(&last, self.step)?;
        let Some(encoder) = self.encoder else {
            return Ok(None);
        };
        let mut out = encoder.into_inner().map_err(Error::other)?;
        out.flush()?;
        Ok(Some(out))
    }
}
