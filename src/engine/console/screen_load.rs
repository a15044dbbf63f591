//! Loading time between two screens.

use crate::rules::StateHash;

/// Remaining time of a loading screen.
///
/// Loading a screen takes four vertical blanks. After the first, the display and the interrupt are switched off; after
/// the third, the display is switched on. If a screen has much to load, the interrupt is off over one more vertical
/// blank, which is then lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScreenLoad {
    /// Number of frames left until the screen has loaded.
    left: u8,
    /// Number of frames without interrupt among the frames left.
    lost: u8,
    /// Number of frames left after the last frame without interrupt.
    lost_end: u8,
}

impl ScreenLoad {
    /// Nothing is being loaded.
    pub(super) const NONE: ScreenLoad = ScreenLoad {
        left: 0,
        lost: 0,
        lost_end: 0,
    };
    /// A screen that loads in four frames.
    pub(super) const SCREEN: ScreenLoad = ScreenLoad {
        left: 4,
        lost: 0,
        lost_end: 3,
    };
    /// A screen with the high score table: one more frame, which is lost.
    pub(super) const LONG_SCREEN: ScreenLoad = ScreenLoad {
        left: 5,
        lost: 1,
        lost_end: 3,
    };
    /// From power-on to the legal screen: five frames are lost before the interrupt is on, four clear the memory, and
    /// four load the screen.
    pub(super) const POWER_ON: ScreenLoad = ScreenLoad {
        left: 13,
        lost: 5,
        lost_end: 8,
    };

    /// Returns this loading time with `frames` idle frames before it.
    pub(super) const fn after(self, frames: u8) -> ScreenLoad {
        ScreenLoad {
            left: self.left + frames,
            ..self
        }
    }

    /// Advances by one frame and returns whether the frame has an interrupt.
    pub(super) const fn frame(&mut self) -> bool {
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        let is_lost = self.left >= self.lost_end && self.left < self.lost_end + self.lost;
        if self.left == 0 {
            *self = ScreenLoad::NONE;
        }
        !is_lost
    }

    /// Returns the number of frames left.
    pub(super) const fn left(self) -> u8 {
        self.left
    }

    /// Returns whether the screen is black in this frame.
    pub(super) const fn is_blank(self) -> bool {
        self.left > 1
    }

    pub(super) fn hash_into(self, hash: &mut StateHash) {
        hash.bytes(&[self.left, self.lost, self.lost_end]);
    }
}
