//! Points and scores.

/// Largest score the cartridge stores.
pub const SCORE_MAX: u32 = 999_999;

/// Points for 0-4 lines cleared at once at level 0. The game multiplies them by level + 1.
///
/// Source: points table of the disassembly; tetris.wiki, "Scoring".
const LINE_POINTS: [u32; 5] = [0, 40, 100, 300, 1200];

/// Returns the points for `lines` (0-4) cleared at once. `level` is the level after any level-up of this clear.
pub const fn line_points(lines: u8, level: u8) -> u32 {
    LINE_POINTS[lines as usize] * (level as u32 + 1)
}

/// Score of a game, both with and without the cartridge's limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Score {
    points: u32,
    unlimited: u64,
}

impl Score {
    /// Returns a score of `points`, at most [`SCORE_MAX`].
    pub fn new(points: u32) -> Score {
        let points = points.min(SCORE_MAX);
        Score {
            points,
            unlimited: u64::from(points),
        }
    }

    /// Returns a score that may exceed [`SCORE_MAX`], for games without that limit.
    pub fn past_limit(points: u32) -> Score {
        Score {
            points,
            unlimited: u64::from(points),
        }
    }

    /// Returns the score that the game shows: 0-999,999, or more after a bonus.
    pub const fn points(self) -> u32 {
        self.points
    }

    /// Returns the score without the six-digit limit and without soft drop points.
    pub const fn unlimited(self) -> u64 {
        self.unlimited
    }

    /// Returns six digits, highest first. The first digit exceeds 9 if a bonus passed the limit.
    pub const fn digits(self) -> [u8; 6] {
        let mut digits = [0; 6];
        let mut rest = self.points;
        let mut place = 6;
        while place > 1 {
            place -= 1;
            digits[place] = (rest % 10) as u8;
            rest /= 10;
        }
        digits[0] = rest as u8;
        digits
    }

    /// Adds the points of a clear. The score stops at [`SCORE_MAX`].
    pub fn add_lines(&mut self, lines: u8, level: u8) {
        let points = line_points(lines, level);
        self.points = (self.points + points).min(SCORE_MAX);
        self.unlimited += u64::from(points);
    }

    /// Adds the points of a clear, without the limit of [`SCORE_MAX`].
    pub const fn add_lines_past_limit(&mut self, lines: u8, level: u8) {
        let points = line_points(lines, level);
        self.points = self.points.saturating_add(points);
        self.unlimited += points as u64;
    }

    /// Subtracts the points of a clear, down to 0.
    pub const fn subtract_lines(&mut self, lines: u8, level: u8) {
        let points = line_points(lines, level);
        self.points = self.points.saturating_sub(points);
        self.unlimited = self.unlimited.saturating_sub(points as u64);
    }

    /// Adds the points of a bonus. No limit applies.
    ///
    /// Reproduced quirk: a B-type bonus may exceed [`SCORE_MAX`]. Source: the disassembly's `add100Points`.
    pub fn add_bonus(&mut self, points: u32) {
        self.points += points;
        self.unlimited += u64::from(points);
    }

    /// Adds the points of a soft drop of `pushes` rows: one point less than the number of rows.
    ///
    /// Reproduced quirk: the number is added in binary to two decimal digits. If the ones digit passes 15, six points are
    /// lost. If the tens digit passes 9, the ones digit is lost. The sum may exceed [`SCORE_MAX`] until the line points
    /// of the same tick are added.
    ///
    /// Source: the disassembly's score routine; negative-seven, "Nintendo NES Tetris bugs and
    /// mechanics explained".
    pub const fn add_soft_drop(&mut self, pushes: u8) {
        if pushes.wrapping_sub(2) & 0x80 != 0 {
            return;
        }
        let low = (self.points % 100) as u8;
        let mut sum = (low / 10 * 16 + low % 10).wrapping_add(pushes - 1);
        if sum & 15 >= 10 {
            sum = sum.wrapping_add(6);
        }
        let mut hundreds = self.points / 100;
        if sum >= 0xA0 {
            sum = (sum & 0xF0).wrapping_add(0x60);
            hundreds += 1;
        }
        self.points = hundreds * 100 + (sum / 16 * 10 + sum % 16) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_points_grow_with_the_level() {
        let table = [
            (0, [40, 100, 300, 1200]),
            (8, [360, 900, 2700, 10_800]),
            (9, [400, 1000, 3000, 12_000]),
            (18, [760, 1900, 5700, 22_800]),
            (19, [800, 2000, 6000, 24_000]),
            (28, [1160, 2900, 8700, 34_800]),
            (29, [1200, 3000, 9000, 36_000]),
            (99, [4000, 10_000, 30_000, 120_000]),
            (254, [10_200, 25_500, 76_500, 306_000]),
            (255, [10_240, 25_600, 76_800, 307_200]),
        ];
        for (level, points) in table {
            assert_eq!([1, 2, 3, 4].map(|lines| line_points(lines, level)), points);
        }
    }

    #[test]
    fn score_stops_at_999999_but_the_unlimited_sum_goes_on() {
        let mut score = Score::new(990_000);
        score.add_lines(4, 18);
        assert_eq!(score.points(), 999_999);
        assert_eq!(score.unlimited(), 1_012_800);
        let mut score = Score::new(999_959);
        score.add_lines(1, 0);
        assert_eq!(score.points(), 999_999);
    }

    #[test]
    fn soft_drop_points_are_added_in_binary() {
        let table = [
            (0, 1, 0),
            (0, 2, 1),
            (0, 11, 10),
            (0, 16, 15),
            (0, 17, 10),
            (0, 19, 12),
            (5, 15, 13),
            (5, 16, 14),
            (9, 7, 15),
            (9, 8, 10),
            (85, 18, 96),
            (90, 10, 99),
            (90, 11, 100),
            (92, 17, 100),
            (95, 7, 100),
            (99, 2, 100),
            (99, 20, 110),
        ];
        for (before, pushes, after) in table {
            let mut score = Score::new(before);
            score.add_soft_drop(pushes);
            assert_eq!(score.points(), after, "{before} and {pushes} pushes");
        }
    }

    #[test]
    fn soft_drop_past_the_limit_is_cut_by_the_line_points_of_the_same_tick() {
        for pushes in [10, 11] {
            let mut score = Score::new(999_990);
            score.add_soft_drop(pushes);
            score.add_lines(0, 0);
            assert_eq!(score.points(), 999_999);
        }
    }

    #[test]
    fn digits_are_six() {
        assert_eq!(Score::new(40_302).digits(), [0, 4, 0, 3, 0, 2]);
    }
}
