//! Limit on tapping: taps that come too fast do nothing, so only autoshift moves pieces far.

use crate::rules::{Buttons, Pad, Region};

/// State of the current burst of taps.
///
/// A new burst begins with a piece's first tap, with a change of direction, with a tap after sixteen frames without
/// one, and with the sixteenth tap of a burst.
///
/// Source: TetrisGYM, `modes/hz.asm` and its option "DAS only".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct TapLimit {
    /// Number of taps in the burst so far.
    taps: u8,
    /// Number of frames since the first tap of the burst, and since its last tap.
    since_first: u8,
    since_last: u8,
    /// Direction of the burst.
    direction: Buttons,
    /// Number of frames until a refused tap takes effect if the player keeps holding it; 0 if no tap is refused.
    refused: u8,
}

/// Earliest frames, counted from the first tap of a burst, at which its second to ninth taps are accepted.
const NTSC_FRAMES: [u8; 8] = [4, 11, 18, 24, 30, 36, 42, 48];
const PAL_FRAMES: [u8; 8] = [3, 7, 12, 16, 20, 24, 28, 32];
/// Number of frames for which the game ignores a refused direction that is still held.
const REFUSED_FRAMES: u8 = 3;
const PAUSE_FRAMES: u8 = 16;
const BURST_TAPS: u8 = 16;
const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);

impl TapLimit {
    /// Resets the limit for the next piece.
    pub(super) fn begin_piece(&mut self) {
        *self = TapLimit::default();
    }

    /// Filters the pad in a frame of control. Returns the pad for the game, and whether the autoshift charge rises by
    /// an extra step.
    pub(super) fn frame(&mut self, pad: Pad, region: Region) -> (Pad, bool) {
        self.since_first = self.since_first.saturating_add(1);
        self.since_last = self.since_last.saturating_add(1);
        let without = Pad {
            held: pad.held.without(SIDEWAYS),
            new: pad.new.without(SIDEWAYS),
        };
        let tapped = pad.new.only(SIDEWAYS);
        if tapped.bits().count_ones() == 1 {
            if self.is_allowed(tapped, region) {
                self.refused = 0;
                return (pad, false);
            }
            self.refused = REFUSED_FRAMES;
            return (without, false);
        }
        if self.refused > 0 {
            if !pad.held.has(SIDEWAYS) {
                self.refused = 0;
                return (pad, false);
            }
            self.refused -= 1;
            if self.refused > 0 {
                return (without, false);
            }
            return (pad, true);
        }
        (pad, false)
    }

    /// Returns whether a tap is late enough, and if so counts it.
    fn is_allowed(&mut self, tapped: Buttons, region: Region) -> bool {
        let is_new = self.taps == 0
            || tapped != self.direction
            || self.since_last >= PAUSE_FRAMES
            || self.taps >= BURST_TAPS - 1;
        if is_new {
            (self.taps, self.since_first, self.since_last) = (1, 0, 0);
            self.direction = tapped;
            return true;
        }
        let frames = match region {
            Region::Ntsc => NTSC_FRAMES,
            Region::Pal => PAL_FRAMES,
        };
        let earliest = frames.get(usize::from(self.taps) - 1);
        let is_late = earliest.is_some_and(|&earliest| self.since_first >= earliest);
        if is_late {
            self.taps += 1;
            self.since_last = 0;
        }
        is_late
    }

    pub(super) const fn bytes(self) -> [u8; 5] {
        [
            self.taps,
            self.since_first,
            self.since_last,
            self.direction.bits(),
            self.refused,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the frames in which a tap to the left moves a piece. The button is released between taps.
    fn moves(frames: &[u32]) -> Vec<u32> {
        let mut limit = TapLimit::default();
        let last = *frames.last().unwrap();
        let mut pad = Pad::default();
        (0..=last)
            .filter(|frame| {
                let is_tapped = frames.contains(frame);
                pad.read(if is_tapped {
                    Buttons::LEFT
                } else {
                    Buttons::NONE
                });
                limit.frame(pad, Region::Ntsc).0.new.has(Buttons::LEFT)
            })
            .collect()
    }

    #[test]
    fn taps_as_fast_as_rolling_fingers_do_nothing() {
        assert_eq!(moves(&[10, 12, 14, 16]), [10, 14]);
        assert_eq!(moves(&[10, 14, 21, 28]), [10, 14, 21, 28]);
        // A pause between taps starts another burst.
        assert_eq!(moves(&[10, 26]), [10, 26]);
    }

    #[test]
    fn a_refused_held_direction_acts_after_three_frames() {
        let mut limit = TapLimit::default();
        let mut pad = Pad::default();
        let held = [0, 1, 0, 1, 1, 1, 1, 1].map(|held| held == 1);
        let seen = held.map(|held| {
            pad.read(if held { Buttons::LEFT } else { Buttons::NONE });
            let (pad, twice) = limit.frame(pad, Region::Ntsc);
            (pad.held.has(Buttons::LEFT), twice)
        });
        let nothing = (false, false);
        assert_eq!(seen[1..4], [(true, false), nothing, nothing]);
        assert_eq!(seen[4..], [nothing, nothing, (true, true), (true, false)]);
    }
}
