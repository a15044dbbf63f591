//! Conversion of samples to the strengths of their frequencies.

use std::f64::consts::PI;

/// Number of frequencies in a unit, and number of new samples in each unit.
pub const FREQUENCIES: usize = 1024;
/// Number of points of the inner Fourier transform.
const POINTS: usize = FREQUENCIES / 2;

/// Complex number: real and imaginary part.
type Complex = [f32; 2];

fn times([a, b]: Complex, [c, d]: Complex) -> Complex {
    [a * c - b * d, a * d + b * c]
}

/// Returns the point at this angle on the unit circle.
fn point(angle: f64) -> Complex {
    [angle.cos() as f32, angle.sin() as f32]
}

/// The transform (MDCT) of samples that overlap by half.
pub struct Transform {
    /// Weight of each sample.
    window: Vec<f32>,
    turns: Vec<Complex>,
    twists: Vec<Complex>,
}

impl Transform {
    /// Prepares the transform.
    pub fn new() -> Transform {
        let part = PI / FREQUENCIES as f64;
        Transform {
            window: (0..2 * FREQUENCIES)
                .map(|n| ((n as f64 + 0.5) * part / 2.0).sin() as f32)
                .collect(),
            turns: (0..POINTS / 2)
                .map(|n| point(-2.0 * PI * n as f64 / POINTS as f64))
                .collect(),
            twists: (0..POINTS)
                .map(|n| point(-part * (n as f64 + 0.125)))
                .collect(),
        }
    }

    /// Returns the strengths of the frequencies. The first half of `samples` is the second half of the previous unit.
    pub fn strengths(&self, samples: &[f32; 2 * FREQUENCIES]) -> [f32; FREQUENCIES] {
        let heard = |n: usize| samples[n] * self.window[n];
        const HALF: usize = FREQUENCIES / 2;
        // Fold each half of the samples at its middle, so that half as many values remain.
        let folded: [f32; FREQUENCIES] = std::array::from_fn(|n| match n {
            0..HALF => -heard(3 * HALF - 1 - n) - heard(3 * HALF + n),
            _ => heard(n - HALF) - heard(3 * HALF - 1 - n),
        });
        let mut points: [Complex; POINTS] = std::array::from_fn(|n| {
            let pair = [folded[2 * n], folded[FREQUENCIES - 1 - 2 * n]];
            times(pair, self.twists[n])
        });
        self.transform(&mut points);
        let mut strengths = [0.0; FREQUENCIES];
        for (n, point) in points.into_iter().enumerate() {
            let [even, odd] = times(point, self.twists[n]);
            strengths[2 * n] = 2.0 * even;
            strengths[FREQUENCIES - 1 - 2 * n] = -2.0 * odd;
        }
        strengths
    }

    /// Fast Fourier transform.
    fn transform(&self, points: &mut [Complex; POINTS]) {
        for n in 0..POINTS {
            let other = n.reverse_bits() >> (usize::BITS - POINTS.ilog2());
            if other > n {
                points.swap(n, other);
            }
        }
        let mut half = 1;
        while half < POINTS {
            for part in points.chunks_exact_mut(2 * half) {
                let (low, high) = part.split_at_mut(half);
                for (n, (low, high)) in low.iter_mut().zip(high).enumerate() {
                    let turned = times(*high, self.turns[n * (POINTS / 2 / half)]);
                    *high = [low[0] - turned[0], low[1] - turned[1]];
                    *low = [low[0] + turned[0], low[1] + turned[1]];
                }
            }
            half *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_are_those_of_the_sum_in_the_standard() {
        let samples: [f32; 2 * FREQUENCIES] =
            std::array::from_fn(|n| (n as f32 * 0.05).sin() + (n * n % 17) as f32 * 0.1);
        let found = Transform::new().strengths(&samples);
        for place in [0, 1, 2, 17, 500, 511, 512, 513, 1022, 1023] {
            let sum: f64 = (0..2 * FREQUENCIES)
                .map(|n| {
                    let n_f = n as f64;
                    let part = PI / FREQUENCIES as f64;
                    let window = ((n_f + 0.5) * part / 2.0).sin();
                    let middle = FREQUENCIES as f64 / 2.0 + 0.5;
                    let wave = (part * (n_f + middle) * (place as f64 + 0.5)).cos();
                    2.0 * f64::from(samples[n]) * window * wave
                })
                .sum();
            assert!(
                (f64::from(found[place]) - sum).abs() < 0.05,
                "{place}: {} {sum}",
                found[place]
            );
        }
    }
}
