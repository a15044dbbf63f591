//! The game without gravity: a piece goes where it is put, then it locks.

use crate::rules::level::gravity_frames;
use crate::rules::randomizer::UnreachableSeed;
use crate::rules::score::SCORE_MAX;
use crate::rules::{
    Board, Cell, Counter, LineCounter, Page, Piece, Pose, Randomizer, RandomizerKind, Score,
    StateHash, Step,
};

use super::core::{Core, Counting, TopEdge};
use super::endless::{Endless, Recurrence};
use super::event::{Event, Events};
use super::play_state::PlayState;
use super::quirks;
use super::screen::Screen;
use super::start_position::StartPosition;
use super::state::GameState;
use super::view::{GameType, Tempo, View};

/// All that a game without gravity begins with.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DragStart {
    /// The first level, 0-29.
    pub level: u8,
    /// The randomizer.
    pub randomizer: RandomizerKind,
    /// The seed of a series of games.
    pub seed: u64,
    /// Which game of the series this is, from 0.
    pub game: u64,
    /// The best score to be shown, 0-999,999.
    pub top: u32,
    /// Where in an endless demo it begins, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endless: Option<Endless>,
    /// The position it begins at, if that is another one than an empty field; it says the level then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<StartPosition>,
}

impl DragStart {
    /// The highest level a game can begin with.
    pub const LEVEL_MAX: u8 = 29;

    /// Whether a game can begin so.
    ///
    /// # Errors
    /// What is wrong and what is allowed, in one line.
    pub fn check(&self) -> Result<(), String> {
        if self.level > DragStart::LEVEL_MAX {
            return Err(format!(
                "level {} is not allowed; allowed: 0-{}",
                self.level,
                DragStart::LEVEL_MAX
            ));
        }
        if self.top > SCORE_MAX {
            return Err(format!(
                "top {} is not allowed; allowed: 0-{SCORE_MAX}",
                self.top
            ));
        }
        if let Some(endless) = &self.endless {
            endless.check(self.randomizer)?;
            if self.position.is_some() {
                return Err("endless and position; allowed: one of the two".to_owned());
            }
        }
        if let Some(position) = &self.position {
            position.check().map_err(|error| error.to_string())?;
        }
        Randomizer::new(self.randomizer, self.seed, self.game)
            .map(drop)
            .map_err(|error| error.to_string())
    }
}

/// What a seat may say in a frame in which the game asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragInput {
    /// Show the piece here.
    Pose(Pose),
    /// Lock the piece here.
    Lock {
        /// Where; it must rest there.
        pose: Pose,
        /// Whether lock, clear and spawn take their time; if not, all happens in this step.
        animate: bool,
    },
    /// No place is left: this piece and the next drop by themselves, then the curtain closes.
    GiveUp {
        /// Whether that takes its time; if not, all happens in this step.
        animate: bool,
    },
}

/// Why an input cannot be played in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputFault {
    /// The pose belongs to another piece than the current one.
    #[error("the current piece is {current}, not {given}")]
    WrongPiece {
        /// The piece in play.
        current: Piece,
        /// The piece of the input.
        given: Piece,
    },
    /// A square of the pose is outside the playfield or on an occupied cell.
    #[error("the piece does not fit at column {}, row {}", .0.x, .0.y)]
    DoesNotFit(Pose),
    /// The piece to be locked could still go down.
    #[error("the piece does not rest at column {}, row {}", .0.x, .0.y)]
    DoesNotRest(Pose),
}

/// A game without gravity.
///
/// Squares above row 0 vanish when a piece locks, and row 0 is never complete. Lines, levels,
/// points and the time from lock to spawn are the cartridge's.
#[derive(Clone, Debug, PartialEq)]
pub struct DragGame {
    core: Core,
    randomizer: Randomizer,
    start: DragStart,
    /// What makes an endless demo come round.
    recurrence: Option<Box<Recurrence>>,
    /// Pieces still to drop by themselves; none while a seat plays.
    last_pieces: Option<u8>,
    /// Frames since the falling last piece moved.
    fall_timer: u8,
    /// The global frame counter.
    frame: u16,
    /// Steps made.
    steps: u64,
}

/// How many pieces drop by themselves when no place is left: the current one and the next.
const LAST_PIECES: u8 = 2;

impl DragGame {
    /// A new game; the start of an endless demo, or at a position, must be one that [`DragStart::check`] allows.
    ///
    /// # Errors
    /// [`UnreachableSeed`] when the exact randomizer cannot hold the seed.
    pub fn new(start: DragStart) -> Result<DragGame, UnreachableSeed> {
        let mut randomizer = Randomizer::new(start.randomizer, start.seed, start.game)?;
        let mut current = randomizer.choose();
        // The cartridge steps its register once between the first two choices.
        randomizer.frame();
        let mut next = randomizer.choose();
        let mut page = Page::default();
        let mut recurrence = None;
        if let Some(endless) = &start.endless {
            let mut rule = Recurrence::new([current, next], randomizer.clone());
            [current, next] = rule.skip(endless.before, &mut randomizer);
            page = endless.page();
            recurrence = Some(Box::new(rule));
        }
        let top = Score::new(start.top).digits();
        let mut core = Core::new(start.level, top, current, next);
        core.page = page;
        if let Some(position) = &start.position {
            core = Core::new(position.level, top, position.current, position.next);
            core.page = position.page();
            core.lines = LineCounter(Counter::new(position.lines));
            core.score = Score::new(position.score);
        }
        Ok(DragGame {
            core,
            randomizer,
            start,
            recurrence,
            last_pieces: None,
            fall_timer: 0,
            frame: 0,
            steps: 0,
        })
    }

    /// A new game on a field with these settled cells, all of one style. The start does not
    /// tell of them, so such a game has no recording.
    ///
    /// # Errors
    /// As for [`DragGame::new`].
    pub fn with_board(start: DragStart, board: &Board) -> Result<DragGame, UnreachableSeed> {
        let mut game = DragGame::new(start)?;
        game.core.page = Page::from_board(board, Cell::BORDERED);
        Ok(game)
    }

    /// What the game began with.
    pub fn start(&self) -> &DragStart {
        &self.start
    }

    /// Whether the next step needs an input. While pieces lock, clear, spawn or drop by
    /// themselves it takes none.
    pub fn wants_input(&self) -> bool {
        self.core.state == PlayState::Control && self.last_pieces.is_none()
    }

    /// Whether `input` can be played now.
    ///
    /// # Errors
    /// [`InputFault`] with the reason why not.
    pub fn check(&self, input: DragInput) -> Result<(), InputFault> {
        let (pose, must_rest) = match input {
            DragInput::Pose(pose) => (pose, false),
            DragInput::Lock { pose, .. } => (pose, true),
            DragInput::GiveUp { .. } => return Ok(()),
        };
        let (current, given) = (self.core.pose.piece(), pose.piece());
        if current != given {
            Err(InputFault::WrongPiece { current, given })
        } else if !self.fits(pose) {
            Err(InputFault::DoesNotFit(pose))
        } else if must_rest && self.fits(pose.after(Step::Down)) {
            Err(InputFault::DoesNotRest(pose))
        } else {
            Ok(())
        }
    }

    /// Rows above the top are free: nothing is kept there.
    fn fits(&self, pose: Pose) -> bool {
        pose.fits(&self.core.page)
    }

    /// One video frame.
    ///
    /// # Panics
    /// If an input is missing when [`DragGame::wants_input`], given when not, or faulty (see
    /// [`DragGame::check`]).
    pub fn step(&mut self, input: Option<DragInput>) -> Events {
        assert_eq!(
            input.is_some(),
            self.wants_input(),
            "an input exactly when the game asks"
        );
        if let Some(input) = input {
            assert_eq!(self.check(input), Ok(()), "only inputs that can be played");
        }
        self.steps += 1;
        self.core.vertical_blank(self.frame);
        self.frame = self.frame.wrapping_add(1);
        self.randomizer.frame();
        match input {
            Some(DragInput::Pose(pose)) => self.core.pose = pose,
            Some(DragInput::Lock { pose, animate }) => self.lock(pose, animate),
            Some(DragInput::GiveUp { animate }) => self.give_up(animate),
            None => self.tick(),
        }
        self.core.prepare_sprites();
        if let Some(DragInput::Lock { animate: false, .. } | DragInput::GiveUp { animate: false }) =
            input
        {
            self.core.refresh_display();
        }
        self.core.events
    }

    fn lock(&mut self, pose: Pose, animate: bool) {
        self.core.pose = pose;
        if animate {
            self.core.rest();
        } else {
            self.core.lock_at_once(TopEdge::Vanish, Counting::Up);
            self.spawn();
        }
    }

    fn spawn(&mut self) {
        let next = self.randomizer.choose();
        self.core.spawn(next);
        self.fall_timer = 0;
        if let Some(rule) = &mut self.recurrence {
            let pieces = [self.core.pose.piece(), next];
            rule.follow(pieces, || self.core.page.board(), &mut self.randomizer);
        }
    }

    fn give_up(&mut self, animate: bool) {
        self.last_pieces = Some(LAST_PIECES);
        if animate {
            // The first frame of gravity is this one.
            self.tick();
            return;
        }
        while self.core.state != PlayState::Curtain {
            self.drop_at_once();
        }
        self.core.close_curtain_at_once();
    }

    /// Lets the current piece fall, lock, and make room for the next.
    fn drop_at_once(&mut self) {
        while let Some(pose) = self.core.pose.step(Step::Down, &self.core.page) {
            self.core.pose = pose;
        }
        if self.fits(self.core.pose) {
            self.core.lock_at_once(TopEdge::Vanish, Counting::Up);
            self.after_last_piece();
        } else {
            self.core.top_out();
        }
    }

    /// One of the last pieces has locked: the next appears, or the game is over.
    fn after_last_piece(&mut self) {
        match self.last_pieces {
            Some(1) => self.core.top_out(),
            Some(pieces) => {
                self.last_pieces = Some(pieces - 1);
                self.spawn();
            }
            None => self.spawn(),
        }
    }

    /// One tick of a game that takes no input.
    fn tick(&mut self) {
        self.fall_timer = self.fall_timer.saturating_add(1);
        match self.core.state {
            PlayState::Control => self.fall(),
            // The lock of a piece that fell onto occupied cells is the end of the game.
            PlayState::Lock if !self.fits(self.core.pose) => self.core.top_out(),
            PlayState::Lock => self.core.lock_tick(TopEdge::Vanish),
            PlayState::RowCheck => self.core.row_check_tick(TopEdge::Vanish),
            PlayState::LineClear | PlayState::Ended => {}
            PlayState::Score => self.core.score_tick(Counting::Up, 0),
            PlayState::Goal => self.core.state = PlayState::Garbage,
            PlayState::Garbage => self.core.state = PlayState::Spawn,
            PlayState::Spawn if self.core.cursor.is_finished() => self.after_last_piece(),
            PlayState::Spawn => {}
            PlayState::Curtain => self.core.curtain_tick(self.frame),
        }
    }

    /// Gravity for the last pieces.
    fn fall(&mut self) {
        if self.fall_timer < gravity_frames(self.core.level) {
            return;
        }
        self.fall_timer = 0;
        match self.core.pose.step(Step::Down, &self.core.page) {
            Some(pose) => self.core.pose = pose,
            None => self.core.rest(),
        }
    }

    /// The start of an endless demo that goes on from here: with this level, field and pieces; none
    /// of a game that is none, or does not ask for an input.
    pub fn as_start(&self) -> Option<DragStart> {
        let rule = self.recurrence.as_ref().filter(|_| self.wants_input())?;
        Some(DragStart {
            endless: Some(Endless::at(rule.passed(), &self.core.page)),
            ..self.start.clone()
        })
    }

    /// In an endless demo, pieces that have come and gone since its beginning, or since it came round
    /// to it.
    pub fn endless_pieces(&self) -> Option<u32> {
        self.recurrence.as_ref().map(|rule| rule.passed())
    }

    /// The field, each cell with its block.
    pub const fn page(&self) -> &Page {
        &self.core.page
    }

    /// The settled cells.
    pub fn board(&self) -> Board {
        self.core.page.board()
    }

    /// The current piece where it is.
    pub fn pose(&self) -> Pose {
        self.core.pose
    }

    /// Where the last piece locked.
    pub const fn locked(&self) -> Option<Pose> {
        self.core.locked
    }

    /// The piece in the NEXT box.
    pub fn next(&self) -> Piece {
        self.core.next
    }

    /// The level.
    pub fn level(&self) -> u8 {
        self.core.level
    }

    /// Lines cleared, 0-25,599.
    pub fn lines(&self) -> u16 {
        self.core.lines.0.value()
    }

    /// The score.
    pub fn score(&self) -> Score {
        self.core.score
    }

    /// Steps made since the start.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the game is lost: from the step that begins the curtain.
    pub fn is_over(&self) -> bool {
        self.core.state == PlayState::Curtain
    }

    /// Whether the closed curtain is on the screen and nothing more will happen.
    pub fn is_finished(&self) -> bool {
        self.is_over() && self.core.is_curtain_closed() && self.core.cursor.is_finished()
    }

    /// What the screen shows after the last step.
    pub fn view(&self) -> View {
        let mut view = self.core.display.view(GameType::A, false);
        view.music.tempo = match self.core.state {
            PlayState::Curtain => Tempo::Stopped,
            _ if quirks::wants_fast_music(&self.core.page) => Tempo::Fast,
            _ => Tempo::Normal,
        };
        View::Game(Box::new(view))
    }

    /// The game as other programs read it.
    pub fn state(&self) -> GameState {
        let mut state = GameState::for_screen(self.steps, Screen::Game);
        self.core.describe(&mut state);
        state.game_over = self.is_over();
        let lfsr = self.randomizer.lfsr();
        state.lfsr = lfsr.map(|lfsr| format!("{:04X}", lfsr.state()));
        state.hash = format!("{:016X}", self.hash());
        state
    }

    /// The fingerprint of the whole state: equal start and inputs give equal numbers.
    pub fn hash(&self) -> u64 {
        let DragGame {
            core,
            randomizer,
            // Part of the state only by what it led to.
            start: _,
            // Known by the start and what came after it.
            recurrence: _,
            last_pieces,
            fall_timer,
            frame,
            steps,
        } = self;
        let mut hash = StateHash::default();
        core.hash_into(*frame, &mut hash);
        randomizer.hash_into(&mut hash);
        hash.bytes(&[last_pieces.unwrap_or(255), *fall_timer]);
        hash.number(*steps);
        hash.finish()
    }

    /// Whether the last step reported the event.
    pub fn reported(&self, event: Event) -> bool {
        self.core.events.contains(event)
    }
}
