//! Pitches with their names and frequencies.

/// Pitch as a number of semitones in equal temperament. 69 is a4, 440 Hz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pitch(pub u8);

/// Frequencies of the octave from c8 in hertz. They are listed because computed powers differ in their last bits
/// between machines.
const OCTAVE_8: [f64; 12] = [
    4_186.009_045,
    4_434.922_096,
    4_698.636_287,
    4_978.031_740,
    5_274.040_911,
    5_587.651_703,
    5_919.910_763,
    6_271.926_976,
    6_644.875_161,
    7_040.0,
    7_458.620_184,
    7_902.132_820,
];

impl Pitch {
    /// Returns the pitch of a letter a-g, raised or lowered by `semitones`, in an octave 1-8.
    pub fn new(letter: char, semitones: i8, octave: u8) -> Option<Pitch> {
        let number = class_of(letter)? + semitones + 12 * (octave as i8 + 1);
        Some(Pitch(u8::try_from(number).ok()?))
    }

    /// Returns the pitch class, 0-11; 0 is c.
    pub const fn class(self) -> u8 {
        self.0 % 12
    }

    /// Returns the frequency in hertz.
    pub fn hertz(self) -> f64 {
        let octave = i32::from(self.0 / 12) - 1;
        let halvings = (8 - octave).max(0) as u32;
        OCTAVE_8[usize::from(self.class())] / (1_u64 << halvings) as f64
    }
}

/// Returns the number of semitones of a letter above c.
pub(super) fn class_of(letter: char) -> Option<i8> {
    Some(match letter {
        'c' => 0,
        'd' => 2,
        'e' => 4,
        'f' => 5,
        'g' => 7,
        'a' => 9,
        'b' => 11,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a4_is_440_hertz_and_octaves_double() {
        let pitch = |letter, semitones, octave| Pitch::new(letter, semitones, octave).unwrap();
        assert_eq!(pitch('a', 0, 4).hertz(), 440.0);
        assert_eq!(pitch('a', 0, 1).hertz(), 55.0);
        assert!((pitch('c', 0, 4).hertz() - 261.625_565).abs() < 1e-5);
        assert_eq!(pitch('b', 1, 3), pitch('c', 0, 4));
        assert_eq!(pitch('f', 1, 5), pitch('g', -1, 5));
    }
}
