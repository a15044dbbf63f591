//! What both thumbs have done since a piece came under control.

use crate::rules::Pad;

use super::{SIDEWAYS, TURNS};

/// What one thumb has tapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Taps {
    /// How many taps.
    pub count: u16,
    /// Frames after that of the first one, up to the last frame; 0 without any.
    pub frames: u16,
    /// Frames after that of the last one, up to the last frame; 0 without any.
    pub rested: u16,
}

/// What both thumbs have tapped since the piece came under control. A new one begins with nothing,
/// whatever is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Thumbs {
    /// The thumb of Left and Right.
    pub sideways: Taps,
    /// The thumb of A and B.
    pub turns: Taps,
}

impl Thumbs {
    /// The thumbs after one more frame with the piece under control, its buttons having been read
    /// as `pad`.
    pub const fn after(self, pad: Pad) -> Thumbs {
        Thumbs {
            sideways: self.sideways.after(pad.new.has(SIDEWAYS)),
            turns: self.turns.after(pad.new.has(TURNS)),
        }
    }
}

impl Taps {
    /// The same thumb after one more frame.
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
