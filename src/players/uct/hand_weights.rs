//! Judge for the tree search, with hand-set weights for building Tetrises and no table.
//!
//! The judge wants the board filled from the left, flat and without holes, with the rightmost column open. Each defect
//! costs about as many lines as burns would need to remove it.

use serde::{Deserialize, Serialize};

use crate::rules::board::LANE_BITS;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece, Pose};
use crate::search::Cost;
use crate::search::ReachableLocks;
use crate::search::tree::Judge;

use super::super::stakes::{GameLosses, units};
use super::rules::{ANYTHING, CLEAN, SAFE, TETRIS};

/// Serialized form of the judge: costs in lines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "CraftFile", deny_unknown_fields)]
pub struct HandWeightsFile {
    /// Loss for clearing one, two or three rows at once.
    pub burns: [f64; 3],
    /// Loss for losing the game.
    pub game_over: f64,
    /// Number of lines at which the game ends. `None` for games without a limit.
    #[serde(default)]
    pub last_line: Option<u32>,
    /// Cost of each hole: an empty cell under an occupied one.
    pub hole: f64,
    /// Cost of each row with holes.
    pub hole_row: f64,
    /// Cost of each occupied cell above a hole.
    pub cover: f64,
    /// Cost per row of height difference between neighbouring columns. The rightmost column is left out.
    pub step: f64,
    /// Cost of each cell, from the third on, of a one-wide gap that only an I fills. The rightmost column is left out.
    pub gap: f64,
    /// Cost of each occupied cell of the rightmost column.
    pub well: f64,
    /// Cost factor for high stacks. It is multiplied by the square of the number of rows by which the highest column
    /// exceeds `low`.
    pub high: f64,
    /// Stack height up to which `high` costs nothing, in rows (0-20).
    pub low: u8,
    /// Stack height from which playouts lower the stack instead of building, in rows (0-20).
    pub danger: u8,
}

/// Judge built from a valid [`HandWeightsFile`], with costs in fixed-point units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandWeights {
    stakes: GameLosses,
    hole: i64,
    hole_row: i64,
    cover: i64,
    step: i64,
    gap: i64,
    well: i64,
    high: i64,
    low: i32,
    danger: i32,
}

impl HandWeights {
    /// Builds the judge that `file` describes.
    ///
    /// # Errors
    /// All faults in the file, one message each.
    pub fn new(file: &HandWeightsFile) -> Result<HandWeights, Vec<String>> {
        let mut faults = Vec::new();
        let stakes = GameLosses::new(file.burns, file.game_over, file.last_line, &mut faults);
        let mut lines = |name: &str, value: f64| units(name, value, &mut faults);
        let hand_weights = HandWeights {
            stakes,
            hole: lines("hole", file.hole),
            hole_row: lines("hole_row", file.hole_row),
            cover: lines("cover", file.cover),
            step: lines("step", file.step),
            gap: lines("gap", file.gap),
            well: lines("well", file.well),
            high: lines("high", file.high),
            low: file.low.into(),
            danger: file.danger.into(),
        };
        for (name, rows) in [("low", file.low), ("danger", file.danger)] {
            if rows > ROWS as u8 {
                faults.push(format!("{name} {rows}; allowed: 0 to {ROWS} rows"));
            }
        }
        if faults.is_empty() {
            Ok(hand_weights)
        } else {
            Err(faults)
        }
    }

    /// Returns this judge for games that end after `last_line` lines. `None` keeps the limit of the file.
    #[must_use]
    pub fn ending_with(&self, last_line: Option<u32>) -> HandWeights {
        HandWeights {
            stakes: self.stakes.ending_with(last_line),
            ..*self
        }
    }

    #[inline(always)]
    fn price(&self, shape: &FieldShape) -> i64 {
        let above = i64::from((shape.highest - self.low).max(0));
        self.hole * i64::from(shape.holes)
            + self.hole_row * i64::from(shape.hole_rows)
            + self.cover * i64::from(shape.covers)
            + self.step * i64::from(shape.steps)
            + self.gap * i64::from(shape.gaps)
            + self.well * i64::from(shape.well)
            + self.high * above * above
    }
}

/// Measurements of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FieldShape {
    holes: u32,
    hole_rows: u32,
    covers: u32,
    steps: i32,
    gaps: i32,
    well: u32,
    highest: i32,
}

const LAST: usize = COLUMNS as usize - 1;
const COLUMN: u32 = 0xF_FFFF;

impl FieldShape {
    #[inline(always)]
    fn from_board(board: &Board) -> FieldShape {
        let words = board.words();
        let mut heights = [0_i32; COLUMNS as usize];
        let (mut holes, mut rows, mut covers) = (0, 0, 0);
        let mut last = 0;
        for x in 0..COLUMNS as usize {
            let column = (words[x / 3] >> (LANE_BITS as usize * (x % 3))) as u32 & COLUMN;
            let top = (column | 1 << ROWS).trailing_zeros();
            let empty = !column & COLUMN & !((1_u32 << top) - 1);
            heights[x] = i32::from(ROWS) - top as i32;
            holes += empty.count_ones();
            rows |= empty;
            // Occupied cells above the column's lowest hole.
            let lowest = 31 - (empty | 1).leading_zeros();
            covers += (column & ((1_u32 << lowest) - 1)).count_ones();
            last = column;
        }
        let (mut steps, mut gaps) = (0, 0);
        let mut highest = heights[LAST];
        for x in 0..LAST {
            highest = highest.max(heights[x]);
            if x + 1 < LAST {
                steps += (heights[x] - heights[x + 1]).abs();
            }
            let left = if x == 0 {
                i32::from(ROWS)
            } else {
                heights[x - 1]
            };
            // The rightmost column stays open, so it is no wall of a gap.
            let right = if x + 1 == LAST { left } else { heights[x + 1] };
            gaps += (left.min(right) - heights[x] - 2).max(0);
        }
        FieldShape {
            holes,
            hole_rows: rows.count_ones(),
            covers,
            steps,
            gaps,
            well: last.count_ones(),
            highest,
        }
    }
}

impl Cost for HandWeights {
    #[inline(always)]
    fn clear(&self, rows: u32, lines: u32) -> i64 {
        self.stakes.clear(rows, lines)
    }

    #[inline(always)]
    fn board(&self, board: &Board, lines: u32) -> i64 {
        if self.stakes.has_ended(lines) {
            return 0;
        }
        self.price(&FieldShape::from_board(board))
    }

    #[inline(always)]
    fn loss(&self, lines: u32) -> i64 {
        self.stakes.loss(lines)
    }
}

impl Judge for HandWeights {
    /// Chooses a Tetris if there is one. Otherwise, with a low stack, chooses the cheapest board without a new hole, or
    /// the cheapest board of all if every lock makes a hole. With a high stack, chooses the cheapest board, and line
    /// clears cost nothing.
    #[inline(always)]
    fn choose_lock(
        &self,
        board: &Board,
        lines: u32,
        piece: Piece,
        locks: &ReachableLocks,
    ) -> (Board, u32, usize) {
        let before = FieldShape::from_board(board);
        let is_high = before.highest >= self.danger;
        let mut clean = (i64::MAX, *board, 0);
        let mut any = (i64::MAX, *board, 0);
        for rotation in 0..piece.rotation_count() {
            let orientation = piece.orientation(rotation);
            for (x, y) in locks.rotation(rotation).iter() {
                let (field, rows) = board.lock(Pose { orientation, x, y });
                if rows == 4 {
                    return (field, rows, TETRIS);
                }
                let shape = FieldShape::from_board(&field);
                let mut cost = self.price(&shape);
                if !is_high {
                    cost += self.clear(rows, lines);
                }
                if shape.holes <= before.holes && cost < clean.0 {
                    clean = (cost, field, rows);
                }
                if cost < any.0 {
                    any = (cost, field, rows);
                }
            }
        }
        let (rule, (_, field, rows)) = match (is_high, clean.0 == i64::MAX) {
            (true, _) => (SAFE, any),
            (false, false) => (CLEAN, clean),
            (false, true) => (ANYTHING, any),
        };
        (field, rows, rule)
    }

    #[inline(always)]
    fn is_over(&self, lines: u32) -> bool {
        self.stakes.has_ended(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_counted_by_eye() {
        let board: Board = "
            X.........
            X...X.....
            XX..X.....
            XX.XX.X...
            XX.X..XXX.
            XX.XXXXXX.
            XXXX.XXXXX"
            .parse()
            .unwrap();
        let shape = FieldShape::from_board(&board);
        assert_eq!(
            shape,
            FieldShape {
                // Under column 4: one hole in the third row from below, one in the last row.
                holes: 2,
                hole_rows: 2,
                // Five cells above the lower hole; the upper hole is no cell.
                covers: 4,
                // Heights of columns 0-8: 7 5 1 4 6 2 4 3 3.
                steps: 2 + 4 + 3 + 2 + 4 + 2 + 1,
                // Column 2 has height 1 between heights 5 and 4, so it is 3 deep. Column 5 has height 2 between
                // heights 6 and 4, so it is 2 deep.
                gaps: 1,
                well: 1,
                highest: 7,
            }
        );
    }
}
