//! Count of connected areas, found by flood fill on sets of cells.

use crate::rules::Board;
use crate::rules::board::LANES;

use super::columns::{CellWords, LANE, beside, zip};

/// Returns the open cells of `start`, and all open cells connected to them by edges.
pub(in super::super) fn spread(start: CellWords, open: CellWords) -> CellWords {
    let mut found = zip(start, open, |start, open| start & open);
    loop {
        let (left, right) = beside(found, 0);
        let mut next = found;
        for word in 0..4 {
            let around = left[word] | right[word] | found[word] << 1 | found[word] >> 1;
            next[word] = (found[word] | around) & open[word];
        }
        if next == found {
            return found;
        }
        found = next;
    }
}

/// Returns the number of islands of occupied cells, plus regions of empty cells that do not touch the top row.
pub(super) fn connected_areas(board: &Board) -> i32 {
    let cells = board.words();
    let empty = cells.map(|cells| !cells & LANES);
    let empty = [empty[0], empty[1], empty[2], empty[3] & LANE];
    let top_row = [TOP_ROW, TOP_ROW, TOP_ROW, 1];
    let outside = spread(top_row, empty);
    areas(cells) + areas(zip(empty, outside, |empty, outside| empty & !outside))
}

/// Top row of each lane.
const TOP_ROW: u64 = crate::rules::board::lanes(1);

fn areas(mut cells: CellWords) -> i32 {
    let mut count = 0;
    while let Some(word) = cells.iter().position(|&word| word != 0) {
        let mut start = [0; 4];
        start[word] = cells[word] & cells[word].wrapping_neg();
        let area = spread(start, cells);
        cells = zip(cells, area, |cells, area| cells & !area);
        count += 1;
    }
    count
}
