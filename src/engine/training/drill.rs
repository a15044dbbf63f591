//! A running training mode, with a hook at every point where it may change the cartridge's game.

use crate::engine::core::{Core, LineCounting};
use crate::engine::event::Event;
use crate::engine::garbage;
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::play_state::PlayState;
use crate::engine::view::{GameType, GameView};
use crate::rules::motion::ROWS;
use crate::rules::{
    Buttons, Cell, Control, Counter, LineCounter, Pad, Piece, PlayfieldMemory, Pose, Region, Score,
    StateHash,
};

use super::field::{self, SOLID, ghost};
use super::garbage::GarbageClock;
use super::linecap::LinecapEffect;
use super::pieces::{PieceRule, SeededPieces};
use super::t_spins::Cavity;
use super::tap_limit::TapLimit;
use super::wells::{self, WellDrill, taps_to_column};
use super::{ClearScoring, DrillProgress, ScoreDisplay, Training, TrainingMode, stacking};

/// A training mode in a running game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Drill {
    training: Training,
    /// Start level of the game. Marathon keeps the speed of this level.
    start_level: u8,
    region: Region,
    pieces: PieceRule,
    course: ModeState,
    taps: TapLimit,
    is_past_linecap: bool,
    /// Line counter at the last call of [`Drill::each_piece`].
    seen_lines: u16,
    /// Length of the current streak of successes. The longest one is in `best`.
    streak: u32,
    best: u32,
    /// Number of failures. They only mark the board, so the state hash omits them.
    misses: u32,
    /// True once the game has reached the goal of its mode. Only the checkerboard has a goal.
    is_done: bool,
    /// Autoshift charge when the last piece spawned; `None` in modes that do not train the charge.
    charge: Option<u8>,
}

/// State that only some modes need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ModeState {
    Plain,
    Garbage(GarbageClock),
    Wells(WellDrill),
    Target(Pose),
    /// Cavity to fill, ticks left until the spawn after a success, and whether the last piece filled its cavity.
    TSpins(Cavity, u8, bool),
}

/// Result of [`Drill::control`]: how the machine handles the piece in this frame.
pub(in crate::engine) enum PieceHandling {
    /// Move the piece as on the cartridge, with these buttons.
    Play(Pad),
    /// Lock the piece in this pose at once.
    Drop(Pose),
    /// Do nothing: the piece filled its cavity and is removed.
    Taken,
}

/// Bottom row. Clearing it completes a checkerboard.
const LOWEST_ROW: u8 = ROWS as u8 - 1;
/// Number of points that a checkerboard deducts for each cleared row.
const CHECKERBOARD_LOSS: u32 = 10;
/// Lowest score at which a checkerboard still deducts points.
const CHECKERBOARD_LEAST: u32 = 100;
/// Number of ticks between a T-spin and the next piece.
const T_SPIN_TICKS: u8 = 32;
/// Fall timer of a piece dropped without locking, which then hangs for 48 ticks. Source: TetrisGYM's hard drop mode.
const HANGING: u8 = 0xD0;
/// Highest start level for which transition training begins ten lines before the first level-up.
const TRANSITION_LEVEL_MAX: u8 = 128;

impl Drill {
    /// Starts a mode in a game that is set up and has not begun.
    pub(in crate::engine) fn begin(
        training: Training,
        core: &mut Core,
        game_type: &mut GameType,
        region: Region,
        carry: &mut PersistentMemory,
    ) -> Drill {
        let value = training.value;
        let mut drill = Drill {
            training,
            start_level: core.level,
            region,
            pieces: PieceRule::Own,
            course: ModeState::Plain,
            taps: TapLimit::default(),
            is_past_linecap: false,
            seen_lines: 0,
            streak: 0,
            best: 0,
            misses: 0,
            is_done: false,
            charge: None,
        };
        if let Some(value) = training.value_of(TrainingMode::Drought) {
            drill.pieces = PieceRule::Drought(value);
        }
        if let Some(value) = training.value_of(TrainingMode::DasDelay) {
            carry.control.autoshift_frames = Some(value as u8);
        }
        let page = &mut core.page;
        match training.mode {
            TrainingMode::Tetris
            | TrainingMode::Stacking
            | TrainingMode::Pace
            | TrainingMode::LowStack
            | TrainingMode::Drought
            | TrainingMode::DasDelay
            | TrainingMode::DasCharge
            | TrainingMode::Invisible
            | TrainingMode::HardDrop => {}
            TrainingMode::Seed => drill.pieces = PieceRule::Seeded(SeededPieces::new(value)),
            TrainingMode::Setups => {
                drill.pieces = PieceRule::Cycle(field::setup_pieces(value), 0);
                *page = field::setup_page(value);
            }
            TrainingMode::BType => {
                field::fill_garbage(page, value, carry);
                core.lines = LineCounter(Counter::new(25));
                let height = value as u8;
                *game_type = GameType::B { height };
            }
            TrainingMode::Floor => {
                field::lay_floor(page, value as u8);
                core.floor = match value {
                    0 => 0,
                    rows => ROWS as u8 - rows as u8,
                };
            }
            TrainingMode::Crunch => field::build_walls(page, value),
            TrainingMode::Tap => {
                drill.pieces = PieceRule::Only(Piece::I);
                field::build_tower(page, value);
            }
            TrainingMode::Transition if value < 16 => {
                if drill.start_level <= TRANSITION_LEVEL_MAX {
                    let level = drill.start_level;
                    let first = LineCounter::default().lines_at(level, level + 1);
                    let lines = first.unwrap_or(0).saturating_sub(10);
                    core.lines = LineCounter(Counter::new(lines));
                }
                core.score = Score::past_limit(value * 100_000);
            }
            TrainingMode::Transition => {}
            TrainingMode::Marathon => {
                if value == 2 || value == 4 {
                    core.level = 0;
                }
            }
            TrainingMode::TapQuantity => {
                drill.pieces = PieceRule::Only(Piece::I);
                let wells = WellDrill::draw(carry);
                wells.build(page, value);
                drill.course = ModeState::Wells(wells);
            }
            TrainingMode::Wells => core.floor = 0,
            TrainingMode::Checkerboard => {
                field::checker(page, value, carry.frame & 1 == 1);
                core.score = Score::past_limit(value * 1000);
            }
            TrainingMode::Garbage => drill.course = ModeState::Garbage(GarbageClock::default()),
            TrainingMode::Killscreen => {
                core.level = Control::KILLSCREEN_LEVEL;
                drill.start_level = core.level;
                carry.control.double_killscreen = true;
            }
            TrainingMode::TSpins => {
                drill.pieces = PieceRule::Only(Piece::T);
                core.floor = 0;
                let cavity = Cavity::draw(carry);
                cavity.build(page);
                drill.course = ModeState::TSpins(cavity, 0, true);
            }
        }
        drill.seen_lines = core.lines.0.value();
        drill
    }

    /// Returns whether a mode applies, be it the main one or an added one.
    fn has(&self, mode: TrainingMode) -> bool {
        self.training.value_of(mode).is_some()
    }

    /// Returns the mode and its options.
    pub(in crate::engine) const fn training(&self) -> &Training {
        &self.training
    }

    /// Returns whether the mode chooses the first pieces.
    pub(in crate::engine) fn chooses_pieces(&self) -> bool {
        self.pieces != PieceRule::Own
    }

    /// Returns the next piece, if the mode chooses it.
    pub(in crate::engine) fn choose(&mut self) -> Option<Piece> {
        self.pieces.choose()
    }

    /// Returns whether the mode accepts a piece that the game has chosen. `draw` returns a random number, 0-15.
    pub(in crate::engine) fn keeps(&self, piece: Piece, draw: impl FnOnce() -> u8) -> bool {
        self.pieces.keeps(piece, draw)
    }

    /// Sets the target of the current piece, in modes with a target for each piece.
    pub(in crate::engine) fn prepare(
        &mut self,
        piece: Piece,
        core: &mut Core,
        carry: &mut PersistentMemory,
    ) {
        if self.training.mode == TrainingMode::Wells {
            let target = wells::draw_target(piece, self.training.value, carry);
            wells::build_around(&mut core.page, target);
            self.course = ModeState::Target(target);
        }
    }

    /// Returns the level that sets the speed of the pieces.
    pub(in crate::engine) const fn speed_level(&self, level: u8) -> u8 {
        match self.training.mode {
            _ if self.is_double() => Control::DOUBLE_LEVEL,
            TrainingMode::Marathon => self.start_level,
            // The other modes stay below the level from which pieces fall two rows at once.
            _ if level >= Control::DOUBLE_LEVEL => Control::DOUBLE_LEVEL - 1,
            _ => level,
        }
    }

    /// Returns whether pieces fall two rows at once.
    pub(in crate::engine) const fn is_double(&self) -> bool {
        matches!(self.training.mode, TrainingMode::Killscreen)
            || self.is_past(LinecapEffect::Killscreen)
    }

    const fn is_past(&self, effect: LinecapEffect) -> bool {
        match self.training.linecap {
            Some(linecap) => self.is_past_linecap && linecap.effect as u8 == effect as u8,
            None => false,
        }
    }

    /// Handles a frame in which the player controls a piece.
    pub(in crate::engine) fn control(
        &mut self,
        core: &mut Core,
        carry: &mut PersistentMemory,
    ) -> PieceHandling {
        if let ModeState::TSpins(cavity, ..) = self.course
            && cavity.is_filled(core.pose)
        {
            core.score.add_lines_past_limit(2, core.level);
            self.note(true);
            let cavity = Cavity::draw(carry);
            self.course = ModeState::TSpins(cavity, T_SPIN_TICKS, true);
            core.hidden = true;
            core.state = PlayState::Spawn;
            self.redraw(core);
            return PieceHandling::Taken;
        }
        if self.has(TrainingMode::HardDrop) {
            let ghost = || ghost(core.pose, &core.page);
            if carry.pad.new.has(Buttons::UP) {
                return PieceHandling::Drop(ghost());
            }
            if carry.pad.new.has(Buttons::SELECT) {
                core.pose = ghost();
                carry.control.fall_timer = HANGING;
            }
            if carry.pad.new.has(Buttons::DOWN) && carry.control.fall_timer >= HANGING {
                carry.control.fall_timer = 0;
            }
        }
        if !self.training.das_only {
            return PieceHandling::Play(carry.pad);
        }
        let (pad, is_twice) = self.taps.frame(carry.pad, self.region);
        if is_twice {
            carry.control.das = carry.control.das.saturating_add(1);
        }
        PieceHandling::Play(pad)
    }

    /// Returns whether the last lock ends the game: in low-stack training, if a locked cell is above the limit.
    pub(in crate::engine) fn is_lost_by_lock(&self, page: &PlayfieldMemory) -> bool {
        self.training
            .value_of(TrainingMode::LowStack)
            .is_some_and(|rows| {
                let above = page.row(ROWS - 1 - rows as i8);
                above.iter().any(|cell| cell.is_occupied())
            })
    }

    /// Handles a lost game: an unfinished checkerboard scores 0.
    pub(in crate::engine) fn lose(&self, core: &mut Core) {
        if self.training.mode == TrainingMode::Checkerboard && !self.is_done {
            core.score = Score::default();
        }
    }

    /// Returns whether line clears skip their animation.
    pub(in crate::engine) const fn skips_animation(&self) -> bool {
        matches!(self.training.mode, TrainingMode::TapQuantity) && self.training.value >= 16
    }

    /// Counts lines, level and points by the rules of the mode, in place of [`Core::score_tick`].
    pub(in crate::engine) fn count(&mut self, core: &mut Core, counting: LineCounting, pushes: u8) {
        let lines = core.completed_lines;
        let value = self.training.value;
        let (level, tens) = (core.level, core.lines.0.value() / 10);
        core.count_lines(counting);
        let mut paid = core.level;
        match self.training.mode {
            TrainingMode::Transition if value == 16 => {
                let passes_ten = core.lines.0.value() / 10 != tens;
                core.level = level.wrapping_add(u8::from(passes_ten));
                paid = core.level;
            }
            TrainingMode::Marathon => {
                if value == 0 {
                    core.level = level;
                }
                if value < 3 {
                    paid = self.start_level;
                }
            }
            TrainingMode::TapQuantity | TrainingMode::Wells => core.level = level,
            _ => {}
        }
        if core.level != level {
            core.events.insert(Event::LevelUp);
        }
        if self.training.mode == TrainingMode::Tap {
            self.note(field::is_behind_tower(core.locked, value));
        }
        match self.training.mode {
            TrainingMode::Checkerboard => {
                self.is_done = core.completed_rows.contains(&LOWEST_ROW);
                let loss = CHECKERBOARD_LOSS * u32::from(lines);
                if core.score.points() >= CHECKERBOARD_LEAST {
                    core.score = Score::past_limit(core.score.points() - loss);
                }
            }
            TrainingMode::TapQuantity => self.mark(lines > 0, core),
            TrainingMode::Wells => {
                let is_there =
                    matches!(self.course, ModeState::Target(target) if core.locked == Some(target));
                self.mark(is_there, core);
            }
            _ => {
                core.score.add_soft_drop(pushes);
                match self.training.clears {
                    ClearScoring::Tetrises if lines < 4 => {}
                    ClearScoring::Penalty if lines < 4 => core.score.subtract_lines(lines, paid),
                    _ => core.score.add_lines_past_limit(lines, paid),
                }
            }
        }
        core.completed_lines = 0;
        core.state = PlayState::Goal;
        let now = core.lines.0.value();
        let linecap = self.training.linecap.filter(|_| lines > 0);
        if linecap.is_some_and(|linecap| linecap.is_reached(core.level, now)) {
            self.is_past_linecap = true;
        }
    }

    fn note(&mut self, is_success: bool) {
        match is_success {
            true => self.streak += 1,
            false => (self.streak, self.misses) = (0, self.misses + 1),
        }
        self.best = self.best.max(self.streak);
    }

    /// Records whether a piece reached its target.
    fn mark(&mut self, is_success: bool, core: &mut Core) {
        self.note(is_success);
        match is_success {
            true => core.score.add_lines_past_limit(4, core.level),
            false => core.score = Score::default(),
        }
    }

    /// Runs the mode's action after a piece is scored and before the next one spawns. Returns whether the game is over.
    pub(in crate::engine) fn each_piece(
        &mut self,
        core: &mut Core,
        carry: &mut PersistentMemory,
    ) -> bool {
        let value = self.training.value;
        carry.control.double_killscreen = self.is_double();
        let lines = core.lines.0.value();
        let passed_tens = lines / 10 - self.seen_lines.min(lines) / 10;
        self.seen_lines = lines;
        if self.is_past(LinecapEffect::Halt) {
            core.events.insert(Event::GoalReached);
            core.halt();
            return true;
        }
        if self.is_past(LinecapEffect::Floor) {
            for _ in 0..passed_tens {
                // The new solid row adds to any floor that the mode already has.
                core.floor = core.floor.min(ROWS as u8).saturating_sub(1);
                let is_lost = core.receive(&[0]);
                field::fill_row(&mut core.page, ROWS - 1, SOLID, None);
                if is_lost {
                    return true;
                }
            }
        }
        match (self.training.mode, &mut self.course) {
            (TrainingMode::Stacking, _) => stacking::colour(&mut core.page),
            (TrainingMode::Setups, _) => core.page = field::setup_page(value),
            (TrainingMode::Crunch, _) => field::build_walls(&mut core.page, value),
            (TrainingMode::Tap, _) => field::build_tower(&mut core.page, value),
            (TrainingMode::TapQuantity, ModeState::Wells(wells)) => {
                if self.streak > 0 {
                    *wells = wells.after_success(carry);
                }
                wells.build(&mut core.page, value);
            }
            (TrainingMode::Garbage, ModeState::Garbage(clock)) => {
                let holes = clock.each_piece(value, &mut core.page, carry);
                if value == 4 {
                    self.redraw(core);
                }
                return !holes.is_empty() && core.receive(&holes);
            }
            (TrainingMode::TSpins, ModeState::TSpins(cavity, ..)) => cavity.build(&mut core.page),
            (TrainingMode::Checkerboard, _) => {
                if self.is_done {
                    garbage::write_success(&mut core.page);
                    core.events.insert(Event::GoalReached);
                    core.halt();
                    return true;
                }
            }
            (TrainingMode::Wells, _) => self.prepare(core.next, core, carry),
            _ => return false,
        }
        if self.training.mode != TrainingMode::Checkerboard {
            self.redraw(core);
        }
        false
    }

    /// Redraws the field. T-spin training rebuilds its cavity first.
    fn redraw(&self, core: &mut Core) {
        if let ModeState::TSpins(cavity, ..) = self.course {
            cavity.build(&mut core.page);
        }
        core.redraw();
    }

    /// Returns whether the next spawn must wait for another tick.
    pub(in crate::engine) fn holds_spawn(&mut self) -> bool {
        match &mut self.course {
            ModeState::TSpins(_, ticks, _) if *ticks > 0 => {
                *ticks -= 1;
                true
            }
            _ => false,
        }
    }

    /// Updates the drill after a spawn. `charge` is the autoshift charge at that moment.
    pub(in crate::engine) fn spawned(&mut self, core: &mut Core, charge: u8) {
        self.taps.begin_piece();
        if self.training.mode == TrainingMode::DasCharge {
            self.charge = Some(charge);
            self.note(charge + 1 >= self.region.autoshift_delay_frames());
        }
        if let ModeState::TSpins(cavity, ticks, has_succeeded) = self.course {
            if !has_succeeded {
                self.note(false);
                core.score = Score::default();
            }
            self.course = ModeState::TSpins(cavity, ticks, false);
        }
    }

    /// Returns the progress so far.
    pub(in crate::engine) fn progress(&self) -> DrillProgress {
        let (target, next_taps) = match self.course {
            ModeState::Wells(wells) => (
                Some(wells::upright(wells.well)),
                Some(taps_to_column(wells.next)),
            ),
            ModeState::Target(target) => (Some(target), None),
            _ if self.training.mode == TrainingMode::Tap => {
                let column = field::column_behind_tower(self.training.value);
                (column.map(wells::upright), None)
            }
            _ => (None, None),
        };
        DrillProgress {
            streak: self.streak,
            best: self.best,
            misses: self.misses,
            target,
            next_taps,
            charge: self.charge,
        }
    }

    /// Applies the mode to the view: may hide stack or score, limit the score, mark a row, or add the ghost piece.
    pub(in crate::engine) fn show(&self, view: &mut GameView, core: &Core, is_over: bool) {
        let is_unseen = self.has(TrainingMode::Invisible) || self.is_past(LinecapEffect::Invisible);
        if is_unseen && !is_over {
            view.field = view.field.map(|cell| {
                let is_stack = cell.is_occupied();
                if is_stack { Cell::EMPTY } else { cell }
            });
        }
        match self.training.score {
            ScoreDisplay::Classic => view.score[0] %= 16,
            ScoreDisplay::Letters => view.score[0] %= 36,
            ScoreDisplay::Digits => view.score[0] %= 10,
            ScoreDisplay::Capped if view.score[0] > 9 => view.score = [9; 6],
            ScoreDisplay::Hidden if !is_over => view.score = [GameView::BLANK_DIGIT; 6],
            ScoreDisplay::Capped | ScoreDisplay::Hidden => {}
        }
        view.title = self.training.mode.facts().title;
        if let Some(rows) = self.training.value_of(TrainingMode::LowStack) {
            view.limit_row = Some(ROWS as u8 - rows as u8);
        }
        if self.has(TrainingMode::HardDrop) && view.piece.is_some() && !is_over {
            view.ghost = view.piece.map(|pose| ghost(pose, &core.page));
        }
    }

    /// Adds the whole drill to a state hash.
    pub(in crate::engine) fn hash_into(&self, hash: &mut StateHash) {
        let Drill {
            training,
            start_level,
            region: _,
            pieces,
            course,
            taps,
            is_past_linecap,
            seen_lines,
            streak,
            best,
            misses: _,
            is_done,
            charge,
        } = self;
        hash.bytes(training.to_string().as_bytes());
        if let Some(linecap) = training.linecap {
            hash.bytes(linecap.to_string().as_bytes());
        }
        hash.bytes(&[u8::from(training.das_only)]);
        if training.no_pause {
            hash.bytes(b"no pause");
        }
        match training.clears {
            ClearScoring::All => {}
            ClearScoring::Tetrises => hash.bytes(b"Tetrises"),
            ClearScoring::Penalty => hash.bytes(b"penalty"),
        }
        hash.bytes(charge.as_slice());
        pieces.hash_into(hash);
        match *course {
            ModeState::Plain => {}
            ModeState::Garbage(clock) => hash.bytes(&clock.bytes()),
            ModeState::Wells(wells) => hash.bytes(&[wells.well as u8, wells.next as u8]),
            ModeState::Target(target) => {
                hash.bytes(&[target.orientation.id(), target.x as u8, target.y as u8]);
            }
            ModeState::TSpins(cavity, ticks, has_succeeded) => {
                hash.bytes(&cavity.bytes());
                hash.bytes(&[ticks, u8::from(has_succeeded)]);
            }
        }
        hash.bytes(&taps.bytes());
        hash.bytes(&[*start_level, u8::from(*is_past_linecap)]);
        hash.bytes(&[u8::from(*is_done)]);
        hash.number(u64::from(*seen_lines));
        // Earlier versions did not count the successes of this mode.
        let is_counted = training.mode != TrainingMode::Tap;
        for count in [streak, best] {
            hash.number(u64::from(*count) * u64::from(is_counted));
        }
    }
}
