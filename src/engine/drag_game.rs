//! The game without gravity: the player puts a piece anywhere, and the piece locks there.

use crate::rules::level::gravity_frames;
use crate::rules::randomizer::UnreachableSeed;
use crate::rules::score::SCORE_MAX;
use crate::rules::{
    Board, Cell, Counter, LineCounter, Piece, PlayfieldMemory, Pose, Randomizer, RandomizerKind,
    Score, StateHash, Step,
};

use super::core::{Core, LineCounting, TopEdgeRule, core_getters};
use super::endless::{EndlessProgress, EndlessStart};
use super::event::{Event, Events};
use super::play_state::PlayState;
use super::quirks;
use super::screen::Screen;
use super::start_position::StartPosition;
use super::state::GameState;
use super::view::{GameType, Tempo, View};

/// Start of a game without gravity.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DragStart {
    /// First level, 0-29.
    pub level: u8,
    /// Kind of randomizer that draws the pieces.
    pub randomizer: RandomizerKind,
    /// Seed of a series of games.
    pub seed: u64,
    /// Number of this game in the series, from 0.
    pub game: u64,
    /// Best score to show, 0-999,999.
    pub top: u32,
    /// Starting point within an endless demo, if the game is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endless: Option<EndlessStart>,
    /// Starting position, if the game does not start with an empty field. The position then determines the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<StartPosition>,
}

impl DragStart {
    /// Highest level a game can start with.
    pub const LEVEL_MAX: u8 = 29;

    /// Checks whether a game can start with these values.
    ///
    /// # Errors
    /// One line with the fault and the allowed values.
    pub fn check(&self) -> Result<(), String> {
        if self.level > DragStart::LEVEL_MAX {
            return Err(format!(
                "level {} is out of range; allowed: 0-{}",
                self.level,
                DragStart::LEVEL_MAX
            ));
        }
        if self.top > SCORE_MAX {
            return Err(format!(
                "top {} is out of range; allowed: 0-{SCORE_MAX}",
                self.top
            ));
        }
        if let Some(endless) = &self.endless {
            endless.check(self.randomizer)?;
            if self.position.is_some() {
                return Err("`endless` cannot be combined with `position`".to_owned());
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

/// Input for one frame. The game asks for one only if [`DragGame::wants_input`] is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragInput {
    /// Show the piece in this pose.
    Pose(Pose),
    /// Lock the piece in this pose.
    Lock {
        /// Pose of the lock. The piece must rest there.
        pose: Pose,
        /// True if lock, clear and spawn take their usual frames. If false, all three happen in this step.
        animate: bool,
    },
    /// The player gives up because no legal lock exists. The current and the next piece drop by themselves, then the
    /// curtain closes.
    GiveUp {
        /// True if drop and curtain take their usual frames. If false, both happen in this step.
        animate: bool,
    },
}

/// Reason why an input is illegal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputFault {
    /// The pose belongs to a piece other than the current one.
    #[error("the current piece is {current}, not {given}")]
    WrongPiece {
        /// The piece in play.
        current: Piece,
        /// The piece whose pose the input gives.
        given: Piece,
    },
    /// A square of the pose is outside the playfield or in an occupied cell.
    #[error("the piece does not fit at column {}, row {}", .0.x, .0.y)]
    DoesNotFit(Pose),
    /// The piece to lock can still move down.
    #[error("the piece does not rest at column {}, row {}", .0.x, .0.y)]
    DoesNotRest(Pose),
}

/// A game without gravity.
///
/// Squares above row 0 vanish when a piece locks, and row 0 is never complete. Lines, levels, points and the time from
/// lock to spawn follow the cartridge.
#[derive(Clone, Debug, PartialEq)]
pub struct DragGame {
    core: Core,
    randomizer: Randomizer,
    start: DragStart,
    /// State of the endless rule, if the game is an endless demo.
    recurrence: Option<Box<EndlessProgress>>,
    /// Number of pieces that must still drop by themselves after [`DragInput::GiveUp`]; `None` before that.
    last_pieces: Option<u8>,
    /// Number of frames since the last move of the piece that drops by itself.
    fall_timer: u8,
    /// The global frame counter.
    frame: u16,
    /// Number of steps run so far.
    steps: u64,
}

/// Number of pieces that drop by themselves after the player gives up: the current piece and the next.
const LAST_PIECES: u8 = 2;

core_getters!(DragGame);

impl DragGame {
    /// Starts a new game. [`DragStart::check`] must have accepted `start` if it has a position or is an endless demo.
    ///
    /// # Errors
    /// [`UnreachableSeed`] if the exact randomizer never reaches the seed.
    pub fn new(start: DragStart) -> Result<DragGame, UnreachableSeed> {
        let mut randomizer = Randomizer::new(start.randomizer, start.seed, start.game)?;
        let mut current = randomizer.choose();
        // On the cartridge the register steps once between the first two choices.
        randomizer.frame();
        let mut next = randomizer.choose();
        let mut page = PlayfieldMemory::default();
        let mut recurrence = None;
        if let Some(endless) = &start.endless {
            let mut rule = EndlessProgress::new([current, next], randomizer.clone());
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

    /// Starts a new game on a field with these settled cells, all in one style. Such a game cannot be recorded, because
    /// [`DragStart`] does not store the cells.
    ///
    /// # Errors
    /// See [`DragGame::new`].
    pub fn with_board(start: DragStart, board: &Board) -> Result<DragGame, UnreachableSeed> {
        let mut game = DragGame::new(start)?;
        game.core.page = PlayfieldMemory::from_board(board, Cell::BORDERED);
        Ok(game)
    }

    /// Returns the start of the game.
    pub fn start(&self) -> &DragStart {
        &self.start
    }

    /// Returns the two pieces after NEXT, without drawing them. `None` if they are not certain yet: the exact
    /// randomizer's choice depends on the time until then, and an endless demo may return to its beginning.
    pub fn later_pieces(&self) -> [Option<Piece>; 2] {
        if self.randomizer.lfsr().is_some() || self.recurrence.is_some() {
            return [None; 2];
        }
        let mut randomizer = self.randomizer.clone();
        [(); 2].map(|()| Some(randomizer.choose()))
    }

    /// Returns whether the next step needs an input. While pieces lock, clear, spawn or drop by themselves, the game
    /// accepts no input.
    pub fn wants_input(&self) -> bool {
        self.core.state == PlayState::Control && self.last_pieces.is_none()
    }

    /// Checks whether `input` is legal now.
    ///
    /// # Errors
    /// [`InputFault`] if the input is illegal.
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

    /// Returns whether the pose fits. Squares above the top never collide: the game stores no cells there.
    fn fits(&self, pose: Pose) -> bool {
        pose.fits(&self.core.page)
    }

    /// Runs one video frame.
    ///
    /// # Panics
    /// If `input` is missing although [`DragGame::wants_input`] is true, present although it is false, or illegal (see
    /// [`DragGame::check`]).
    pub fn step(&mut self, input: Option<DragInput>) -> Events {
        assert_eq!(
            input.is_some(),
            self.wants_input(),
            "an input must be given exactly when the game asks for one"
        );
        if let Some(input) = input {
            assert_eq!(self.check(input), Ok(()), "the input must be playable");
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
            self.core
                .lock_at_once(TopEdgeRule::Vanish, LineCounting::Up);
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
            // Gravity starts in this frame.
            self.tick();
            return;
        }
        while self.core.state != PlayState::Curtain {
            self.drop_at_once();
        }
        self.core.close_curtain_at_once();
    }

    /// Drops and locks the current piece in one step, then spawns the next piece or ends the game.
    fn drop_at_once(&mut self) {
        while let Some(pose) = self.core.pose.step(Step::Down, &self.core.page) {
            self.core.pose = pose;
        }
        if self.fits(self.core.pose) {
            self.core
                .lock_at_once(TopEdgeRule::Vanish, LineCounting::Up);
            self.after_last_piece();
        } else {
            self.core.top_out();
        }
    }

    /// Continues after a lock: spawns the next piece, or ends the game after the last piece.
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

    /// Runs one tick without an input.
    fn tick(&mut self) {
        self.fall_timer = self.fall_timer.saturating_add(1);
        match self.core.state {
            PlayState::Control => self.fall(),
            // A piece that locks on occupied cells loses the game.
            PlayState::Lock if !self.fits(self.core.pose) => self.core.top_out(),
            PlayState::Lock => self.core.lock_tick(TopEdgeRule::Vanish),
            PlayState::RowCheck => self.core.row_check_tick(TopEdgeRule::Vanish),
            PlayState::LineClear | PlayState::Ended => {}
            PlayState::Score => self.core.score_tick(LineCounting::Up, 0),
            PlayState::Goal => self.core.state = PlayState::Garbage,
            PlayState::Garbage => self.core.state = PlayState::Spawn,
            PlayState::Spawn if self.core.cursor.is_finished() => self.after_last_piece(),
            PlayState::Spawn => {}
            PlayState::Curtain => self.core.curtain_tick(self.frame),
        }
    }

    /// Applies gravity to a piece that drops by itself.
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

    /// Returns a start that continues this endless demo from the current field and pieces.
    ///
    /// Returns `None` if the game is not an endless demo or does not want an input now.
    pub fn as_start(&self) -> Option<DragStart> {
        let rule = self.recurrence.as_ref().filter(|_| self.wants_input())?;
        Some(DragStart {
            endless: Some(EndlessStart::at(rule.passed(), &self.core.page)),
            ..self.start.clone()
        })
    }

    /// Returns the number of pieces since the beginning of an endless demo, or since the demo last returned to its
    /// beginning. `None` if the game is not an endless demo.
    pub fn endless_pieces(&self) -> Option<u32> {
        self.recurrence.as_ref().map(|rule| rule.passed())
    }

    /// Returns the number of steps since the start.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns whether the game is lost, from the step that starts the curtain.
    pub fn is_over(&self) -> bool {
        self.core.state == PlayState::Curtain
    }

    /// Returns whether the closed curtain is on the screen and nothing more will happen.
    pub fn is_finished(&self) -> bool {
        self.is_over() && self.core.is_curtain_closed() && self.core.cursor.is_finished()
    }

    /// Returns the view of the screen after the last step.
    pub fn view(&self) -> View {
        let mut view = self.core.display.view(GameType::A, false);
        view.music.tempo = match self.core.state {
            PlayState::Curtain => Tempo::Stopped,
            _ if quirks::wants_fast_music(&self.core.page) => Tempo::Fast,
            _ => Tempo::Normal,
        };
        View::Game(Box::new(view))
    }

    /// Returns the game's state for other programs.
    pub fn state(&self) -> GameState {
        let mut state = GameState::for_screen(self.steps, Screen::Game);
        self.core.describe(&mut state);
        state.game_over = self.is_over();
        let lfsr = self.randomizer.lfsr();
        state.lfsr = lfsr.map(|lfsr| format!("{:04X}", lfsr.state()));
        state.hash = format!("{:016X}", self.hash());
        state
    }

    /// Returns the hash of the whole state. Equal starts and inputs give equal hashes.
    pub fn hash(&self) -> u64 {
        let DragGame {
            core,
            randomizer,
            // Not hashed: the start affects the state only through the other fields.
            start: _,
            // Not hashed: the start and the pieces since then determine it.
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

    /// Returns whether the last step reported the event.
    pub fn reported(&self, event: Event) -> bool {
        self.core.events.contains(event)
    }
}
