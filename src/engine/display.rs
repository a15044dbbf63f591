//! The display registers: what the screen shows, kept apart from the game's memory.

use crate::rules::level::level_digits;
use crate::rules::{Cell, Counter, Page, Piece, Pose, StateHash};

use super::core::Core;
use super::view::{GameType, GameView};

/// The row up to which the screen has taken over the playfield in the present redraw.
///
/// Four rows follow in each vertical blank, so a redraw takes up to five frames: the cause of
/// the entry delay. Source: the disassembly's `vramRow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowCursor(u8);

impl RowCursor {
    /// The value that says "nothing left to redraw".
    pub(super) const FINISHED: RowCursor = RowCursor(32);
    /// Rows taken over in one vertical blank.
    const ROWS_PER_BLANK: u8 = 4;

    /// A redraw that begins at `row`.
    pub(super) const fn at(row: u8) -> RowCursor {
        RowCursor(row)
    }

    /// The row reached, 0-19, or 32.
    pub(super) const fn row(self) -> u8 {
        self.0
    }

    /// Whether the screen shows the whole playfield.
    pub(super) const fn is_finished(self) -> bool {
        self.0 == RowCursor::FINISHED.0
    }
}

/// What the screen shows of a running game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Display {
    field: [Cell; 200],
    piece: Option<Pose>,
    next: Option<Piece>,
    lines: [u8; 3],
    statistics: [[u8; 3]; Piece::COUNT],
    top: [u8; 6],
    score: [u8; 6],
    level: u8,
    flash: bool,
    /// Piece and NEXT as the last tick prepared them for the coming vertical blank.
    prepared: (Option<Pose>, Option<Piece>),
}

impl Display {
    /// An empty field; `top` is the best score as six digits.
    pub(super) fn new(top: [u8; 6], level: u8) -> Display {
        Display {
            field: [Cell::EMPTY; 200],
            piece: None,
            next: None,
            lines: [0; 3],
            statistics: [[0; 3]; Piece::COUNT],
            top,
            score: [0; 6],
            level,
            flash: false,
            prepared: (None, None),
        }
    }

    /// Takes over the next rows of the playfield.
    pub(super) fn redraw(&mut self, page: &Page, cursor: &mut RowCursor) {
        for _ in 0..RowCursor::ROWS_PER_BLANK {
            if cursor.is_finished() {
                return;
            }
            let start = usize::from(cursor.0) * 10;
            self.field[start..start + 10].copy_from_slice(&page.visible()[start..start + 10]);
            cursor.0 += 1;
            if cursor.0 == 20 {
                *cursor = RowCursor::FINISHED;
            }
        }
    }

    /// Blanks two cells of a row for the line-clear animation.
    pub(super) fn blank(&mut self, row: u8, columns: [u8; 2]) {
        for column in columns {
            self.field[usize::from(row * 10 + column)] = Cell::BLANK;
        }
    }

    /// Takes over digits, level, flash and the prepared sprites.
    pub(super) fn take_registers(&mut self, memory: &Registers) {
        self.lines = memory.lines;
        self.statistics = memory.statistics;
        self.score = memory.score;
        self.level = memory.level;
        self.flash = memory.flash;
        (self.piece, self.next) = self.prepared;
    }

    /// Hands in the sprites for the coming vertical blank.
    pub(super) fn prepare(&mut self, piece: Option<Pose>, next: Option<Piece>) {
        self.prepared = (piece, next);
    }

    /// The registers as a picture is drawn from them.
    pub(super) fn view(&self, game_type: GameType) -> GameView {
        GameView {
            field: self.field,
            piece: self.piece,
            next: self.next,
            game_type,
            lines: self.lines,
            statistics: self.statistics,
            top: self.top,
            score: self.score,
            level_digits: level_digits(self.level),
            palette_level: self.level,
            flash: self.flash,
            paused: false,
        }
    }

    pub(super) fn hash_into(&self, hash: &mut StateHash) {
        let Display {
            field,
            piece,
            next,
            lines,
            statistics,
            top,
            score,
            level,
            flash,
            prepared,
        } = self;
        hash.bytes(&field.map(|cell| cell.0));
        for (piece, next) in [(*piece, *next), *prepared] {
            hash_pose(piece, hash);
            hash.bytes(&[next.map_or(255, |next| next.index() as u8)]);
        }
        hash.bytes(lines);
        hash.bytes(statistics.as_flattened());
        hash.bytes(top);
        hash.bytes(score);
        hash.bytes(&[*level, u8::from(*flash)]);
    }
}

/// What the vertical blank copies from memory besides the playfield.
pub(super) struct Registers {
    lines: [u8; 3],
    statistics: [[u8; 3]; Piece::COUNT],
    score: [u8; 6],
    level: u8,
    flash: bool,
}

impl Registers {
    /// The registers that `core` asks for; the wall is white in every fourth frame after a
    /// Tetris. Source: the disassembly's vertical blank routine.
    pub(super) fn of(core: &Core) -> Registers {
        Registers {
            lines: core.lines.0.digits(),
            statistics: core.statistics.0.map(Counter::digits),
            score: core.score.digits(),
            level: core.level,
            flash: core.completed_lines == 4 && core.frame.is_multiple_of(4),
        }
    }

    /// Whether the wall is white.
    pub(super) const fn flash(&self) -> bool {
        self.flash
    }
}

/// Adds a pose, or its absence, to a fingerprint.
pub(super) fn hash_pose(pose: Option<Pose>, hash: &mut StateHash) {
    match pose {
        Some(pose) => hash.bytes(&[pose.orientation.id(), pose.x as u8, pose.y as u8]),
        None => hash.bytes(&[255; 3]),
    }
}
