//! Columns of a board as sets of bits: solid cells, covered cells, neighbours.
//!
//! The layout is that of [`Board::words`]: a lane of 21 bits holds a column, and a word holds three lanes.

use crate::rules::Board;
use crate::rules::board::{LANE_BITS, LANES, lanes};

/// Lowest bit of each lane.
const TOPS: u64 = lanes(1);
/// Guard bit of each lane, just under the floor row.
const GUARDS: u64 = lanes(1 << 20);
/// One lane of rows 0-19.
pub(super) const LANE: u64 = 0xF_FFFF;
/// All 63 bits of three lanes.
const THREE: u64 = (1 << (3 * LANE_BITS)) - 1;
/// Bits of each word that stand for cells.
const CELLS: [u64; 4] = [LANES, LANES, LANES, LANE];

/// Cells as four words.
pub(in super::super) type CellWords = [u64; 4];

/// Sets of cells on which the features are counted.
pub(in super::super) struct Columns {
    /// Occupied cells.
    pub(super) cells: CellWords,
    /// Cells at or under the top of their column.
    pub(super) solid: CellWords,
}

impl Columns {
    #[inline(always)]
    pub(in super::super) fn from_board(board: &Board) -> Columns {
        let cells = board.words();
        let mut solid = [0; 4];
        for word in 0..4 {
            // Bits up to and including the lowest set bit of each lane. The guard marks the floor.
            let guarded = cells[word] | GUARDS;
            let to_top = guarded ^ (guarded - TOPS);
            solid[word] = CELLS[word] & !(to_top & !cells[word]);
        }
        Columns { cells, solid }
    }

    /// Returns the covered cells: empty cells with an occupied cell above.
    #[inline(always)]
    pub(super) fn covered(&self) -> CellWords {
        zip(self.solid, self.cells, |solid, cells| solid & !cells)
    }

    /// Returns the empty cells directly under an occupied one.
    #[inline(always)]
    pub(super) fn column_holes(&self) -> CellWords {
        let under = self.cells.map(|cells| (cells & LANES) << 1);
        zip(under, self.covered(), |under, covered| under & covered)
    }

    /// Returns the cells with both left and right neighbours occupied. Walls count as occupied.
    #[inline(always)]
    pub(super) fn between(&self) -> CellWords {
        let (left, right) = beside(self.cells, LANE);
        zip(left, right, |left, right| left & right)
    }

    /// Returns the top of each column and everything above it: the cells that can be well cells.
    #[inline(always)]
    pub(super) fn to_top(&self) -> CellWords {
        let tops = self.solid.map(|solid| solid & !((solid & LANES) << 1));
        let mut set = zip(tops, self.solid, |tops, solid| tops | !solid);
        for word in 0..4 {
            set[word] &= CELLS[word];
        }
        set
    }

    /// Returns column `x` of `words`.
    #[inline(always)]
    pub(super) fn column(words: &CellWords, x: usize) -> u32 {
        (words[x / 3] >> (x as u32 % 3 * LANE_BITS) & LANE) as u32
    }

    /// Returns whether the cell is at or under the top of its column. Cells under the floor count as such.
    #[inline(always)]
    pub(super) fn is_solid(&self, x: i8, y: i8) -> bool {
        y >= 20 || y >= 0 && Columns::column(&self.solid, x as usize) >> y & 1 == 1
    }
}

/// Returns the left and the right neighbours of each cell. `wall` is the lane beyond the left and right edges.
#[inline(always)]
pub(super) fn beside(words: CellWords, wall: u64) -> (CellWords, CellWords) {
    let [a, b, c, d] = words;
    let left = [
        a << LANE_BITS & THREE | wall,
        b << LANE_BITS & THREE | a >> (2 * LANE_BITS),
        c << LANE_BITS & THREE | b >> (2 * LANE_BITS),
        c >> (2 * LANE_BITS),
    ];
    let right = [
        a >> LANE_BITS | b << (2 * LANE_BITS) & THREE,
        b >> LANE_BITS | c << (2 * LANE_BITS) & THREE,
        c >> LANE_BITS | d << (2 * LANE_BITS) & THREE,
        wall,
    ];
    (left, right)
}

#[inline(always)]
pub(super) fn zip(a: CellWords, b: CellWords, f: impl Fn(u64, u64) -> u64) -> CellWords {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

#[inline(always)]
pub(super) fn count(words: CellWords) -> i32 {
    let [a, b, c, d] = words;
    (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as i32
}

/// Returns the rows with a cell in the set, bit `y` for row `y`.
#[inline(always)]
pub(in super::super) fn rows_of(words: CellWords) -> u32 {
    let [a, b, c, d] = words;
    let all = a | b | c;
    ((all | all >> LANE_BITS | all >> (2 * LANE_BITS) | d) & LANE) as u32
}

/// Returns the rows that are entirely in the set.
#[inline(always)]
pub(super) fn full_rows_of(words: CellWords) -> u32 {
    let [a, b, c, d] = words;
    let all = a & b & c;
    (all & all >> LANE_BITS & all >> (2 * LANE_BITS) & d & LANE) as u32
}

/// Returns the sum of the row numbers (0-19) of the cells in the set, with one population count per bit of the number.
#[inline(always)]
pub(super) fn sum_of_rows(words: CellWords) -> i32 {
    const BITS: [u64; 5] = {
        let mut masks = [0; 5];
        let mut y = 0;
        while y < 20 {
            let mut bit = 0;
            while bit < 5 {
                if y >> bit & 1 == 1 {
                    masks[bit] |= lanes(1 << y);
                }
                bit += 1;
            }
            y += 1;
        }
        masks
    };
    let mut sum = 0;
    for (bit, mask) in BITS.into_iter().enumerate() {
        sum += count(words.map(|word| word & mask)) << bit;
    }
    sum
}
