//! A film's sound as AAC.

mod books;
mod spectrum;
mod unit;

use spectrum::{FREQUENCIES, Transform};

/// Samples in a second.
pub const SAMPLE_RATE: u32 = 48_000;
/// Samples in a unit, and how much later than it was given a player has the sound; the film's file
/// says so, and players leave the beginning out.
pub const UNIT: usize = FREQUENCIES;

/// What a film says about its sound: AAC-LC, 48 kHz, one channel.
pub const DESCRIPTION: [u8; 2] = [0x11, 0x88];

/// Makes samples units of sound.
pub struct Sound {
    transform: Transform,
    /// The unit before, and what is there of the next one.
    waiting: Box<[f32; 2 * UNIT]>,
    /// How much that is.
    count: usize,
    samples: u64,
}

impl Sound {
    /// The beginning of a film's sound.
    pub fn new() -> Sound {
        Sound {
            transform: Transform::new(),
            waiting: Box::new([0.0; 2 * UNIT]),
            count: 0,
            samples: 0,
        }
    }

    /// How many samples there are.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Adds samples; each unit that is full goes to `full`.
    pub fn add(&mut self, samples: impl IntoIterator<Item = f32>, mut full: impl FnMut(&[u8])) {
        for sample in samples {
            self.samples += 1;
            // What is no number is silence.
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
