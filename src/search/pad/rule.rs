//! Rules that decide when a thumb may tap: the pace of a steady thumb, or the exact rule of its hand.

use crate::rules::Region;

use super::autoshift::{self, ThumbGrip};
use super::hand::Hand;
use super::pace::{Pace, second};
use super::rhythm::Rhythm;
use super::taps::Taps;

/// Returns by how much each tap raises the count of pending frames under the exact rule, and by how much each frame
/// lowers it.
const fn exact(rhythm: Rhythm, region: Region) -> (i32, i32) {
    match rhythm {
        Rhythm::Rate(rate) => (100 * second(region) as i32, rate.hundredths() as i32),
        Rhythm::Pattern(pattern) => (pattern.length() as i32, 1),
        Rhythm::Autoshift => (autoshift::taps_beside(region).length() as i32, 1),
        Rhythm::OneButton(_) => (2, 1),
    }
}

/// State of a thumb under a [`TapRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thumb {
    /// Debt in the units of the rule. Negative if the thumb has saved up taps. For a pattern of several taps, an index
    /// into the pattern instead.
    pub(super) debt: i32,
    /// True if the thumb has not tapped yet. Until then it saves up nothing.
    is_fresh: bool,
    /// True if the thumb was down in the previous frame. It must then be up in the next one.
    is_down: bool,
    /// Number of taps that the thumb may still make for this piece, if the rule counts taps.
    left: u8,
    /// Direction held for autoshift.
    pub(super) grip: ThumbGrip,
}

impl Thumb {
    /// Thumb without debt and without saved units.
    const RESTED: Thumb = Thumb {
        debt: 0,
        is_fresh: false,
        is_down: false,
        left: u8::MAX,
        grip: ThumbGrip::Free,
    };

    /// Returns this thumb with another grip.
    pub(super) const fn with(self, grip: ThumbGrip) -> Thumb {
        Thumb { grip, ..self }
    }
}

/// Rule for the taps of a thumb.
#[derive(Clone, Copy, Debug)]
pub(super) struct TapRule {
    tap: i32,
    frame: i32,
    /// Indexes of the pattern that allow a tap, one bit each; see [`Pace`].
    places: u64,
    /// Debt that a tap adds and debt that a frame pays off, by the exact rule.
    exact: (i32, i32),
    /// True if a thumb that rests after its first tap saves up taps.
    saves: bool,
    /// True if only the last tap limits the next one. If false, all taps of the piece do.
    is_pattern: bool,
    /// True if the thumb can hold a direction for autoshift. The rule then counts taps.
    autoshifts: bool,
}

impl TapRule {
    /// Returns the rule of a steady thumb, as in [`Pace`].
    const fn steady(rhythm: Rhythm, region: Region) -> TapRule {
        let Pace { frame, tap, places } = Pace::new(rhythm, region);
        TapRule {
            tap: tap as i32,
            frame: frame as i32,
            places,
            exact: exact(rhythm, region),
            saves: false,
            is_pattern: matches!(rhythm, Rhythm::Pattern(_) | Rhythm::Autoshift),
            autoshifts: matches!(rhythm, Rhythm::Autoshift),
        }
    }

    /// Returns the exact rule of a thumb.
    const fn exact(rhythm: Rhythm, region: Region) -> TapRule {
        let (tap, frame) = exact(rhythm, region);
        let steady = TapRule::steady(rhythm, region);
        if steady.is_pattern || tap <= 2 * frame {
            // A tap in every second frame is the maximum, so nothing can be saved up.
            return steady;
        }
        TapRule {
            tap,
            frame,
            saves: true,
            ..steady
        }
    }

    /// Returns the state of a thumb before the next frame, from its taps so far. `is_down` is true if the thumb was
    /// down in the previous frame.
    pub(super) const fn begin(self, taps: Taps, is_down: bool) -> Thumb {
        if self.is_pattern {
            return self.begin_pattern(taps, is_down);
        }
        let (tap, frame) = self.exact;
        let debt = match taps.count {
            0 => 0,
            count => tap * count as i32 - frame * (taps.frames as i32 + 1),
        };
        if self.saves {
            return Thumb {
                debt,
                is_fresh: taps.count == 0,
                is_down,
                ..Thumb::RESTED
            };
        }
        // Whole frames to wait, rounded up, so that steady taps from then on follow the exact rule.
        let mut wait = 0;
        if tap > 2 * frame && debt > 0 {
            wait = (debt + frame - 1) / frame;
        }
        if wait < is_down as i32 {
            wait = is_down as i32;
        }
        Thumb {
            debt: wait * self.frame,
            ..Thumb::RESTED
        }
    }

    /// Like [`TapRule::begin`], for a pattern.
    const fn begin_pattern(self, taps: Taps, is_down: bool) -> Thumb {
        let mut debt = 0;
        if taps.count > 0 && self.places == 0 {
            debt = self.tap - 1 - taps.rested as i32;
            if debt < 0 {
                debt = 0;
            }
        } else if taps.count > 0 {
            // Start at the index of the last tap, then advance by the frames of rest.
            let mut more = (taps.count - 1) as u32 % self.places.count_ones();
            while more > 0 || !self.is_place(debt) {
                more -= self.is_place(debt) as u32;
                debt += 1;
            }
            debt = (debt + 1) % self.tap;
            let mut rested = taps.rested;
            while rested > 0 && !self.is_place(debt) {
                debt = (debt + 1) % self.tap;
                rested -= 1;
            }
        }
        if is_down && self.places == 0 && debt == 0 {
            debt = 1;
        }
        let left = match self.autoshifts {
            true if taps.count >= autoshift::TAPS_MAX as u16 => 0,
            true => autoshift::TAPS_MAX - taps.count as u8,
            false => Thumb::RESTED.left,
        };
        Thumb {
            debt,
            is_down: is_down && self.is_place(debt),
            left,
            ..Thumb::RESTED
        }
    }

    /// Returns whether the pattern allows a tap at this index.
    #[inline]
    const fn is_place(self, place: i32) -> bool {
        self.places >> place & 1 == 1
    }

    #[inline]
    pub(super) const fn may_tap(self, thumb: Thumb) -> bool {
        let is_ready = match self.places {
            0 => thumb.debt < self.frame,
            _ => self.is_place(thumb.debt),
        };
        let is_free = matches!(thumb.grip, ThumbGrip::Free) && thumb.left > 0;
        !thumb.is_down && is_ready && is_free
    }

    /// Returns whether a direction can be held for autoshift.
    pub(super) const fn autoshifts(self) -> bool {
        self.autoshifts
    }

    /// Returns the thumb after a frame in which the thumb released its direction.
    pub(super) const fn let_go(self, thumb: Thumb) -> Thumb {
        Thumb {
            grip: ThumbGrip::Free,
            ..self.rested(thumb)
        }
    }

    /// Returns the thumb after a frame in which the held direction moved a piece that had been blocked.
    pub(super) const fn slipped(self, thumb: Thumb) -> Thumb {
        let rested = self.let_go(thumb);
        Thumb {
            debt: if rested.debt > 1 { rested.debt } else { 1 },
            ..rested
        }
    }

    /// Returns whether a tap is useful even if it moves nothing: it may start the count of frames, or lead to a quicker
    /// part of the pattern.
    #[inline]
    pub(super) const fn gains_by_any_tap(self, thumb: Thumb) -> bool {
        thumb.is_fresh || self.places != 0
    }

    /// Returns the thumb after a frame with a tap.
    #[inline]
    pub(super) const fn tapped(self, thumb: Thumb) -> Thumb {
        if self.places != 0 {
            return Thumb {
                debt: (thumb.debt + 1) % self.tap,
                ..thumb
            };
        }
        Thumb {
            debt: thumb.debt + self.tap - self.frame,
            is_fresh: false,
            is_down: self.saves,
            left: thumb.left - self.autoshifts as u8,
            ..thumb
        }
    }

    /// Returns the thumb after a frame without a tap.
    #[inline]
    pub(super) const fn rested(self, thumb: Thumb) -> Thumb {
        if self.places != 0 {
            let debt = match self.is_place(thumb.debt) {
                true => thumb.debt,
                false => (thumb.debt + 1) % self.tap,
            };
            return Thumb {
                debt,
                is_down: false,
                ..thumb
            };
        }
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
            ..thumb
        }
    }

    /// Returns the thumb after a frame with or without a tap.
    #[inline]
    pub(super) const fn after(self, thumb: Thumb, taps: bool) -> Thumb {
        if taps {
            self.tapped(thumb)
        } else {
            self.rested(thumb)
        }
    }

    /// Returns whether thumb `a` can do everything that thumb `b` can.
    #[inline]
    pub(super) const fn is_as_good(self, a: Thumb, b: Thumb) -> bool {
        if self.places != 0 {
            let ((next_a, wait_a), (next_b, wait_b)) = (self.next_place(a), self.next_place(b));
            return next_a == next_b && wait_a <= wait_b;
        }
        if self.autoshifts && (!a.grip.is(b.grip) || a.left < b.left) {
            return false;
        }
        if b.is_fresh {
            return (a.is_fresh || a.debt <= 0) && (!a.is_down || b.is_down);
        }
        !a.is_fresh && a.debt <= b.debt && (!a.is_down || !self.may_tap(b))
    }

    /// Returns the length of the pattern, or 1 without a pattern.
    #[inline]
    const fn length(self) -> usize {
        match self.places {
            0 => 1,
            _ => self.tap as usize,
        }
    }

    /// Returns the next index of the pattern at which the thumb may tap, or 0 without a pattern.
    #[inline]
    const fn place(self, thumb: Thumb) -> usize {
        match self.places {
            0 => 0,
            _ => self.next_place(thumb).0 as usize,
        }
    }

    /// Returns the next index of the pattern at which the thumb may tap, and the frames until then.
    #[inline]
    const fn next_place(self, thumb: Thumb) -> (u32, u32) {
        let place = thumb.debt as u32;
        let (next, wait) = match self.places >> place {
            0 => (0, self.tap as u32 - place),
            later => {
                let wait = later.trailing_zeros();
                (place + wait, wait)
            }
        };
        match thumb.is_down && wait == 0 {
            true => (next, 1),
            false => (next, wait),
        }
    }
}

/// Tapping rules of both thumbs.
#[derive(Clone, Copy, Debug)]
pub(super) struct TapRules {
    /// Rule for Left and Right.
    pub(super) shift: TapRule,
    /// Rule for A and B.
    pub(super) turn: TapRule,
}

impl TapRules {
    /// Returns the rules of steady thumbs.
    pub(super) const fn steady(hand: Hand, region: Region) -> TapRules {
        TapRules {
            shift: TapRule::steady(hand.sideways(), region),
            turn: TapRule::steady(hand.turns(), region),
        }
    }

    /// Returns the exact rules.
    pub(super) const fn exact(hand: Hand, region: Region) -> TapRules {
        TapRules {
            shift: TapRule::exact(hand.sideways(), region),
            turn: TapRule::exact(hand.turns(), region),
        }
    }

    /// Returns whether thumbs `a` can do everything that thumbs `b` can. In each pair the Left and Right thumb comes
    /// first.
    #[inline]
    pub(super) const fn are_as_good(self, a: (Thumb, Thumb), b: (Thumb, Thumb)) -> bool {
        self.shift.is_as_good(a.0, b.0) && self.turn.is_as_good(a.1, b.1)
    }

    /// Returns the group of a pair of thumbs, or `None` if there is only one group. [`TapRules::are_as_good`] never holds
    /// between thumbs of different groups: their patterns continue from different indexes.
    #[inline]
    pub(super) const fn group(self, thumbs: (Thumb, Thumb)) -> Option<usize> {
        if self.groups() == 1 {
            return None;
        }
        Some(self.shift.place(thumbs.0) * self.turn.length() + self.turn.place(thumbs.1))
    }

    /// Returns the maximum number of groups.
    #[inline]
    pub(super) const fn groups(self) -> usize {
        self.shift.length() * self.turn.length()
    }

    /// Returns whether rests save up taps. If not, these rules are equal to the steady ones.
    pub(super) const fn save(self) -> bool {
        self.shift.saves || self.turn.saves
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

    #[test]
    fn a_rest_in_a_pattern_saves_no_taps() {
        // Gaps 2, 5, 2, 5: after the rest the pattern continues with its next gap.
        for letters in ["X.X....", "2,5"] {
            let pace = Pace::new(pattern(letters), Region::Ntsc);
            let rule = TapRule::exact(pattern(letters), Region::Ntsc);
            let (mut debt, mut thumb) = (0, rule.begin(Taps::default(), false));
            let mut done = Taps::default();
            let mut taps = Vec::new();
            for frame in 0..30 {
                assert_eq!(rule.begin(done, false), thumb, "frame {frame}");
                let is_tap = pace.may_tap(debt) && !(3..20).contains(&frame);
                assert_eq!(rule.may_tap(thumb), pace.may_tap(debt));
                debt = pace.after(debt, is_tap);
                thumb = rule.after(thumb, is_tap);
                done = done.after(is_tap);
                if is_tap {
                    taps.push(frame);
                }
            }
            assert_eq!(taps, [0, 2, 20, 22, 27, 29]);
        }
    }

    #[test]
    fn a_rest_does_not_speed_up_later_taps() {
        // 13.3 taps a second, PAL: the k-th tap after the first may come floor(50 k / 13.3) frames after it: 3, 7,
        // 11, 15, 18, 22, 26.
        let rule = TapRule::exact(rate("13.3"), Region::Pal);
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
}
