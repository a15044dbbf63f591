//! Detects overlays that lie on a playfield for a long time. Beside an invisible part of the border, a cell counts only
//! after it has been seen both empty and occupied.

use super::screen::BORDER_PLACES;
use crate::rules::Board;
use crate::rules::motion::{COLUMNS, ROWS};

/// A border spot counts as hidden if it is visible in fewer than one in this many frames.
const HIDDEN_DIVISOR: u32 = 5;
/// Weight of a frame in which something covers a cell. With this weight, a cell that is covered in a fifth of the
/// frames is never certain.
const COVERED_WEIGHT: u32 = 4;
/// Weight of a frame in which a cell is doubtful. With this weight, a cell that is doubtful in four fifths of the
/// frames is never certain.
const DOUBTFUL_WEIGHT: u32 = 1;
/// Sum of both weights, in tenths per frame, above which a cell counts as covered.
const LIMIT_TENTHS: u32 = 8;
/// A cell counts as known after it has been empty in this many frames and occupied in this many frames.
const KNOWN_FRAMES: u8 = 2;
/// Maximum number of cells that an overlay extends inwards from an edge.
const OVERLAY_DEPTH_MAX: i8 = 5;
/// Interval, in frames, at which the counts of frames, border spots and covered cells are halved.
const FRAMES_MAX: u32 = 1 << 12;

/// Detector of overlays. It counts how the frames showed each border spot and each cell of the playfield.
#[derive(Clone, Debug)]
pub(super) struct OverlayDetector {
    frames: u32,
    border: [u32; BORDER_PLACES],
    covered: [[u32; COLUMNS as usize]; ROWS as usize],
    empty: [[u8; COLUMNS as usize]; ROWS as usize],
    occupied: [[u8; COLUMNS as usize]; ROWS as usize],
}

impl Default for OverlayDetector {
    fn default() -> OverlayDetector {
        const NONE: [[u8; COLUMNS as usize]; ROWS as usize] =
            [[0; COLUMNS as usize]; ROWS as usize];
        OverlayDetector {
            frames: 0,
            border: [0; BORDER_PLACES],
            covered: [[0; COLUMNS as usize]; ROWS as usize],
            empty: NONE,
            occupied: NONE,
        }
    }
}

impl OverlayDetector {
    /// Adds a frame. `border` contains the visible border spots as bits, `doubtful` the doubtful cells, and `covered`
    /// the cells with something in front of them.
    pub(super) fn add(&mut self, border: u64, board: &Board, doubtful: &Board, covered: &Board) {
        if self.frames == FRAMES_MAX {
            self.frames /= 2;
            self.border.iter_mut().for_each(|seen| *seen /= 2);
            self.covered
                .iter_mut()
                .flatten()
                .for_each(|seen| *seen /= 2);
        }
        self.frames += 1;
        for (place, seen) in self.border.iter_mut().enumerate() {
            *seen += (border >> place & 1) as u32;
        }
        for (x, y) in cells() {
            let (column, row) = (x as usize, y as usize);
            if covered.contains(x, y) {
                self.covered[row][column] += COVERED_WEIGHT;
            } else if doubtful.contains(x, y) {
                self.covered[row][column] += DOUBTFUL_WEIGHT;
            }
            if doubtful.contains(x, y) {
                continue;
            }
            let seen = match board.contains(x, y) {
                true => &mut self.occupied,
                false => &mut self.empty,
            };
            seen[row][column] = seen[row][column].saturating_add(1);
        }
    }

    /// Returns the cells that may have something in front of them.
    pub(super) fn hidden(&self) -> Board {
        let mut hidden = Board::EMPTY;
        for side in [0, 1] {
            let rows = self.hidden_places(side, ROWS as usize);
            for y in (0..ROWS).filter(|y| rows >> y & 1 == 1) {
                let inwards = (0..OVERLAY_DEPTH_MAX).map(|step| [step, COLUMNS - 1 - step][side]);
                self.hide(&mut hidden, inwards.map(|x| (x, y)));
            }
            let columns = self.hidden_places(2 * ROWS as usize + side, COLUMNS as usize);
            for x in (0..COLUMNS).filter(|x| columns >> x & 1 == 1) {
                let inwards = (0..OVERLAY_DEPTH_MAX).map(|step| [step, ROWS - 1 - step][side]);
                self.hide(&mut hidden, inwards.map(|y| (x, y)));
            }
        }
        for (x, y) in cells() {
            if !self.is_covered(x, y) {
                continue;
            }
            hidden.insert(x, y);
            let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (x + right, y + down)));
            for (x, y) in around {
                let is_there = (0..COLUMNS).contains(&x) && (0..ROWS).contains(&y);
                if is_there && !self.is_known(x, y) {
                    hidden.insert(x, y);
                }
            }
        }
        hidden
    }

    /// Hides the cells of `inwards`, which starts at the border, up to the first known cell.
    fn hide(&self, hidden: &mut Board, inwards: impl Iterator<Item = (i8, i8)>) {
        for (x, y) in inwards.take_while(|&(x, y)| !self.is_known(x, y)) {
            hidden.insert(x, y);
        }
    }

    fn is_covered(&self, x: i8, y: i8) -> bool {
        10 * self.covered[y as usize][x as usize] > LIMIT_TENTHS * self.frames
    }

    fn is_known(&self, x: i8, y: i8) -> bool {
        let (row, column) = (y as usize, x as usize);
        self.empty[row][column] >= KNOWN_FRAMES && self.occupied[row][column] >= KNOWN_FRAMES
    }

    /// Returns which of the border spots `first`, `first + 2` and so on are hidden, one bit each. Leaves out spots
    /// without a hidden neighbour.
    fn hidden_places(&self, first: usize, count: usize) -> u32 {
        let is_hidden =
            |place: &usize| HIDDEN_DIVISOR * self.border[first + 2 * place] < self.frames;
        let bits: u32 = (0..count).filter(is_hidden).map(|place| 1 << place).sum();
        bits & (bits << 1 | bits >> 1)
    }
}

/// Iterates over all cells of the playfield as (column, row).
fn cells() -> impl Iterator<Item = (i8, i8)> {
    (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: u64 = (1 << BORDER_PLACES) - 1;

    /// Returns the border bits to the right of these rows.
    fn right(rows: std::ops::Range<u64>) -> u64 {
        rows.map(|row| 1 << (2 * row + 1)).sum()
    }

    #[test]
    fn cells_beside_a_hidden_border_are_trusted_after_a_change() {
        let mut cover = OverlayDetector::default();
        let mut board = Board::EMPTY;
        let see = |cover: &mut OverlayDetector, board: &Board| {
            for _ in 0..3 {
                cover.add(ALL & !right(17..20), board, &Board::EMPTY, &Board::EMPTY);
            }
        };
        see(&mut cover, &board);
        assert_eq!(cover.hidden().count(), 15);
        board.insert(7, 18);
        see(&mut cover, &board);
        // In row 18, only the cells to the right of column 7 are hidden.
        let hidden = cover.hidden();
        assert_eq!(hidden.count(), 12);
        assert!(hidden.contains(8, 18) && !hidden.contains(7, 18) && hidden.contains(5, 17));
    }

    #[test]
    fn a_border_that_is_seen_hides_nothing() {
        let mut cover = OverlayDetector::default();
        for frame in 0..20 {
            let seen = ALL & !right(frame..(frame + 4).min(20));
            cover.add(seen, &Board::EMPTY, &Board::EMPTY, &Board::EMPTY);
        }
        assert_eq!(cover.hidden(), Board::EMPTY);
    }
}
