//! Taps of both thumbs since a piece came under control.

use crate::rules::Pad;

use super::{SIDEWAYS, TURNS};

/// Number and timing of one thumb's taps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Taps {
    /// Number of taps.
    pub count: u16,
    /// Number of frames from the first tap to the most recent frame; 0 without any tap.
    pub frames: u16,
    /// Number of frames from the last tap to the most recent frame; 0 without any tap.
    pub rested: u16,
}

/// Taps of both thumbs since the piece came under control. A new piece starts with no taps, even if buttons are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Thumbs {
    /// The thumb of Left and Right.
    pub sideways: Taps,
    /// The thumb of A and B.
    pub turns: Taps,
}

impl Thumbs {
    /// Returns the taps after one more frame with the piece under control. `pad` holds the buttons of that frame.
    pub const fn after(self, pad: Pad) -> Thumbs {
        Thumbs {
            sideways: self.sideways.after(pad.new.has(SIDEWAYS)),
            turns: self.turns.after(pad.new.has(TURNS)),
        }
    }
}

impl Taps {
    /// Returns the taps after one more frame. `taps` is true if the thumb taps in it.
    pub(super) const fn after(self, taps: bool) -> Taps {
        Taps {
            count: self.count.saturating_add(taps as u16),
            frames: match self.count {
                0 => 0,
                _ => self.frames.saturating_add(1),
            },
            rested: match self.count == 0 || taps {
                true => 0,
                false => self.rested.saturating_add(1),
            },
        }
    }
}
