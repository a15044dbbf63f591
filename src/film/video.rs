//! MP4 films with sound for players and web pages: H.264 video, AAC audio.
//!
//! The encoder copies blocks that were on the screen recently. Unchanged blocks cost nothing. So films stay sharp and
//! small.

mod bits;
mod block;
mod boxes;
mod codes;
mod colour;
mod drawn;
mod encoder;
mod file;
mod headers;
mod index;
mod motion;
mod residual;
mod sound;
mod transform;

use std::io::{Error, ErrorKind, Result, Write};

use block::BlockGrid;
use encoder::Encoder;
use file::Mp4;
pub use headers::FrameRate;
use index::{FilmIndex, TrackIndex};
use sound::AacEncoder;
pub use sound::SAMPLE_RATE;

/// Allowed scales: the side of the square that each pixel becomes.
pub const SCALES: std::ops::RangeInclusive<u32> = 1..=16;
/// Largest width and height of a film, in pixels.
pub const SIZE_MAX: usize = 4_096;
/// Smallest scale at which chroma subsampling does not blend the colours of neighbouring pixels.
pub const SCALE: u32 = 2;
/// Largest difference between the lengths of sound and video before [`Video::add`] corrects it: ten milliseconds of
/// samples.
const APART_MAX: u64 = SAMPLE_RATE as u64 / 100;

impl FrameRate {
    /// Frame rate of the American and Japanese console.
    pub const NTSC: FrameRate = FrameRate {
        pictures: 39_375_000,
        seconds: 655_171,
    };
    /// Frame rate of the European console.
    pub const PAL: FrameRate = FrameRate {
        pictures: 53_203_425,
        seconds: 1_063_920,
    };
}

/// Film being written. [`Video::finish`] completes it.
pub struct Video<W: Write> {
    file: Mp4<W>,
    encoder: Encoder,
    sound: Option<AacEncoder>,
    rate: FrameRate,
    /// Number of pixels in a frame.
    pixels: usize,
    pictures: u64,
    /// Last sample of the sound. It is repeated if samples are missing.
    last: f32,
}

impl<W: Write> Video<W> {
    /// Starts a film of frames with this width, height and palette. Each pixel becomes a square of `scale`.
    ///
    /// # Errors
    ///
    /// If the scale is not in [`SCALES`], if the scaled width or height is zero, odd or above [`SIZE_MAX`], or if
    /// writing to `out` fails.
    pub fn new(
        out: W,
        (width, height): (usize, usize),
        scale: u32,
        rate: FrameRate,
        colours: &[[u8; 3]; 64],
        has_sound: bool,
    ) -> Result<Video<W>> {
        if !SCALES.contains(&scale) {
            return Err(Error::new(
                ErrorKind::InvalidInput,
                format!("scale {scale}; allowed: 1 to 16"),
            ));
        }
        let grid = BlockGrid::new((width, height), scale as usize);
        let shown = [grid.shown().0, grid.shown().1];
        let is_wrong = |side: usize| side == 0 || side % 2 == 1 || side > SIZE_MAX;
        if shown.into_iter().any(is_wrong) {
            let [width, height] = shown;
            return Err(Error::new(
                ErrorKind::InvalidInput,
                format!(
                    "cannot write an MP4 of {width}x{height}; allowed: even numbers up to {SIZE_MAX}"
                ),
            ));
        }
        let film = FilmIndex {
            size: (shown[0] as u16, shown[1] as u16),
            rate,
            film_unit: headers::film(&grid, rate),
            pictures_unit: headers::pictures(),
            pictures: TrackIndex::default(),
            sound: has_sound.then(TrackIndex::default),
        };
        Ok(Video {
            file: Mp4::new(out, film)?,
            encoder: Encoder::new(grid, colours),
            sound: has_sound.then(AacEncoder::new),
            rate,
            pixels: width * height,
            pictures: 0,
            last: 0.0,
        })
    }

    /// Adds a frame and the sound played during it. Samples range from -1 to 1.
    ///
    /// Keeps sound and video in sync: if there are too few samples, repeats the last one; if there are too many, drops
    /// some.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    ///
    /// # Panics
    ///
    /// If the frame has a different size.
    pub fn add(&mut self, pixels: &[u8], samples: &[f32]) -> Result<()> {
        assert_eq!(
            pixels.len(),
            self.pixels,
            "all frames of a film have the same size and format"
        );
        let unit = self.encoder.encode(pixels);
        self.file.picture(&unit.bytes, unit.is_key)?;
        self.pictures += 1;
        let Some(sound) = &mut self.sound else {
            return Ok(());
        };
        let time =
            u128::from(self.pictures) * u128::from(self.rate.seconds) * u128::from(SAMPLE_RATE);
        let due = (time / u128::from(self.rate.pictures)) as u64;
        let room = (due + APART_MAX).saturating_sub(sound.samples());
        let taken = &samples[..samples
            .len()
            .min(usize::try_from(room).unwrap_or(usize::MAX))];
        self.last = taken.last().copied().unwrap_or(self.last);
        let missing = due.saturating_sub(sound.samples() + taken.len() as u64);
        let held = if missing > APART_MAX {
            missing as usize
        } else {
            0
        };
        let all = taken
            .iter()
            .copied()
            .chain(std::iter::repeat_n(self.last, held));
        let file = &mut self.file;
        sound.add(all, |unit| file.sound(unit));
        Ok(())
    }

    /// Completes the film and returns the output.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn finish(mut self) -> Result<W> {
        let mut samples = 0;
        if let Some(sound) = self.sound.take() {
            samples = sound.samples();
            let file = &mut self.file;
            sound.finish(|unit| file.sound(unit));
        }
        self.file.finish(samples)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::StateHash;

    use super::*;

    /// Size of a console frame.
    const SIZE: (usize, usize) = (256, 240);
    const WIDTH: usize = SIZE.0;

    /// Returns the contents of every box with this name, at any depth.
    fn found<'a>(bytes: &'a [u8], name: &[u8; 4]) -> Vec<&'a [u8]> {
        let places = (4..bytes.len() - 4).filter(|&place| bytes[place..place + 4] == *name);
        places.map(|place| &bytes[place + 4..]).collect()
    }

    fn number(bytes: &[u8], place: usize) -> u32 {
        u32::from_be_bytes(bytes[place..place + 4].try_into().unwrap())
    }

    fn written(scale: u32, frames: usize, samples: &[f32]) -> Vec<u8> {
        film(scale, frames, Some(samples))
    }

    fn film(scale: u32, frames: usize, samples: Option<&[f32]>) -> Vec<u8> {
        let colours = std::array::from_fn(|index| [index as u8 * 4; 3]);
        let mut film = Video::new(
            Vec::new(),
            SIZE,
            scale,
            FrameRate::NTSC,
            &colours,
            samples.is_some(),
        )
        .unwrap();
        for frame in 0..frames {
            let place = frame / 6 * 8 % WIDTH;
            let pixel = |pixel| if pixel % WIDTH == place { 48 } else { 15 };
            let pixels: Vec<u8> = (0..WIDTH * SIZE.1).map(pixel).collect();
            film.add(&pixels, samples.unwrap_or_default()).unwrap();
        }
        film.finish().unwrap()
    }

    #[test]
    fn the_file_tells_the_true_rate() {
        let bytes = written(2, 120, &[0.0; 799]);
        let times = found(&bytes, b"stts");
        assert_eq!((number(times[0], 8), number(times[0], 12)), (120, 655_171));
        let scales = found(&bytes, b"mdhd");
        assert_eq!(number(scales[0], 20), 39_375_000);
        assert_eq!(number(scales[1], 20), 48_000);
    }

    #[test]
    fn sound_stays_in_step_with_the_pictures() {
        // 120 frames last 95,842 samples.
        for samples in [vec![0.0; 799], vec![], vec![0.5; 100], vec![0.5; 5000]] {
            let bytes = written(1, 120, &samples);
            let cuts = found(&bytes, b"elst");
            let length = number(cuts[1], 12);
            assert!(
                length.abs_diff(95_842) <= 480,
                "{}: {length}",
                samples.len()
            );
        }
    }

    #[test]
    fn pictures_that_stay_take_a_few_bytes() {
        let bytes = written(2, 120, &[]);
        let lengths = found(&bytes, b"stsz")[0];
        let length = |picture: usize| number(lengths, 12 + 4 * picture);
        assert_eq!(number(lengths, 8), 120);
        assert!((1..6).all(|picture| length(picture) < 24));
        assert!(length(6) < 3000);
    }

    #[test]
    fn films_of_the_consoles_picture_stay_as_they_are() {
        let hash = |scale| {
            let mut hash = StateHash::default();
            hash.bytes(&film(scale, 120, None));
            hash.finish()
        };
        let films = [
            10_239_296_842_260_608_842,
            10_830_300_029_670_122_200,
            8_828_642_726_636_626_874,
        ];
        assert_eq!([1, 2, 3].map(hash), films);
    }

    #[test]
    fn odd_and_endless_sizes_are_refused_in_one_line() {
        for size in [(0, 2), (255, 240), (256, 239), (4_098, 2)] {
            let film = Video::new(Vec::new(), size, 1, FrameRate::PAL, &[[0; 3]; 64], false);
            let error = film.err().unwrap().to_string();
            assert!(error.contains("even") && !error.contains('\n'), "{error}");
        }
        // An odd size becomes even at scale 2.
        let film = Video::new(
            Vec::new(),
            (255, 239),
            2,
            FrameRate::PAL,
            &[[0; 3]; 64],
            false,
        );
        assert!(film.is_ok());
    }

    #[test]
    fn scales_outside_the_range_are_refused_in_one_line() {
        for scale in [0, 17] {
            let film = Video::new(
                Vec::new(),
                SIZE,
                scale,
                FrameRate::PAL,
                &[[0; 3]; 64],
                false,
            );
            let error = film.err().unwrap().to_string();
            assert!(
                error.contains("1 to 16") && !error.contains('\n'),
                "{error}"
            );
        }
    }
}
