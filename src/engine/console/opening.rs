//! The frames between two screens.

use crate::rules::StateHash;

/// What is left of the time in which a screen is loaded.
///
/// Loading a screen takes four vertical blanks: after the first the picture and the interrupt go
/// off, and after the third the picture comes back. A screen with much to load keeps the
/// interrupt off over one vertical blank, which is then lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// Frames left.
    left: u8,
    /// How many of them are lost.
    lost: u8,
    /// Frames left when the last of these is over.
    lost_end: u8,
}

impl Opening {
    /// Nothing is being loaded.
    pub(super) const NONE: Opening = Opening {
        left: 0,
        lost: 0,
        lost_end: 0,
    };
    /// A screen in four frames.
    pub(super) const SCREEN: Opening = Opening {
        left: 4,
        lost: 0,
        lost_end: 3,
    };
    /// A screen with the high score table: one frame more, which is lost.
    pub(super) const LONG_SCREEN: Opening = Opening {
        left: 5,
        lost: 1,
        lost_end: 3,
    };
    /// From power-on to the legal screen: five frames are lost before the interrupt is on, then
    /// memory is cleared in four, then the screen is loaded.
    pub(super) const POWER_ON: Opening = Opening {
        left: 13,
        lost: 5,
        lost_end: 8,
    };

    /// The same after so many frames in which nothing happens.
    pub(super) const fn after(self, frames: u8) -> Opening {
        Opening {
            left: self.left + frames,
            ..self
        }
    }

    /// One frame passes; whether it has an interrupt.
    pub(super) const fn frame(&mut self) -> bool {
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        let is_lost = self.left >= self.lost_end && self.left < self.lost_end + self.lost;
        if self.left == 0 {
            *self = Opening::NONE;
        }
        !is_lost
    }

    /// Frames left.
    pub(super) const fn left(self) -> u8 {
        self.left
    }

    /// Whether the screen is black in this frame.
    pub(super) const fn is_blank(self) -> bool {
        self.left > 1
    }

    pub(super) fn hash_into(self, hash: &mut StateHash) {
        hash.bytes(&[self.left, self.lost, self.lost_end]);
    }
}
