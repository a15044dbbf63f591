//! State and timeline that all games share: the field, the counters, and the steps from lock to spawn.
//!
//! A game machine owns a [`Core`], calls [`Core::vertical_blank`] first in each frame and then runs one play state.
//! Each machine moves the piece by its own rules.

use crate::rules::{
    Cell, Counter, LineCounter, Piece, PlayfieldMemory, Pose, Score, StateHash, Statistics,
};

use super::display::{Display, RowCursor, hash_pose};
use super::event::{Event, Events};
use super::play_state::PlayState;
use super::quirks;
use super::state::GameState;

/// Treatment of squares and rows at the top edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TopEdgeRule {
    /// The game without gravity: squares above row 0 vanish and row 0 is never complete.
    Vanish,
    /// The cartridge: squares above row 0 stay in the hidden rows, and row 0 can be complete.
    Keep,
}

/// Direction in which cleared lines are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineCounting {
    /// A-type: the count goes up, and the level rises.
    Up,
    /// B-type: the count goes down to 0 at a constant level.
    Down,
}

/// State shared by all games. The game machines of this folder may use every field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Core {
    pub(super) page: PlayfieldMemory,
    /// Pose of the current piece. It does not change while the piece is hidden.
    pub(super) pose: Pose,
    /// Pose in which the previous piece locked.
    pub(super) locked: Option<Pose>,
    /// True if the piece's sprite is hidden, during a line clear or the curtain.
    pub(super) hidden: bool,
    pub(super) next: Piece,
    pub(super) state: PlayState,
    pub(super) cursor: RowCursor,
    /// Number of rows checked so far in [`PlayState::RowCheck`], 0-3.
    pub(super) checked: u8,
    /// Completed rows that the animation blanks; 0 = none, as on the cartridge.
    pub(super) completed_rows: [u8; 4],
    /// First row, from the top, that never counts as complete; 20 and above for none. Only training sets it.
    pub(super) floor: u8,
    /// Number of completed rows in the current clear, 0-4. The score tick resets it.
    pub(super) completed_lines: u8,
    /// Completed steps of the line-clear animation, 0-5.
    pub(super) animation_step: u8,
    /// Step of the curtain: negative while the curtain waits, then the next row to cover; 20 = closed.
    pub(super) curtain: i8,
    pub(super) score: Score,
    pub(super) lines: LineCounter,
    pub(super) level: u8,
    pub(super) statistics: Statistics,
    pub(super) display: Display,
    pub(super) events: Events,
}

/// Implements the getters that a game machine forwards to its field `core`.
macro_rules! core_getters {
    ($game:ty) => {
        impl $game {
            /// Returns the playfield memory, hidden rows included.
            pub const fn page(&self) -> &$crate::rules::PlayfieldMemory {
                &self.core.page
            }

            /// Returns the settled cells of the visible rows.
            pub fn board(&self) -> $crate::rules::Board {
                self.core.page.board()
            }

            /// Returns the pose of the current piece.
            pub const fn pose(&self) -> $crate::rules::Pose {
                self.core.pose
            }

            /// Returns the pose in which the previous piece locked.
            pub const fn locked(&self) -> Option<$crate::rules::Pose> {
                self.core.locked
            }

            /// Returns the piece in the NEXT box.
            pub const fn next(&self) -> $crate::rules::Piece {
                self.core.next
            }

            /// Returns the level.
            pub const fn level(&self) -> u8 {
                self.core.level
            }

            /// Returns the line counter, 0-25,599.
            pub fn lines(&self) -> u16 {
                self.core.lines.0.value()
            }

            /// Returns the score.
            pub const fn score(&self) -> $crate::rules::Score {
                self.core.score
            }
        }
    };
}
pub(super) use core_getters;

/// Number of steps for which the curtain waits before it covers the first row, as a negative number.
///
/// Source: the disassembly's game over routine.
const CURTAIN_WAIT_STEPS: i8 = -16;
/// Value of the curtain counter when all rows are covered.
const CURTAIN_CLOSED: i8 = 20;

/// Value of [`Core::floor`] that is below every row the row check reaches.
const NO_FLOOR: u8 = 32;

impl Core {
    /// Sets up a game. `current` is counted in the statistics at once. `top` is the best score to show, as six digits.
    pub(super) fn new(level: u8, top: [u8; 6], current: Piece, next: Piece) -> Core {
        let mut statistics = Statistics::default();
        statistics.count(current);
        Core {
            page: PlayfieldMemory::default(),
            pose: Pose::spawn(current),
            locked: None,
            hidden: false,
            next,
            state: PlayState::Control,
            cursor: RowCursor::at(0),
            checked: 0,
            completed_rows: [0; 4],
            floor: NO_FLOOR,
            completed_lines: 0,
            animation_step: 0,
            curtain: CURTAIN_WAIT_STEPS,
            score: Score::default(),
            lines: LineCounter::default(),
            level,
            statistics,
            display: Display::new(top, level),
            events: Events::default(),
        }
    }

    /// Runs the vertical blank of a frame: animation or redraw, digits, flash, sprites. `frame` is the global frame
    /// counter as the last tick saw it.
    #[inline]
    pub(super) fn vertical_blank(&mut self, frame: u16) {
        self.events = Events::default();
        if self.state == PlayState::LineClear {
            self.animate_line_clear(frame);
        } else {
            self.display.redraw(&self.page, &mut self.cursor);
        }
        let flash = quirks::wall_flashes(self.completed_lines, frame);
        if flash && frame.is_multiple_of(8) {
            self.events.insert(Event::FlashTick);
        }
        self.take_registers(flash);
    }

    /// Copies digits, level, flash and the prepared sprites to the screen.
    fn take_registers(&mut self, flash: bool) {
        self.display.take_registers(
            self.lines.0,
            &self.statistics,
            self.score,
            self.level,
            flash,
        );
    }

    /// Blanks two more columns of the completed rows, from the middle outwards, in every fourth frame. Row 0 is not
    /// blanked: the cartridge's list uses 0 for "no row".
    fn animate_line_clear(&mut self, frame: u16) {
        if !frame.is_multiple_of(4) {
            return;
        }
        let columns = [4 - self.animation_step, 5 + self.animation_step];
        for row in self.completed_rows {
            if quirks::is_animated(row) {
                self.display.blank(row, columns);
            }
        }
        self.animation_step += 1;
        if self.animation_step == 5 {
            self.state = PlayState::Score;
        }
    }

    /// Prepares the sprites of the piece and NEXT for the next vertical blank.
    pub(super) fn prepare_sprites(&mut self) {
        self.prepare_piece_and(Some(self.next));
    }

    /// Prepares the sprites of the piece and NEXT for the next vertical blank. `None` leaves the NEXT box empty.
    #[inline]
    pub(super) fn prepare_piece_and(&mut self, next: Option<Piece>) {
        let piece = (!self.hidden).then_some(self.pose);
        self.display.prepare(piece, next);
    }

    /// Returns the row at which the redraw and the row check start after the current piece locks.
    fn first_row(&self) -> u8 {
        (self.pose.y - 2).max(0) as u8
    }

    /// Starts the lock of a piece that cannot move down.
    pub(super) fn rest(&mut self) {
        let row = self.first_row();
        if row < self.cursor.row() {
            self.cursor = RowCursor::at(row);
        }
        self.state = PlayState::Lock;
    }

    /// Writes the piece to the field once the screen has drawn all rows.
    pub(super) fn lock_tick(&mut self, edge: TopEdgeRule) {
        if !self.cursor.is_finished() {
            return;
        }
        match edge {
            TopEdgeRule::Vanish => self.page.write_visible(self.pose),
            TopEdgeRule::Keep => self.page.write(self.pose),
        }
        self.locked = Some(self.pose);
        self.cursor = RowCursor::at(self.first_row());
        self.begin_row_check();
    }

    /// Prepares to check the rows of the piece just written.
    fn begin_row_check(&mut self) {
        self.state = PlayState::RowCheck;
        self.checked = 0;
        self.completed_rows = [0; 4];
    }

    /// Checks one of the piece's four rows once the screen has drawn all rows. A complete row is removed from memory at
    /// once.
    pub(super) fn row_check_tick(&mut self, edge: TopEdgeRule) {
        if self.cursor.is_finished() {
            self.check_row(edge);
        }
    }

    fn check_row(&mut self, edge: TopEdgeRule) {
        let row = self.first_row() + self.checked;
        let exempt = edge == TopEdgeRule::Vanish && row == 0 || row >= self.floor;
        if !exempt && self.page.is_row_complete(row as i8) {
            if row == 0 {
                self.page.remove_top_row();
            } else {
                self.page.remove_row(row as i8);
            }
            self.completed_rows[usize::from(self.checked)] = row;
            self.completed_lines = quirks::one_more_line(self.completed_lines);
            self.hidden = true;
            self.events.insert(Event::RowCompleted);
        }
        self.checked += 1;
        if self.checked < 4 {
            return;
        }
        self.cursor = RowCursor::at(0);
        self.animation_step = 0;
        self.state = if self.completed_lines > 0 {
            PlayState::LineClear
        } else {
            PlayState::Score
        };
        match self.completed_lines {
            0 => self.events.insert(Event::Locked),
            4 => self.events.insert(Event::Tetris),
            _ => {}
        }
    }

    /// Counts lines, updates the level, adds the points of `pushes` soft drop rows, then adds the points of the lines.
    pub(super) fn score_tick(&mut self, counting: LineCounting, pushes: u8) {
        let before = self.level;
        self.count_lines(counting);
        if self.level != before {
            self.events.insert(Event::LevelUp);
        }
        self.score.add_soft_drop(pushes);
        self.score.add_lines(self.completed_lines, self.level);
        self.completed_lines = 0;
        self.state = PlayState::Goal;
    }

    /// Replaces the current piece and NEXT of a game that has not begun.
    pub(super) fn begin_with(&mut self, [current, next]: [Piece; 2]) {
        self.pose = Pose::spawn(current);
        self.next = next;
        self.statistics = Statistics::default();
        self.statistics.count(current);
    }

    /// Counts the lines of the current clear and updates the level.
    pub(super) fn count_lines(&mut self, counting: LineCounting) {
        match counting {
            LineCounting::Up => self.level = self.lines.count(self.completed_lines, self.level),
            LineCounting::Down => {
                for _ in 0..self.completed_lines {
                    self.lines.0.decrement();
                }
            }
        }
    }

    /// Raises the field by one row of garbage for each hole column. Returns whether the stack was pushed out at the
    /// top.
    ///
    /// The whole field is redrawn. The sprite of the locked piece is hidden, because its cells move up with the field.
    pub(super) fn receive(&mut self, holes: &[u8]) -> bool {
        let mut is_pushed_out = false;
        for &hole in holes {
            is_pushed_out |= self.page.raise(hole);
        }
        self.redraw();
        self.hidden = true;
        self.prepare_sprites();
        self.events.insert(Event::GarbageReceived);
        is_pushed_out
    }

    /// Makes the screen redraw the whole field.
    pub(super) const fn redraw(&mut self) {
        self.cursor = RowCursor::at(0);
    }

    /// Ends the game without a curtain. The player leaves it with Start.
    pub(super) fn halt(&mut self) {
        self.state = PlayState::Curtain;
        self.curtain = CURTAIN_CLOSED;
        self.hidden = true;
        self.redraw();
        self.events.insert(Event::CurtainClosed);
    }

    /// Spawns the piece in the NEXT box. `new_next` takes its place in the box.
    pub(super) fn spawn(&mut self, new_next: Piece) {
        self.pose = Pose::spawn(self.next);
        self.hidden = false;
        self.statistics.count(self.next);
        self.next = new_next;
        self.state = PlayState::Control;
        self.events.insert(Event::Spawned);
    }

    /// Loses the game and starts the curtain.
    pub(super) fn top_out(&mut self) {
        self.state = PlayState::Curtain;
        self.curtain = CURTAIN_WAIT_STEPS;
        self.events.insert(Event::ToppedOut);
    }

    /// Advances the curtain in every fourth frame: it waits one more step or covers one more row.
    pub(super) fn curtain_tick(&mut self, frame: u16) {
        if self.is_curtain_closed() || !frame.is_multiple_of(4) {
            return;
        }
        if self.curtain >= 0 {
            self.cover_row(self.curtain);
            self.cursor = RowCursor::at(self.curtain as u8);
        }
        self.curtain += 1;
        if self.is_curtain_closed() {
            self.events.insert(Event::CurtainClosed);
        }
    }

    fn cover_row(&mut self, row: i8) {
        for x in 0..10 {
            self.page.set(x, row, Cell::CURTAIN);
        }
        self.hidden = true;
    }

    /// Returns whether all rows are covered.
    pub(super) const fn is_curtain_closed(&self) -> bool {
        self.curtain == CURTAIN_CLOSED
    }

    /// Locks the piece, checks the rows and counts the points in one step, without animation.
    pub(super) fn lock_at_once(&mut self, edge: TopEdgeRule, counting: LineCounting) {
        self.lock_and_check_at_once(edge);
        self.score_tick(counting, 0);
    }

    /// Locks the piece and checks the rows in one step, without counting lines or points.
    pub(super) fn lock_and_check_at_once(&mut self, edge: TopEdgeRule) {
        self.cursor = RowCursor::FINISHED;
        self.lock_tick(edge);
        while self.state == PlayState::RowCheck {
            self.check_row(edge);
        }
    }

    /// Closes the curtain in one step.
    pub(super) fn close_curtain_at_once(&mut self) {
        for row in 0..CURTAIN_CLOSED {
            self.cover_row(row);
        }
        self.curtain = CURTAIN_CLOSED;
        self.events.insert(Event::CurtainClosed);
    }

    /// Copies the whole field and all counters to the screen at once.
    pub(super) fn refresh_display(&mut self) {
        self.cursor = RowCursor::at(0);
        while !self.cursor.is_finished() {
            self.display.redraw(&self.page, &mut self.cursor);
        }
        self.prepare_sprites();
        self.take_registers(false);
    }

    /// Fills in the fields of `state` that all games share.
    pub(super) fn describe(&self, state: &mut GameState) {
        state.play_state = Some(self.state.number());
        state.piece = Some(self.pose.piece().letter());
        state.x = Some(self.pose.x);
        state.y = Some(self.pose.y);
        state.rotation = Some(self.pose.orientation.rotation());
        state.next = Some(self.next.letter());
        state.rows = Some(GameState::rows_of(&self.page.board()));
        state.score = Some(self.score.points());
        state.lines = Some(self.lines.0.value());
        state.level = Some(self.level);
        state.statistics = Some(self.statistics.0.map(Counter::value));
    }

    /// Adds the whole state and the global frame counter to a state hash.
    pub(super) fn hash_into(&self, frame: u16, hash: &mut StateHash) {
        let Core {
            page,
            pose,
            // Not hashed: it is only reported, and no state depends on it.
            locked: _,
            hidden,
            next,
            state,
            cursor,
            checked,
            completed_rows,
            // Not hashed: the training determines it, and the training is hashed.
            floor: _,
            completed_lines,
            animation_step,
            curtain,
            score,
            lines,
            level,
            statistics,
            display,
            // Not hashed: events of the last step are not part of the state.
            events: _,
        } = self;
        page.hash_into(hash);
        hash_pose(Some(*pose), hash);
        hash.bytes(&[
            u8::from(*hidden),
            next.index() as u8,
            state.number(),
            cursor.row(),
            *checked,
            *completed_lines,
            *animation_step,
            *curtain as u8,
            *level,
        ]);
        hash.bytes(completed_rows);
        hash.number(u64::from(score.points()));
        hash.number(score.unlimited());
        hash.bytes(&lines.0.digits());
        statistics.hash_into(hash);
        hash.bytes(&frame.to_le_bytes());
        display.hash_into(hash);
    }
}
