//! A console and the movie of it, with a player at its gamepad.

use std::sync::Arc;

use crate::engine::fm2::{Fm2Frame, LevelSet, PiecesSet};
use crate::engine::{Console, DirectStartError, Event, Events, Fm2, PadGame, direct_start};
use crate::players::Strategy;
use crate::rules::{Buttons, Pose};

use super::controls::{Movers, PadControls, PadOpening};
use super::exhibition::{Ending, Series};
use super::job::{PadTask, Press};
use super::pad_seat::PadSeat;

/// Frames after which Start is tried again where a console waits for it.
const START_FRAMES: u32 = 64;

/// One game after the other at one console, whose reset button is pressed between them; see
/// [`Exhibition`](super::Exhibition).
#[derive(Debug)]
pub struct PadTable {
    console: Console,
    controls: PadControls,
    movers: Arc<Movers>,
    opening: PadOpening,
    /// Which game of the series this is, from 0.
    number: u64,
    seat: PadSeat,
    /// Where the piece before the present one locked.
    locked: Option<Pose>,
    ending: Option<Ending>,
    /// Frames in the present screen since the end of a game.
    waited: u32,
    movie: Option<Reel>,
}

/// All that was done to a console since power-on.
#[derive(Debug, Default)]
struct Reel {
    frames: Vec<Fm2Frame>,
    levels: Vec<LevelSet>,
    pieces: Vec<PiecesSet>,
}

impl PadTable {
    /// Game number `number` (from 0) of a series on a console just switched on, in the frame before
    /// its first tick.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub fn new(
        series: &Series,
        controls: PadControls,
        movers: Arc<Movers>,
        number: u64,
    ) -> Result<PadTable, DirectStartError> {
        let opening = PadOpening::new(series, controls, number)?;
        let (mut console, _) = direct_start(opening.start)?;
        if let Some(randomizer) = opening.randomizer() {
            console.draw_pieces_from(randomizer);
        }
        Ok(PadTable {
            console,
            controls,
            movers,
            opening,
            number,
            seat: PadSeat::new(),
            locked: None,
            ending: None,
            waited: 0,
            movie: None,
        })
    }

    /// The console.
    pub const fn console(&self) -> &Console {
        &self.console
    }

    /// The game in play, or the one that was.
    ///
    /// # Panics
    /// When the game has been left.
    pub fn game(&self) -> &PadGame {
        self.console.game().expect("a game is on the screen")
    }

    /// Which game of the series this is, from 0.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// How the game ended.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Begins to keep all inputs since power-on, before the first frame.
    pub(super) fn record(&mut self) {
        let mut reel = Reel::default();
        reel.open(&self.opening, 0);
        self.movie = Some(reel);
    }

    /// The movie up to now, if one is kept.
    pub(super) fn movie(&self) -> Option<Fm2> {
        let reel = self.movie.as_ref()?;
        Some(Fm2 {
            frames: reel.frames.clone(),
            levels: reel.levels.clone(),
            pieces: reel.pieces.clone(),
            ..Fm2::of_inputs(&[], &self.console)
        })
    }

    /// Whether a piece waits for its plan.
    pub const fn asks(&self) -> bool {
        self.seat.asks()
    }

    /// What the plan is to be made for.
    pub fn task(&self, strategy: &Arc<Strategy>) -> PadTask {
        PadTask::of(self.game(), self.console.carry(), strategy, &self.movers)
    }

    /// Takes the plan.
    pub fn take(&mut self, plan: Vec<Press>) {
        self.seat.take(plan);
    }

    /// Where the piece before the present one locked, once.
    pub fn take_locked(&mut self) -> Option<Pose> {
        self.locked.take()
    }

    /// Locks the current piece at once, see [`Console::lock_at_once`]; returns whether the game goes
    /// on. A table that does so has no movie.
    pub fn lock_at_once(&mut self, pose: Pose) -> bool {
        self.console.lock_at_once(pose)
    }

    /// What the game did otherwise than it was planned, once; there should be no such thing.
    pub fn take_mishap(&mut self) -> Option<String> {
        self.seat.take_mishap()
    }

    /// One frame; at `play_fast` all frames until the next piece asks or the game ends.
    pub fn step(&mut self, play_fast: bool) -> Events {
        let mut events = self.frame();
        while play_fast && !self.asks() && self.ending.is_none() {
            events = events.with(self.frame());
        }
        events
    }

    fn frame(&mut self) -> Events {
        let before = self.game().pose();
        let events = self.press(self.seat.held());
        let found = self.game().pose();
        self.seat.follow(events, found);
        if events.contains(Event::Spawned) {
            self.locked = Some(before);
        } else if events.contains(Event::GoalReached) {
            self.locked = Some(before);
            self.ending = Some(Ending::GoalReached);
        } else if events.contains(Event::CurtainClosed) {
            self.ending = Some(Ending::ToppedOut);
        }
        events
    }

    fn press(&mut self, held: Buttons) -> Events {
        if let Some(reel) = &mut self.movie {
            reel.push(0, held);
        }
        self.console.step(held)
    }

    /// A frame after the end of a game; at `play_fast` all of them. A lost game's curtain stays,
    /// endings are played; `wants_on` says when Start may lead on. Returns whether nothing is left
    /// to see: the level menu is there.
    pub(super) fn rest(&mut self, wants_on: bool, play_fast: bool) -> bool {
        loop {
            let screen = self.console.screen();
            if screen == "level" {
                return true;
            }
            let is_due = wants_on && self.waited % START_FRAMES == START_FRAMES - 1;
            self.press(if is_due {
                Buttons::START
            } else {
                Buttons::NONE
            });
            self.waited = if self.console.screen() == screen {
                self.waited + 1
            } else {
                0
            };
            if !(wants_on && play_fast) {
                return self.console.screen() == "level";
            }
        }
    }

    /// Begins the next game of the series: presses reset and goes through the menus unseen.
    pub(super) fn next_game(&mut self, series: &Series) {
        self.number += 1;
        self.opening = PadOpening::new(series, self.controls, self.number)
            .expect("the series was good for the first game");
        self.console.press_reset();
        let inputs = match &mut self.movie {
            Some(reel) => reel.open(&self.opening, Fm2Frame::RESET),
            None => menu_inputs(&self.opening),
        };
        for held in inputs {
            self.console.step(held);
        }
        if let Some(level) = self.opening.start.level_to_set() {
            self.console.set_level(level);
        }
        if let Some(randomizer) = self.opening.randomizer() {
            self.console.draw_pieces_from(randomizer);
        }
        self.seat.ask();
        self.locked = None;
        self.ending = None;
        self.waited = 0;
    }
}

impl Reel {
    fn push(&mut self, commands: u8, held: Buttons) {
        self.frames.push(Fm2Frame {
            commands,
            pads: [held, Buttons::NONE],
        });
    }

    /// Adds a game's menus, the first frame with `commands`; returns the buttons.
    fn open(&mut self, opening: &PadOpening, commands: u8) -> Vec<Buttons> {
        let inputs = menu_inputs(opening);
        for (index, &held) in inputs.iter().enumerate() {
            self.push(if index == 0 { commands } else { 0 }, held);
        }
        let frame = self.frames.len() as u64;
        let level = opening.start.level_to_set();
        self.levels
            .extend(level.map(|level| LevelSet { frame, level }));
        self.pieces.extend(opening.pieces_set(frame));
        inputs
    }
}

/// The buttons from power-on, or from a reset, to the frame before the first tick of a game.
fn menu_inputs(opening: &PadOpening) -> Vec<Buttons> {
    let (_, inputs) = direct_start(opening.start).expect("the opening was checked");
    inputs
}
