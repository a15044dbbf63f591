//! Cleared rows: the sizes of clears, their points, and their efficiency.

use crate::rules::score::line_points;

/// Points per row for a clear of 1-4 rows at level 0. EFF is based on them.
///
/// Source: the README of taus. 300 is the maximum.
pub const ROW_POINTS: [u32; 4] = [40, 50, 100, 300];

/// Number of rows in a group, for which one efficiency is computed.
const TEN: u64 = 10;
/// Maximum number of groups of ten rows to store. Older groups are dropped.
pub const TENS_MAX: usize = 64;

/// Statistics of the clears, and the points for clears and soft drops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clears {
    /// Number of singles, doubles, triples and Tetrises.
    counts: [u32; 4],
    /// Points for singles, doubles, triples and Tetrises.
    points: [u64; 4],
    push_points: u64,
    lines: u64,
    /// Line count of the game when counting began.
    before: u64,
    burn: u64,
    /// For each group of ten rows, the number of counted rows and their points at level 0. The last group may be
    /// incomplete.
    tens: Vec<(u8, u32)>,
    /// Number of groups that are no longer stored.
    tens_gone: u64,
}

/// Figures of ten successive rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TenRowScore {
    /// Line at which the group ends, a multiple of ten.
    pub end: u64,
    /// Number of counted rows in the group, 1-10.
    pub lines: u8,
    /// EFF of the group's counted rows, 40-300.
    pub efficiency: f64,
}

impl Clears {
    /// Starts counting with the line counter at `before`.
    pub(super) const fn new(before: u64) -> Clears {
        Clears {
            counts: [0; 4],
            points: [0; 4],
            push_points: 0,
            lines: 0,
            before,
            burn: 0,
            tens: Vec::new(),
            tens_gone: before / TEN,
        }
    }

    /// Counts a clear of `rows` (1-4) rows that leads to `level`. Returns its points.
    pub(super) fn count(&mut self, rows: u8, level: u8) -> u64 {
        let points = u64::from(line_points(rows, level));
        let kind = usize::from(rows - 1);
        self.counts[kind] += 1;
        self.points[kind] += points;
        self.burn = match rows {
            4 => 0,
            _ => self.burn + u64::from(rows),
        };
        for _ in 0..rows {
            self.count_row(ROW_POINTS[kind]);
        }
        points
    }

    /// Counts one row. The rows of a clear that spans two groups of ten count in the group to which each belongs.
    fn count_row(&mut self, points: u32) {
        let ten = (self.before + self.lines) / TEN;
        if ten >= self.tens_gone + self.tens.len() as u64 {
            if self.tens.len() == TENS_MAX {
                self.tens.remove(0);
                self.tens_gone += 1;
            }
            self.tens.push((0, 0));
        }
        if let Some((rows, sum)) = self.tens.last_mut() {
            *rows += 1;
            *sum += points;
        }
        self.lines += 1;
    }

    pub(super) const fn push(&mut self, points: u64) {
        self.push_points += points;
    }

    /// Returns the number of rows cleared since counting began.
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// Returns the line count of the game, including lines from before counting began.
    pub(super) const fn place(&self) -> u64 {
        self.before + self.lines
    }

    /// Returns the number of clears of exactly `rows` (1-4) rows. 0 for other values.
    pub fn of(&self, rows: usize) -> u32 {
        let kind = rows.checked_sub(1);
        kind.and_then(|kind| self.counts.get(kind))
            .map_or(0, |&count| count)
    }

    /// Returns the Tetris rate (TRT): the share of rows cleared four at a time, 0-1. `None` before the first clear.
    ///
    /// Source: the README of taus; NestrisChamps.
    pub fn tetris_rate(&self) -> Option<f64> {
        let tetris = 4.0 * f64::from(self.of(4));
        (self.lines > 0).then(|| tetris / self.lines as f64)
    }

    /// Returns the efficiency (EFF): clear points per row, as if at level 0, 40-300. `None` before the first clear.
    ///
    /// Source: the README of taus; NestrisChamps.
    pub fn efficiency(&self) -> Option<f64> {
        let points: f64 = (1..)
            .zip(ROW_POINTS)
            .map(|(rows, points)| {
                f64::from(rows) * f64::from(points) * f64::from(self.of(rows as usize))
            })
            .sum();
        (self.lines > 0).then(|| points / self.lines as f64)
    }

    /// Returns the burn (BRN): rows cleared since the last Tetris, or since the beginning. 0 after a Tetris.
    ///
    /// Source: the README of taus.
    pub const fn burn(&self) -> u64 {
        self.burn
    }

    /// Iterates over the EFF of the latest 64 groups of ten rows, oldest first. The last group may be incomplete.
    ///
    /// Source: "EFF LOG" in the README of taus.
    pub fn tens(&self) -> impl DoubleEndedIterator<Item = TenRowScore> + ExactSizeIterator {
        self.tens
            .iter()
            .enumerate()
            .map(|(place, &(lines, points))| TenRowScore {
                end: (self.tens_gone + place as u64 + 1) * TEN,
                lines,
                efficiency: f64::from(points) / f64::from(lines),
            })
    }

    /// Returns the points for clears of `rows` (1-4) rows. 0 for other values.
    pub fn points_of(&self, rows: usize) -> u64 {
        let kind = rows.checked_sub(1);
        kind.and_then(|kind| self.points.get(kind))
            .map_or(0, |&points| points)
    }

    /// Returns the points for soft drops. Points past the score limit do not count.
    pub const fn push_points(&self) -> u64 {
        self.push_points
    }

    /// Returns the shares of the points (0-1) for singles, doubles, triples, Tetrises and soft drops. `None` before the
    /// first points.
    pub fn shares(&self) -> Option<[f64; 5]> {
        let [one, two, three, four] = self.points;
        let all = [one, two, three, four, self.push_points];
        let sum: u64 = all.iter().sum();
        (sum > 0).then(|| all.map(|points| points as f64 / sum as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clears(rows: &[u8], level: u8) -> Clears {
        let mut clears = Clears::new(0);
        for &rows in rows {
            clears.count(rows, level);
        }
        clears
    }

    #[test]
    fn rate_efficiency_and_burn_are_those_by_hand() {
        let none = clears(&[], 0);
        assert_eq!(
            (none.tetris_rate(), none.efficiency(), none.burn()),
            (None, None, 0)
        );
        // The rows add up to 4 + 1 + 2 + 3 = 10, the points to 1200 + 40 + 100 + 300 = 1640.
        let each = clears(&[4, 1, 2, 3], 18);
        assert_eq!(each.tetris_rate(), Some(0.4));
        assert_eq!(each.efficiency(), Some(164.0));
        assert_eq!((each.lines(), each.burn()), (10, 6));
        let perfect = clears(&[4, 4], 0);
        assert_eq!((perfect.efficiency(), perfect.burn()), (Some(300.0), 0));
    }

    #[test]
    fn a_clear_across_two_tens_is_split_by_its_rows() {
        // The first group has two Tetrises and two rows of the third one. The second group has the other two rows and a
        // single.
        let tens: Vec<TenRowScore> = clears(&[4, 4, 4, 1], 0).tens().collect();
        assert_eq!(tens.len(), 2);
        assert_eq!(
            (tens[0].end, tens[0].lines, tens[0].efficiency),
            (10, 10, 300.0)
        );
        let rest = (2.0 * 300.0 + 40.0) / 3.0;
        assert_eq!(
            (tens[1].end, tens[1].lines, tens[1].efficiency),
            (20, 3, rest)
        );
        // Nine singles, then a double that spans both groups.
        let tens: Vec<TenRowScore> = clears(&[1, 1, 1, 1, 1, 1, 1, 1, 1, 2], 0).tens().collect();
        assert_eq!(tens[0].efficiency, (9.0 * 40.0 + 50.0) / 10.0);
        assert_eq!(tens[1].efficiency, 50.0);
    }

    #[test]
    fn a_later_count_has_the_tens_of_the_counter_and_drops_old_ones() {
        let mut late = Clears::new(127);
        late.count(4, 18);
        let ends: Vec<(u64, u8)> = late.tens().map(|ten| (ten.end, ten.lines)).collect();
        assert_eq!(ends, [(130, 3), (140, 1)]);
        let many = clears(&[4; 200], 0);
        assert_eq!(many.tens().len(), TENS_MAX);
        let last = many.tens().next_back().unwrap();
        assert_eq!((last.end, last.lines), (800, 10));
        assert_eq!(many.tens().next().unwrap().end, 170);
    }

    #[test]
    fn points_use_the_level_after_the_clear() {
        let mut all = clears(&[4, 1], 18);
        all.push(240);
        // The points add up to 22,800 + 760 + 240 = 23,800.
        assert_eq!((all.points_of(4), all.points_of(1)), (22_800, 760));
        let shares = all.shares().unwrap();
        let by_hand = [760.0, 0.0, 0.0, 22_800.0, 240.0].map(|points| points / 23_800.0);
        assert_eq!(shares, by_hand);
        assert_eq!(
            (clears(&[], 0).shares(), all.points_of(5), all.of(0)),
            (None, 0, 0)
        );
    }
}
