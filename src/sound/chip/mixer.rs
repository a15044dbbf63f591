//! Nonlinear mixer of the four channels.

use super::CHANNELS;

/// Full scale of the output: the value for 1.0.
const ONE: f32 = 32_768.0;

/// State of the mixer: the levels that it mixed last, and the volume of each channel.
#[derive(Clone, Debug)]
pub(super) struct Mixer {
    /// Volume of each channel; 1 is the console's.
    pub(super) gains: [f32; CHANNELS],
    levels: [u8; CHANNELS],
    mixed_gains: [f32; CHANNELS],
    mixed: i32,
}

impl Default for Mixer {
    fn default() -> Mixer {
        Mixer {
            gains: [1.0; CHANNELS],
            levels: [0; CHANNELS],
            mixed_gains: [1.0; CHANNELS],
            mixed: 0,
        }
    }
}

impl Mixer {
    /// Returns the change of the output if the channels now have `levels`. `None` if the output does not change.
    pub(super) fn step_to(&mut self, levels: [u8; CHANNELS]) -> Option<i32> {
        if levels == self.levels && self.gains == self.mixed_gains {
            return None;
        }
        self.levels = levels;
        self.mixed_gains = self.gains;
        let [pulse1, pulse2, triangle, noise] =
            [0, 1, 2, 3].map(|channel| f32::from(levels[channel]) * self.gains[channel]);
        let mixed = ((pulses(pulse1 + pulse2) + others(triangle, noise)) * ONE) as i32;
        let step = mixed - self.mixed;
        self.mixed = mixed;
        (step != 0).then_some(step)
    }
}

/// Returns the output of both pulses, 0 to about 0.26.
///
/// Source: NESdev wiki, "APU Mixer".
fn pulses(sum: f32) -> f32 {
    if sum == 0.0 {
        return 0.0;
    }
    95.88 / (8_128.0 / sum + 100.0)
}

/// Returns the output of triangle and noise, 0 to about 0.43.
///
/// Source: NESdev wiki, "APU Mixer".
fn others(triangle: f32, noise: f32) -> f32 {
    let sum = triangle / 8_227.0 + noise / 12_241.0;
    if sum == 0.0 {
        return 0.0;
    }
    159.79 / (1.0 / sum + 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_pulses_together_are_less_than_twice_one() {
        let mut mixer = Mixer::default();
        let one = mixer.step_to([15, 0, 0, 0]).unwrap();
        let other = mixer.step_to([15, 15, 0, 0]).unwrap();
        assert_eq!((one, other), (4_894, 3_575));
        assert_eq!(mixer.step_to([15, 15, 0, 0]), None);
        assert_eq!(mixer.step_to([0; 4]), Some(-(one + other)));
    }

    #[test]
    fn a_channel_without_gain_is_not_heard() {
        let mut mixer = Mixer {
            gains: [0.0, 1.0, 1.0, 1.0],
            ..Mixer::default()
        };
        assert_eq!(mixer.step_to([15, 0, 0, 0]), None);
    }
}
