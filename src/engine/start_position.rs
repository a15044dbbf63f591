//! Starting position of a game, and its form as one line of text.

mod pasted;
mod text;

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::score::SCORE_MAX;
use crate::rules::{Board, Cell, Piece, PlayfieldMemory, Pose, Region};

use super::pad_game::{PadGame, PadPosition, PadStart};
use super::view::GameView;

pub use pasted::{PastedPosition, PositionFormat};
pub use text::{POSITION_EXAMPLE, StartPositionError};

/// Starting position of an A-type game: its piece has just spawned.
///
/// The position includes neither cells hidden above the field nor the randomizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StartPosition {
    /// Rows from the top. Each cell is a two-bit index into [`BLOCKS`]; the leftmost cell is in the highest bits.
    rows: [u32; ROWS as usize],
    /// Current piece.
    pub current: Piece,
    /// Piece in the NEXT box.
    pub next: Piece,
    /// Current level, 0-255.
    pub level: u8,
    /// Line counter, 0-25,599.
    pub lines: u16,
    /// Score, 0-999,999.
    pub score: u32,
    /// Release of the cartridge, which sets the speed.
    pub region: Region,
}

/// Contents that a stored cell can have, by index. Any other block is stored as the bordered one.
const BLOCKS: [Cell; 4] = [Cell::EMPTY, Cell::BORDERED, Cell::LIGHT, Cell::DARK];
/// Number of bits per cell, and the bit mask of a cell.
const BITS: u32 = 2;
const MASK: u32 = 3;

impl StartPosition {
    /// Highest line counter.
    pub const LINES_MAX: u16 = 25_599;

    /// Returns an empty field at level 0, with these pieces.
    pub const fn new(current: Piece, next: Piece) -> StartPosition {
        StartPosition {
            rows: [0; ROWS as usize],
            current,
            next,
            level: 0,
            lines: 0,
            score: 0,
            region: Region::Ntsc,
        }
    }

    /// Returns the position of a pad game as if its piece had just spawned. A B-type game becomes A-type.
    pub fn of_pad(game: &PadGame) -> StartPosition {
        StartPosition {
            level: game.level(),
            lines: game.lines(),
            score: game.score().points().min(SCORE_MAX),
            region: game.start().region,
            ..StartPosition::new(game.pose().piece(), game.next()).with_field(&game.field())
        }
    }

    /// Returns the position with the visible cells of `page`.
    #[must_use]
    pub fn with_field(mut self, page: &PlayfieldMemory) -> StartPosition {
        for y in 0..ROWS {
            for x in 0..COLUMNS {
                self.set(x, y, page.cell(x, y));
            }
        }
        self
    }

    /// Returns the position with an empty field.
    #[must_use]
    pub const fn emptied(self) -> StartPosition {
        StartPosition {
            rows: [0; ROWS as usize],
            ..self
        }
    }

    /// Returns the position on a game's screen as if its piece had just spawned, or `None` if no piece is shown. Cells
    /// of a curtain become blocks.
    pub fn of_view(view: &GameView) -> Option<StartPosition> {
        let next = view.next.or(view.piece.map(Pose::piece))?;
        let current = view.piece.map_or(next, Pose::piece);
        let [hundreds, tens, ones] = view.lines.map(u16::from);
        let score = view
            .score
            .iter()
            .fold(0, |score, &digit| score * 10 + u32::from(digit.min(9)));
        let mut position = StartPosition {
            level: view.palette_level,
            lines: hundreds * 100 + tens * 10 + ones,
            score,
            ..StartPosition::new(current, next)
        };
        for (x, y) in (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y))) {
            position.set(x, y, view.field[y as usize * COLUMNS as usize + x as usize]);
        }
        Some(position)
    }

    /// Returns the cell at column `x` (0-9) and row `y` (0-19, from the top).
    pub const fn cell(&self, x: i8, y: i8) -> Cell {
        BLOCKS[(self.rows[y as usize] >> shift(x) & MASK) as usize]
    }

    /// Writes a cell; see [`StartPosition::cell`] for the ranges. A block in a style that the cartridge's pieces lack
    /// becomes a bordered one.
    pub fn set(&mut self, x: i8, y: i8, cell: Cell) {
        let known = BLOCKS.iter().position(|&block| block == cell);
        let code = known.unwrap_or(usize::from(cell.is_occupied())) as u32;
        let row = &mut self.rows[y as usize];
        *row = *row & !(MASK << shift(x)) | code << shift(x);
    }

    /// Returns the field in the layout of the cartridge's memory.
    pub fn page(&self) -> PlayfieldMemory {
        let mut page = PlayfieldMemory::default();
        for y in 0..ROWS {
            for x in 0..COLUMNS {
                page.set(x, y, self.cell(x, y));
            }
        }
        page
    }

    /// Returns the occupied cells.
    pub fn board(&self) -> Board {
        self.page().board()
    }

    /// Checks whether a game can start at this position.
    ///
    /// # Errors
    /// [`StartPositionError`] with the fault and the allowed values.
    pub fn check(&self) -> Result<(), StartPositionError> {
        if self.lines > StartPosition::LINES_MAX {
            return Err(StartPositionError::number(
                "lines",
                self.lines,
                StartPosition::LINES_MAX,
            ));
        }
        if self.score > SCORE_MAX {
            return Err(StartPositionError::number("score", self.score, SCORE_MAX));
        }
        let page = self.page();
        if let Some(y) = (0..ROWS).find(|&y| page.is_row_complete(y)) {
            return Err(StartPositionError::FullRow(y as u8 + 1));
        }
        if !Pose::spawn(self.current).fits(&page) {
            return Err(StartPositionError::NoRoom(self.current));
        }
        Ok(())
    }

    /// Returns the position for a pad game. `start` provides the settings, except the level.
    pub(super) fn in_pad_game(&self, start: PadStart) -> PadPosition {
        PadPosition {
            start: PadStart {
                level: self.level,
                ..start
            },
            page: self.page(),
            pose: Pose::spawn(self.current),
            next: self.next,
            lines: self.lines,
            score: self.score,
        }
    }
}

/// Returns the bit offset of a cell in its row.
const fn shift(x: i8) -> u32 {
    (COLUMNS - 1 - x) as u32 * BITS
}
