//! Pace of a thumb: decides in which frames it may tap again.

use crate::rules::Region;

use super::autoshift;
use super::hand::{Hand, TapHz};
use super::rhythm::{Rhythm, TapPattern};

/// Returns the number of frames per second.
pub(super) const fn second(region: Region) -> u32 {
    match region {
        Region::Ntsc => 60,
        Region::Pal => 50,
    }
}

/// Pace of a steady thumb. The search stores the state of a thumb as one small number, its debt.
///
/// Each tap adds `tap` to the debt, and each frame subtracts `frame`, down to 0. The thumb may tap while its debt is
/// less than `frame`. Time without taps earns no credit.
///
/// The unit of debt is one frame or half a frame, which limits the number of possible debts. The interval between two
/// taps is rounded up to whole units, or down if no tap then comes earlier than at the exact rate. For example, 13.3
/// taps per second become a tap every 4½ frames.
///
/// For a pattern of several taps, the state is not a debt but an index into the pattern, from 0. At an index that
/// allows a tap, the thumb waits until it taps. A pattern of one tap uses a debt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    pub(super) frame: u8,
    pub(super) tap: u8,
    /// Indexes of the pattern that allow a tap, one bit each; `tap` is then the length of the pattern. 0 if the state
    /// is a debt.
    pub(super) places: u64,
}

impl Pace {
    /// Number of taps without a rest below which a steady pace is slow enough for the exact rule of [`Hand`].
    pub(super) const TAPS: u32 = 44;

    pub(super) const fn new(rhythm: Rhythm, region: Region) -> Pace {
        match rhythm {
            Rhythm::Rate(rate) => Pace::from_rate(rate, region),
            Rhythm::Pattern(pattern) => Pace::from_pattern(pattern),
            Rhythm::Autoshift => Pace::from_pattern(autoshift::taps_beside(region)),
            Rhythm::OneButton(_) => Pace::from_rate(TapHz::MAX, region),
        }
    }

    const fn from_pattern(pattern: TapPattern) -> Pace {
        Pace {
            frame: 1,
            tap: pattern.length(),
            places: if pattern.is_even() {
                0
            } else {
                pattern.frames()
            },
        }
    }

    const fn from_rate(rate: TapHz, region: Region) -> Pace {
        let (second, rate) = (100 * second(region), rate.hundredths() as u32);
        let mut halves = 2 * second / rate;
        let mut k = 1;
        while k < Pace::TAPS {
            if k * halves / 2 < k * second / rate {
                halves += 1;
                break;
            }
            k += 1;
        }
        // The thumb is up for at least one frame between two taps.
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
            places: 0,
        }
    }

    /// Returns whether the state is a debt rather than an index. Of two debts, the smaller one is always at least as
    /// good.
    pub(super) const fn is_debt(self) -> bool {
        self.places == 0
    }

    /// Returns the number of possible debts before a frame. Debts range from 0 to this number minus one.
    pub(super) const fn debts(self) -> usize {
        self.tap as usize
    }

    /// Returns the number of debt units per frame.
    pub(super) const fn frame(self) -> u8 {
        self.frame
    }

    #[inline(always)]
    pub(super) const fn may_tap(self, debt: u8) -> bool {
        if self.places != 0 {
            return self.places >> debt & 1 == 1;
        }
        debt < self.frame
    }

    /// Returns the debt before the next frame.
    #[inline(always)]
    pub(super) const fn after(self, debt: u8, taps: bool) -> u8 {
        if self.places != 0 {
            return match self.may_tap(debt) && !taps {
                true => debt,
                false => (debt + 1) % self.tap,
            };
        }
        if taps {
            debt + self.tap - self.frame
        } else {
            debt.saturating_sub(self.frame)
        }
    }

    /// Returns the debts that are at least as good as `debt`, including `debt`, one bit each. Such a debt allows every
    /// later tap that `debt` allows. Callers use only paces with at most 64 debts.
    #[inline(always)]
    pub(super) fn as_good(self, debt: u8) -> u64 {
        let up_to = |last: u8| u64::MAX >> (63 - last);
        let before = (1 << debt) - 1;
        if self.places == 0 {
            return up_to(debt);
        }
        match self.places >> debt {
            // The next tap is at the first index of the pattern.
            0 => up_to(self.tap - 1) & !before | 1,
            later => up_to(debt + later.trailing_zeros() as u8) & !before,
        }
    }

    /// Returns whether three frames pay off the debt.
    #[inline]
    pub(super) const fn is_free_after_three(self, debt: u8) -> bool {
        debt as u16 <= 3 * self.frame as u16
    }
}

/// Paces of both thumbs of steady hands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paces {
    /// Pace for Left and Right.
    pub(super) shift: Pace,
    /// Pace for A and B.
    pub(super) turn: Pace,
}

impl Paces {
    pub(super) const fn new(hand: Hand, region: Region) -> Paces {
        Paces {
            shift: Pace::new(hand.sideways(), region),
            turn: Pace::new(hand.turns(), region),
        }
    }

    /// Returns the number of states of both thumbs together.
    pub(super) const fn states(self) -> usize {
        self.shift.debts() * self.turn.debts()
    }

    /// Returns whether the thumbs differ from each other, or tap by a pattern of several taps.
    pub(super) fn are_mixed(self) -> bool {
        self.shift != self.turn || !self.shift.is_debt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(tap_hz: &str) -> Rhythm {
        Rhythm::Rate(tap_hz.parse().unwrap())
    }

    fn pattern(letters: &str) -> Rhythm {
        Rhythm::Pattern(letters.parse().unwrap())
    }

    /// Returns the frames of the first six taps of a steady thumb that taps whenever it may.
    fn taps(rhythm: Rhythm, region: Region) -> Vec<u32> {
        let pace = Pace::new(rhythm, region);
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
        assert_eq!(taps(rate("30"), Region::Ntsc), [0, 2, 4, 6, 8, 10]);
        assert_eq!(taps(rate("20"), Region::Ntsc), [0, 3, 6, 9, 12, 15]);
        assert_eq!(taps(rate("13.3"), Region::Ntsc), [0, 4, 9, 13, 18, 22]);
        assert_eq!(taps(rate("13"), Region::Ntsc), [0, 5, 10, 15, 20, 25]);
        assert_eq!(taps(rate("12"), Region::Pal), [0, 4, 9, 13, 18, 22]);
        assert_eq!(taps(rate("20"), Region::Pal), [0, 2, 5, 7, 10, 12]);
        assert_eq!(taps(rate("30"), Region::Pal), [0, 2, 4, 6, 8, 10]);
    }

    #[test]
    fn taps_by_a_pattern_come_in_its_frames() {
        assert_eq!(taps(pattern("X.X.."), Region::Ntsc), [0, 2, 5, 7, 10, 12]);
        assert_eq!(taps(pattern("X..."), Region::Pal), [0, 4, 8, 12, 16, 20]);
        let slow_five = taps(pattern("2,2,2,12"), Region::Ntsc);
        assert_eq!(slow_five, [0, 2, 4, 6, 18, 20]);
    }

    #[test]
    fn steady_taps_keep_the_exact_rule() {
        for hundredths in 100..=3000 {
            for region in [Region::Ntsc, Region::Pal] {
                let hz = format!("{}.{:02}", hundredths / 100, hundredths % 100);
                let pace = Pace::new(rate(&hz), region);
                let allowed = |k| 100 * second(region) * k / hundredths;
                let steady = |k| k * u32::from(pace.tap) / u32::from(pace.frame);
                assert!((1..Pace::TAPS).all(|k| steady(k) >= allowed(k)), "{hz}");
            }
        }
    }
}
