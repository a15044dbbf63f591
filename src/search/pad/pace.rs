//! The pace of a thumb: when it may tap again.

use crate::rules::Region;

use super::hand::Hand;
use super::taps::Taps;

/// Frames of a second.
const fn second(region: Region) -> u32 {
    match region {
        Region::Ntsc => 60,
        Region::Pal => 50,
    }
}

/// The pace of a steady thumb, in units of which a frame has `frame` and a tap costs `tap`.
///
/// A thumb is a debt of units: a tap adds `tap`, a frame takes `frame` away, and the thumb may tap
/// while less than one frame's worth is owed. A rest saves nothing up.
///
/// A unit is a frame or half a frame, so that few debts are possible. The time between two taps is
/// rounded up to that, unless rounding down allows nothing that is not allowed: 13.3 taps a second
/// come every 4½ frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    frame: u8,
    tap: u8,
}

impl Pace {
    /// Up to here taps in a row are known to keep the exact rule.
    pub(super) const TAPS: u32 = 44;

    pub(super) const fn new(hand: Hand, region: Region) -> Pace {
        let (second, rate) = (100 * second(region), hand.tap_hz().hundredths() as u32);
        let mut halves = 2 * second / rate;
        let mut k = 1;
        while k < Pace::TAPS {
            if k * halves / 2 < k * second / rate {
                halves += 1;
                break;
            }
            k += 1;
        }
        // Up for a frame between two taps.
        if halves < 4 {
            halves = 4;
        }
        let (tap, frame) = if halves.is_multiple_of(2) {
            (halves / 2, 1)
        } else {
            (halves, 2)
        };
        Pace {
            frame,
            tap: tap as u8,
        }
    }

    /// How many different debts there are before a frame: 0 to this minus one.
    pub(super) const fn debts(self) -> usize {
        self.tap as usize
    }

    /// Units of a frame.
    pub(super) const fn frame(self) -> u8 {
        self.frame
    }

    #[inline(always)]
    pub(super) const fn may_tap(self, debt: u8) -> bool {
        debt < self.frame
    }

    /// The debt before the next frame.
    #[inline(always)]
    pub(super) const fn after(self, debt: u8, taps: bool) -> u8 {
        if taps {
            debt + self.tap - self.frame
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

/// What a tap costs by the exact rule, and what a frame is worth.
const fn exact(hand: Hand, region: Region) -> (i32, i32) {
    (
        100 * second(region) as i32,
        hand.tap_hz().hundredths() as i32,
    )
}

/// What a thumb owes, by the exact rule or a steady one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thumb {
    /// Units owed; below zero, what it has saved up.
    pub(super) debt: i32,
    /// It has not tapped yet, and so saves nothing up.
    is_fresh: bool,
    /// It was down in the frame before: it must be up for one.
    is_down: bool,
}

/// When a thumb may tap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    tap: i32,
    frame: i32,
    /// The exact cost of a tap and worth of a frame.
    exact: (i32, i32),
    /// Whether a rest after the first tap saves taps up.
    saves: bool,
}

impl Rule {
    /// The rule of a steady thumb, as [`Pace`] has it.
    pub(super) const fn steady(hand: Hand, region: Region) -> Rule {
        let Pace { frame, tap } = Pace::new(hand, region);
        Rule {
            tap: tap as i32,
            frame: frame as i32,
            exact: exact(hand, region),
            saves: false,
        }
    }

    /// The exact rule.
    pub(super) const fn exact(hand: Hand, region: Region) -> Rule {
        let (tap, frame) = exact(hand, region);
        if tap <= 2 * frame {
            // A tap in every second frame is all there can be: there is nothing to save up.
            return Rule::steady(hand, region);
        }
        Rule {
            tap,
            frame,
            exact: (tap, frame),
            saves: true,
        }
    }

    /// Whether rests save taps up; if not this is the steady rule too.
    pub(super) const fn saves(self) -> bool {
        self.saves
    }

    /// A thumb before the coming frame that has made these taps, and was down in the frame before
    /// or not.
    pub(super) const fn begin(self, taps: Taps, is_down: bool) -> Thumb {
        let (tap, frame) = self.exact;
        let owed = match taps.count {
            0 => 0,
            count => tap * count as i32 - frame * (taps.frames as i32 + 1),
        };
        if self.saves {
            return Thumb {
                debt: owed,
                is_fresh: taps.count == 0,
                is_down,
            };
        }
        // Whole frames to wait. Rounded up, so that steady taps from there on keep the exact rule.
        let mut wait = 0;
        if tap > 2 * frame && owed > 0 {
            wait = (owed + frame - 1) / frame;
        }
        if wait < is_down as i32 {
            wait = is_down as i32;
        }
        Thumb {
            debt: wait * self.frame,
            is_fresh: false,
            is_down: false,
        }
    }

    #[inline]
    pub(super) const fn may_tap(self, thumb: Thumb) -> bool {
        !thumb.is_down && thumb.debt < self.frame
    }

    /// Whether even a tap that moves nothing is of use: it sets the clock going.
    #[inline]
    pub(super) const fn gains_by_any_tap(self, thumb: Thumb) -> bool {
        thumb.is_fresh
    }

    /// The thumb a frame later, having tapped.
    #[inline]
    pub(super) const fn tapped(self, thumb: Thumb) -> Thumb {
        Thumb {
            debt: thumb.debt + self.tap - self.frame,
            is_fresh: false,
            is_down: self.saves,
        }
    }

    /// The thumb a frame later, having rested.
    #[inline]
    pub(super) const fn rested(self, thumb: Thumb) -> Thumb {
        if thumb.is_fresh {
            return Thumb {
                is_down: false,
                ..thumb
            };
        }
        let debt = thumb.debt - self.frame;
        Thumb {
            debt: if self.saves || debt > 0 { debt } else { 0 },
            is_fresh: false,
            is_down: false,
        }
    }

    /// The thumb a frame later.
    #[inline]
    pub(super) const fn after(self, thumb: Thumb, taps: bool) -> Thumb {
        if taps {
            self.tapped(thumb)
        } else {
            self.rested(thumb)
        }
    }

    /// Whether thumb `a` can do whatever `b` can.
    #[inline]
    pub(super) const fn is_as_good(self, a: Thumb, b: Thumb) -> bool {
        if b.is_fresh {
            return (a.is_fresh || a.debt <= 0) && (!a.is_down || b.is_down);
        }
        !a.is_fresh && a.debt <= b.debt && (!a.is_down || !self.may_tap(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(tap_hz: &str) -> Hand {
        Hand::of(tap_hz.parse().unwrap(), 0).unwrap()
    }

    /// The frames of the first six taps of a steady thumb that taps whenever it may.
    fn taps(tap_hz: &str, region: Region) -> Vec<u32> {
        let pace = Pace::new(hand(tap_hz), region);
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
    fn steady_taps_come_at_multiples_of_whole_or_half_frames() {
        assert_eq!(taps("30", Region::Ntsc), [0, 2, 4, 6, 8, 10]);
        assert_eq!(taps("20", Region::Ntsc), [0, 3, 6, 9, 12, 15]);
        assert_eq!(taps("13.3", Region::Ntsc), [0, 4, 9, 13, 18, 22]);
        assert_eq!(taps("13", Region::Ntsc), [0, 5, 10, 15, 20, 25]);
        assert_eq!(taps("12", Region::Pal), [0, 4, 9, 13, 18, 22]);
        assert_eq!(taps("20", Region::Pal), [0, 2, 5, 7, 10, 12]);
        assert_eq!(taps("30", Region::Pal), [0, 2, 4, 6, 8, 10]);
    }

    #[test]
    fn taps_after_a_rest_come_as_if_the_thumb_had_not_rested() {
        // 13.3 taps a second, PAL: the k-th tap after the first may come floor(50 k / 13.3) frames
        // after it: 3, 7, 11, 15, 18, 22, 26.
        let rule = Rule::exact(hand("13.3"), Region::Pal);
        let mut thumb = rule.begin(Taps::default(), false);
        let mut taps = Vec::new();
        for frame in 0..36 {
            let is_resting = (4..26).contains(&frame);
            if !is_resting && rule.may_tap(thumb) {
                taps.push(frame);
                thumb = rule.tapped(thumb);
            } else {
                thumb = rule.rested(thumb);
            }
        }
        assert_eq!(taps, [0, 3, 26, 28, 30, 32, 34]);
    }

    #[test]
    fn steady_taps_keep_the_exact_rule() {
        for rate in 100..=3000 {
            for region in [Region::Ntsc, Region::Pal] {
                let hand = hand(&format!("{}.{:02}", rate / 100, rate % 100));
                let pace = Pace::new(hand, region);
                let allowed = |k| 100 * second(region) * k / rate;
                let steady = |k| k * u32::from(pace.tap) / u32::from(pace.frame);
                assert!((1..Pace::TAPS).all(|k| steady(k) >= allowed(k)), "{rate}");
            }
        }
    }
}
