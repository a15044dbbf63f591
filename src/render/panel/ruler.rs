//! Units in which panels are laid out.

use crate::menu::wrap_measured;
use crate::render::surface::Face;

/// Unit of lengths in a line of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthUnit {
    /// Letters of a terminal.
    Letters,
    /// Pixels of the text face.
    Pixels,
}

impl LengthUnit {
    /// Returns the width of a text.
    pub fn width(self, text: &str) -> usize {
        match self {
            LengthUnit::Letters => text.chars().count(),
            LengthUnit::Pixels => Face::Text.width(text),
        }
    }

    /// Returns the smallest gap between a label and its value, and between two words of a row.
    pub const fn gap(self) -> usize {
        match self {
            LengthUnit::Letters => 1,
            LengthUnit::Pixels => 6,
        }
    }

    /// Breaks a text into lines of at most `room`.
    ///
    /// # Panics
    ///
    /// If `room` is 0.
    pub fn wrap(self, text: &str, room: usize) -> Vec<String> {
        wrap_measured(text, room, |text| self.width(text))
    }
}
