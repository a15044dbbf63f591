//! The console's output filters: two high-pass filters and a low-pass filter.

use super::SAMPLE_RATE;

/// Corner frequencies of the two high-pass filters and of the low-pass filter in hertz.
///
/// Source: NESdev wiki, "APU Mixer".
const HIGH_PASSES: [f32; 2] = [90.0, 440.0];
const LOW_PASS: f32 = 14_000.0;

/// Factor from the console's scale to samples. Console games use only part of the range. A test checks that all effects
/// and tunes stay within -1 to 1.
const LOUDNESS: f32 = 1.0 / 18_000.0;

/// First-order filter.
#[derive(Clone, Copy, Debug, Default)]
struct FirstOrderFilter {
    factor: f32,
    before: f32,
    after: f32,
}

impl FirstOrderFilter {
    /// Returns the time constant that corresponds to a corner frequency, in samples.
    fn samples(hertz: f32) -> f32 {
        SAMPLE_RATE as f32 / (2.0 * std::f32::consts::PI * hertz)
    }

    fn high(hertz: f32) -> FirstOrderFilter {
        let time = FirstOrderFilter::samples(hertz);
        FirstOrderFilter {
            factor: time / (time + 1.0),
            ..FirstOrderFilter::default()
        }
    }

    fn low(hertz: f32) -> FirstOrderFilter {
        FirstOrderFilter {
            factor: 1.0 / (FirstOrderFilter::samples(hertz) + 1.0),
            ..FirstOrderFilter::default()
        }
    }

    fn pass_high(&mut self, sample: f32) -> f32 {
        self.after = faded(self.factor * (self.after + sample - self.before));
        self.before = sample;
        self.after
    }

    fn pass_low(&mut self, sample: f32) -> f32 {
        self.after = faded(self.after + self.factor * (sample - self.after));
        self.after
    }
}

/// Returns 0 for values far too small to be heard, because arithmetic on numbers very near zero is slow.
fn faded(sample: f32) -> f32 {
    if sample.abs() < 1e-9 { 0.0 } else { sample }
}

/// The three filters in series.
#[derive(Clone, Debug)]
pub(super) struct OutputFilter {
    highs: [FirstOrderFilter; 2],
    low: FirstOrderFilter,
}

impl OutputFilter {
    pub(super) fn new() -> OutputFilter {
        OutputFilter {
            highs: HIGH_PASSES.map(FirstOrderFilter::high),
            low: FirstOrderFilter::low(LOW_PASS),
        }
    }

    /// Returns the sample at the console's output, -1 to 1.
    pub(super) fn pass(&mut self, level: i32) -> f32 {
        let mut sample = level as f32;
        for high in &mut self.highs {
            sample = high.pass_high(sample);
        }
        (self.low.pass_low(sample) * LOUDNESS).clamp(-1.0, 1.0)
    }
}
