//! The cartridge's game, played with buttons and gravity.

mod at_once;
mod read;
mod slow_score;
mod trained;

use std::collections::VecDeque;

use crate::rules::{
    Buttons, Counter, LineCounter, Piece, PlayfieldMemory, Pose, Randomizer, Region, Score,
};

use super::core::{Core, LineCounting, TopEdgeRule};
use super::demo;
use super::display::RowCursor;
use super::event::{Event, Events};
use super::garbage;
use super::persistent_memory::PersistentMemory;
use super::play_state::PlayState;
use super::quirks;
use super::training::Drill;
use super::view::GameType;
use slow_score::SlowScore;

/// Settings with which a console game starts. The [`PersistentMemory`] holds the rest of the machine's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadStart {
    /// Release of the cartridge.
    pub region: Region,
    /// A-type, or B-type with its height.
    pub game_type: GameType,
    /// First level, 0-255. The menus offer 0-19.
    pub level: u8,
    /// Best score to show on the screen, 0-999,999.
    pub top: u32,
    /// Source of the pieces.
    pub pieces: PieceSource,
}

impl Default for PadStart {
    fn default() -> PadStart {
        PadStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level: 0,
            top: 10_000,
            pieces: PieceSource::Register,
        }
    }
}

/// Source from which a game draws its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceSource {
    /// The cartridge's shift register and piece choice.
    Register,
    /// The demo's list, with the number of pieces already used.
    Demo(u8),
}

/// A position in mid-game, right after a spawn, with an arbitrary field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PadPosition {
    /// Settings of the game, with the current level as the start level.
    pub start: PadStart,
    /// The field, hidden rows included.
    pub page: PlayfieldMemory,
    /// Pose of the current piece.
    pub pose: Pose,
    /// Piece in the NEXT box.
    pub next: Piece,
    /// Line counter.
    pub lines: u16,
    /// Score.
    pub score: u32,
}

/// Outcome of a tick, for the machine that runs the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickOutcome {
    /// The game continues with the next frame.
    Going,
    /// The tick has not finished. The rest of it runs in later frames.
    Waiting,
    /// A, B, Select and Start are held: go back to the legal screen.
    Reset,
    /// A B-type game has reached its goal: show its ending, then call [`PadGame::leave`].
    Goal,
    /// The curtain is closed with 30,000 points or more: show an ending, then call [`PadGame::leave`].
    Ending,
    /// The player has left the game.
    Over,
}

/// Work that the game does in the next frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Generate one row of garbage. The number counts the rows generated so far.
    Garbage(u8),
    /// Run a full tick.
    Tick,
    /// Run the rest of a tick that takes a second frame.
    SecondFrame,
    /// Wait for the end of the pause.
    Paused,
    /// Run the rest of a tick whose score routine overran its frame. If true, the line counter is shown late too.
    Late(bool),
    /// Wait for the end of confetti, then run the rest of the tick. If true, only a button ends the confetti.
    Confetti(bool),
    /// Do nothing: the program has crashed.
    Crashed,
}

/// Source of pieces that replaces the cartridge's.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PieceOverride {
    /// Another randomizer, for the whole game.
    Randomizer(Box<Randomizer>),
    /// Given pieces, until they are used up.
    Given(VecDeque<Piece>),
}

/// A game of the cartridge, A-type or B-type.
///
/// In each frame call [`PadGame::vertical_blank`], then [`PersistentMemory::vertical_blank`], then [`PadGame::tick`].
/// [`PadGame::step`] does all three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PadGame {
    core: Core,
    start: PadStart,
    pieces: PieceSource,
    /// Override of the piece source, see [`PadGame::draw_pieces_from`] and [`PadGame::give_pieces`].
    drawn: Option<PieceOverride>,
    /// Training of the game, see [`PadGame::train`].
    drill: Option<Box<Drill>>,
    phase: Phase,
    slow_score: SlowScore,
    is_music_fast: bool,
    /// True from the tick in which the curtain starts or the program crashes.
    is_lost: bool,
    /// True if the screen shows that the game is paused.
    is_pause_shown: bool,
}

/// Buttons that, held together, return to the legal screen.
const RESET: Buttons = Buttons::A
    .with(Buttons::B)
    .with(Buttons::SELECT)
    .with(Buttons::START);

/// Number of lines that a B-type game counts down.
const GOAL_LINES: u16 = 25;

/// Lowest score with which a lost game gets an ending.
const ENDING_POINTS: u32 = 30_000;

/// Number of points that a PAL A-type game adds after a lock if Select is held: a cheat left in by the developers.
const PAL_CHEAT_POINTS: u32 = 10_000;

impl PadGame {
    /// Returns a new game, ready for its first tick (A-type) or its first row of garbage (B-type). The first two pieces
    /// are chosen.
    pub fn new(start: PadStart, carry: &mut PersistentMemory) -> PadGame {
        carry.choice.previous_id = 0;
        carry.control.begin_game(start.region);
        let mut pieces = start.pieces;
        let current = choose(&mut pieces, carry);
        carry.choice.lfsr.step();
        let next = choose(&mut pieces, carry);
        let top = Score::new(start.top).digits();
        let mut core = Core::new(start.level, top, current, next);
        core.completed_lines = carry.completed_lines;
        let mut phase = Phase::Tick;
        if let GameType::B { .. } = start.game_type {
            core.lines = LineCounter(Counter::new(GOAL_LINES));
            phase = Phase::Garbage(0);
        }
        PadGame {
            core,
            start,
            pieces,
            drawn: None,
            drill: None,
            phase,
            slow_score: SlowScore::default(),
            is_music_fast: false,
            is_lost: false,
            is_pause_shown: false,
        }
    }

    /// Returns a game at `position`, already drawn on the screen. Takes the button counters from `carry` and clears
    /// those that a spawn clears.
    pub fn from_position(position: PadPosition, carry: &mut PersistentMemory) -> PadGame {
        let top = Score::new(position.start.top).digits();
        let piece = position.pose.piece();
        let mut core = Core::new(position.start.level, top, piece, position.next);
        core.page = position.page;
        core.pose = position.pose;
        core.lines = LineCounter(Counter::new(position.lines));
        core.score = Score::new(position.score);
        core.refresh_display();
        carry.control.begin_piece();
        PadGame {
            core,
            start: position.start,
            pieces: position.start.pieces,
            drawn: None,
            drill: None,
            phase: Phase::Tick,
            slow_score: SlowScore::default(),
            is_music_fast: false,
            is_lost: false,
            is_pause_shown: false,
        }
    }

    /// Returns this game at `position`, with its source of pieces unchanged.
    pub(super) fn moved_to(&self, position: PadPosition, carry: &mut PersistentMemory) -> PadGame {
        PadGame {
            drawn: self.drawn.clone(),
            ..PadGame::from_position(position, carry)
        }
    }

    /// Returns the current field, pose, counters and level as a position that can be edited and started from. A game
    /// started there treats the piece as just spawned.
    pub fn position(&self) -> PadPosition {
        PadPosition {
            start: PadStart {
                level: self.core.level,
                pieces: self.pieces,
                ..self.start
            },
            page: self.core.page.clone(),
            pose: self.core.pose,
            next: self.core.next,
            lines: self.lines(),
            score: self.core.score.points(),
        }
    }

    /// Sets the level, as if the game had begun with this level.
    pub(super) fn set_level(&mut self, level: u8) {
        self.start.level = level;
        self.core.level = level;
    }

    /// Runs one video frame with these buttons held.
    #[inline]
    pub fn step(&mut self, carry: &mut PersistentMemory, held: Buttons) -> TickOutcome {
        if self.phase == Phase::Crashed {
            self.core.events = Events::default();
            return TickOutcome::Going;
        }
        self.vertical_blank(carry.frame);
        carry.vertical_blank(held);
        self.tick(carry)
    }

    /// Runs the vertical blank, which copies the prepared data to the screen. `frame` is the frame counter as the
    /// previous tick saw it.
    #[inline]
    pub fn vertical_blank(&mut self, frame: u16) {
        match self.phase {
            Phase::Paused => {
                self.is_pause_shown = true;
                self.core.events = Events::default();
                self.core.display.take_sprites();
            }
            Phase::Late(_) | Phase::Confetti(_) => self.slow_vertical_blank(frame),
            _ => self.core.vertical_blank(frame),
        }
    }

    /// Runs the logic of a frame, after both vertical blanks.
    #[inline]
    pub fn tick(&mut self, carry: &mut PersistentMemory) -> TickOutcome {
        match self.phase {
            Phase::Tick => self.full_tick(carry),
            Phase::SecondFrame => {
                self.phase = Phase::Tick;
                self.core.display.prepare(None, None);
                self.check_start(carry);
                TickOutcome::Going
            }
            Phase::Paused => {
                self.check_resume(carry);
                TickOutcome::Going
            }
            Phase::Garbage(rows) => self.make_garbage(rows, carry),
            Phase::Late(_) | Phase::Confetti(_) => self.end_slow_tick(carry),
            Phase::Crashed => TickOutcome::Going,
        }
    }

    fn make_garbage(&mut self, rows: u8, carry: &mut PersistentMemory) -> TickOutcome {
        if rows < garbage::ROWS {
            self.core.cursor = RowCursor::at(0);
            garbage::fill_row(&mut self.core.page, garbage::FIRST_ROW + rows, carry);
            self.phase = Phase::Garbage(rows + 1);
            return TickOutcome::Going;
        }
        self.end_set_up();
        self.full_tick(carry)
    }

    /// Cuts the garbage down to the chosen height, unless that has already happened.
    fn end_set_up(&mut self) {
        if let Some(height) = self.height_to_cut() {
            garbage::cut_to_height(&mut self.core.page, height);
            self.phase = Phase::Tick;
        }
    }

    fn full_tick(&mut self, carry: &mut PersistentMemory) -> TickOutcome {
        carry.control.fall_timer = carry.control.fall_timer.wrapping_add(1);
        if carry.pad.new.has(Buttons::SELECT) && !self.uses_select() {
            carry.next_hidden = !carry.next_hidden;
        }
        if self.core.state == PlayState::Ended {
            return TickOutcome::Over;
        }
        let flow = self.play(carry);
        if flow != TickOutcome::Going {
            self.core.display.prepare(None, None);
            return flow;
        }
        self.end_tick(carry)
    }

    /// Finishes a tick after its play state has run: sprites, reset buttons, second frame, pause.
    #[inline]
    fn end_tick(&mut self, carry: &mut PersistentMemory) -> TickOutcome {
        self.prepare_sprites(carry);
        if carry.pad.held == RESET {
            return TickOutcome::Reset;
        }
        if quirks::takes_two_frames(carry.pad.held) {
            self.phase = Phase::SecondFrame;
        } else {
            self.check_start(carry);
        }
        TickOutcome::Going
    }

    fn prepare_sprites(&mut self, carry: &PersistentMemory) {
        let next = (!carry.next_hidden).then_some(self.core.next);
        self.core.prepare_piece_and(next);
    }

    /// Runs one tick of the current play state.
    #[inline]
    fn play(&mut self, carry: &mut PersistentMemory) -> TickOutcome {
        match self.core.state {
            PlayState::Control => self.control(carry),
            PlayState::Lock => self.lock(),
            PlayState::RowCheck => self.row_check(),
            PlayState::LineClear | PlayState::Ended => {}
            PlayState::Score => return self.score_tick(carry),
            PlayState::Goal => return self.check_goal(carry),
            PlayState::Garbage => self.take_garbage(carry),
            PlayState::Spawn => self.spawn(carry),
            PlayState::Curtain => return self.curtain(carry),
        }
        TickOutcome::Going
    }

    #[inline]
    fn control(&mut self, carry: &mut PersistentMemory) {
        let Some(pad) = self.trained_pad(carry) else {
            return;
        };
        let level = self.speed_level();
        let core = &mut self.core;
        let region = self.start.region;
        let done = carry
            .control
            .tick(&mut core.pose, pad, level, region, &core.page);
        if done.shifted {
            core.events.insert(Event::Shifted);
        }
        if done.rotated {
            core.events.insert(Event::Rotated);
        }
        if done.rests {
            core.rest();
        }
    }

    /// Locks the piece. The game is lost only if the piece overlaps occupied cells.
    fn lock(&mut self) {
        if !self.core.pose.fits(&self.core.page) {
            self.lose();
            return;
        }
        self.core.lock_tick(TopEdgeRule::Keep);
        if self.core.state == PlayState::RowCheck {
            self.update_music();
            self.check_trained_lock();
        }
    }

    fn update_music(&mut self) {
        let fast = quirks::wants_fast_music(&self.core.page);
        if fast != self.is_music_fast {
            self.is_music_fast = fast;
            self.core.events.insert(Event::MusicSpeedChanged);
        }
    }

    fn score_tick(&mut self, carry: &mut PersistentMemory) -> TickOutcome {
        let before = self.before_score(carry.control.pushes);
        self.update_music();
        self.count(carry);
        self.apply_score_time(&before, carry)
    }

    /// Counts lines, level and points of the locked piece.
    fn count(&mut self, carry: &mut PersistentMemory) {
        let (counting, pushes) = (self.counting(), carry.control.pushes);
        match &mut self.drill {
            None => self.core.score_tick(counting, pushes),
            Some(drill) => drill.count(&mut self.core, counting, pushes),
        }
        carry.control.pushes = 0;
        carry.completed_lines = 0;
    }

    fn counting(&self) -> LineCounting {
        match self.start.game_type {
            GameType::A => LineCounting::Up,
            GameType::B { .. } => LineCounting::Down,
        }
    }

    /// Checks the goal of a B-type game. On PAL, Select also reaches the goal; in a PAL A-type game Select adds points.
    fn check_goal(&mut self, carry: &PersistentMemory) -> TickOutcome {
        let cheat = self.start.region == Region::Pal && carry.pad.held.has(Buttons::SELECT);
        match self.start.game_type {
            GameType::A if cheat => self.core.score.add_bonus(PAL_CHEAT_POINTS),
            GameType::B { .. } if cheat || self.lines() == 0 => {
                garbage::write_success(&mut self.core.page);
                self.core.cursor = RowCursor::at(0);
                self.core.events.insert(Event::GoalReached);
                return TickOutcome::Goal;
            }
            _ => {}
        }
        self.core.state = PlayState::Garbage;
        TickOutcome::Going
    }

    fn spawn(&mut self, carry: &mut PersistentMemory) {
        if self.core.cursor.is_finished() && !self.holds_spawn() {
            self.spawn_now(carry);
        }
    }

    fn spawn_now(&mut self, carry: &mut PersistentMemory) {
        let piece = self.choose_trained_piece(carry);
        self.core.spawn(piece);
        carry.control.begin_piece();
        if let Some(drill) = &mut self.drill {
            drill.spawned(&mut self.core, carry.control.das);
        }
    }

    /// Returns the next piece from the current source.
    fn choose_piece(&mut self, carry: &mut PersistentMemory) -> Piece {
        let piece = match self.drawn.as_mut() {
            Some(PieceOverride::Randomizer(randomizer)) => Some(randomizer.choose()),
            Some(PieceOverride::Given(pieces)) => {
                let piece = pieces.pop_front();
                // Once the given pieces are used up, the cartridge chooses again.
                if pieces.is_empty() {
                    self.drawn = None;
                }
                piece.inspect(|piece| carry.choice.previous_id = piece.spawn().id())
            }
            None => None,
        };
        piece.unwrap_or_else(|| choose(&mut self.pieces, carry))
    }

    fn curtain(&mut self, carry: &mut PersistentMemory) -> TickOutcome {
        if !self.core.is_curtain_closed() {
            self.core.curtain_tick(carry.frame);
        } else if self.core.score.points() >= ENDING_POINTS && self.drill.is_none() {
            return TickOutcome::Ending;
        } else if carry.pad.new == Buttons::START {
            self.core.state = PlayState::Ended;
            carry.pad.new = Buttons::NONE;
        }
        TickOutcome::Going
    }

    /// Pauses on Start, whatever else is pressed, unless the curtain is closing.
    #[inline]
    fn check_start(&mut self, carry: &PersistentMemory) {
        if carry.pad.new.has(Buttons::START)
            && self.core.state != PlayState::Curtain
            && !self.never_pauses()
        {
            self.phase = Phase::Paused;
            self.core.events.insert(Event::Paused);
        }
    }

    /// Ends the pause if Start alone is pressed. The whole field is redrawn.
    fn check_resume(&mut self, carry: &PersistentMemory) {
        self.core.display.prepare(None, None);
        if carry.pad.new == Buttons::START {
            self.phase = Phase::Tick;
            self.is_pause_shown = false;
            self.core.cursor = RowCursor::at(0);
            self.core.events.insert(Event::Resumed);
        }
    }

    /// Raises the field by one row of garbage for each hole column. Call this at the end of a [`PlayState::Garbage`]
    /// tick. If the stack is pushed out at the top, the game is lost.
    pub(super) fn receive(&mut self, holes: &[u8]) {
        if self.core.receive(holes) {
            self.lose();
        }
    }

    /// Ends a tick that an ending interrupted, and adds `bonus` to the score. The next tick leaves the game.
    pub fn leave(&mut self, bonus: u32, carry: &PersistentMemory) -> TickOutcome {
        self.core.score.add_bonus(bonus);
        self.core.state = PlayState::Ended;
        if carry.pad.held == RESET {
            return TickOutcome::Reset;
        }
        TickOutcome::Going
    }
}

/// Chooses the next piece. Pieces from the demo's list do not change the shift register.
#[inline]
fn choose(pieces: &mut PieceSource, carry: &mut PersistentMemory) -> Piece {
    match pieces {
        PieceSource::Register => carry.choice.choose(),
        PieceSource::Demo(used) => {
            let piece = demo::piece(*used);
            *used = used.wrapping_add(1);
            piece
        }
    }
}
