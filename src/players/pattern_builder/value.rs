//! How good a board is for the picture: lower is better.

use crate::search::{Evaluate, Leaf, Way};

use super::align::{GapCosts, Pile, align};
use super::rows::{FULL, HEIGHT, Picture, pile_height, row};

/// How much everything counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    pub gaps: GapCosts,
    /// A row done.
    pub done: i32,
    /// A row that equals its row of the picture, above rows still to be cleared.
    pub ready: i32,
    /// Horizontal neighbours of which one is filled.
    pub row_change: i32,
    /// Vertical neighbours of which one is filled.
    pub column_change: i32,
    /// Well cells, those with one more above, with two more above.
    pub well: [i32; 3],
    /// White cells that nothing covers yet and that must be bridged: runs of at least 1, 2, 3, 4.
    pub bridge: [i32; 4],
    /// White cells that nothing covers yet, with white above.
    pub open: [i32; 2],
    /// Row of the pile above rows done.
    pub height: i32,
    /// Rows free above that are too few.
    pub danger: i32,
    pub free_rows: i32,
    /// Row cleared.
    pub clear: i32,
    /// Lock height.
    pub lock_height: i32,
    /// Junk row with covered gaps
    pub dirty_row: i32,
}

impl Weights { pub const ZERO: Weights = Weights { gaps: GapCosts { junk_open:0,junk_covered:0,picture_open:0,picture_covered:0,junk_row:0,over_black:0,over_white:0}, done:0,ready:0,row_change:0,column_change:0,well:[0;3],bridge:[0;4],open:[0;2],height:0,danger:0,free_rows:0,clear:0,lock_height:0,dirty_row:0}; }
/// Judges boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub picture: Picture,
    pub weights: Weights,
}

/// The value of a board whose picture is done.
pub const DONE: i64 = -1_000_000_000;

impl Value {
    #[inline(always)]
    pub fn of(&self, leaf: &Leaf) -> i64 {
        let weights = &self.weights;
        let board = &leaf.board;
        let done = self.picture.rows_done(board);
        if done == self.picture.height() {
            return DONE;
        }
        let top = pile_height(board);
        let mut pile = Pile {
            cells: [0; HEIGHT + 1],
            covered: [0; HEIGHT + 1],
            height: top - done,
        };
        let words = board.words();
        let mut covered = 0;
        for i in (0..pile.height).rev() {
            pile.covered[i] = covered;
            let cells = row(&words, done + i);
            pile.cells[i] = cells;
            covered |= cells;
        }
        let alignment = align(&pile, &self.picture, done, &weights.gaps);
        let mut value = alignment.cost;

        // The pile as if the white cells of its picture rows were filled, floor first.
        let floor_white = if done > 0 { !self.picture.row(done - 1) & FULL } else { 0 };
        let mut solid = [0u16; HEIGHT + 4];
        let mut virtuals = [0u16; HEIGHT + 4];
        let mut next = [0u16; HEIGHT + 4];
        solid[0] = FULL;
        virtuals[0] = floor_white;
        next[0] = self.picture.row(done);
        let mut j = done;
        let mut ready = 0;
        let mut dirty = 0;
        for i in 0..pile.height {
            let cells = pile.cells[i];
            solid[i + 1] = cells;
            if alignment.matched >> i & 1 == 1 {
                let black = self.picture.row(j);
                j += 1;
                solid[i + 1] |= !black & FULL;
                virtuals[i + 1] = !black & FULL & !cells;
                ready += i32::from(cells == black);
            } else {
                dirty += i32::from(!cells & FULL & pile.covered[i] != 0);
            }
            next[i + 1] = self.picture.row(j);
        }
        let mut row_changes = 0;
        let mut column_changes = 0;
        let mut wells = [0; 3];
        let mut bridges = [0; 4];
        let mut opens = [0; 2];
        let mut above = 0u16;
        let (mut well_1, mut well_2) = (0u16, 0u16);
        for i in (0..=pile.height).rev() {
            let cells = solid[i];
            let up = solid[i + 1];
            column_changes += (cells ^ up).count_ones() as i32;
            if i > 0 {
                let walled = u32::from(cells) << 1 | 1 << 11 | 1;
                row_changes += ((walled ^ walled >> 1) & 0x7FF).count_ones() as i32;
                let well = !cells & (cells << 1 | 1) & (cells >> 1 | 1 << 9) & !above & FULL;
                wells[0] += well.count_ones() as i32;
                wells[1] += (well & well_1).count_ones() as i32;
                wells[2] += (well & well_2).count_ones() as i32;
                well_2 = well & well_1;
                well_1 = well;
            }
            let bare = virtuals[i] & !above & !pile_above(&pile, i);
            let bridge = bare & next[i];
            let open = bare & !next[i];
            let pair = bare & bare >> 1;
            let triple = pair & bare >> 2;
            let four = triple & bare >> 3;
            bridges[0] += bridge.count_ones() as i32;
            bridges[1] += pair.count_ones() as i32;
            bridges[2] += triple.count_ones() as i32;
            bridges[3] += four.count_ones() as i32;
            opens[0] += open.count_ones() as i32;
            opens[1] += (open & open >> 1).count_ones() as i32;
            above |= cells;
        }
        value -= weights.done * done as i32 + weights.ready * ready;
        value += weights.dirty_row * dirty;
        value += weights.row_change * row_changes + weights.column_change * column_changes;
        for i in 0..3 {
            value += weights.well[i] * wells[i];
        }
        for i in 0..4 {
            value += weights.bridge[i] * bridges[i];
        }
        for i in 0..2 {
            value += weights.open[i] * opens[i];
        }
        value += weights.height * pile.height as i32;
        let lacking = (weights.free_rows - (HEIGHT - top) as i32).max(0);
        value += weights.danger * lacking * lacking;
        value += weights.clear * leaf.rows_cleared as i32;
        value += weights.lock_height * leaf.lock_height as i32;
        i64::from(value)
    }
}

#[inline(always)]
fn pile_above(pile: &Pile, level: usize) -> u16 {
    if level == 0 {
        pile.cells[0] | pile.covered[0]
    } else {
        pile.covered[level - 1]
    }
}

impl Evaluate for Value {
    #[inline(always)]
    fn evaluate(&self, leaf: &Leaf, _way: Way<'_>) -> i64 {
        self.of(leaf)
    }
}
