//! Band-limited steps of the output level. Each step is spread over the samples around it, so that it contains no
//! frequency above half the sample rate. Such frequencies would be heard as other, false tones (aliasing).
//!
//! All arithmetic is in whole numbers, so equal steps give equal samples on every machine.

use super::SAMPLE_RATE;

/// Number of samples over which one step is spread.
const WIDTH: usize = 32;
/// Number of positions between two samples at which a step can begin.
const PLACES: usize = 128;
/// Sum of the weights of a spread step: the full height of the step in fixed point.
const WHOLE: i32 = 1 << 14;
/// Highest frequency that passes in full, as a fraction of half the sample rate.
const CUTOFF: f64 = 0.86;
/// Fractional bits of a position in samples.
const POINT: u32 = 40;

/// Weights of a spread step, for each position that the step can have between two samples.
#[derive(Clone, Debug)]
struct Kernel(Vec<[i32; WIDTH]>);

impl Kernel {
    /// Builds a sinc under a Blackman window. The weights of each position add up to exactly [`WHOLE`].
    fn new() -> Kernel {
        let place = |place: usize| {
            let offset = place as f64 / PLACES as f64;
            let half = WIDTH as f64 / 2.0;
            let weights: Vec<f64> = (0..WIDTH)
                .map(|sample| {
                    let distance = sample as f64 - (half - 1.0) - offset;
                    sinc(distance * CUTOFF) * window(distance / half)
                })
                .collect();
            let sum: f64 = weights.iter().sum();
            let mut parts = [0; WIDTH];
            for (part, weight) in parts.iter_mut().zip(weights) {
                *part = (weight / sum * f64::from(WHOLE)).round() as i32;
            }
            parts[WIDTH / 2 - 1] += WHOLE - parts.iter().sum::<i32>();
            parts
        };
        Kernel((0..PLACES).map(place).collect())
    }
}

fn sinc(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0;
    }
    let x = x * std::f64::consts::PI;
    sine(x) / x
}

/// Returns a Blackman window over -1 to 1.
fn window(x: f64) -> f64 {
    if x.abs() >= 1.0 {
        return 0.0;
    }
    let x = x * std::f64::consts::PI;
    0.42 + 0.5 * cosine(x) + 0.08 * cosine(2.0 * x)
}

/// Computes the sine with plain arithmetic, because the library's sine may differ between systems.
fn sine(x: f64) -> f64 {
    let turn = 2.0 * std::f64::consts::PI;
    let x = x - (x / turn).round() * turn;
    let (mut term, mut sum) = (x, x);
    for n in 1..=14 {
        let n = f64::from(2 * n);
        term *= -x * x / (n * (n + 1.0));
        sum += term;
    }
    sum
}

fn cosine(x: f64) -> f64 {
    sine(x + std::f64::consts::FRAC_PI_2)
}

/// Changes of the level within a frame, and the rest of earlier changes that reach into the frame.
#[derive(Clone, Debug)]
pub(super) struct LevelSteps {
    kernel: Kernel,
    /// Samples per clock cycle.
    beat: u64,
    /// Beginning of the frame, as the time in samples since the first sample not yet passed on.
    begin: u64,
    waiting: Vec<i32>,
    level: i32,
}

impl LevelSteps {
    /// Creates an empty list of steps for a chip with this clock rate.
    pub(super) fn new(clock_hz: f64) -> LevelSteps {
        let scale = (1_u64 << POINT) as f64;
        LevelSteps {
            kernel: Kernel::new(),
            beat: (f64::from(SAMPLE_RATE) / clock_hz * scale).round() as u64,
            begin: 0,
            waiting: vec![0; WIDTH],
            level: 0,
        }
    }

    /// Adds a step at a clock cycle of the frame.
    pub(super) fn add(&mut self, beat: u32, step: i32) {
        let position = self.begin + u64::from(beat) * self.beat;
        let first = (position >> POINT) as usize;
        let place = position >> (POINT - PLACES.ilog2()) & (PLACES as u64 - 1);
        if self.waiting.len() < first + WIDTH {
            self.waiting.resize(first + WIDTH, 0);
        }
        let parts = &self.kernel.0[place as usize];
        for (sample, part) in self.waiting[first..first + WIDTH].iter_mut().zip(parts) {
            *sample += step * part;
        }
    }

    /// Ends a frame of `beats` cycles and passes its samples, 0 to 32,768, to `give`. The samples are late by half the
    /// width of a spread step, a third of a millisecond.
    pub(super) fn take(&mut self, beats: u32, mut give: impl FnMut(i32)) {
        let end = self.begin + u64::from(beats) * self.beat;
        let count = (end >> POINT) as usize;
        if self.waiting.len() < count {
            self.waiting.resize(count, 0);
        }
        for part in self.waiting.drain(..count) {
            self.level += part;
            give(self.level / WHOLE);
        }
        self.begin = end & ((1 << POINT) - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_ends_exactly_where_it_leads() {
        let mut steps = LevelSteps::new(1_789_772.7);
        let mut last = 0;
        for (beat, step) in [(0, 5_000), (777, 300), (29_779, -5_300), (15, 1)] {
            steps.add(beat, step);
            steps.take(29_780, |_| {});
            steps.take(29_780, |level| last = level);
        }
        assert_eq!(last, 1);
    }

    #[test]
    fn the_plain_sine_is_the_sine() {
        for x in [-40.0, -3.0, -0.1, 0.0, 0.5, 1.5, 3.1, 6.0, 50.0_f64] {
            assert!((sine(x) - x.sin()).abs() < 1e-12, "{x}");
        }
    }
}
