//! Musical keys: the notes that a tune may use without the mark `!`.

use super::pitch::{Pitch, class_of};

/// Key: a tonic and a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// Bit n is set if the key contains pitch class n.
    classes: u16,
}

/// Names of scales with their semitones above the tonic. The melodic minor contains both of its forms.
const SCALES: [(&str, &[u8]); 8] = [
    ("major", &[0, 2, 4, 5, 7, 9, 11]),
    ("minor", &[0, 2, 3, 5, 7, 8, 10]),
    ("harmonic", &[0, 2, 3, 5, 7, 8, 11]),
    ("melodic", &[0, 2, 3, 5, 7, 8, 9, 10, 11]),
    ("dorian", &[0, 2, 3, 5, 7, 9, 10]),
    ("phrygian", &[0, 1, 3, 5, 7, 8, 10]),
    ("lydian", &[0, 2, 4, 6, 7, 9, 11]),
    ("mixolydian", &[0, 2, 4, 5, 7, 9, 10]),
];

impl Key {
    /// Returns the key of a tonic such as `f#` and the name of a scale. `None` if either is unknown.
    pub(super) fn from_names(tonic: &str, scale: &str) -> Option<Key> {
        let mut letters = tonic.chars();
        let semitones = match (letters.clone().nth(1), tonic.chars().count()) {
            (None, _) => 0,
            (Some('#'), 2) => 1,
            (Some('b'), 2) => 11,
            _ => return None,
        };
        let tonic = class_of(letters.next()?)? as u8 + semitones;
        let (_, steps) = SCALES.iter().find(|(name, _)| *name == scale)?;
        let classes = steps
            .iter()
            .fold(0, |classes, step| classes | 1 << ((tonic + step) % 12));
        Some(Key { classes })
    }

    /// Returns whether the key contains the note.
    pub(super) const fn has(self, pitch: Pitch) -> bool {
        self.classes >> pitch.class() & 1 == 1
    }

    /// Returns the names of all scales, for a message.
    pub(super) fn scales() -> String {
        SCALES.map(|(name, _)| name).join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minor_has_the_white_keys_and_f_sharp_major_six_black_ones() {
        let white = Key::from_names("a", "minor").unwrap();
        let has = |key: Key| {
            (0..12)
                .filter(|&note| key.has(Pitch(note)))
                .collect::<Vec<u8>>()
        };
        assert_eq!(has(white), [0, 2, 4, 5, 7, 9, 11]);
        assert_eq!(
            has(Key::from_names("f#", "major").unwrap()),
            [1, 3, 5, 6, 8, 10, 11]
        );
        assert_eq!(Key::from_names("h", "minor"), None);
        assert_eq!(Key::from_names("a", "blue"), None);
        assert_eq!(Key::from_names("a#b", "major"), None);
    }
}
