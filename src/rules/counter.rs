//! Three-character counters: two decimal digits, and a hundreds byte without decimal correction.

use super::hash::StateHash;
use super::piece::Piece;

/// A counter in the cartridge's format: decimal tens and ones, and a plain byte for the hundreds.
///
/// The game shows it as three characters. Past 999 the hundreds byte becomes a letter (10 is `A`); after 25,599 the
/// counter wraps to 0.
///
/// Source: the disassembly's line and statistics routines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counter {
    hundreds: u8,
    rest: u8,
}

impl Counter {
    /// Returns a counter at `value`, modulo 25,600.
    pub const fn new(value: u16) -> Counter {
        Counter {
            hundreds: (value / 100) as u8,
            rest: (value % 100) as u8,
        }
    }

    /// Returns the number counted, 0-25,599.
    pub const fn value(self) -> u16 {
        self.hundreds as u16 * 100 + self.rest as u16
    }

    /// Returns hundreds, tens and ones. Hundreds go up to 255, tens and ones to 9.
    pub const fn digits(self) -> [u8; 3] {
        [self.hundreds, self.rest / 10, self.rest % 10]
    }

    /// Counts up by one.
    pub const fn increment(&mut self) {
        self.rest += 1;
        if self.rest == 100 {
            self.rest = 0;
            self.hundreds = self.hundreds.wrapping_add(1);
        }
    }

    /// Counts down by one, but not below 0.
    pub const fn decrement(&mut self) {
        if self.rest > 0 {
            self.rest -= 1;
        } else if self.hundreds > 0 {
            self.hundreds -= 1;
            self.rest = 99;
        }
    }
}

/// Line counter of an A-type game, with the rule that raises the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LineCounter(pub Counter);

impl LineCounter {
    /// Counts `lines` lines cleared at once (0-4) and returns the resulting level.
    ///
    /// Reproduced quirk: at each tenth line the cartridge reads hundreds and tens as one hexadecimal number. It compares this
    /// number with the level by the sign of an 8-bit difference. So a game that starts above level 9 stays at its first
    /// level at least until line 100, and around level 220 one level lasts 810 lines.
    ///
    /// Source: the disassembly's line counting; tetris.wiki, "Level progression"; RGMechEx,
    /// "Bugs & Glitches of High-Level NES Tetris".
    pub const fn count(&mut self, lines: u8, level: u8) -> u8 {
        let mut level = level;
        let mut counted = 0;
        while counted < lines {
            self.0.increment();
            counted += 1;
            let [hundreds, tens, ones] = self.0.digits();
            if ones == 0 {
                let goal = hundreds.wrapping_mul(16).wrapping_add(tens);
                if level.wrapping_sub(goal) & 0x80 != 0 {
                    level = level.wrapping_add(1);
                }
            }
        }
        level
    }

    /// Returns the line count at which a game now at `level` reaches level `wanted`.
    ///
    /// Returns `None` if that takes more than 2,559 lines, the highest count that the cartridge can compare with a
    /// level.
    pub const fn lines_at(self, level: u8, wanted: u8) -> Option<u16> {
        let (mut counter, mut level) = (self, level);
        while level < wanted {
            if counter.0.value() >= 2559 {
                return None;
            }
            level = counter.count(1, level);
        }
        Some(counter.0.value())
    }
}

/// Number of times each piece became the current piece, in the order of [`Piece::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Statistics(pub [Counter; Piece::COUNT]);

impl Statistics {
    /// Counts one piece that became the current piece.
    pub const fn count(&mut self, piece: Piece) {
        self.0[piece.index()].increment();
    }

    /// Adds all counters to a state hash.
    pub fn hash_into(&self, hash: &mut StateHash) {
        for counter in self.0 {
            hash.bytes(&counter.digits());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundreds_become_letters_past_999_and_wrap_at_25600() {
        let mut counter = Counter::new(999);
        counter.increment();
        assert_eq!(counter.digits(), [10, 0, 0]);
        let mut counter = Counter::new(25_599);
        counter.increment();
        assert_eq!(counter, Counter::default());
    }

    #[test]
    fn counting_down_stops_at_zero() {
        let mut counter = Counter::new(101);
        counter.decrement();
        counter.decrement();
        assert_eq!(counter.value(), 99);
        let mut counter = Counter::new(0);
        counter.decrement();
        assert_eq!(counter.value(), 0);
    }

    /// Returns the line count at which the level first rises from a start level.
    fn first_level_up(start: u8) -> u16 {
        let mut lines = LineCounter::default();
        while lines.count(1, start) == start {}
        lines.0.value()
    }

    #[test]
    fn first_level_up_depends_on_the_start_level() {
        let expected = [
            10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 100, 100, 100, 100, 100, 110, 120, 130,
            140,
        ];
        let found: Vec<u16> = (0..20).map(first_level_up).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_game_from_level_18_or_19_comes_to_29_at_line_230_and_to_39_at_330() {
        let lines = |lines, level, wanted| {
            let counter = LineCounter(Counter::new(lines));
            counter.lines_at(level, wanted)
        };
        for (counted, level) in [(0, 18), (57, 18), (131, 19), (0, 19), (228, 28)] {
            assert_eq!(lines(counted, level, 29), Some(230), "{counted}");
            assert_eq!(lines(counted, level, 39), Some(330), "{counted}");
        }
        assert_eq!(lines(231, 29, 29), Some(231));
        assert_eq!(lines(2559, 235, 240), None);
    }

    /// Returns the level that lasts longest, as (level, lines at its start, lines at its end), and the line count at
    /// which level 255 wrapped to 0.
    fn long_level(start: u8) -> (u8, u16, u16, u16) {
        let (mut lines, mut level, mut since) = (LineCounter::default(), start, 0);
        let mut longest = (0, 0, 0);
        loop {
            let next = lines.count(1, level);
            if next != level {
                let now = lines.0.value();
                // A first level at a high number is long by design. The level that is stuck comes later.
                if level != start && now - since > longest.2 - longest.1 {
                    longest = (level, since, now);
                }
                if next == 0 {
                    return (longest.0, longest.1, longest.2, now);
                }
                (level, since) = (next, now);
            }
        }
    }

    #[test]
    fn one_very_long_level_comes_after_level_219() {
        for start in 0..10 {
            assert_eq!(long_level(start), (219, 2190, 3000, 3360), "start {start}");
        }
        assert_eq!(long_level(10), (220, 2190, 3000, 3350));
        assert_eq!(long_level(11), (221, 2190, 3000, 3340));
        assert_eq!(long_level(12), (222, 2190, 3000, 3330));
        assert_eq!(long_level(13), (223, 2190, 3000, 3320));
        assert_eq!(long_level(14), (234, 2290, 3100, 3310));
        for start in 15..20 {
            assert_eq!(long_level(start), (235, 2290, 3100, 3300), "start {start}");
        }
    }

    #[test]
    fn a_clear_that_passes_a_ten_raises_the_level_once() {
        let mut lines = LineCounter(Counter::new(97));
        assert_eq!(lines.count(4, 9), 10);
        assert_eq!(lines.0.value(), 101);
        let mut lines = LineCounter(Counter::new(49));
        assert_eq!(lines.count(2, 5), 5);
        let mut lines = LineCounter(Counter::new(59));
        assert_eq!(lines.count(2, 5), 6);
        let mut lines = LineCounter(Counter::new(3356));
        assert_eq!(lines.count(4, 255), 0);
    }

    #[test]
    fn line_1000_shows_a_letter() {
        let mut lines = LineCounter(Counter::new(999));
        lines.count(1, 99);
        assert_eq!(lines.0.digits(), [10, 0, 0]);
    }
}
