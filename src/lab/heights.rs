//! Stack heights by the number of pieces played.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::Board;
use crate::rules::motion::{COLUMNS, ROWS};

/// Sums of stack heights after locks, in bins by the number of pieces played. Numbers of pieces with the same first two
/// digits share a bin: 1 to 99 have their own bins, 100-109 share one, and so on.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HeightSums(BTreeMap<u64, [u64; 2]>);

impl HeightSums {
    /// Counts the stack height of a game after its first `pieces` pieces.
    pub fn count(&mut self, pieces: u64, height: u32) {
        let [locks, sum] = self.0.entry(bin_of(pieces)).or_default();
        *locks += 1;
        *sum += u64::from(height);
    }

    /// Adds the heights of other games.
    pub fn add(&mut self, other: &HeightSums) {
        for (&bin, others) in &other.0 {
            let mine = self.0.entry(bin).or_default();
            mine[0] += others[0];
            mine[1] += others[1];
        }
    }

    /// Returns each bin: its lowest and highest number of pieces, and the mean stack height in rows (0-20).
    pub fn means(&self) -> impl Iterator<Item = (u64, u64, f64)> {
        let mean = |[locks, sum]: [u64; 2]| sum as f64 / locks as f64;
        let bins = self.0.iter();
        bins.map(move |(&bin, &sums)| (bin, bin + width_of(bin) - 1, mean(sums)))
    }

    /// Returns whether `pieces` locks in total can have produced these heights.
    pub(super) fn fits(&self, pieces: u64) -> bool {
        let is_bin = |(&bin, &[locks, sum]): (&u64, &[u64; 2])| {
            let most = u128::from(locks) * ROWS as u128;
            bin > 0 && bin_of(bin) == bin && locks > 0 && u128::from(sum) <= most
        };
        let locks: u128 = self.0.values().map(|&[locks, _]| u128::from(locks)).sum();
        locks == u128::from(pieces) && self.0.iter().all(is_bin)
    }
}

/// Returns the number of rows from the floor to the highest cell, 0-20.
pub fn height_of(board: &Board) -> u32 {
    let filled = (0..COLUMNS).fold(0, |filled, x| filled | board.column(x));
    match filled {
        0 => 0,
        filled => ROWS as u32 - filled.trailing_zeros(),
    }
}

/// Returns the first number in the bin that contains `pieces`.
const fn bin_of(pieces: u64) -> u64 {
    pieces - pieces % width_of(pieces)
}

/// Returns the width of the bin that contains `pieces`: how many numbers of pieces share it.
const fn width_of(pieces: u64) -> u64 {
    let mut width = 1;
    while pieces / width >= 100 {
        width *= 10;
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_the_first_two_digits() {
        for (pieces, bin, width) in [
            (1, 1, 1),
            (99, 99, 1),
            (100, 100, 10),
            (109, 100, 10),
            (987, 980, 10),
            (1_234_567, 1_200_000, 100_000),
        ] {
            assert_eq!((bin_of(pieces), width_of(bin)), (bin, width), "{pieces}");
        }
    }

    #[test]
    fn means_are_those_of_their_bins() {
        let mut heights = HeightSums::default();
        for (pieces, height) in [(7, 3), (7, 4), (100, 8), (109, 9), (110, 20)] {
            heights.count(pieces, height);
        }
        let means: Vec<_> = heights.means().collect();
        assert_eq!(means, [(7, 7, 3.5), (100, 109, 8.5), (110, 119, 20.0)]);
        assert!(heights.fits(5) && !heights.fits(6));
        heights.count(7, 21);
        heights.count(7, 500);
        assert!(!heights.fits(7), "the field has 20 rows");
    }

    #[test]
    fn a_stack_is_as_high_as_its_highest_cell() {
        let mut board = Board::EMPTY;
        assert_eq!(height_of(&board), 0);
        board.insert(9, 19);
        assert_eq!(height_of(&board), 1);
        board.insert(4, 0);
        assert_eq!(height_of(&board), 20);
    }
}
