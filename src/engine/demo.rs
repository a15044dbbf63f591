//! The demo that the title screen starts if nobody presses Start.
//!
//! The cartridge plays a recorded game on level 0 with pieces from a list. This demo works in the same way, with its
//! own list and game: see [`list`].

mod list;

use crate::rules::{Buttons, Pad, Piece, StateHash};

use list::{INPUTS, PIECES};

/// Returns piece number `used` of the demo, from 0. The list wraps around.
pub(super) const fn piece(used: u8) -> Piece {
    PIECES[used as usize % PIECES.len()]
}

/// Player of the cartridge's demo: replays recorded inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Demo {
    /// Index of the current input in [`INPUTS`].
    place: u16,
    /// Number of frames of the current input played so far.
    frame: u8,
    held: Buttons,
}

/// Result of a frame of the demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DemoFrame {
    /// The demo holds these buttons.
    Plays(Pad),
    /// The demo is over, or Start was pressed.
    Ends,
}

impl Demo {
    /// Returns the pad that the demo holds in this frame. Start, pressed alone, ends the demo; other real buttons are
    /// ignored.
    pub(super) fn frame(&mut self, real: Buttons) -> DemoFrame {
        if real.without(self.held) == Buttons::START {
            return DemoFrame::Ends;
        }
        let Some(&(bits, frames)) = INPUTS.get(usize::from(self.place)) else {
            return DemoFrame::Ends;
        };
        let held = Buttons::from_bits(bits);
        self.frame += 1;
        if self.frame == frames {
            self.frame = 0;
            self.place += 1;
        }
        let new = held.without(self.held);
        self.held = held;
        DemoFrame::Plays(Pad { held, new })
    }

    /// Adds the position in the demo to a state hash.
    pub(super) fn hash_into(self, hash: &mut StateHash) {
        hash.bytes(&self.place.to_le_bytes());
        hash.bytes(&[self.frame, self.held.bits()]);
    }
}
