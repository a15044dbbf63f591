//! The hands that hold a pad: how fast they tap, and how soon they begin.

use crate::rules::Region;

/// How fast someone taps and reacts.
///
/// Left and Right are tapped by one thumb, A and B by the other; each thumb is judged alone. A tap
/// lasts one frame. From any tap on, the k-th one after it comes at least `frames · k / tap_hz`
/// frames later, rounded down, `frames` being those of a second; and a thumb is up for at least
/// one frame between two taps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    tap_hz: u8,
    reaction_frames: u8,
}

/// No such hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandError {
    /// Too slow or too fast.
    #[error("tap_hz={0}; allowed: 1 to {max}", max = Hand::TAP_HZ_MAX)]
    TapHz(u64),
    /// Too late.
    #[error("reaction={0}; allowed: 0 to {max} frames", max = Hand::REACTION_FRAMES_MAX)]
    Reaction(u64),
}

impl Hand {
    /// The most taps of a thumb in a second: one in every second frame.
    pub const TAP_HZ_MAX: u8 = 30;
    /// The longest reaction time, in frames.
    pub const REACTION_FRAMES_MAX: u8 = 60;
    /// The fastest hand, which reacts at once.
    pub const FASTEST: Hand = Hand {
        tap_hz: Hand::TAP_HZ_MAX,
        reaction_frames: 0,
    };

    /// A hand with so many taps of a thumb a second (1-30) that presses nothing in the first
    /// `reaction_frames` (0-60) frames.
    ///
    /// # Errors
    /// [`HandError`] names the first value that is not allowed.
    pub const fn new(tap_hz: u64, reaction_frames: u64) -> Result<Hand, HandError> {
        if tap_hz == 0 || tap_hz > Hand::TAP_HZ_MAX as u64 {
            return Err(HandError::TapHz(tap_hz));
        }
        if reaction_frames > Hand::REACTION_FRAMES_MAX as u64 {
            return Err(HandError::Reaction(reaction_frames));
        }
        Ok(Hand {
            tap_hz: tap_hz as u8,
            reaction_frames: reaction_frames as u8,
        })
    }

    /// Taps of a thumb in a second.
    pub const fn tap_hz(self) -> u8 {
        self.tap_hz
    }

    /// Frames from the first control tick in which nothing is pressed.
    pub const fn reaction_frames(self) -> u8 {
        self.reaction_frames
    }
}

impl Default for Hand {
    fn default() -> Hand {
        Hand::FASTEST
    }
}

/// The pace of a thumb, in units of which a frame has `frame` and a tap costs `tap`.
///
/// A thumb is a debt of units: a tap adds `tap`, a frame takes `frame` away, and the thumb may tap
/// while less than one frame's worth is owed. So rates that do not divide the frames of a second
/// stay exact: the part of a frame that is still owed goes on to the next tap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    frame: u8,
    tap: u8,
}

impl Pace {
    pub(super) const fn new(hand: Hand, region: Region) -> Pace {
        let second = match region {
            Region::Ntsc => 60,
            Region::Pal => 50,
        };
        let frame = hand.tap_hz;
        // Up for a frame between two taps.
        let tap = if second < 2 * frame {
            2 * frame
        } else {
            second
        };
        let unit = greatest_common_divisor(tap, frame);
        Pace {
            frame: frame / unit,
            tap: tap / unit,
        }
    }

    /// How many different debts there are before a frame: 0 to this minus one.
    pub(super) const fn debts(self) -> usize {
        self.tap as usize
    }

    /// The debt of a thumb that tapped in the frame before.
    pub(super) const fn just_tapped(self) -> u8 {
        self.tap - self.frame
    }

    #[inline]
    pub(super) const fn may_tap(self, debt: u8) -> bool {
        debt < self.frame
    }

    /// The debt before the next frame.
    #[inline]
    pub(super) const fn after(self, debt: u8, taps: bool) -> u8 {
        if taps {
            debt + self.just_tapped()
        } else {
            debt.saturating_sub(self.frame)
        }
    }

    /// Whether nothing is owed any more after three frames.
    #[inline]
    pub(super) const fn is_free_after_three(self, debt: u8) -> bool {
        debt as u16 <= 3 * self.frame as u16
    }
}

const fn greatest_common_divisor(a: u8, b: u8) -> u8 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames of the first six taps of a thumb that taps whenever it may.
    fn taps(tap_hz: u64, region: Region) -> Vec<u32> {
        let pace = Pace::new(Hand::new(tap_hz, 0).unwrap(), region);
        let mut debt = 0;
        let mut frames = Vec::new();
        for frame in 0.. {
            let taps = pace.may_tap(debt);
            debt = pace.after(debt, taps);
            assert!(usize::from(debt) < pace.debts());
            if taps {
                frames.push(frame);
            }
            if frames.len() == 6 {
                break;
            }
        }
        frames
    }

    #[test]
    fn taps_come_at_multiples_of_the_rate_rounded_down() {
        assert_eq!(taps(30, Region::Ntsc), [0, 2, 4, 6, 8, 10]);
        assert_eq!(taps(20, Region::Ntsc), [0, 3, 6, 9, 12, 15]);
        assert_eq!(taps(13, Region::Ntsc), [0, 4, 9, 13, 18, 23]);
        assert_eq!(taps(29, Region::Ntsc), [0, 2, 4, 6, 8, 10]);
        assert_eq!(taps(12, Region::Pal), [0, 4, 8, 12, 16, 20]);
        assert_eq!(taps(11, Region::Pal), [0, 4, 9, 13, 18, 22]);
    }

    #[test]
    fn a_thumb_is_up_for_a_frame_between_two_taps() {
        assert_eq!(taps(30, Region::Pal), [0, 2, 4, 6, 8, 10]);
    }

    #[test]
    fn a_rest_saves_no_taps_up() {
        let pace = Pace::new(Hand::new(10, 0).unwrap(), Region::Ntsc);
        let mut debt = pace.after(0, true);
        for _ in 0..100 {
            debt = pace.after(debt, false);
        }
        assert_eq!(pace.after(debt, true), pace.just_tapped());
    }

    #[test]
    fn impossible_hands_are_refused() {
        assert_eq!(Hand::new(0, 0), Err(HandError::TapHz(0)));
        assert_eq!(Hand::new(31, 0), Err(HandError::TapHz(31)));
        assert_eq!(Hand::new(30, 61), Err(HandError::Reaction(61)));
    }
}
