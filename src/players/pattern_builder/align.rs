//! Reading of the stack: decides which rows belong to the picture and which rows to clear.

use super::rows::{HEIGHT, PatternRows};
use super::stack::Stack;

/// Costs by which [`align`] compares different readings of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapCosts {
    /// Cost of each row to clear.
    pub junk_row: i32,
    /// Cost of each gap in a row to clear, if the gap is open to the sky.
    pub junk_open: i32,
    /// Cost of each gap in a row to clear, if the gap is under a settled cell.
    pub junk_covered: i32,
    /// Cost of each black cell missing in a row of the picture, if the cell is open to the sky.
    pub picture_open: i32,
    /// Cost of each black cell missing in a row of the picture, if the cell is under a settled cell.
    pub picture_covered: i32,
    /// Cost of each settled cell in a row of the picture, if its column has a gap below the cell.
    pub over_black: i32,
    /// Cost of each white cell in a row of the picture with a gap below it in its column. The piece that fills the gap
    /// would have to avoid the white cell.
    pub over_white: i32,
}

impl GapCosts {
    /// Returns the cost of clearing row `i` of the stack.
    #[inline(always)]
    pub fn junk(&self, stack: &Stack, i: usize) -> i32 {
        let gaps = stack.gaps(i);
        self.junk_row
            + self.junk_open * ones(gaps & !stack.covered[i])
            + self.junk_covered * ones(gaps & stack.covered[i])
    }

    /// Returns the cost of reading row `i` of the stack as the row of the picture with these black cells. `below`
    /// contains the columns with gaps in lower rows.
    #[inline(always)]
    pub fn picture(&self, stack: &Stack, i: usize, black: u16, below: u16) -> i32 {
        let missing = stack.gaps(i) & black;
        self.picture_open * ones(missing & !stack.covered[i])
            + self.picture_covered * ones(missing & stack.covered[i])
            + self.over_black * ones(below & stack.cells[i])
            + self.over_white * ones(below & !black)
    }
}

#[inline(always)]
const fn ones(cells: u16) -> i32 {
    cells.count_ones() as i32
}

/// Reading of the stack: marks each row as a row of the picture or as a row to clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackReading {
    /// Total cost.
    pub cost: i32,
    /// Rows of the stack kept for the picture, one bit per row from the bottom. The other rows are cleared.
    pub kept: u32,
}

impl StackReading {
    /// Returns whether row `i` of the stack is kept for the picture.
    #[inline(always)]
    pub const fn keeps(&self, i: usize) -> bool {
        self.kept >> i & 1 == 1
    }
}

/// Reading of the lower rows of the stack only.
#[derive(Clone, Copy)]
struct PartialReading {
    cost: i32,
    kept: u32,
    /// Columns with gaps.
    gaps: u16,
}

/// Placeholder for a reading that does not exist. It costs more than any real reading, but not so much that a sum
/// could overflow.
const MISSING: PartialReading = PartialReading {
    cost: i32::MAX / 2,
    kept: 0,
    gaps: 0,
};

/// Returns a cheap reading of the stack above `rows_done` finished rows. The picture must have more than `rows_done`
/// rows.
///
/// From the bottom up, each row of the stack becomes either the next row of the picture, if all its cells are black
/// there, or a row to clear. Dynamic programming keeps the cheapest reading for each number of picture rows so far.
/// Ties go to the reading that clears the latest row. The cost of a row depends on the gaps below it, so the result is
/// not always the cheapest of all readings. It nearly always is, and the returned cost is exact.
#[inline(always)]
pub fn align(
    stack: &Stack,
    picture: &PatternRows,
    rows_done: usize,
    costs: &GapCosts,
) -> StackReading {
    let rows_left = picture.height() - rows_done;
    // For each number of picture rows used so far: cheapest reading of the lower rows.
    let mut readings = [MISSING; HEIGHT + 1];
    readings[0].cost = 0;
    let mut most = 0;
    for i in 0..stack.height {
        let junk = costs.junk(stack, i);
        for kept in (0..=most.min(rows_left - 1)).rev() {
            if kept < most {
                readings[kept + 1].clear(junk, stack.gaps(i));
            }
            let black = picture.row(rows_done + kept);
            if stack.cells[i] & !black != 0 {
                continue;
            }
            let before = readings[kept];
            let cost = before.cost + costs.picture(stack, i, black, before.gaps);
            if cost < readings[kept + 1].cost {
                readings[kept + 1] = PartialReading {
                    cost,
                    kept: before.kept | 1 << i,
                    gaps: before.gaps | stack.gaps(i) & black,
                };
                most = most.max(kept + 1);
            }
        }
        readings[0].clear(junk, stack.gaps(i));
    }
    let mut best = readings[0];
    for reading in &readings[1..=most] {
        if reading.cost < best.cost {
            best = *reading;
        }
    }
    StackReading {
        cost: best.cost,
        kept: best.kept,
    }
}

impl PartialReading {
    /// Adds a row to clear.
    #[inline(always)]
    fn clear(&mut self, cost: i32, gaps: u16) {
        self.cost += cost;
        self.gaps |= gaps;
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::players::pattern::Pattern;
    use crate::players::pattern_builder::rows::{FULL, stack_height};
    use crate::rules::Board;
    use crate::rules::randomizer::generator;

    const COSTS: GapCosts = GapCosts {
        junk_row: 5,
        junk_open: 4,
        junk_covered: 30,
        picture_open: 3,
        picture_covered: 20,
        over_black: 200,
        over_white: 100,
    };

    fn picture(rows: &str) -> PatternRows {
        PatternRows::from_pattern(&Pattern::new("picture", rows.parse().unwrap()).unwrap())
    }

    /// Returns the rows kept on a board, one bit per row from the floor up.
    fn kept(picture: &PatternRows, board: &str) -> u32 {
        let board: Board = board.parse().unwrap();
        let stack = Stack::measure(&board, 0, stack_height(&board));
        align(&stack, picture, 0, &COSTS).kept
    }

    /// Returns the cost of a reading, summed cell by cell. Rows in `kept` stay, and all others are cleared. `None` if a
    /// kept row does not fit the picture.
    fn plain_cost(
        stack: &Stack,
        picture: &PatternRows,
        rows_done: usize,
        kept: u32,
    ) -> Option<i32> {
        let mut cost = 0;
        let mut row_of_picture = rows_done;
        let mut gap_below = [false; 10];
        for i in 0..stack.height {
            let keep = kept >> i & 1 == 1;
            if keep && row_of_picture == picture.height() {
                return None;
            }
            let black = if keep {
                picture.row(row_of_picture)
            } else {
                FULL
            };
            row_of_picture += usize::from(keep);
            cost += if keep { 0 } else { COSTS.junk_row };
            for (x, gap_below) in gap_below.iter_mut().enumerate() {
                let [is_filled, is_black, is_covered] =
                    [stack.cells[i], black, stack.covered[i]].map(|row| row >> x & 1 == 1);
                if is_filled && !is_black {
                    return None;
                }
                if keep && *gap_below {
                    cost += if is_filled { COSTS.over_black } else { 0 };
                    cost += if is_black { 0 } else { COSTS.over_white };
                }
                if is_black && !is_filled {
                    cost += match (keep, is_covered) {
                        (false, false) => COSTS.junk_open,
                        (false, true) => COSTS.junk_covered,
                        (true, false) => COSTS.picture_open,
                        (true, true) => COSTS.picture_covered,
                    };
                    *gap_below = true;
                }
            }
        }
        Some(cost)
    }

    #[test]
    fn a_reading_has_its_stated_cost_and_is_nearly_always_the_cheapest() {
        let mut draw = generator(1, 0);
        let mut missed = 0;
        for _ in 0..2000 {
            let mut row = |holes: usize| {
                (0..holes).fold(FULL, |row, _| row & !(1 << draw.random_range(0..10)))
            };
            let rows: Vec<u16> = (0..8).map(|_| row(2)).collect();
            let mut black = [0; 20];
            let mut cells = [0; 20];
            for i in 0..8 {
                black[19 - i] = rows[i];
            }
            // Some rows are rows of the picture, unchanged or with gaps.
            let mut next = 0;
            for i in 0..8 {
                let take = row(5);
                cells[19 - i] = match take & 3 {
                    0 => row(3),
                    1 => rows[next] & row(3),
                    _ => rows[next],
                };
                next += usize::from(take & 3 != 0);
            }
            let pattern = Pattern::new("random", Board::from_rows(black)).unwrap();
            let picture = PatternRows::from_pattern(&pattern);
            let board = Board::from_rows(cells);
            let done = picture.rows_done(&board);
            if done == picture.height() {
                continue;
            }
            let stack = Stack::measure(&board, done, stack_height(&board));
            let reading = align(&stack, &picture, done, &COSTS);
            let plain = |kept| plain_cost(&stack, &picture, done, kept);
            assert_eq!(plain(reading.kept), Some(reading.cost), "{board}");
            let cheapest = (0..1 << stack.height).filter_map(plain).min().unwrap();
            assert!(reading.cost >= cheapest);
            missed += u32::from(reading.cost > cheapest);
        }
        assert!(missed <= 20, "{missed} of 2000 are not the cheapest");
    }

    #[test]
    fn rows_of_the_picture_are_found_above_one_to_be_cleared() {
        let picture = picture("XXXX..XXXX XX.XXXXXXX");
        assert_eq!(kept(&picture, "XXXX..XXXX XX.XXXXXXX XXXXXXXXX."), 0b000);
        assert_eq!(kept(&picture, "XX.X...... XXXXXXXXX."), 0b10);
        assert_eq!(kept(&picture, "XXXX..XX.. XX.XXXXX.."), 0b11);
    }

    #[test]
    fn a_cell_on_white_makes_a_row_junk() {
        let picture = picture("XXXX..XXXX XX.XXXXXXX");
        assert_eq!(kept(&picture, "XX.XXX...."), 0b1);
        assert_eq!(kept(&picture, "XXXXXX...."), 0b0);
    }

    #[test]
    fn rows_above_the_picture_are_to_be_cleared() {
        let picture = picture("XX.XXXXXXX");
        assert_eq!(kept(&picture, "XX.XXXXXXX XX.XXXXXX."), 0b01);
    }
}
