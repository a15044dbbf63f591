//! Console games with a player at the gamepad.

use std::sync::Arc;

use crate::engine::score_time::FIRST_SLOW_LEVEL;
use crate::engine::{
    Console, CrashRule, DirectStartError, Event, Events, History, PadGame, PlayState,
    RecordedConsole, Screen,
};
use crate::players::Strategy;
use crate::rules::{Buttons, Pose};

use crate::session::controls::{MovesByLevel, PadControls, PadGameSetup};
use crate::session::ending::Ending;
use crate::session::job::{PadDecision, PadTask};
use crate::session::pad_seat::PadSeat;
use crate::session::series::SeriesSettings;
use crate::session::tuck_misses::TuckMissNumbers;

/// Interval in frames between presses of Start while the console waits for one.
const START_FRAMES: u32 = 64;

/// Games on one console, with a reset between them: see [`Autoplay`](super::Autoplay).
#[derive(Debug)]
pub struct PadPlay {
    console: RecordedConsole,
    controls: PadControls,
    moves: Arc<MovesByLevel>,
    opening: PadGameSetup,
    /// Number of the game in the series, from 0.
    number: u64,
    seat: PadSeat,
    tuck_misses: TuckMissNumbers,
    /// Buttons held in the last frame.
    held: Buttons,
    /// Lock of the previous piece.
    locked: Option<Pose>,
    ending: Option<Ending>,
    /// Number of frames for which the current screen has been shown since the game ended.
    waited: u32,
    /// Start frame of the first game, if the history is recorded.
    begun: Option<u64>,
    /// Buttons held in each frame since [`PadPlay::start_tape`].
    tape: Option<Vec<Buttons>>,
}

impl PadPlay {
    /// Switches a console on, starts game `number` (from 0) of a series, and stops one frame before the game's first
    /// tick.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub fn new(
        series: &SeriesSettings,
        controls: PadControls,
        moves: Arc<MovesByLevel>,
        number: u64,
    ) -> Result<PadPlay, DirectStartError> {
        let opening = PadGameSetup::new(series, controls, number)?;
        let mut console = opening.console()?;
        console.forget();
        Ok(PadPlay {
            console,
            controls,
            moves,
            opening,
            number,
            seat: PadSeat::new(),
            tuck_misses: TuckMissNumbers::new(series.seed, number),
            held: Buttons::NONE,
            locked: None,
            ending: None,
            waited: 0,
            begun: None,
            tape: None,
        })
    }

    /// Returns the console.
    pub const fn console(&self) -> &Console {
        self.console.console()
    }

    /// Returns the current or the last game.
    ///
    /// # Panics
    /// If the console has left the game.
    pub fn game(&self) -> &PadGame {
        self.console().game().expect("a game is on the screen")
    }

    /// Returns the move generators of all levels.
    pub(super) const fn moves(&self) -> &Arc<MovesByLevel> {
        &self.moves
    }

    /// Returns the buttons held in the last frame.
    pub(super) const fn held(&self) -> Buttons {
        self.held
    }

    /// Returns the number of the game in the series, from 0.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the ending of the game, or `None` while it runs.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Starts recording the history. Call this before the first frame.
    pub(super) fn record(&mut self) {
        let console = self.opening.console();
        self.console = console.expect("the setup was already valid for this game");
        self.begun = Some(self.console().frames());
    }

    /// Returns the history since power-on, if it is recorded. If it contains only one game, that is its main game.
    pub(super) fn history(&self) -> Option<History> {
        let history = self.console.history()?;
        let begun = self.begun.filter(|_| self.number == 0);
        Some(history.with_main_game(begun))
    }

    /// Returns whether a piece needs a plan, or the rest of a plan.
    pub const fn needs_plan(&self) -> bool {
        self.seat.needs_plan()
    }

    /// Returns whether a piece needs the rest of its plan, because NEXT has become visible.
    pub(super) const fn needs_rest_of_plan(&self) -> bool {
        self.seat.needs_plan() && self.seat.begun().is_some()
    }

    /// Returns the planning task for the current piece.
    pub fn task(&self, strategy: &Arc<Strategy>) -> PadTask {
        let (game, carry) = (self.game(), self.console().carry());
        PadTask {
            slip: Some(self.tuck_misses.number()),
            ..PadTask::new(game, carry, strategy, &self.moves, self.seat.begun())
        }
    }

    /// Accepts the plan of the current piece.
    pub fn accept_plan(&mut self, decision: PadDecision) {
        self.seat.accept_plan(decision);
        self.tuck_misses.draw();
    }

    /// Returns and clears the lock of the previous piece.
    pub fn take_locked(&mut self) -> Option<Pose> {
        self.locked.take()
    }

    /// Locks the current piece without playing its frames, see [`Console::lock_at_once`]. Returns whether the game
    /// continues. After this call, the console no longer records a history.
    pub fn lock_at_once(&mut self, pose: Pose) -> bool {
        self.console.forget().lock_at_once(pose)
    }

    /// Returns and clears the error message about a game that differs from its plan, if any. There should never be one.
    pub fn take_desync(&mut self) -> Option<String> {
        self.seat.take_desync()
    }

    /// Runs one frame. With `play_fast`, runs all frames until a piece needs a plan or the game ends.
    pub fn step(&mut self, play_fast: bool) -> Events {
        self.step_watched(play_fast, &mut |_, _| {})
    }

    /// Runs frames like [`PadPlay::step`] and calls `watch` for each of them.
    pub(super) fn step_watched(
        &mut self,
        play_fast: bool,
        watch: &mut impl FnMut(&Console, Events),
    ) -> Events {
        let mut all = Events::default();
        loop {
            let events = self.frame();
            watch(self.console(), events);
            all = all.with(events);
            if !play_fast || self.needs_plan() || self.ending.is_some() {
                return all;
            }
        }
    }

    /// Starts recording the held buttons, for [`PadPlay::take_tape`].
    pub fn start_tape(&mut self) {
        self.tape = Some(Vec::new());
    }

    /// Stops recording and returns the buttons held in each frame since [`PadPlay::start_tape`].
    pub fn take_tape(&mut self) -> Vec<Buttons> {
        self.tape.take().unwrap_or_default()
    }

    /// Replays the frames of one piece, up to the next piece that needs a plan or to the end of the game. `plans` is
    /// the number of plans from which these frames came. Returns `false` if the frames end too early or too late.
    pub fn replay(&mut self, held: &[Buttons], plans: u8) -> bool {
        let is_through = |play: &PadPlay| play.locked.is_some() || play.ending.is_some();
        for &held in held {
            if is_through(self) {
                return false;
            }
            self.hold(held);
        }
        for _ in 0..plans {
            self.tuck_misses.draw();
        }
        is_through(self)
    }

    fn frame(&mut self) -> Events {
        let held = self.avoiding_crash(self.seat.held());
        let events = self.hold(held);
        self.seat.follow(events, self.game().pose());
        if let Some(tape) = &mut self.tape {
            tape.push(held);
        }
        events
    }

    /// Adds Select to `held` if the game can crash. Select hides NEXT while the console counts the points of a risky
    /// piece, and shows it again afterwards. While confetti is on the screen, presses A instead to end it.
    fn avoiding_crash(&self, held: Buttons) -> Buttons {
        let game = self.game();
        if self.controls.crash == CrashRule::Off || game.level() < FIRST_SLOW_LEVEL - 1 {
            return held;
        }
        if game.is_under_confetti() {
            return Buttons::A;
        }
        let hides = match game.play_state() {
            PlayState::RowCheck | PlayState::LineClear => self.seat.hides_next(),
            PlayState::Goal | PlayState::Garbage | PlayState::Spawn => false,
            _ => return held,
        };
        let carry = self.console().carry();
        // Select has an effect only when it is newly pressed.
        if hides == carry.next_hidden || carry.pad.held.has(Buttons::SELECT) {
            return held;
        }
        held.with(Buttons::SELECT)
    }

    /// Runs one frame with these buttons held.
    fn hold(&mut self, held: Buttons) -> Events {
        let before = self.game().pose();
        self.held = held;
        let events = self.console.step(held);
        if events.contains(Event::Spawned) {
            self.locked = Some(before);
        } else if events.contains(Event::GoalReached) {
            self.locked = Some(before);
            self.ending = Some(Ending::GoalReached);
        } else if events.contains(Event::CurtainClosed) {
            self.ending = Some(Ending::ToppedOut);
        } else if events.contains(Event::Crashed) {
            self.ending = Some(Ending::Crashed);
        }
        events
    }

    /// Runs one frame after the end of a game, or all these frames with `play_fast`. The curtain of a lost game stays,
    /// and ending scenes play. If `may_press_start` is true, presses Start from time to time. Returns whether the
    /// console has reached the level menu.
    pub(super) fn step_after_end(&mut self, may_press_start: bool, play_fast: bool) -> bool {
        loop {
            let screen = self.console().screen();
            if screen == Screen::LevelMenu {
                return true;
            }
            let is_due = may_press_start && self.waited % START_FRAMES == START_FRAMES - 1;
            self.held = if is_due {
                Buttons::START
            } else {
                Buttons::NONE
            };
            self.console.step(self.held);
            self.waited = if self.console().screen() == screen {
                self.waited + 1
            } else {
                0
            };
            if !(may_press_start && play_fast) {
                return self.console().screen() == Screen::LevelMenu;
            }
        }
    }

    /// Starts the next game of the series: presses reset and passes the menus without showing them.
    pub(super) fn next_game(&mut self, series: &SeriesSettings) {
        self.number += 1;
        self.opening = PadGameSetup::new(series, self.controls, self.number)
            .expect("the series was already valid for the first game");
        self.opening
            .reset(&mut self.console)
            .expect("the opening was checked above");
        self.seat.ask();
        self.tuck_misses = TuckMissNumbers::new(series.seed, self.number);
        self.held = Buttons::NONE;
        self.locked = None;
        self.ending = None;
        self.waited = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::engine::{CrashRule, GameType, PadPosition, PadStart};
    use crate::players::{Player, Strategy};
    use crate::rules::{Piece, PlayfieldMemory, Pose, RandomizerKind, Region};
    use crate::search::Hand;
    use crate::session::autoplay::Play;
    use crate::session::{Autoplay, Controls, Ending, PadControls, SeriesSettings};

    #[test]
    fn after_a_crash_the_next_game_begins() {
        let controls = Controls::Pad(PadControls {
            hand: Hand::FASTEST,
            region: Region::Ntsc,
            game_type: GameType::A,
            double_killscreen: false,
            crash: CrashRule::Strict,
            training: None,
        });
        let (level, randomizer, seed) = (29, RandomizerKind::NesOdds, 3);
        let series = SeriesSettings {
            level,
            randomizer,
            seed,
            controls,
            position: None,
        };
        let survival = Arc::new(Player::named("survival").unwrap());
        let mut autoplay = Autoplay::new(series, Strategy::alone(survival).into()).unwrap();
        let Play::Pad(play) = &mut autoplay.play else {
            panic!("the game is played at the console");
        };
        // At level 253, an O that clears nothing can crash the game even with NEXT hidden. This O locks too soon for a
        // soft drop to prevent the crash.
        play.console.forget().set_position(PadPosition {
            start: PadStart {
                level: 253,
                ..PadStart::default()
            },
            page: PlayfieldMemory::default(),
            pose: Pose {
                y: 18,
                ..Pose::spawn(Piece::O)
            },
            next: Piece::T,
            lines: 3_231,
            score: 0,
        });
        let is_crashed = |autoplay: &Autoplay| autoplay.ending() == Some(Ending::Crashed);
        for _ in 0..30 {
            autoplay.advance();
        }
        assert!(is_crashed(&autoplay));
        while is_crashed(&autoplay) {
            assert_eq!(autoplay.game_number(), 0);
            autoplay.advance();
        }
        let game = autoplay.console().unwrap().game().unwrap();
        assert_eq!((autoplay.game_number(), game.level()), (1, 29));
        assert_eq!(game.crash_rule(), CrashRule::Strict);
        assert!(!game.is_crashed());
    }
}
