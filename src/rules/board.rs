//! The settled cells as a set of bits: what search and players look at.

use std::fmt;
use std::str::FromStr;

use super::motion::{COLUMNS, Occupancy, Pose, ROWS};
use super::piece::Orientation;
use super::sanitize::plain;

/// Bits of one column inside a word: 20 rows and one spare bit that stops carries and shifts.
pub const LANE_BITS: u32 = 21;
/// Rows 0-19 of the three columns of a word.
pub const LANES: u64 = lanes(0xF_FFFF);

/// `lane` (21 bits) repeated for the three columns of a word.
#[inline]
pub const fn lanes(lane: u64) -> u64 {
    lane | lane << LANE_BITS | lane << (2 * LANE_BITS)
}

/// The settled cells of a playfield of 10 columns and 20 rows, row 0 at the top.
///
/// Cells above the top do not exist: they collide with nothing and keep nothing.
///
/// Column `x` lies in word `x / 3`, lane `x % 3`; row `y` is bit `y` of its lane. So a whole
/// column is one shift away, and neighbours left and right are one lane away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Board {
    words: [u64; 4],
}

impl Board {
    /// No cell occupied.
    pub const EMPTY: Board = Board { words: [0; 4] };

    /// The set's words, see the type for their layout. Bits outside rows 0-19 of columns 0-9
    /// are zero.
    #[inline]
    pub const fn words(&self) -> [u64; 4] {
        self.words
    }

    /// The board with these words; bits that are no cell are dropped.
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

    /// The board whose row `y` is `rows[y]`; bit `x` of a row is column `x`, higher bits are
    /// dropped.
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

    /// Row `y` (0-19) as bits, bit `x` for column `x`.
    pub fn row(&self, y: i8) -> u16 {
        (0..COLUMNS).fold(0, |row, x| row | u16::from(self.contains(x, y)) << x)
    }

    /// Column `x` (0-9) as bits, bit `y` for row `y`.
    #[inline]
    pub const fn column(&self, x: i8) -> u32 {
        let (word, shift) = lane_of(x);
        (self.words[word] >> shift) as u32 & 0xF_FFFF
    }

    /// Whether the cell is occupied. False outside the playfield.
    #[inline]
    pub const fn contains(&self, x: i8, y: i8) -> bool {
        if x < 0 || x >= COLUMNS || y < 0 || y >= ROWS {
            return false;
        }
        let (word, shift) = lane_of(x);
        self.words[word] >> (shift + y as u32) & 1 == 1
    }

    /// Occupies the cell. Cells outside the playfield are ignored: they vanish.
    #[inline]
    pub const fn insert(&mut self, x: i8, y: i8) {
        if x >= 0 && x < COLUMNS && y >= 0 && y < ROWS {
            let (word, shift) = lane_of(x);
            self.words[word] |= 1 << (shift + y as u32);
        }
    }

    /// How many cells are occupied, 0-200.
    #[inline]
    pub const fn count(&self) -> u32 {
        let words = &self.words;
        words[0].count_ones()
            + words[1].count_ones()
            + words[2].count_ones()
            + words[3].count_ones()
    }

    /// Whether no cell is occupied.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Board::EMPTY
    }

    /// Whether a cell is occupied in both boards.
    #[inline]
    pub fn intersects(&self, other: &Board) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// The cells occupied in either board.
    #[inline]
    pub fn union(&self, other: &Board) -> Board {
        let mut words = self.words;
        for (word, other) in words.iter_mut().zip(other.words) {
            *word |= other;
        }
        Board { words }
    }

    /// The board after the piece locks at `pose` without clearing anything; squares above the
    /// top vanish. The pose must be inside walls and floor.
    ///
    /// From row 2 on no square can be above the top, so the squares are a table's entry, moved
    /// down. With four single cells a two-piece decision takes 1.6 times as long.
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

    /// Rows with all ten cells occupied, bit `y` for row `y`.
    #[inline(always)]
    pub const fn full_rows(&self) -> u32 {
        let all = self.words[0] & self.words[1] & self.words[2];
        (all & all >> LANE_BITS & all >> (2 * LANE_BITS) & self.words[3]) as u32
    }

    /// The rows that a lock at pivot row `y` has completed on this board, bit `y` for row `y`.
    ///
    /// Like the cartridge's row check it looks at the four rows from `y` - 2 only. Row 0 is
    /// never cleared.
    #[inline(always)]
    pub const fn completed_rows(&self, y: i8) -> u32 {
        self.full_rows() & checked_rows(y)
    }

    /// The board after the piece locks at `pose` and complete rows are cleared, and how many
    /// were (0-4): the lock of a game without gravity. See [`Board::completed_rows`].
    #[inline(always)]
    pub fn lock(&self, pose: Pose) -> (Board, u32) {
        let mut board = self.with(pose);
        let full = board.completed_rows(pose.y);
        if full != 0 {
            board.clear_rows(full);
        }
        (board, full.count_ones())
    }

    /// The board after `rows` rows (0-20) of garbage came in from below, all with their hole in
    /// column `hole` (0-9), or none if a cell is pushed out at the top.
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

    /// Removes the rows of `rows` (bit `y` = row `y`); the rows above come down, empty rows
    /// enter at the top.
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

/// The rows a lock at pivot row `y` (-1 or more) can complete: `y` - 2 to `y` + 1, without row 0, as bits.
#[inline(always)]
pub const fn checked_rows(y: i8) -> u32 {
    ((0b1111u32 << (y + 1)) >> 3) & 0xF_FFFE
}

/// The pivot row of the stamps: the highest one with no square above the top.
const STAMP_ROW: i8 = 2;

/// The squares of each orientation with its pivot in row 2, by pivot column.
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

/// Twenty lines of `.` and `X`, top row first.
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

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardTextError {
    /// More rows than the playfield has.
    #[error("{0} rows: a playfield has 20")]
    TooManyRows(usize),
    /// A row that does not have ten cells.
    #[error("row {row} has {cells} cells: a row has 10")]
    RowLength {
        /// The row in the text, from 0.
        row: usize,
        /// How many cells it has.
        cells: usize,
    },
    /// A letter other than `.` and `X`.
    #[error("row {row}, column {column}: '{}' is neither '.' (empty) nor 'X' (occupied)", plain(&letter.to_string()))]
    Letter {
        /// The row in the text, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
        /// What stands there.
        letter: char,
    },
}

/// Reads words of ten `.` and `X`, top first. With fewer than twenty rows they are the lowest
/// ones.
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
