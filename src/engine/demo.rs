//! The demo that the title screen begins when nobody presses Start.
//!
//! The cartridge plays a recorded game on level 0 with pieces from a list. So does this one, with a
//! list and a game of its own, see [`list`].

mod list;

use crate::rules::{Buttons, Pad, Piece, StateHash};

use list::{INPUTS, PIECES};

/// The piece number `used` of the demo; the list goes round.
pub(super) const fn piece(used: u8) -> Piece {
    PIECES[used as usize % PIECES.len()]
}

/// The seat that plays the demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Demo {
    /// Place in the inputs.
    place: u16,
    /// Frames of that input played.
    frame: u8,
    held: Buttons,
}

/// What the demo does in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DemoFrame {
    /// These buttons.
    Plays(Pad),
    /// Nothing more: it is over, or Start was pressed.
    Ends,
}

impl Demo {
    /// The pad of a frame. Of the real buttons only Start, pressed alone, is looked at.
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

    /// Adds the place in the demo to a fingerprint.
    pub(super) fn hash_into(self, hash: &mut StateHash) {
        hash.bytes(&self.place.to_le_bytes());
        hash.bytes(&[self.frame, self.held.bits()]);
    }
}
