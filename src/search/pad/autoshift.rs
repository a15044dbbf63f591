//! Hands that shift by autoshift (DAS): a direction is held from the lock of a piece on, and the next
//! one comes with it.
//!
//! In plain words: the console counts the frames in which a direction is held, and shifts at 16
//! (PAL 12) and then every 6 (PAL 4) frames. The count is kept from piece to piece, so that it is
//! charged already if the last piece left it at 15; then the direction that is held when the piece
//! appears shifts it in its first frame. Source: `nes-rules` 5, the disassembly's `shift_tetrimino`.
//!
//! What these hands do:
//! - They hold Left or Right, or neither, from the lock of a piece until the next one appears:
//!   towards where it is meant to go, NEXT being seen. What the piece after it is shows later, so now
//!   and then it goes elsewhere.
//! - The direction is held on as long as it is wanted, then let go; at the wall or at the stack it may
//!   be held too, and shifts as soon as there is room, after which it is let go.
//! - Beside that there are up to [`TAPS_MAX`] quick taps for a piece, as far apart as its shifts; a tap
//!   empties the counter. Turns are four frames apart.
//! - Before Down is held at last, the direction last pressed is held on until the counter is one
//!   frame from a shift, and then let go: this charges it for the next piece.
//!
//! Exact are [`pad_locks`](super::pad_locks), [`pad_path`](super::pad_path) and
//! [`pad_reach`](super::pad_reach): they begin with the counter and the direction that are there. The
//! quick sets of [`PadMoves`](super::PadMoves), which are asked for pieces to come, take the usual for
//! granted: a full charge, and the direction that is needed. Then there is a shift in the first frame
//! and in every sixth one after, which is what a thumb does that taps so; so they are those of such a
//! thumb.

use crate::rules::{Buttons, Control, Region};

use super::SIDEWAYS;
use super::rhythm::TapPattern;

/// How many quick taps there are for a piece, beside what autoshift does: more is no way to play for
/// long for those who do not tap.
pub(super) const TAPS_MAX: u8 = 3;

/// How A and B are tapped: every fourth frame, 15 times a second (PAL 12.5).
pub(super) const TURNS: TapPattern = TapPattern::even(4);

/// How Left and Right are tapped beside what autoshift does.
pub(super) const fn taps_beside(region: Region) -> TapPattern {
    TapPattern::even(shift_frames(region))
}

/// Frames between two shifts of a direction that is held, and between two taps.
pub(super) const fn shift_frames(region: Region) -> u8 {
    region.autoshift_delay_frames() - region.autoshift_reload()
}

/// The thumb of Left and Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grip {
    /// It holds nothing since before the piece came.
    Free,
    /// It holds Left, or Right if so, since then.
    Holds(Buttons),
    /// It does, and something was in the way: the piece shifts as soon as that ends.
    Blocked(Buttons),
}

impl Grip {
    /// The grip before the coming frame, if this was held in the last one; `is_free` if Down has to
    /// be held on, or if the thumb has tapped since the piece came.
    pub(super) fn begin(held: Buttons, is_free: bool) -> Grip {
        match held.only(SIDEWAYS) {
            Buttons::LEFT | Buttons::RIGHT if !is_free => Grip::Holds(held.only(SIDEWAYS)),
            _ => Grip::Free,
        }
    }

    /// Whether both are the same.
    pub(super) const fn is(self, other: Grip) -> bool {
        match (self, other) {
            (Grip::Free, Grip::Free) => true,
            (Grip::Holds(one), Grip::Holds(other)) | (Grip::Blocked(one), Grip::Blocked(other)) => {
                one.bits() == other.bits()
            }
            _ => false,
        }
    }

    /// The direction that is held.
    pub(super) const fn held(self) -> Option<Buttons> {
        match self {
            Grip::Free => None,
            Grip::Holds(held) | Grip::Blocked(held) => Some(held),
        }
    }
}

/// When a direction that is held shifts, if nothing is in its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifts {
    first: usize,
    every: usize,
}

impl Shifts {
    /// Those of a counter as it is before the coming frame, number 0.
    pub(super) fn new(control: Control, region: Region) -> Shifts {
        let frames = region.autoshift_delay_frames().saturating_sub(1);
        Shifts {
            first: frames.saturating_sub(control.das).into(),
            every: shift_frames(region).into(),
        }
    }

    /// Whether there is one in that frame.
    pub(super) const fn are_due(self, frame: usize) -> bool {
        frame >= self.first && (frame - self.first).is_multiple_of(self.every)
    }
}
