//! Sets of poses of one orientation, as bits in the layout of a board.

use crate::rules::board::{LANE_BITS, LANES};
use crate::rules::motion::{COLUMNS, ROWS};

/// A set of pivot cells. Together with an orientation it is a set of poses.
///
/// The layout is that of [`Board::words`](crate::rules::Board::words): a lane of 21 bits holds a column, and a word
/// holds three lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pivots(pub(super) [u64; 4]);

impl Pivots {
    /// The empty set.
    pub const NONE: Pivots = Pivots([0; 4]);

    /// Returns the set of a single pivot (x 0-9, y 0-19).
    #[inline(always)]
    pub const fn at(x: i8, y: i8) -> Pivots {
        let mut words = [0; 4];
        words[(x / 3) as usize] = 1 << ((x % 3) as u32 * LANE_BITS + y as u32);
        Pivots(words)
    }

    /// Adds the pivot (x 0-9, y 0-19).
    #[inline(always)]
    pub(super) const fn insert(&mut self, x: i8, y: i8) {
        self.0[(x / 3) as usize] |= 1 << ((x % 3) as u32 * LANE_BITS + y as u32);
    }

    /// Returns all rows of the columns `first` to `last`.
    pub const fn columns(first: i8, last: i8) -> Pivots {
        let mut words = [0; 4];
        let mut x = first;
        while x <= last {
            words[(x / 3) as usize] |= 0xF_FFFF << ((x % 3) as u32 * LANE_BITS);
            x += 1;
        }
        Pivots(words)
    }

    /// Returns whether the pivot is in the set. Always false outside the playfield.
    #[inline]
    pub const fn contains(&self, x: i8, y: i8) -> bool {
        if x < 0 || x >= COLUMNS || y < 0 || y >= ROWS {
            return false;
        }
        self.0[(x / 3) as usize] >> ((x % 3) as u32 * LANE_BITS + y as u32) & 1 == 1
    }

    /// Removes the pivot. Returns whether it was in the set. Always false outside the playfield.
    #[inline]
    pub(super) const fn remove(&mut self, x: i8, y: i8) -> bool {
        let is_in = self.contains(x, y);
        if is_in {
            self.0[(x / 3) as usize] ^= 1 << ((x % 3) as u32 * LANE_BITS + y as u32);
        }
        is_in
    }

    /// Returns the number of pivots.
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Returns the pivots in both sets.
    #[inline(always)]
    pub fn and(self, other: Pivots) -> Pivots {
        self.zip(other, |a, b| a & b)
    }

    /// Returns the pivots in either set.
    #[inline(always)]
    pub fn or(self, other: Pivots) -> Pivots {
        self.zip(other, |a, b| a | b)
    }

    /// Returns the pivots that are not in `other`.
    #[inline(always)]
    pub fn and_not(self, other: Pivots) -> Pivots {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(super) fn zip(self, other: Pivots, f: impl Fn(u64, u64) -> u64) -> Pivots {
        let (a, b) = (self.0, other.0);
        Pivots([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }

    #[inline(always)]
    pub(super) fn map(self, f: impl Fn(u64) -> u64) -> Pivots {
        let a = self.0;
        Pivots([f(a[0]), f(a[1]), f(a[2]), f(a[3])])
    }

    /// Moves every column one to the right. Column 0 becomes empty and column 9 is dropped.
    #[inline(always)]
    pub(super) fn to_right(self) -> Pivots {
        let w = self.0;
        Pivots([
            w[0] << LANE_BITS & THREE,
            (w[1] << LANE_BITS | w[0] >> (2 * LANE_BITS)) & THREE,
            (w[2] << LANE_BITS | w[1] >> (2 * LANE_BITS)) & THREE,
            w[2] >> (2 * LANE_BITS),
        ])
    }

    /// Moves every column one to the left. Column 9 becomes empty and column 0 is dropped.
    #[inline(always)]
    pub(super) fn to_left(self) -> Pivots {
        let w = self.0;
        Pivots([
            w[0] >> LANE_BITS | w[1] << (2 * LANE_BITS) & THREE,
            w[1] >> LANE_BITS | w[2] << (2 * LANE_BITS) & THREE,
            w[2] >> LANE_BITS | w[3] << (2 * LANE_BITS) & THREE,
            0,
        ])
    }

    /// Moves all pivots one row up.
    #[inline(always)]
    pub(super) fn up(self) -> Pivots {
        self.map(|word| word >> 1 & LANES)
    }

    /// Iterates over the pivots, column by column from the left, each column from the top.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = (i8, i8)> {
        PivotIter {
            words: self.0,
            index: 0,
        }
    }
}

impl FromIterator<(i8, i8)> for Pivots {
    fn from_iter<I: IntoIterator<Item = (i8, i8)>>(pivots: I) -> Pivots {
        pivots
            .into_iter()
            .fold(Pivots::NONE, |set, (x, y)| set.or(Pivots::at(x, y)))
    }
}

/// All 63 bits of three lanes.
const THREE: u64 = (1 << (3 * LANE_BITS)) - 1;

struct PivotIter {
    words: [u64; 4],
    index: usize,
}

impl Iterator for PivotIter {
    type Item = (i8, i8);

    #[inline(always)]
    fn next(&mut self) -> Option<(i8, i8)> {
        while self.words[self.index] == 0 {
            if self.index == 3 {
                return None;
            }
            self.index += 1;
        }
        let word = self.words[self.index];
        self.words[self.index] = word & (word - 1);
        let bit = word.trailing_zeros();
        let lane = (bit >= LANE_BITS) as u32 + (bit >= 2 * LANE_BITS) as u32;
        let x = self.index as u32 * 3 + lane;
        Some((x as i8, (bit - lane * LANE_BITS) as i8))
    }
}
