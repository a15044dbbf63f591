//! Slightly lengthens or shortens sound.

/// Appends `samples` to `out`, resampled to `length` samples with a Catmull-Rom cubic through the four nearest samples.
/// If there are `length` samples already, copies them.
pub fn stretch(samples: &[f32], length: usize, out: &mut Vec<f32>) {
    if length == samples.len() {
        out.extend_from_slice(samples);
        return;
    }
    let Some(last) = samples.len().checked_sub(1) else {
        out.resize(out.len() + length, 0.0);
        return;
    };
    let pitch = samples.len() as f64 / length as f64;
    for index in 0..length {
        let place = index as f64 * pitch;
        let here = (place as usize).min(last);
        let part = (place - here as f64) as f32;
        let a = samples[here.saturating_sub(1)];
        let b = samples[here];
        let c = samples[(here + 1).min(last)];
        let d = samples[(here + 2).min(last)];
        let curve = (3.0 * (b - c) + d - a) * part + 2.0 * a - 5.0 * b + 4.0 * c - d;
        let value = b + 0.5 * part * (c - a + part * curve);
        out.push(value.clamp(-1.0, 1.0));
    }
}

#[cfg(test)]
mod tests {
    use super::stretch;

    #[test]
    fn the_same_length_changes_nothing() {
        let samples: Vec<f32> = (0..799).map(|i| (i as f32 * 0.37).sin()).collect();
        let mut out = Vec::new();
        stretch(&samples, 799, &mut out);
        assert_eq!(out, samples);
    }

    #[test]
    fn a_tone_stays_a_tone() {
        let tone = |length: usize| -> Vec<f32> {
            (0..length)
                .map(|i| 0.8 * (i as f32 * 16.0 / length as f32 * std::f32::consts::TAU).sin())
                .collect()
        };
        for length in [733, 795, 798, 800, 803, 870] {
            let mut out = Vec::new();
            stretch(&tone(799), length, &mut out);
            assert_eq!(out.len(), length);
            let worst = out
                .iter()
                .zip(tone(length))
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f32::max);
            assert!(worst < 0.02, "{length}: {worst}");
        }
    }

    #[test]
    fn nothing_becomes_silence() {
        let mut out = Vec::new();
        stretch(&[], 3, &mut out);
        assert_eq!(out, [0.0; 3]);
    }
}
