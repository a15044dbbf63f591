//! Stack in which the white cells of kept rows count as filled.

use super::align::StackReading;
use super::rows::{FULL, HEIGHT, PatternRows};
use super::stack::Stack;

/// Stack with the white cells of kept rows filled in, so that every remaining empty cell has to be filled.
///
/// Kept rows and rows to clear can then be judged alike: both are good when full. The only difference is that no piece
/// can rest on a filled-in cell alone.
///
/// Level 0 is the highest finished row, or the floor. Level i + 1 is row i of the stack.
#[derive(Clone, Copy, Debug)]
pub struct WhiteFilledStack {
    /// Settled cells, and white cells of kept rows.
    solid: [u16; LEVELS],
    /// White cells of kept rows without a settled cell above.
    bare: [u16; LEVELS],
    /// Columns with no settled cell above the level.
    open: [u16; LEVELS],
    /// Black cells of the picture row that comes next above the level.
    next: [u16; LEVELS],
    /// Index of the highest level.
    top: usize,
}

/// Number of levels: all rows, the floor, and one level above.
const LEVELS: usize = HEIGHT + 2;

/// Numbers by which [`PatternJudge`](super::value::PatternJudge) judges the filled stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct WhiteFilledStackCounts {
    /// Horizontal pairs of cells with exactly one solid. Walls are solid.
    pub row_changes: i32,
    /// Vertical pairs of cells with exactly one solid, from the floor up to the top of the stack.
    pub column_changes: i32,
    /// Well cells: gaps open to the sky with solid neighbours left and right. The entries count all of them, those
    /// directly below another well cell, and those directly below two.
    pub wells: [i32; 3],
    /// Bare white cells with a black cell of the picture directly above.
    pub bridges: i32,
    /// Bare white cells with a white cell of the picture directly above.
    pub shafts: i32,
    /// Number of runs of 2, 3 and 4 bare white cells side by side. Longer runs count several times.
    pub bare_runs: [i32; 3],
    /// Number of gaps with a bare white cell below them in the same column. No piece can rest on the bare cell to fill
    /// the gap.
    pub pits: i32,
}

impl WhiteFilledStack {
    /// Measures the stack above `rows_done` finished rows. `reading` marks the rows that stay.
    #[inline(always)]
    pub fn measure(
        stack: &Stack,
        reading: &StackReading,
        picture: &PatternRows,
        rows_done: usize,
    ) -> WhiteFilledStack {
        let mut filled = WhiteFilledStack {
            solid: [0; LEVELS],
            bare: [0; LEVELS],
            open: [FULL; LEVELS],
            next: [0; LEVELS],
            top: stack.height,
        };
        filled.solid[0] = FULL;
        filled.open[0] = !stack.columns();
        if rows_done > 0 {
            filled.bare[0] = !picture.row(rows_done - 1) & FULL & filled.open[0];
        }
        filled.next[0] = picture.row(rows_done);
        let mut rows_of_picture = rows_done;
        for i in 0..stack.height {
            let level = i + 1;
            let cells = stack.cells[i];
            let open = !stack.covered[i];
            filled.open[level] = open;
            filled.solid[level] = cells;
            if reading.keeps(i) {
                let white = !picture.row(rows_of_picture) & FULL;
                rows_of_picture += 1;
                filled.solid[level] |= white;
                filled.bare[level] = white & open;
            }
            filled.next[level] = picture.row(rows_of_picture);
        }
        filled
    }

    /// Returns all counts of the filled stack.
    #[inline(always)]
    pub fn counts(&self) -> WhiteFilledStackCounts {
        let mut counts = WhiteFilledStackCounts::default();
        self.count_changes(&mut counts);
        self.count_wells(&mut counts);
        self.count_bare(&mut counts);
        counts
    }

    #[inline(always)]
    fn count_changes(&self, counts: &mut WhiteFilledStackCounts) {
        for level in 0..=self.top {
            let cells = self.solid[level];
            counts.column_changes += ones(cells ^ self.solid[level + 1]);
            let walled = cells << 1 | 1 << 11 | 1;
            counts.row_changes += ones((walled ^ walled >> 1) & 0x7FF);
        }
    }

    #[inline(always)]
    fn count_wells(&self, counts: &mut WhiteFilledStackCounts) {
        let mut covered = 0;
        let (mut above, mut two_above) = (0, 0);
        for level in (1..=self.top).rev() {
            let cells = self.solid[level];
            let well = !cells & !covered & (cells << 1 | 1) & (cells >> 1 | 1 << 9) & FULL;
            counts.wells[0] += ones(well);
            counts.wells[1] += ones(well & above);
            counts.wells[2] += ones(well & two_above);
            two_above = well & above;
            above = well;
            covered |= cells;
        }
    }

    #[inline(always)]
    fn count_bare(&self, counts: &mut WhiteFilledStackCounts) {
        let mut bottomless = 0;
        for level in 0..=self.top {
            counts.pits += ones(!self.solid[level] & bottomless & self.open[level]);
            bottomless |= self.bare[level];
        }
        let mut roof = 0;
        for level in (0..=self.top).rev() {
            // A bare white cell under another solid cell does not count separately.
            let bare = self.bare[level] & !roof;
            roof |= self.solid[level];
            counts.bridges += ones(bare & self.next[level]);
            counts.shafts += ones(bare & !self.next[level]);
            let mut run = bare;
            for (shift, count) in (1..).zip(&mut counts.bare_runs) {
                run &= bare >> shift;
                *count += ones(run);
            }
        }
    }
}

#[inline(always)]
const fn ones(cells: u16) -> i32 {
    cells.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::pattern::Pattern;
    use crate::players::pattern_builder::rows::stack_height;
    use crate::rules::Board;

    /// Returns the counts of a board above the picture's finished rows. `kept` marks the rows that are kept for the
    /// picture.
    fn counts(picture: &str, board: &str, kept: u32) -> WhiteFilledStackCounts {
        let pattern = Pattern::new("picture", picture.parse().unwrap()).unwrap();
        let picture = PatternRows::from_pattern(&pattern);
        let board: Board = board.parse().unwrap();
        let done = picture.rows_done(&board);
        let stack = Stack::measure(&board, done, stack_height(&board));
        let reading = StackReading { cost: 0, kept };
        WhiteFilledStack::measure(&stack, &reading, &picture, done).counts()
    }

    const HILL: &str = "..XXXXXX.. .XXX..XXX. XX......XX";

    #[test]
    fn bare_floor_has_no_changes_but_those_of_the_floor() {
        let counts = counts(HILL, "..........", 0);
        let floor = WhiteFilledStackCounts {
            column_changes: 10,
            ..WhiteFilledStackCounts::default()
        };
        assert_eq!(counts, floor);
    }

    #[test]
    fn white_cells_of_picture_rows_are_solid() {
        let between = "X........X";
        assert_eq!(counts(HILL, between, 0b0).row_changes, 2);
        assert_eq!(counts(HILL, between, 0b1).row_changes, 4);
        assert_eq!(counts(HILL, between, 0b0).wells, [0; 3]);
        assert_eq!(counts(HILL, between, 0b1).wells, [2, 0, 0]);
    }

    #[test]
    fn bare_white_cells_count_by_what_the_picture_has_above_them() {
        let counts = counts(HILL, "XX......XX", 0);
        assert_eq!(counts.bridges, 4, "black above");
        assert_eq!(counts.shafts, 2, "white above");
        assert_eq!(counts.bare_runs, [5, 4, 3]);
    }

    #[test]
    fn covered_white_cells_are_solid_too() {
        let counts = counts(HILL, "..XXXXXX.. XX......XX", 0);
        assert_eq!((counts.bridges, counts.shafts), (0, 0));
        assert_eq!(counts.pits, 0);
    }

    #[test]
    fn gaps_above_bare_white_cells_are_pits() {
        assert_eq!(counts(HILL, "XXXXX..... XX......XX", 0).pits, 3);
        assert_eq!(counts(HILL, "XXXXX..... XXXXX..... XX......XX", 0).pits, 6);
    }

    #[test]
    fn wells_are_as_deep_as_they_have_neighbours() {
        let well = "X.XXXXXXXX X.XXXXXXXX X.XXXXXXXX X.XXXXXXXX";
        assert_eq!(counts(HILL, well, 0).wells, [4, 3, 2]);
    }
}
