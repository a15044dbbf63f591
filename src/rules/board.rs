//! The settled cells as a bit set: the board that search and players work on.

use std::fmt;
use std::str::FromStr;

use super::motion::{COLUMNS, Occupancy, Pose, ROWS};
use super::piece::Orientation;
use super::sanitize::plain;

/// Number of bits of one column inside a word: 20 rows, and one spare bit that stops carries and shifts.
pub const LANE_BITS: u32 = 21;
/// Rows 0-19 of the three columns of a word.
pub const LANES: u64 = lanes(0xF_FFFF);

/// Returns a word in which each of the three columns has the bits of `lane` (21 bits).
#[inline]
pub const fn lanes(lane: u64) -> u64 {
    lane | lane << LANE_BITS | lane << (2 * LANE_BITS)
}

/// The settled cells of a playfield of 10 columns and 20 rows, row 0 at the top.
///
/// Cells above the top do not exist: they block nothing, and writes to them are lost.
///
/// Column `x` lies in word `x / 3`, lane `x % 3`; row `y` is bit `y` of its lane. So one shift extracts a column, and
/// the left and right neighbours of a cell are one lane away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Board {
    words: [u64; 4],
}

impl Board {
    /// Board without occupied cells.
    pub const EMPTY: Board = Board { words: [0; 4] };

    /// Returns the words of the board in the layout described on the type. Bits outside rows 0-19 of columns 0-9 are
    /// zero.
    #[inline]
    pub const fn words(&self) -> [u64; 4] {
        self.words
    }

    /// Returns the board with these words. Bits outside rows 0-19 of columns 0-9 are dropped.
    #[inline]
    pub const fn from_words(words: [u64; 4]) -> Board {
        Board {
            words: [
                words[0] & LANES,
                words[1] & LANES,
                words[2] & LANES,
                words[3] & 0xF_FFFF,
            ],
        }
    }

    /// Returns the board whose row `y` is `rows[y]`. Bit `x` of a row is column `x`; higher bits are dropped.
    pub fn from_rows(rows: [u16; ROWS as usize]) -> Board {
        let mut board = Board::EMPTY;
        for (y, row) in rows.into_iter().enumerate() {
            for x in 0..COLUMNS {
                if row >> x & 1 == 1 {
                    board.insert(x, y as i8);
                }
            }
        }
        board
    }

    /// Returns row `y` (0-19) as bits, bit `x` for column `x`.
    pub fn row(&self, y: i8) -> u16 {
        (0..COLUMNS).fold(0, |row, x| row | u16::from(self.contains(x, y)) << x)
    }

    /// Returns column `x` (0-9) as bits, bit `y` for row `y`.
    #[inline]
    pub const fn column(&self, x: i8) -> u32 {
        let (word, shift) = lane_of(x);
        (self.words[word] >> shift) as u32 & 0xF_FFFF
    }

    /// Returns whether the cell is occupied. Cells outside the playfield count as free.
    #[inline]
    pub const fn contains(&self, x: i8, y: i8) -> bool {
        if x < 0 || x >= COLUMNS || y < 0 || y >= ROWS {
            return false;
        }
        let (word, shift) = lane_of(x);
        self.words[word] >> (shift + y as u32) & 1 == 1
    }

    /// Occupies the cell. Cells outside the playfield are ignored.
    #[inline]
    pub const fn insert(&mut self, x: i8, y: i8) {
        if x >= 0 && x < COLUMNS && y >= 0 && y < ROWS {
            let (word, shift) = lane_of(x);
            self.words[word] |= 1 << (shift + y as u32);
        }
    }

    /// Returns the number of occupied cells, 0-200.
    #[inline]
    pub const fn count(&self) -> u32 {
        let words = &self.words;
        words[0].count_ones()
            + words[1].count_ones()
            + words[2].count_ones()
            + words[3].count_ones()
    }

    /// Returns whether no cell is occupied.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Board::EMPTY
    }

    /// Returns whether a cell is occupied in both boards.
    #[inline]
    pub fn intersects(&self, other: &Board) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Returns the cells occupied in either board.
    #[inline]
    pub fn union(&self, other: &Board) -> Board {
        let mut words = self.words;
        for (word, other) in words.iter_mut().zip(other.words) {
            *word |= other;
        }
        Board { words }
    }

    /// Returns the cells of this board that are not in `other`.
    #[inline]
    pub fn without(&self, other: &Board) -> Board {
        let mut words = self.words;
        for (word, other) in words.iter_mut().zip(other.words) {
            *word &= !other;
        }
        Board { words }
    }

    /// Returns the board with the piece locked at `pose`, before any row is cleared.
    ///
    /// Squares above the top vanish. The piece must be between the walls and above the floor.
    ///
    /// From pivot row 2 on, no square can be above the top, so the squares are taken from a table and shifted down.
    /// Writing four single cells instead would make a two-piece decision take 1.6 times as long.
    #[inline(always)]
    pub fn with(&self, pose: Pose) -> Board {
        let mut board = *self;
        if pose.y < STAMP_ROW {
            for (x, y) in pose.cells() {
                board.insert(x, y);
            }
            return board;
        }
        let stamp = &STAMPS[pose.orientation.id() as usize][pose.x as usize];
        for (word, stamp) in board.words.iter_mut().zip(stamp) {
            *word |= stamp << (pose.y - STAMP_ROW);
        }
        board
    }

    /// Returns the rows with all ten cells occupied, bit `y` for row `y`.
    #[inline(always)]
    pub const fn full_rows(&self) -> u32 {
        let all = self.words[0] & self.words[1] & self.words[2];
        (all & all >> LANE_BITS & all >> (2 * LANE_BITS) & self.words[3]) as u32
    }

    /// Returns the rows that a lock at pivot row `y` completes on this board, bit `y` for row `y`.
    ///
    /// Like the cartridge's row check, this checks only the rows from `y` - 2 to `y` + 1. Row 0 is never cleared.
    #[inline(always)]
    pub const fn completed_rows(&self, y: i8) -> u32 {
        self.full_rows() & checked_rows(y)
    }

    /// Locks the piece at `pose` and clears the complete rows. Returns the resulting board and the number of rows
    /// cleared (0-4).
    ///
    /// This is the lock of a game without gravity. See [`Board::completed_rows`].
    #[inline(always)]
    pub fn lock(&self, pose: Pose) -> (Board, u32) {
        let mut board = self.with(pose);
        let full = board.completed_rows(pose.y);
        if full != 0 {
            board.clear_rows(full);
        }
        (board, full.count_ones())
    }

    /// Returns the board after `rows` rows (0-20) of garbage have risen from below, each with its hole in column `hole`
    /// (0-9).
    ///
    /// Returns `None` if an occupied cell would be pushed out at the top.
    pub fn raised(&self, rows: u32, hole: u8) -> Option<Board> {
        let lost = lanes((1_u64 << rows) - 1);
        if self.words.iter().any(|word| word & lost != 0) {
            return None;
        }
        let garbage = 0xF_FFFF & !(0xF_FFFF_u64 >> rows);
        let words = self.words.map(|word| word >> rows | lanes(garbage));
        let mut board = Board::from_words(words);
        let (word, lane) = lane_of(hole as i8);
        board.words[word] &= !(garbage << lane);
        Some(board)
    }

    /// Removes the rows in `rows` (bit `y` = row `y`). The rows above move down and empty rows enter at the top.
    pub fn clear_rows(&mut self, rows: u32) {
        let mut rows = u64::from(rows) & 0xF_FFFF;
        while rows != 0 {
            let row = rows & rows.wrapping_neg();
            rows ^= row;
            let above = lanes(row - 1);
            let below = LANES & !lanes(row) & !above;
            for word in &mut self.words {
                *word = (*word & above) << 1 | *word & below;
            }
        }
    }
}

/// Returns the rows that a lock at pivot row `y` (-1 or more) can complete, as bits: `y` - 2 to `y` + 1, without row
/// 0.
#[inline(always)]
pub const fn checked_rows(y: i8) -> u32 {
    ((0b1111u32 << (y + 1)) >> 3) & 0xF_FFFE
}

/// Pivot row of the stamps: the topmost pivot row in which no square is above the playfield.
const STAMP_ROW: i8 = 2;

/// Squares of each orientation with its pivot in row 2, by pivot column.
static STAMPS: [[[u64; 4]; COLUMNS as usize]; Orientation::COUNT] = {
    let mut stamps = [[[0; 4]; COLUMNS as usize]; Orientation::COUNT];
    let mut id = 0;
    while id < Orientation::COUNT {
        let mut x = 0;
        while x < COLUMNS {
            stamps[id][x as usize] = stamp(id as u8, x).words;
            x += 1;
        }
        id += 1;
    }
    stamps
};

const fn stamp(id: u8, x: i8) -> Board {
    let Some(orientation) = Orientation::new(id) else {
        unreachable!()
    };
    let squares = orientation.squares();
    let mut board = Board::EMPTY;
    let mut square = 0;
    while square < 4 {
        let (dx, dy) = squares[square];
        board.insert(x + dx, STAMP_ROW + dy);
        square += 1;
    }
    board
}

/// Word and first bit of column `x` (0-9).
#[inline]
const fn lane_of(x: i8) -> (usize, u32) {
    ((x / 3) as usize, (x % 3) as u32 * LANE_BITS)
}

impl Occupancy for Board {
    #[inline]
    fn is_occupied(&self, x: i8, y: i8) -> bool {
        self.contains(x, y)
    }
}

/// Writes twenty lines of `.` and `X`, top row first.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..ROWS {
            for x in 0..COLUMNS {
                f.write_str(if self.contains(x, y) { "X" } else { "." })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

/// Reason why a text cannot be read as a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardTextError {
    /// The text has more rows than the playfield.
    #[error("{0} rows; a playfield has 20")]
    TooManyRows(usize),
    /// A row does not have ten cells.
    #[error("row {row} has {cells} cells; a row has 10")]
    RowLength {
        /// Row in the text, from 0.
        row: usize,
        /// Number of cells in the row.
        cells: usize,
    },
    /// A character is neither `.` nor `X`.
    #[error("row {row}, column {column}: invalid cell '{}'; allowed: '.' (empty), 'X' (occupied)", plain(&letter.to_string()))]
    Letter {
        /// Row in the text, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// The character found.
        letter: char,
    },
}

/// Reads words of ten `.` and `X`, top row first. Fewer than twenty rows fill the board from the bottom.
impl FromStr for Board {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<Board, BoardTextError> {
        let rows: Vec<&str> = text.split_whitespace().collect();
        let Some(missing) = (ROWS as usize).checked_sub(rows.len()) else {
            return Err(BoardTextError::TooManyRows(rows.len()));
        };
        let mut board = Board::EMPTY;
        for (index, row) in rows.into_iter().enumerate() {
            let cells = row.chars().count();
            if cells != COLUMNS as usize {
                return Err(BoardTextError::RowLength { row: index, cells });
            }
            for (column, letter) in row.chars().enumerate() {
                match letter {
                    'X' => board.insert(column as i8, (missing + index) as i8),
                    '.' => {}
                    _ => {
                        return Err(BoardTextError::Letter {
                            row: index,
                            column,
                            letter,
                        });
                    }
                }
            }
        }
        Ok(board)
    }
}
