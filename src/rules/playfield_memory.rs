//! The cartridge's playfield memory: 200 visible cells in a page of 256 bytes.

use super::board::Board;
use super::hash::StateHash;
use super::motion::{COLUMNS, Occupancy, Pose, ROWS};
use super::piece::Piece;

/// Content of one cell of playfield memory.
///
/// Source: tile numbers of the disassembly and of the Data Crystal RAM map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// Cell without a block.
    pub const EMPTY: Cell = Cell(0xEF);
    /// Bordered block with a white middle: T, O, I.
    pub const BORDERED: Cell = Cell(0x7B);
    /// Block of a garbage row sent by the opponent.
    pub const GARBAGE: Cell = Cell(0x78);
    /// Solid block in the level's first colour: Z, L.
    pub const LIGHT: Cell = Cell(0x7C);
    /// Solid block in the level's second colour: J, S.
    pub const DARK: Cell = Cell(0x7D);
    /// The curtain that closes over a finished game.
    pub const CURTAIN: Cell = Cell(0x4F);
    /// A cell blanked by the line-clear animation. Such cells exist only on the screen.
    pub const BLANK: Cell = Cell(0xFF);
    /// A question mark: block of a lock that a video does not prove. Such cells exist only on the screen.
    pub const GUESS: Cell = Cell(0x2C);

    /// Returns the block that `piece` is made of.
    pub const fn from_piece(piece: Piece) -> Cell {
        match piece {
            Piece::T | Piece::O | Piece::I => Cell::BORDERED,
            Piece::Z | Piece::L => Cell::LIGHT,
            Piece::J | Piece::S => Cell::DARK,
        }
    }

    /// Returns whether the cell stops a piece. All values below that of the empty cell do.
    #[inline]
    pub const fn is_occupied(self) -> bool {
        self.0 < Cell::EMPTY.0
    }
}

/// The 256-byte memory page of the playfield: cell (x, y) at 10 y + x.
///
/// Rows above the top are real memory at the end of the page, because the index wraps at 256. So a piece that locks
/// partly above the field leaves invisible cells there, as on the cartridge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayfieldMemory {
    cells: [Cell; 256],
}

impl Default for PlayfieldMemory {
    fn default() -> PlayfieldMemory {
        PlayfieldMemory {
            cells: [Cell::EMPTY; 256],
        }
    }
}

impl PlayfieldMemory {
    /// Returns the page whose visible cells equal `board`, all with the cell content `style`.
    pub fn from_board(board: &Board, style: Cell) -> PlayfieldMemory {
        let mut page = PlayfieldMemory::default();
        for y in 0..ROWS {
            for x in 0..COLUMNS {
                if board.contains(x, y) {
                    page.cells[index(x, y)] = style;
                }
            }
        }
        page
    }

    /// Returns the cell at column `x` (0-9) and row `y` (-2 to 20).
    #[inline]
    pub const fn cell(&self, x: i8, y: i8) -> Cell {
        self.cells[index(x, y)]
    }

    /// Writes a cell. See [`PlayfieldMemory::cell`] for the ranges.
    #[inline]
    pub const fn set(&mut self, x: i8, y: i8, cell: Cell) {
        self.cells[index(x, y)] = cell;
    }

    /// Returns the ten cells of row `y` (0-19).
    pub fn row(&self, y: i8) -> &[Cell] {
        &self.cells[index(0, y)..][..COLUMNS as usize]
    }

    /// Returns the visible cells, row by row from the top.
    pub fn visible(&self) -> &[Cell; 200] {
        self.cells
            .first_chunk()
            .expect("a page holds 256 cells, of which 200 are visible")
    }

    /// Returns the occupied visible cells as a board.
    pub fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for y in 0..ROWS {
            for x in 0..COLUMNS {
                if self.cell(x, y).is_occupied() {
                    board.insert(x, y);
                }
            }
        }
        board
    }

    /// Writes the four squares of a piece. Squares above the top go into the hidden rows.
    pub fn write(&mut self, pose: Pose) {
        for (x, y) in pose.cells() {
            self.set(x, y, Cell::from_piece(pose.piece()));
        }
    }

    /// Writes the visible squares of a piece. Squares above the top vanish.
    pub fn write_visible(&mut self, pose: Pose) {
        for (x, y) in pose.cells().into_iter().filter(|&(_, y)| y >= 0) {
            self.set(x, y, Cell::from_piece(pose.piece()));
        }
    }

    /// Writes the visible squares of a lock that is a guess, see [`Cell::GUESS`].
    pub fn write_guess(&mut self, lock: Pose) {
        for (x, y) in lock.cells().into_iter().filter(|&(_, y)| y >= 0) {
            self.set(x, y, Cell::GUESS);
        }
    }

    /// Returns whether row `y` (0-20) has no empty cell.
    pub fn is_row_complete(&self, y: i8) -> bool {
        self.row(y).iter().all(|&cell| cell != Cell::EMPTY)
    }

    /// Removes row `y` (1-20). The rows above move down by one and row 0 becomes empty; the hidden rows do not move.
    pub fn remove_row(&mut self, y: i8) {
        self.cells.copy_within(0..index(0, y), COLUMNS as usize);
        self.cells[..COLUMNS as usize].fill(Cell::EMPTY);
    }

    /// Removes row 0 as the cartridge does: the whole page moves down by ten cells.
    ///
    /// Reproduced quirk: the copy starts at the cell before the page, which wraps to the end of the page. Row 19 is lost at
    /// the bottom, row -2 becomes row -1, and the complete row appears again as row 1.
    ///
    /// Source: the disassembly's row check; negative-seven, "Nintendo NES Tetris bugs and
    /// mechanics explained".
    pub fn remove_top_row(&mut self) {
        self.cells
            .copy_within(0..256 - COLUMNS as usize, COLUMNS as usize);
        self.cells[..COLUMNS as usize].fill(Cell::EMPTY);
    }

    /// Moves everything up by one row, hidden rows included, and adds a garbage row at the bottom, with its hole in
    /// column `hole` (0-9).
    ///
    /// Returns whether an occupied cell left the visible field at the top.
    ///
    /// Cells already hidden above the field do not count, because they left it earlier.
    pub fn raise(&mut self, hole: u8) -> bool {
        let is_pushed_out = self.row(0).iter().any(|cell| cell.is_occupied());
        for y in -2..ROWS - 1 {
            for x in 0..COLUMNS {
                self.set(x, y, self.cell(x, y + 1));
            }
        }
        for x in 0..COLUMNS {
            let is_hole = x == hole as i8;
            self.set(
                x,
                ROWS - 1,
                if is_hole { Cell::EMPTY } else { Cell::GARBAGE },
            );
        }
        is_pushed_out
    }

    /// Adds the whole page to a state hash.
    pub fn hash_into(&self, hash: &mut StateHash) {
        hash.bytes(&self.cells.map(|cell| cell.0));
    }
}

/// Returns the index of a cell in the page, modulo its size.
#[inline]
const fn index(x: i8, y: i8) -> usize {
    (y as isize * COLUMNS as isize + x as isize) as u8 as usize
}

impl Occupancy for PlayfieldMemory {
    #[inline]
    fn is_occupied(&self, x: i8, y: i8) -> bool {
        self.cell(x, y).is_occupied()
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::rules::randomizer::generator;

    #[test]
    fn sets_of_bits_are_raised_as_pages_are() {
        let mut generator = generator(1, 0);
        let mut pushed_out = 0;
        for _ in 0..20_000 {
            let top = generator.random_range(0..ROWS as usize);
            let rows = std::array::from_fn(|y| {
                let row: u16 = generator.random();
                if y < top { 0 } else { row }
            });
            let board = Board::from_rows(rows);
            let (rows, hole) = (
                generator.random_range(0..=20),
                generator.random_range(0..10),
            );
            let mut page = PlayfieldMemory::from_board(&board, Cell::BORDERED);
            let mut is_pushed_out = false;
            for _ in 0..rows {
                is_pushed_out |= page.raise(hole);
            }
            let expected = (!is_pushed_out).then(|| page.board());
            assert_eq!(board.raised(rows, hole), expected, "{rows} rows on {board}");
            pushed_out += u32::from(is_pushed_out);
        }
        assert!((5_000..15_000).contains(&pushed_out), "{pushed_out}");
    }
}
