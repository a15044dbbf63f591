//! Rows of a board and of a picture, from the floor up.

use crate::rules::Board;
use crate::rules::board::{LANE_BITS, lanes};
use crate::rules::motion::ROWS;

use crate::players::features::rows_of;
use crate::players::pattern::Pattern;

/// All ten cells of a row.
pub const FULL: u16 = 0x3FF;

/// Number of rows of the playfield.
pub const HEIGHT: usize = ROWS as usize;

/// Returns the row `height` rows above the floor, bit `x` for column `x`.
#[inline(always)]
pub fn row(words: &[u64; 4], height: usize) -> u16 {
    let y = HEIGHT - 1 - height;
    let three = |word: u64| {
        let bits = word >> y & lanes(1);
        bits | bits >> (LANE_BITS - 1) | bits >> (2 * LANE_BITS - 2)
    };
    let cells = three(words[0]) & 7
        | (three(words[1]) & 7) << 3
        | (three(words[2]) & 7) << 6
        | (words[3] >> y & 1) << 9;
    cells as u16
}

/// Returns the number of rows from the floor up to the highest settled cell.
#[inline(always)]
pub fn stack_height(board: &Board) -> usize {
    HEIGHT - (rows_of(board.words()).trailing_zeros() as usize).min(HEIGHT)
}

/// Rows of the picture, from the floor up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternRows {
    words: [u64; 4],
    rows: [u16; HEIGHT + 1],
    height: usize,
}

impl PatternRows {
    /// Returns the rows of `pattern`.
    pub fn from_pattern(pattern: &Pattern) -> PatternRows {
        let words = pattern.filled().words();
        let mut rows = [0; HEIGHT + 1];
        for (height, cells) in rows.iter_mut().take(HEIGHT).enumerate() {
            *cells = row(&words, height);
        }
        PatternRows {
            words,
            rows,
            height: usize::from(pattern.rows()),
        }
    }

    /// Returns the number of rows.
    #[inline(always)]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the black cells of the row `height` rows above the floor. Rows above the picture have none.
    #[inline(always)]
    pub const fn row(&self, height: usize) -> u16 {
        self.rows[height]
    }

    /// Returns the number of consecutive rows, from the floor up, that equal the picture's rows.
    #[inline(always)]
    pub fn rows_done(&self, board: &Board) -> usize {
        let mut differing = board.words();
        for (word, black) in differing.iter_mut().zip(self.words) {
            *word ^= black;
        }
        let rows = rows_of(differing) << (32 - ROWS);
        (rows.leading_zeros() as usize).min(self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_count_from_the_floor() {
        let board: Board = "X..X..X..X .XX.XX.XX. ..........".parse().unwrap();
        let words = board.words();
        let rows: Vec<u16> = (0..4).map(|height| row(&words, height)).collect();
        assert_eq!(rows, [0, board.row(18), board.row(17), 0]);
        assert_eq!(stack_height(&board), 3);
        assert_eq!(stack_height(&Board::EMPTY), 0);
    }

    #[test]
    fn rows_done_are_those_the_pattern_counts() {
        let pattern = Pattern::new("hill", "XX........ XXX.......".parse().unwrap()).unwrap();
        let picture = PatternRows::from_pattern(&pattern);
        for text in [
            "..........",
            "XXX.......",
            "XX........ XXX.......",
            "X......... XX........ XXX.......",
            "XXX....... XXX.......",
            "XX........ XXXX......",
        ] {
            let board: Board = text.parse().unwrap();
            let plain = usize::from(pattern.rows_done(&board));
            assert_eq!(picture.rows_done(&board), plain, "{board}");
        }
    }
}
