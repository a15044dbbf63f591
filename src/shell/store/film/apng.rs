//! Films as animated PNG: the console's true rate, and all its frames.

use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder};
use rightwell::render::{Palette, Surface};
use rightwell::rules::Region;

use crate::shell::error::CliError;
use crate::shell::store::files::{AtomicWrite, FileWriter};

use super::area::Area;

/// Frames of the console in so many seconds: fractions of small numbers, within 3 parts in a million
/// of the true rates, eleven milliseconds in an hour.
const NTSC_RATE: (u16, u16) = (1_000, 60_099);
const PAL_RATE: (u16, u16) = (1_000, 50_007);
/// Frames that one picture is shown at most: more have no room in sixteen bits.
const SHOWN_MAX: u64 = 65;

/// A film being written; without [`Apng::finish`] no file appears.
///
/// Each picture holds only the rectangle that changed.
pub struct Apng {
    writer: Option<png::Writer<BufWriter<FileWriter>>>,
    file: AtomicWrite,
    scale: u32,
    rate: (u16, u16),
    /// The picture before, with its number.
    waiting: Option<(Surface, u64)>,
    /// What the film shows before the waiting picture.
    shown: Option<Surface>,
    pictures: u32,
    /// Frames from one picture to the next, for the last one.
    step: u64,
}

impl Apng {
    /// Begins a film; each pixel is a square of `scale`.
    pub fn create(path: &Path, scale: u32, region: Region) -> Result<Apng, CliError> {
        Ok(Apng {
            writer: None,
            // How many pictures there are stands at the beginning.
            file: AtomicWrite::create_to_go_back(path)?,
            scale,
            rate: match region {
                Region::Ntsc => NTSC_RATE,
                Region::Pal => PAL_RATE,
            },
            waiting: None,
            shown: None,
            pictures: 0,
            step: 1,
        })
    }

    /// Adds the picture of video frame `number`.
    pub fn add(&mut self, frame: &Surface, number: u64, palette: &Palette) -> Result<(), CliError> {
        if self.writer.is_none() {
            self.writer = Some(self.begin(frame, palette)?);
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
    ) -> Result<png::Writer<BufWriter<FileWriter>>, CliError> {
        let colours: Vec<u8> = (0..64).flat_map(|index| palette.rgb(index)).collect();
        let file = BufWriter::new(self.file.writer()?);
        let size = |pixels: usize| pixels as u32 * self.scale;
        let mut encoder = Encoder::new(file, size(first.width()), size(first.height()));
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(colours);
        encoder.set_compression(Compression::Balanced);
        // How many there are is known at the end only.
        encoder
            .set_animated(u32::MAX >> 1, 0)
            .map_err(CliError::failed)?;
        encoder
            .set_dispose_op(DisposeOp::None)
            .map_err(CliError::failed)?;
        encoder
            .set_blend_op(BlendOp::Source)
            .map_err(CliError::failed)?;
        encoder.write_header().map_err(CliError::failed)
    }

    fn write(&mut self, frame: &Surface, frames: u64) -> Result<(), CliError> {
        let area = Area::changed(self.shown.as_ref(), frame);
        let pixels = area.pixels(frame, self.scale as usize);
        let scaled = |size: usize| size as u32 * self.scale;
        let (numerator, denominator) = self.rate;
        let writer = self.writer.as_mut().expect("the film has begun");
        let mut put = || -> Result<(), png::EncodingError> {
            // The first is the whole picture; its place is not said.
            if self.pictures > 0 {
                writer.reset_frame_position()?;
                writer.set_frame_dimension(scaled(area.width), scaled(area.height))?;
                writer.set_frame_position(scaled(area.left), scaled(area.top))?;
            }
            writer.set_frame_delay(numerator * frames as u16, denominator)?;
            writer.write_image_data(&pixels)
        };
        put().map_err(CliError::failed)?;
        self.pictures += 1;
        Ok(())
    }

    /// Writes the last picture and how many there are, and gives the file its name; there is none
    /// without a picture.
    pub fn finish(mut self) -> Result<Option<PathBuf>, CliError> {
        let Some((last, _)) = self.waiting.take() else {
            return Ok(None);
        };
        self.write(&last, self.step)?;
        if let Some(writer) = self.writer.take() {
            writer.finish().map_err(CliError::failed)?;
        }
        count(&mut self.file.writer()?, self.pictures).map_err(CliError::failed)?;
        self.file.finish().map(Some)
    }
}

/// Writes how many pictures there are into the chunk that says it, which stands among the first.
fn count(file: &mut FileWriter, pictures: u32) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    Read::by_ref(file).take(1024).read_to_end(&mut head)?;
    let missing = || std::io::Error::other("the film has no place for the number of its pictures");
    let at = head
        .windows(4)
        .position(|name| name == b"acTL")
        .ok_or_else(missing)?;
    let mut chunk = head[at..at + 12].to_vec();
    chunk[4..8].copy_from_slice(&pictures.to_be_bytes());
    let sum = crc32fast::hash(&chunk);
    file.seek(SeekFrom::Start(at as u64))?;
    file.write_all(&chunk)?;
    file.write_all(&sum.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use rightwell::engine::View;
    use rightwell::render::{Frame, Renderer};

    use super::*;

    fn picture(view: &View) -> Surface {
        let mut frame = Frame::new();
        Renderer::new().draw(view, &mut frame);
        Surface::from(&frame)
    }

    #[test]
    fn every_frame_comes_back_with_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film.png");
        let palette = Palette::default();
        let frames =
            [View::Legal, View::Legal, View::Title, View::Blank].map(|view| picture(&view));
        let mut film = Apng::create(&path, 2, Region::Ntsc).unwrap();
        for (number, frame) in frames.iter().enumerate() {
            film.add(frame, number as u64, &palette).unwrap();
        }
        film.finish().unwrap();
        let file = std::io::BufReader::new(File::open(&path).unwrap());
        let mut decoder = png::Decoder::new(file).read_info().unwrap();
        assert_eq!(decoder.info().animation_control.unwrap().num_frames, 3);
        let mut shown = vec![0; 512 * 480];
        for (wanted, frames) in [(&frames[0], 2), (&frames[2], 1), (&frames[3], 1)] {
            let mut part = vec![0; decoder.output_buffer_size().unwrap()];
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
            let all = Area::changed(None, wanted).pixels(wanted, 2);
            assert!(shown == all);
        }
    }
}
