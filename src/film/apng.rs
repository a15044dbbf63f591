//! Films as animated PNG, at the console's true frame rate and with all its frames.

use std::cell::RefCell;
use std::io::{Error, Result, Seek, SeekFrom, Write};
use std::rc::Rc;

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder};

use super::changed_area::ChangedArea;
use crate::render::{Palette, Surface};
use crate::rules::Region;

/// Duration of a frame in seconds, as a fraction of small numbers. It differs from the true duration by 3 parts in a
/// million: eleven milliseconds in an hour.
const NTSC_RATE: (u16, u16) = (1_000, 60_099);
const PAL_RATE: (u16, u16) = (1_000, 50_007);
/// Maximum number of console frames for which one image is shown. A longer delay does not fit into the 16 bits of its
/// field.
const SHOWN_MAX: u64 = 65;
/// Offset of the name of the `acTL` chunk: after the signature, the header chunk, and the chunk's own length.
///
/// Source: PNG specification, third edition, sections 5.2, 11.2.1 and 11.3.6.1.
const ACTL: u64 = 8 + 25 + 4;

/// A film being written; [`Apng::finish`] completes it.
pub struct Apng<W: Write> {
    /// Output of the film. It is shared with the encoder, which does not return it; the number of images is written to
    /// it last.
    out: SharedOutput<W>,
    writer: Option<png::Writer<SharedOutput<W>>>,
    scale: u32,
    rate: (u16, u16),
    /// The image that is not yet written, and the number of its frame.
    waiting: Option<(Surface, u64)>,
    /// The last image that was written.
    shown: Option<Surface>,
    pictures: u32,
    /// Number of console frames between the last two images. The last image is shown for just as many frames.
    step: u64,
}

impl<W: Write + Seek> Apng<W> {
    /// Creates a film. Each pixel becomes a square of `scale` x `scale`.
    pub fn new(out: W, scale: u32, region: Region) -> Apng<W> {
        Apng {
            out: SharedOutput(Rc::new(RefCell::new(out))),
            writer: None,
            scale,
            rate: match region {
                Region::Ntsc => NTSC_RATE,
                Region::Pal => PAL_RATE,
            },
            waiting: None,
            shown: None,
            pictures: 0,
            step: 1,
        }
    }

    /// Adds frame `number` of the game.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn add(&mut self, frame: &Surface, number: u64, palette: &Palette) -> Result<()> {
        if self.writer.is_none() {
            self.writer = Some(self.begin(frame, palette).map_err(Error::other)?);
        }
        if let Some((before, since)) = &self.waiting {
            let frames = number - since;
            self.step = frames.min(SHOWN_MAX);
            if before.pixels() == frame.pixels() && frames < SHOWN_MAX {
                return Ok(());
            }
        }
        if let Some((before, since)) = self.waiting.take() {
            self.write(&before, (number - since).min(SHOWN_MAX))?;
            self.shown = Some(before);
        }
        self.waiting = Some((frame.clone(), number));
        Ok(())
    }

    fn begin(
        &self,
        first: &Surface,
        palette: &Palette,
    ) -> std::result::Result<png::Writer<SharedOutput<W>>, png::EncodingError> {
        let colours: Vec<u8> = (0..64).flat_map(|index| palette.rgb(index)).collect();
        let size = |pixels: usize| pixels as u32 * self.scale;
        let (width, height) = (size(first.width()), size(first.height()));
        let mut encoder = Encoder::new(self.out.clone(), width, height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(colours);
        encoder.set_compression(Compression::Default);
        // Write a placeholder here. The true number of images is written when the film is completed.
        encoder.set_animated(u32::MAX >> 1, 0)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        encoder.set_blend_op(BlendOp::Source)?;
        encoder.write_header()
    }

    fn write(&mut self, picture: &Surface, frames: u64) -> Result<()> {
        let area = ChangedArea::between(self.shown.as_ref(), picture);
        let pixels = area.pixels(picture, self.scale as usize);
        let scaled = |size: usize| size as u32 * self.scale;
        let (numerator, denominator) = self.rate;
        let Some(writer) = &mut self.writer else {
            return Err(Error::other("the film has no first frame yet"));
        };
        let mut put = || -> std::result::Result<(), png::EncodingError> {
            // The first image covers the whole frame, so it has no position.
            if self.pictures > 0 {
                writer.reset_frame_position()?;
                writer.set_frame_dimension(scaled(area.width), scaled(area.height))?;
                writer.set_frame_position(scaled(area.left), scaled(area.top))?;
            }
            writer.set_frame_delay(numerator * frames as u16, denominator)?;
            writer.write_image_data(&pixels)
        };
        put().map_err(Error::other)?;
        self.pictures += 1;
        Ok(())
    }

    /// Writes the last image and the number of images. Returns `None` if the film has no image.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn finish(mut self) -> Result<Option<W>> {
        let Some((last, _)) = self.waiting.take() else {
            return Ok(None);
        };
        self.write(&last, self.step)?;
        if let Some(writer) = self.writer.take() {
            writer.finish().map_err(Error::other)?;
        }
        let out =
            Rc::into_inner(self.out.0).ok_or_else(|| Error::other("the film is incomplete"))?;
        let mut out = out.into_inner();
        let chunk = [
            &b"acTL"[..],
            &self.pictures.to_be_bytes(),
            &0_u32.to_be_bytes(),
        ]
        .concat();
        out.seek(SeekFrom::Start(ACTL))?;
        out.write_all(&chunk)?;
        out.write_all(&crc32fast::hash(&chunk).to_be_bytes())?;
        out.flush()?;
        Ok(Some(out))
    }
}

/// Output with two owners: the film and the encoder.
struct SharedOutput<W>(Rc<RefCell<W>>);

impl<W> Clone for SharedOutput<W> {
    fn clone(&self) -> SharedOutput<W> {
        SharedOutput(Rc::clone(&self.0))
    }
}

impl<W: Write> Write for SharedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        self.0.borrow_mut().flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use crate::render::surface::Area as Rectangle;

    use super::*;

    /// Returns a frame with a square at column `place`.
    fn picture(place: usize) -> Surface {
        let mut picture = Surface::new(256, 240, 0x0F);
        let square = Rectangle {
            x: place,
            y: 2 * place,
            width: 16,
            height: 16,
        };
        picture.rectangle(square, 0x30);
        picture
    }

    #[test]
    fn every_frame_comes_back_with_its_time() {
        let palette = Palette::default();
        let frames = [10, 10, 60, 100].map(picture);
        let mut film = Apng::new(Cursor::new(Vec::new()), 2, Region::Ntsc);
        for (number, frame) in frames.iter().enumerate() {
            film.add(frame, number as u64, &palette).unwrap();
        }
        let file = film.finish().unwrap().expect("it has frames");
        let file = Cursor::new(file.into_inner());
        let mut decoder = png::Decoder::new(file).read_info().unwrap();
        assert_eq!(decoder.info().animation_control.unwrap().num_frames, 3);
        let mut shown = vec![0; 512 * 480];
        for (wanted, frames) in [(&frames[0], 2), (&frames[2], 1), (&frames[3], 1)] {
            let mut part = vec![0; decoder.output_buffer_size()];
            decoder.next_frame(&mut part).unwrap();
            let control = *decoder.info().frame_control.as_ref().unwrap();
            assert_eq!(
                (control.delay_num, control.delay_den),
                (1_000 * frames, 60_099)
            );
            for y in 0..control.height {
                let row = &part[(y * control.width) as usize..][..control.width as usize];
                let place = (control.y_offset + y) * 512 + control.x_offset;
                shown[place as usize..][..row.len()].copy_from_slice(row);
            }
            let all = ChangedArea::between(None, wanted).pixels(wanted, 2);
            assert!(shown == all);
        }
    }
}
