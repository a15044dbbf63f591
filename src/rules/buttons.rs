//! The eight buttons of a pad, and the game's view of them in one frame.

use std::fmt;
use std::ops::BitOr;
use std::str::FromStr;

use super::sanitize::plain;

/// Set of buttons of one pad.
///
/// The bits are the cartridge's: Right is bit 0, then Left, Down, Up, Start, Select, B, A. Movies write them in this
/// order as the letters `RLDUTSBA`.
///
/// Source: the disassembly's button constants; FCEUX, "FM2 file format".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Buttons(u8);

impl Buttons {
    /// The empty set.
    pub const NONE: Buttons = Buttons(0);
    /// Right.
    pub const RIGHT: Buttons = Buttons(0x01);
    /// Left.
    pub const LEFT: Buttons = Buttons(0x02);
    /// Down.
    pub const DOWN: Buttons = Buttons(0x04);
    /// Up.
    pub const UP: Buttons = Buttons(0x08);
    /// Start, letter `T` in movies.
    pub const START: Buttons = Buttons(0x10);
    /// Select, letter `S` in movies.
    pub const SELECT: Buttons = Buttons(0x20);
    /// B.
    pub const B: Buttons = Buttons(0x40);
    /// A.
    pub const A: Buttons = Buttons(0x80);

    /// Letters of the buttons in a movie, from bit 0.
    pub const LETTERS: [char; 8] = ['R', 'L', 'D', 'U', 'T', 'S', 'B', 'A'];

    /// Returns the set with these bits, in the layout described on the type.
    #[inline]
    pub const fn from_bits(bits: u8) -> Buttons {
        Buttons(bits)
    }

    /// Returns the bits of the set, in the layout described on the type.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the union of both sets.
    #[inline]
    pub const fn with(self, other: Buttons) -> Buttons {
        Buttons(self.0 | other.0)
    }

    /// Returns the set without the buttons in `other`.
    #[inline]
    pub const fn without(self, other: Buttons) -> Buttons {
        Buttons(self.0 & !other.0)
    }

    /// Returns the intersection of both sets.
    #[inline]
    pub const fn only(self, other: Buttons) -> Buttons {
        Buttons(self.0 & other.0)
    }

    /// Swaps Left with Right, Up with Down, Start with Select, and A with B.
    ///
    /// Source: TetrisGYM's option "goofy foot".
    #[must_use]
    pub const fn changed_over(self) -> Buttons {
        // The two buttons of each pair are neighbouring bits.
        Buttons((self.0 & 0x55) << 1 | (self.0 & 0xAA) >> 1)
    }

    /// Returns whether the sets share a button.
    #[inline]
    pub const fn has(self, other: Buttons) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitOr for Buttons {
    type Output = Buttons;

    fn bitor(self, other: Buttons) -> Buttons {
        self.with(other)
    }
}

/// Writes eight characters: the letter of each button in the set, and `.` for the others.
impl fmt::Display for Buttons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (bit, letter) in Buttons::LETTERS.into_iter().enumerate() {
            let held = self.0 >> bit & 1 == 1;
            write!(f, "{}", if held { letter } else { '.' })?;
        }
        Ok(())
    }
}

/// A letter that is not the letter of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a button; allowed: R L D U T S B A, where T is Start and S is Select", plain(&.0.to_string()))]
pub struct UnknownButton(pub char);

/// Reads letters in any order; `.`, `-` and spaces stand for no button.
impl FromStr for Buttons {
    type Err = UnknownButton;

    fn from_str(text: &str) -> Result<Buttons, UnknownButton> {
        let mut buttons = Buttons::NONE;
        for letter in text.chars() {
            match Buttons::LETTERS.iter().position(|&known| known == letter) {
                Some(bit) => buttons.0 |= 1 << bit,
                None if ['.', '-', ' '].contains(&letter) => {}
                None => return Err(UnknownButton(letter)),
            }
        }
        Ok(buttons)
    }
}

/// Pad as the game sees it in one frame: the buttons held, and those newly pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Pad {
    /// Buttons held at the last reading.
    pub held: Buttons,
    /// Held buttons that were up at the previous reading.
    pub new: Buttons,
}

impl Pad {
    /// Reads the pad for the next frame.
    #[inline]
    pub const fn read(&mut self, held: Buttons) {
        self.new = held.without(self.held);
        self.held = held;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_are_written_as_movies_write_them() {
        let all = "RLDUTSBA".parse::<Buttons>().unwrap();
        assert_eq!(all.bits(), 0xFF);
        assert_eq!((Buttons::A | Buttons::RIGHT).to_string(), "R......A");
        assert_eq!("A-R".parse(), Ok(Buttons::A | Buttons::RIGHT));
        assert_eq!("X".parse::<Buttons>(), Err(UnknownButton('X')));
    }

    #[test]
    fn a_button_is_new_in_one_reading_only() {
        let mut pad = Pad::default();
        pad.read(Buttons::LEFT);
        pad.read(Buttons::LEFT | Buttons::A);
        assert_eq!(pad.new, Buttons::A);
        pad.read(Buttons::LEFT | Buttons::A);
        assert!(pad.new.is_empty());
    }
}
