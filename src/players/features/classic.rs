//! Four features of a board for the fastest evaluator, counted together.
//!
//! The fields of [`Features`] define each feature cell by cell. This module computes all four from whole columns at
//! once:
//! 1. Each occupied cell has a hole under it if the cell below is neither occupied nor the floor.
//! 2. Going down a column from its topmost cell, each hole begins a gap. Each gap makes two transitions unless it
//!    extends to the floor. So the column transitions are twice the holes, minus the number of *hollow* columns. A
//!    hollow column is not empty, but its lowest cell is.
//! 3. In each lane, `v ^ (v - 1)` gives a column's topmost cell and the cells above it: all bits up to the lowest set
//!    one. It does so for all columns of a word at once. A guard bit stands for the floor.
//! 4. Row transitions are the cells that differ from their right neighbour, plus the empty cells at the walls, in rows
//!    that are not empty.

use crate::rules::Board;
use crate::rules::board::{LANE_BITS, lanes};

use super::columns::beside;

/// Numbers that describe a board. Smaller is better for each.
///
/// Source: the evaluation of the meatfighter.com Nintendo Tetris bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Features {
    /// Number of cells with occupied cells or walls on both sides, counted from each column's topmost occupied cell
    /// upward. The topmost cell itself counts. In an empty column, counting starts at the floor.
    pub well_cells: u32,
    /// Empty cells directly under an occupied one.
    pub column_holes: u32,
    /// Vertical pairs of cells with exactly one occupied, from each column's topmost occupied cell downward, without
    /// the floor.
    pub column_transitions: u32,
    /// Horizontal pairs of cells with exactly one occupied, in rows that are not empty. Walls count as occupied.
    pub row_transitions: u32,
}

/// Lowest bit of each lane.
const TOPS: u64 = lanes(1);
/// Guard bit of each lane, just under the floor row.
const GUARDS: u64 = lanes(1 << 20);
/// One lane of rows 0-19.
const LANE: u64 = 0xF_FFFF;

impl Features {
    /// Measures the features of `board`.
    #[inline(always)]
    pub fn measure(board: &Board) -> Features {
        let words = board.words();
        let [a, b, c, d] = words;
        let (left, right) = beside(words, LANE);
        let mut well_cells = 0;
        let mut column_holes = 0;
        let mut row_transitions = 0;
        let mut grounded = 0;
        for word in 0..4 {
            let cells = words[word];
            let guarded = cells | GUARDS;
            let to_topmost = guarded ^ (guarded - TOPS);
            well_cells += count(to_topmost & left[word] & right[word]);
            column_holes += count(cells & !(guarded >> 1));
            if word < 3 {
                row_transitions += count(cells ^ right[word]);
            }
            // Collect one bit for each of the word's three lanes, shifted by the word's number: 12 bits in all.
            grounded |= ((to_topmost | cells << 1) & GUARDS) >> (20 - word);
        }
        let rows = a | b | c;
        let rows = (rows | rows >> LANE_BITS | rows >> (2 * LANE_BITS) | d) & LANE;
        row_transitions += count(rows & !a | (rows & !d) << LANE_BITS);
        // Lanes 10 and 11 have no column. They always count as empty, never as hollow.
        let hollow = 12 - count(grounded);
        Features {
            well_cells: well_cells as u32,
            column_holes: column_holes as u32,
            column_transitions: (2 * column_holes - hollow) as u32,
            row_transitions: row_transitions as u32,
        }
    }
}

/// Returns the number of set bits. A `u64` lets the compiler count many boards in parallel without packing numbers.
#[inline(always)]
const fn count(word: u64) -> u64 {
    word.count_ones() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(text: &str) -> Features {
        Features::measure(&text.parse().unwrap())
    }

    #[test]
    fn empty_board_has_no_features() {
        assert_eq!(Features::measure(&Board::EMPTY), Features::default());
    }

    #[test]
    fn well_counts_from_the_topmost_cell_of_its_column() {
        // Column 2 counts its two empty cells and the topmost occupied cell below them, as the reference does.
        let found = features(
            "
            .X.X......
            .X.X......
            .XXX......
            ",
        );
        assert_eq!(found.well_cells, 3 + 3);
    }

    #[test]
    fn walls_make_wells() {
        assert_eq!(features("........X. ........X.").well_cells, 2);
    }

    #[test]
    fn covered_gap_is_one_hole_and_two_transitions() {
        let found = features(
            "
            X.........
            ..........
            ..........
            X.........
            ",
        );
        assert_eq!(found.column_holes, 1);
        assert_eq!(found.column_transitions, 2);
        assert_eq!(found.row_transitions, 4);
    }

    #[test]
    fn full_rows_have_no_row_transitions() {
        let found = features("XXXXXXXXXX XX.XXXXXXX");
        assert_eq!(found.row_transitions, 2);
        assert_eq!(found.column_holes, 1);
    }
}
