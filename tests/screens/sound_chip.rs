//! Tests of the sound chip: it plays the tones that are in its registers, and nothing else.

use std::f64::consts::PI;

use rightwell::rules::Region;
use rightwell::sound::SAMPLE_RATE;
use rightwell::sound::chip::Chip;

/// Returns one second of sound after these values were written to the registers. The first tenth of a second is left
/// out, because the output filters are still settling.
fn second(region: Region, registers: &[(u16, u8)]) -> Vec<f32> {
    let mut chip = Chip::new(region);
    chip.write(0x4015, 0x0F);
    for &(address, value) in registers {
        chip.write(address, value);
    }
    let mut samples = Vec::new();
    while samples.len() < SAMPLE_RATE as usize * 11 / 10 {
        chip.frame(&mut samples);
    }
    samples.split_off(samples.len() - SAMPLE_RATE as usize)
}

/// Returns the amplitude of a sine wave with this frequency in the samples.
fn strength(samples: &[f32], hertz: f64) -> f64 {
    let count = samples.len() as f64;
    let (mut sine, mut cosine, mut weights) = (0.0, 0.0, 0.0);
    for (place, &sample) in samples.iter().enumerate() {
        let place = place as f64;
        let weight = 0.5 - 0.5 * (2.0 * PI * place / count).cos();
        let phase = 2.0 * PI * hertz * place / f64::from(SAMPLE_RATE);
        sine += f64::from(sample) * weight * phase.sin();
        cosine += f64::from(sample) * weight * phase.cos();
        weights += weight;
    }
    2.0 * sine.hypot(cosine) / weights
}

/// Returns the factor by which the console's output filters change a tone of this frequency.
fn passed(hertz: f64) -> f64 {
    let high = |corner: f64| hertz / hertz.hypot(corner);
    let low = |corner: f64| corner / hertz.hypot(corner);
    high(90.0) * high(440.0) * low(14_000.0)
}

const NTSC_CLOCK: f64 = 39_375_000.0 / 22.0;
const PAL_CLOCK: f64 = 26_601_712.5 / 16.0;

/// Asserts that `formula` returns the amplitude of each harmonic, relative to the first one, before the filters.
fn has_harmonics(
    samples: &[f32],
    first: f64,
    formula: impl Fn(f64) -> f64,
    tolerance: f64,
    what: &str,
) {
    let one = strength(samples, first) / passed(first);
    assert!(one > 0.02, "{what}: the tone is missing: {one}");
    for number in 2..=12 {
        let number = f64::from(number);
        let wanted = formula(number) / formula(1.0);
        let found = strength(samples, first * number) / passed(first * number) / one;
        assert!(
            (found - wanted).abs() < tolerance,
            "{what}: harmonic {number} is {found:.3} of the first one, not {wanted:.3}"
        );
    }
}

#[test]
fn pulses_have_the_pitch_of_their_timer_and_the_harmonics_of_their_width() {
    let widths = [(0, 0.125), (1, 0.25), (2, 0.5), (3, 0.75)];
    for (region, clock) in [(Region::Ntsc, NTSC_CLOCK), (Region::Pal, PAL_CLOCK)] {
        for (duty, width) in widths {
            for first in [0x4000, 0x4004] {
                let timer: u16 = 253;
                let samples = second(
                    region,
                    &[
                        (first, duty << 6 | 0x3F),
                        (first + 1, 0x08),
                        (first + 2, timer as u8),
                        (first + 3, 0x08 | (timer >> 8) as u8),
                    ],
                );
                let hertz = clock / (16.0 * f64::from(timer + 1));
                let formula = |number: f64| ((PI * number * width).sin() / number).abs();
                let what = format!("{region:?} width {width}");
                has_harmonics(&samples, hertz, formula, 0.025, &what);
            }
        }
    }
}

#[test]
fn the_triangle_has_the_odd_harmonics_of_its_steps() {
    let timer: u16 = 100;
    let samples = second(
        Region::Ntsc,
        &[(0x4008, 0xFF), (0x400A, timer as u8), (0x400B, 0x08)],
    );
    let hertz = NTSC_CLOCK / (32.0 * f64::from(timer + 1));
    let formula = |number: f64| {
        if number % 2.0 == 0.0 {
            return 0.0;
        }
        1.0 / (number * number)
    };
    // The mixer distorts the triangle a little.
    has_harmonics(&samples, hertz, formula, 0.05, "triangle");
}

#[test]
fn a_high_pulse_brings_no_tones_that_are_not_its_own() {
    // The tone has 4,143 Hz. Without a limit, its harmonics above half the sample rate would appear as wrong
    // frequencies between the others (aliasing).
    let samples = second(
        Region::Ntsc,
        &[(0x4000, 0xBF), (0x4001, 8), (0x4002, 26), (0x4003, 8)],
    );
    let hertz = NTSC_CLOCK / (16.0 * 27.0);
    let first = strength(&samples, hertz);
    for multiple in 1..=40 {
        let harmonic = hertz * f64::from(multiple);
        let folded = harmonic.rem_euclid(f64::from(SAMPLE_RATE));
        let alias = folded.min(f64::from(SAMPLE_RATE) - folded);
        if harmonic < 24_000.0 || (alias % hertz).min(hertz - alias % hertz) < 20.0 {
            continue;
        }
        let part = strength(&samples, alias) / first;
        assert!(part < 0.002, "{alias:.0} Hz is {part:.4} of the tone");
    }
}

#[test]
fn noise_has_a_gap_at_the_rate_of_its_bits_and_rings_when_short() {
    let periods = [202.0, 254.0, 380.0, 508.0];
    for (number, period) in (8..).zip(periods) {
        let long = second(
            Region::Ntsc,
            &[(0x400C, 0x3F), (0x400E, number), (0x400F, 8)],
        );
        // The bits of this signal change at most once per period. So the signal contains nothing at the frequency of
        // the period.
        let rate = NTSC_CLOCK / period;
        let around = |hertz: f64| -> f64 {
            let places = (-10..=10).map(|step| hertz + f64::from(step) * 3.0);
            places
                .map(|hertz| strength(&long, hertz).powi(2))
                .sum::<f64>()
                .sqrt()
                / passed(hertz)
        };
        let (gap, middle) = (around(rate), around(rate / 2.0));
        assert!(
            gap < middle / 15.0,
            "period {period}: {gap} in the gap, {middle} before it"
        );
        let short = second(
            Region::Ntsc,
            &[(0x400C, 0x3F), (0x400E, 0x80 | number), (0x400F, 8)],
        );
        let tone = rate / 93.0;
        let (on, beside) = (strength(&short, tone * 5.0), strength(&short, tone * 5.5));
        assert!(
            on > 20.0 * beside,
            "period {period}: {on} on a tone, {beside} beside it"
        );
    }
}

#[test]
fn a_sweep_moves_the_pitch_and_falls_silent_at_its_end() {
    let swept = second(
        Region::Ntsc,
        &[
            (0x4000, 0xBF),
            (0x4001, 0x9A),
            (0x4002, 0xFF),
            (0x4003, 0x09),
        ],
    );
    let is_quiet = |part: &[f32]| part.iter().all(|sample| sample.abs() < 1e-4);
    let (first, last) = swept.split_at(swept.len() / 2);
    assert!(!is_quiet(first), "the tone must be audible while it rises");
    assert!(
        is_quiet(last),
        "the tone must stop at a timer value below 8"
    );
}

#[test]
fn frames_hold_as_many_samples_as_the_consoles_rate_says() {
    for (region, rate, counts) in [
        (Region::Ntsc, 60.0988, 798..=799),
        (Region::Pal, 50.007, 959..=960),
    ] {
        let mut chip = Chip::new(region);
        let mut all = 0;
        for frame in 1..=10_000 {
            let mut samples = Vec::new();
            chip.frame(&mut samples);
            assert!(
                counts.contains(&samples.len()),
                "{} in frame {frame}",
                samples.len()
            );
            all += samples.len();
        }
        let wanted = 10_000.0 / rate * f64::from(SAMPLE_RATE);
        assert!(
            (all as f64 - wanted).abs() < 200.0,
            "{all} samples, {wanted}"
        );
    }
}

#[test]
fn a_chip_that_has_just_been_switched_on_is_silent() {
    assert!(
        second(Region::Ntsc, &[])
            .iter()
            .all(|&sample| sample == 0.0)
    );
}
