//! Which rows of the pile are to become which rows of the picture, and which are to be cleared.

use super::rows::{FULL, HEIGHT, Picture};

/// The rows above those done, up to the top of the pile, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    /// The settled cells of each row.
    pub cells: [u16; HEIGHT + 1],
    /// The columns of each row with a settled cell above it.
    pub covered: [u16; HEIGHT + 1],
    /// How many rows there are.
    pub height: usize,
}

/// What it costs to have a cell empty that is to be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapCosts {
    /// A gap of a row to be cleared, open to the sky.
    pub junk_open: i32,
    /// The same under a settled cell.
    pub junk_covered: i32,
    /// A black cell missing in a row of the picture, open to the sky.
    pub picture_open: i32,
    /// The same under a settled cell.
    pub picture_covered: i32,
    /// A cell of a row of the picture above a gap.
    pub over_black: i32,
    /// A white cell of a row of the picture above a gap.
    pub over_white: i32,
    /// A row to be cleared, whatever it lacks.
    pub junk_row: i32,
}

impl GapCosts {
    /// A row to be cleared.
    #[inline(always)]
    fn junk(&self, cells: u16, covered: u16) -> i32 {
        let gaps = !cells & FULL;
        self.junk_row
            + self.junk_open * (gaps & !covered).count_ones() as i32
            + self.junk_covered * (gaps & covered).count_ones() as i32
    }

    /// A row to become that of the picture with these black cells.
    #[inline(always)]
    fn picture(&self, cells: u16, covered: u16, black: u16) -> i32 {
        let missing = black & !cells;
        self.picture_open * (missing & !covered).count_ones() as i32
            + self.picture_covered * (missing & covered).count_ones() as i32
    }
}

/// A cheapest way to read the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// What all gaps cost together.
    pub cost: i32,
    /// Bit i: row i of the pile becomes the next row of the picture; else it is to be cleared.
    pub matched: u32,
}

/// More than any pile costs, and far from overflow.
const IMPOSSIBLE: i32 = i32::MAX / 2;

/// Reads the pile above `rows_done` rows of the picture.
///
/// Going up, each row is either the picture's next row, if it has no cell where that stays white,
/// or one to be cleared. A gap below a row to be kept is hard to reach, whether that row is black
/// or white above it. Dynamic programming over (row of the pile, rows of the picture so far);
/// among equals the reading with fewer rows of the picture wins.
#[inline(always)]
pub fn align(pile: &Pile, picture: &Picture, rows_done: usize, costs: &GapCosts) -> Alignment {
    // The best reading of the rows so far with n rows of the picture: what it costs, which rows
    // are those of the picture, and the columns with gaps.
    let mut cost = [IMPOSSIBLE; HEIGHT + 2];
    let mut matched = [0u32; HEIGHT + 2];
    let mut gaps = [0u16; HEIGHT + 2];
    cost[0] = 0;
    let mut most = 0;
    let rows_left = picture.height() - rows_done;
    for i in 0..pile.height {
        let (cells, covered) = (pile.cells[i], pile.covered[i]);
        let junk = costs.junk(cells, covered);
        for n in (0..=most.min(rows_left - 1)).rev() {
            let black = picture.row(rows_done + n);
            if cost[n + 1] < IMPOSSIBLE {
                cost[n + 1] += junk;
                gaps[n + 1] |= !cells & FULL;
            }
            if cells & !black == 0 && cost[n] < IMPOSSIBLE {
                let below = gaps[n];
                let as_picture = cost[n]
                    + costs.picture(cells, covered, black)
                    + costs.over_black * (below & cells).count_ones() as i32
                    + costs.over_white * (below & !black).count_ones() as i32;
                if as_picture < cost[n + 1] {
                    cost[n + 1] = as_picture;
                    matched[n + 1] = matched[n] | 1 << i;
                    gaps[n + 1] = below | black & !cells;
                    most = most.max(n + 1);
                }
            }
        }
        cost[0] += junk;
        gaps[0] |= !cells & FULL;
    }
    let mut best = 0;
    for n in 1..=most {
        if cost[n] < cost[best] {
            best = n;
        }
    }
    Alignment {
        cost: cost[best],
        matched: matched[best],
    }
}
