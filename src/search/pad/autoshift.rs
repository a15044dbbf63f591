//! Hands that shift by autoshift (DAS). When a piece locks they already hold a direction, so that the next piece spawns
//! with it held.
//!
//! The console counts the frames in which a direction is held. It shifts the piece when the count reaches 16 (PAL 12)
//! and then every 6 (PAL 4) frames. The count carries over from piece to piece. If the last piece left it at 15, the
//! counter is charged, and a direction held at the spawn shifts the piece in its first frame. Source: `nes-rules` 5,
//! the disassembly's `shift_tetrimino`.
//!
//! Rules of these hands:
//! - From the lock of a piece until the next one appears, they hold Left, Right or neither, towards the target of the
//!   piece that NEXT shows. They may later choose another target, because the piece after that one is not visible yet.
//! - They hold the direction as long as it is useful, then release it. They may also hold it while a wall or the stack
//!   blocks the piece. The piece then shifts as soon as there is room, and they release the direction.
//! - They also make up to [`TAPS_MAX`] quick taps per piece. The interval between taps is that between autoshifts. A
//!   tap resets the counter. Turns are four frames apart.
//! - Before the final Down they hold the last direction until one frame before the counter would shift the piece, then
//!   release it. This charges the counter for the next piece.
//!
//! [`pad_locks`](super::pad_locks), [`pad_path`](super::pad_path()) and [`pad_reach`](super::pad_reach) are exact: they
//! start with the real counter and direction. [`PadMoves`](super::PadMoves), which finds the locks of future pieces,
//! assumes the usual case: a full charge and the right direction. Then the piece shifts in the first frame and in every
//! sixth frame after it. A thumb that taps every six frames reaches exactly these poses, so
//! [`PadMoves`](super::PadMoves) simulates such a thumb.

use crate::rules::{Buttons, Control, Region};

use super::SIDEWAYS;
use super::rhythm::TapPattern;

/// Maximum number of quick taps per piece in addition to autoshift. Players who rely on autoshift cannot make more for
/// long.
pub(super) const TAPS_MAX: u8 = 3;

/// Pattern of the taps of A and B: a tap in every fourth frame, 15 per second (PAL 12.5).
pub(super) const TURNS: TapPattern = TapPattern::even(4);

/// Returns the pattern of the quick taps of Left and Right in addition to autoshift.
pub(super) const fn taps_beside(region: Region) -> TapPattern {
    TapPattern::even(shift_frames(region))
}

/// Returns the number of frames between two shifts of a held direction. Quick taps have this interval too.
pub(super) const fn shift_frames(region: Region) -> u8 {
    region.autoshift_delay_frames() - region.autoshift_reload()
}

/// Grip of the thumb for Left and Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThumbGrip {
    /// The thumb holds no direction left over from before the spawn.
    Free,
    /// The thumb has held Left or Right since before the spawn.
    Holds(Buttons),
    /// Like [`ThumbGrip::Holds`], but the piece is blocked: it shifts as soon as there is room.
    Blocked(Buttons),
}

impl ThumbGrip {
    /// Returns the grip before the next frame. `held` contains the buttons of the last frame. Set `is_free` while Down
    /// must stay held, and after a tap: a direction in `held` is then none from before the spawn.
    pub(super) fn begin(held: Buttons, is_free: bool) -> ThumbGrip {
        match held.only(SIDEWAYS) {
            Buttons::LEFT | Buttons::RIGHT if !is_free => ThumbGrip::Holds(held.only(SIDEWAYS)),
            _ => ThumbGrip::Free,
        }
    }

    /// Returns whether both grips are equal.
    pub(super) const fn is(self, other: ThumbGrip) -> bool {
        match (self, other) {
            (ThumbGrip::Free, ThumbGrip::Free) => true,
            (ThumbGrip::Holds(one), ThumbGrip::Holds(other))
            | (ThumbGrip::Blocked(one), ThumbGrip::Blocked(other)) => one.bits() == other.bits(),
            _ => false,
        }
    }

    /// Returns the direction held, if any.
    pub(super) const fn held(self) -> Option<Buttons> {
        match self {
            ThumbGrip::Free => None,
            ThumbGrip::Holds(held) | ThumbGrip::Blocked(held) => Some(held),
        }
    }
}

/// Frames in which a held direction shifts the piece, if nothing blocks it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShiftFrames {
    first: usize,
    every: usize,
}

impl ShiftFrames {
    /// Returns the shifts for this state of the counter. Frame 0 is the next frame.
    pub(super) fn new(control: Control, region: Region) -> ShiftFrames {
        let frames = region.autoshift_delay_frames().saturating_sub(1);
        ShiftFrames {
            first: frames.saturating_sub(control.das).into(),
            every: shift_frames(region).into(),
        }
    }

    /// Returns whether a shift is due in this frame.
    pub(super) const fn are_due(self, frame: usize) -> bool {
        frame >= self.first && (frame - self.first).is_multiple_of(self.every)
    }
}
