//! AAC sound track of a film.

mod books;
mod spectrum;
mod unit;

use spectrum::{FREQUENCIES, Transform};

/// Samples per second.
pub const SAMPLE_RATE: u32 = 48_000;
/// Number of samples in a unit. The decoded sound is delayed by this number, too; the file declares the delay so that
/// players skip it.
pub const UNIT: usize = FREQUENCIES;

/// Description of the sound in the file: AAC-LC, 48 kHz, one channel.
pub const DESCRIPTION: [u8; 2] = [0x11, 0x88];

/// Encoder that turns samples into units.
pub struct AacEncoder {
    transform: Transform,
    /// Samples of the previous unit, followed by those of the next unit.
    waiting: Box<[f32; 2 * UNIT]>,
    /// Number of samples in `waiting`.
    count: usize,
    samples: u64,
}

impl AacEncoder {
    /// Starts a film's sound.
    pub fn new() -> AacEncoder {
        AacEncoder {
            transform: Transform::new(),
            waiting: Box::new([0.0; 2 * UNIT]),
            count: 0,
            samples: 0,
        }
    }

    /// Returns the number of samples added so far.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Adds samples and passes each complete unit to `full`.
    pub fn add(&mut self, samples: impl IntoIterator<Item = f32>, mut full: impl FnMut(&[u8])) {
        for sample in samples {
            self.samples += 1;
            // NaN counts as silence.
            let loudness = if sample.is_nan() {
                0.0
            } else {
                sample.clamp(-1.0, 1.0)
            };
            self.waiting[UNIT + self.count] = loudness * 32767.0;
            self.count += 1;
            if self.count == UNIT {
                full(&self.unit());
            }
        }
    }

    fn unit(&mut self) -> Vec<u8> {
        let unit = unit::unit(&self.transform.strengths(&self.waiting));
        self.waiting.copy_within(UNIT.., 0);
        self.waiting[UNIT..].fill(0.0);
        self.count = 0;
        unit
    }

    /// Ends the sound.
    pub fn finish(mut self, mut full: impl FnMut(&[u8])) {
        if self.count > 0 {
            full(&self.unit());
        }
        full(&self.unit());
    }
}
