//! Display registers: the content of the screen, separate from the game's memory.

use crate::rules::level::level_digits;
use crate::rules::{Cell, Counter, Piece, PlayfieldMemory, Pose, Score, StateHash, Statistics};

use super::view::{GameType, GameView, Music};

/// Progress of the current redraw: the next row of the playfield to copy to the screen.
///
/// Each vertical blank copies four rows, so a redraw takes up to five frames. This causes the entry delay. Source: the
/// disassembly's `vramRow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowCursor(u8);

impl RowCursor {
    /// Value for "nothing left to redraw".
    pub(super) const FINISHED: RowCursor = RowCursor(32);
    /// Number of rows copied in one vertical blank.
    const ROWS_PER_BLANK: u8 = 4;

    /// Returns a redraw that starts at `row`.
    pub(super) const fn at(row: u8) -> RowCursor {
        RowCursor(row)
    }

    /// Returns the next row to copy, 0-19, or 32 if the redraw is finished.
    pub(super) const fn row(self) -> u8 {
        self.0
    }

    /// Returns whether the screen shows the whole playfield.
    pub(super) const fn is_finished(self) -> bool {
        self.0 == RowCursor::FINISHED.0
    }
}

/// Content of the screen in a running game.
///
/// Counters are stored as numbers and become digits when a view is requested. Most frames are never viewed, and the
/// digits cost more than the rest of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Display {
    field: [Cell; 200],
    piece: Option<Pose>,
    next: Option<Piece>,
    lines: Counter,
    statistics: Statistics,
    top: [u8; 6],
    score: Score,
    level: u8,
    flash: bool,
    /// Level whose colours are shown instead of the game's own.
    pub(super) wrong_colours: Option<u8>,
    /// Piece and NEXT, as the last tick prepared them for the next vertical blank.
    prepared: (Option<Pose>, Option<Piece>),
}

impl Display {
    /// Returns a screen with an empty field. `top` is the best score as six digits.
    pub(super) fn new(top: [u8; 6], level: u8) -> Display {
        Display {
            field: [Cell::EMPTY; 200],
            piece: None,
            next: None,
            lines: Counter::default(),
            statistics: Statistics::default(),
            top,
            score: Score::default(),
            level,
            flash: false,
            wrong_colours: None,
            prepared: (None, None),
        }
    }

    /// Copies the next four rows of the playfield to the screen.
    pub(super) fn redraw(&mut self, page: &PlayfieldMemory, cursor: &mut RowCursor) {
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

    /// Blanks two cells of a row for the line-clear animation. Row 20, which the row check covers too, is not on the
    /// screen.
    pub(super) fn blank(&mut self, row: u8, columns: [u8; 2]) {
        for column in columns {
            if let Some(cell) = self.field.get_mut(usize::from(row * 10 + column)) {
                *cell = Cell::BLANK;
            }
        }
    }

    /// Copies digits, level, flash and the prepared sprites to the screen.
    #[inline]
    pub(super) fn take_registers(
        &mut self,
        lines: Counter,
        statistics: &Statistics,
        score: Score,
        level: u8,
        flash: bool,
    ) {
        self.lines = lines;
        self.statistics = *statistics;
        self.score = score;
        self.level = level;
        self.flash = flash;
        (self.piece, self.next) = self.prepared;
    }

    /// Returns the line counter and the level on the screen.
    pub(super) const fn counters(&self) -> (Counter, u8) {
        (self.lines, self.level)
    }

    /// Replaces the line counter and the level on the screen.
    pub(super) fn show_counters(&mut self, (lines, level): (Counter, u8)) {
        (self.lines, self.level) = (lines, level);
    }

    /// Copies only the prepared sprites to the screen, in a frame that does not draw the game.
    pub(super) fn take_sprites(&mut self) {
        (self.piece, self.next) = self.prepared;
    }

    /// Prepares the sprites for the next vertical blank.
    pub(super) fn prepare(&mut self, piece: Option<Pose>, next: Option<Piece>) {
        self.prepared = (piece, next);
    }

    /// Returns the registers as a view.
    pub(super) fn view(&self, game_type: GameType, paused: bool) -> GameView {
        GameView {
            field: self.field,
            piece: self.piece,
            next: self.next,
            game_type,
            lines: self.lines.digits(),
            statistics: self.statistics.0.map(Counter::digits),
            top: self.top,
            score: self.score.digits(),
            level_digits: level_digits(self.level),
            palette_level: self.wrong_colours.unwrap_or(self.level),
            flash: self.flash,
            paused,
            crash_mark: false,
            music: Music::default(),
            title: "",
            limit_row: None,
            ghost: None,
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
            wrong_colours,
            prepared,
        } = self;
        hash.bytes(&field.map(|cell| cell.0));
        // `None` adds nothing, so the hashes of games without wrong colours do not change.
        wrong_colours.iter().for_each(|&level| hash.bytes(&[level]));
        for (piece, next) in [(*piece, *next), *prepared] {
            hash_pose(piece, hash);
            hash.bytes(&[next.map_or(255, |next| next.index() as u8)]);
        }
        hash.bytes(&lines.digits());
        statistics.hash_into(hash);
        hash.bytes(top);
        hash.bytes(&score.digits());
        hash.bytes(&[*level, u8::from(*flash)]);
    }
}

/// Adds a pose, or its absence, to a state hash.
pub(super) fn hash_pose(pose: Option<Pose>, hash: &mut StateHash) {
    match pose {
        Some(pose) => hash.bytes(&[pose.orientation.id(), pose.x as u8, pose.y as u8]),
        None => hash.bytes(&[255; 3]),
    }
}
