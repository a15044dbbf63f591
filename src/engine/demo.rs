//! The demo that the title screen begins when nobody presses Start.
//!
//! The cartridge plays a recorded game on level 0 with pieces from a list. This one has its own
//! list and its own inputs: squares that fill row after row.

use crate::rules::{Buttons, Pad, Piece, StateHash};

/// The piece number `used` of the demo; the list goes round.
pub(super) const fn piece(_used: u8) -> Piece {
    Piece::O
}

/// Where the pieces of a round go: buttons to tap, and how often.
const ROUND: [(Buttons, u8); 5] = [
    (Buttons::LEFT, 4),
    (Buttons::RIGHT, 4),
    (Buttons::LEFT, 2),
    (Buttons::RIGHT, 2),
    (Buttons::NONE, 0),
];
/// How many rounds the demo lasts.
const ROUNDS: u8 = 12;
/// Frames a tap lasts, and the time until the next one.
const TAP_FRAMES: u8 = 5;
/// Frames before the first tap of a piece.
const LOOK_FRAMES: u8 = 28;
/// Frames Down is held for a piece; long enough to reach the floor.
const PUSH_FRAMES: u8 = 44;
/// Frames nothing is held after that, so that the next piece appears and Down is new again.
const REST_FRAMES: u8 = 26;

/// The seat that plays the demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Demo {
    round: u8,
    place: u8,
    /// Frames since the present piece's part began.
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
        if real.without(self.held) == Buttons::START || self.round == ROUNDS {
            return DemoFrame::Ends;
        }
        let (tapped, taps) = ROUND[usize::from(self.place)];
        let push_from = LOOK_FRAMES + 2 * TAP_FRAMES * taps;
        let held = match self.frame.checked_sub(LOOK_FRAMES) {
            Some(since) if self.frame < push_from => {
                if (since / TAP_FRAMES).is_multiple_of(2) {
                    tapped
                } else {
                    Buttons::NONE
                }
            }
            Some(_) if self.frame < push_from + PUSH_FRAMES => Buttons::DOWN,
            _ => Buttons::NONE,
        };
        self.frame += 1;
        if self.frame == push_from + PUSH_FRAMES + REST_FRAMES {
            self.frame = 0;
            self.place += 1;
            if usize::from(self.place) == ROUND.len() {
                self.place = 0;
                self.round += 1;
            }
        }
        let new = held.without(self.held);
        self.held = held;
        DemoFrame::Plays(Pad { held, new })
    }

    /// Adds the place in the demo to a fingerprint.
    pub(super) fn hash_into(self, hash: &mut StateHash) {
        hash.bytes(&[self.round, self.place, self.frame, self.held.bits()]);
    }
}
