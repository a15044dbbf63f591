//! Films with sound as MP4 files.

use std::io::{Result, Write};

use crate::render::{Palette, Surface};
use crate::rules::Region;

use super::video::{FrameRate, SCALE, Video};

/// MP4 film being written. [`Mp4::finish`] completes it.
pub struct Mp4<W: Write> {
    state: State<W>,
    scale: u32,
    rate: FrameRate,
}

/// State of the film. The first frame sets its size.
enum State<W: Write> {
    Empty(W),
    Begun(Box<Video<W>>),
    /// Starting the film has failed.
    Failed,
}

impl<W: Write> Mp4<W> {
    /// Creates a film. All frames must be as large as the first.
    ///
    /// Each pixel becomes a square of `scale` (1 to 16). The default is the smallest scale that does not blend the
    /// colours of neighbouring pixels.
    pub fn new(out: W, scale: Option<u32>, region: Region) -> Mp4<W> {
        Mp4 {
            state: State::Empty(out),
            scale: scale.unwrap_or(SCALE),
            rate: match region {
                Region::Ntsc => FrameRate::NTSC,
                Region::Pal => FrameRate::PAL,
            },
        }
    }

    /// Adds the next frame with its sound. Samples range from -1 to 1.
    ///
    /// # Errors
    /// If the scaled frame does not have an even width and height of at most 4,096, if the scale is out of range, or if
    /// writing to `out` fails.
    pub fn add(&mut self, frame: &Surface, palette: &Palette, samples: &[f32]) -> Result<()> {
        if let State::Empty(_) = self.state
            && let State::Empty(out) = std::mem::replace(&mut self.state, State::Failed)
        {
            let colours = std::array::from_fn(|index| palette.rgb(index as u8));
            let size = (frame.width(), frame.height());
            let video = Video::new(out, size, self.scale, self.rate, &colours, true)?;
            self.state = State::Begun(Box::new(video));
        }
        match &mut self.state {
            State::Begun(video) => video.add(frame.pixels(), samples),
            State::Empty(_) | State::Failed => Ok(()),
        }
    }

    /// Completes the film. Returns `None` if it has no frame.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn finish(self) -> Result<Option<W>> {
        match self.state {
            State::Begun(video) => video.finish().map(Some),
            State::Empty(_) | State::Failed => Ok(None),
        }
    }
}
