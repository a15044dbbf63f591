//! View of a game after a step, common to all kinds of games.

use crate::engine::{
    Console, DragGame, Event, Events, GameType, PadGame, PersistentMemory, PlayState,
};
use crate::rules::score::line_points;
use crate::rules::{Board, Piece, Pose, Region, Score};

use super::das::DasCharges;
use super::taps::Taps;
use super::{COUNTER_END, GameStats, PUSH_MAX};

/// Maximum number of rows that one step can clear: two successive clears of four rows.
const ROWS_MAX: u16 = 8;

/// View of a game after a step.
pub(super) struct StepView<'a> {
    /// Line counter.
    pub(super) lines: u16,
    /// True if the line counter counts up and the level rises with it.
    pub(super) rises: bool,
    pub(super) level: u8,
    /// Score without the six-digit limit.
    pub(super) score: u64,
    pub(super) piece: Piece,
    /// Lock of the last piece.
    pub(super) locked: Option<Pose>,
    /// Function that returns the settled cells. Called only at spawns.
    pub(super) board: &'a dyn Fn() -> Board,
}

/// State of the game that decides in which statistics the next step is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepCounting {
    /// The piece is under control.
    Control,
    /// The piece is not under control.
    Waiting,
    /// The game is paused or being set up, so the step does not count.
    Pause,
    /// The game is over, so no step counts any more.
    Over,
}

/// View of a game at a spawn, as seen by a camera.
#[derive(Clone, Copy, Debug)]
pub(in crate::session) struct CameraView {
    pub(in crate::session) piece: Piece,
    /// Settled cells under the piece.
    pub(in crate::session) board: Board,
    pub(in crate::session) lines: u16,
    pub(in crate::session) level: u8,
    pub(in crate::session) score: u32,
    /// True unless the game was seen from its middle, and its lines, its level or its score before that are unknown.
    pub(in crate::session) has_known_counts: bool,
    /// Lock of the previous piece, if known.
    pub(in crate::session) locked: Option<Pose>,
    /// DAS charge, if shown.
    pub(in crate::session) das: Option<u8>,
}

impl StepView<'_> {
    /// Returns the number of rows cleared since the line counter was `before` and the score was `score`.
    ///
    /// The counter of a B-type game stops at 0, so the size of its last clear follows from the points. If the counter
    /// rises by more than any clear, a camera has misread it, and the result is 0.
    pub(super) fn rows_since(&self, before: u16, score: u64) -> u8 {
        let counted = match self.rises {
            true => (self.lines + COUNTER_END - before) % COUNTER_END,
            false => before.saturating_sub(self.lines),
        };
        if counted > 0 && self.lines == 0 && !self.rises {
            let gained = self.score.saturating_sub(score);
            let is_it = |&rows: &u8| {
                let points = u64::from(line_points(rows, self.level));
                (points..=points + PUSH_MAX).contains(&gained)
            };
            return (1..=4).find(is_it).unwrap_or(counted.min(4) as u8);
        }
        if counted <= ROWS_MAX {
            counted as u8
        } else {
            0
        }
    }
}

/// Returns the score without the six-digit limit.
pub(super) fn unlimited(score: Score) -> u64 {
    score.unlimited().max(score.points().into())
}

impl GameStats {
    /// Starts the statistics of a game without gravity whose first piece has spawned.
    pub fn of_drag(game: &DragGame) -> GameStats {
        GameStats::with_drag(game, GameStats::begin)
    }

    /// Follows one step of a game without gravity.
    pub fn follow_drag(&mut self, game: &DragGame, events: Events) {
        if self.next_step != StepCounting::Over {
            GameStats::with_drag(game, |sight| self.count(events, sight));
        }
    }

    fn with_drag<T>(game: &DragGame, then: impl FnOnce(&StepView<'_>) -> T) -> T {
        then(&StepView {
            lines: game.lines(),
            rises: true,
            level: game.level(),
            score: unlimited(game.score()),
            piece: game.pose().piece(),
            locked: game.locked(),
            board: &|| game.board(),
        })
    }

    /// Starts the statistics of a console game, or of one side of a match. `carry` is the console memory outside the
    /// game's own state.
    pub fn of_pad(game: &PadGame, carry: &PersistentMemory) -> GameStats {
        let region = game.start().region;
        let mut das = DasCharges::new(region);
        das.begin_piece(carry.control.das);
        GameStats {
            das: Some(das),
            taps: Some(Taps::new(region)),
            next_step: next_step(game),
            ..GameStats::with_pad(game, GameStats::begin)
        }
    }

    /// Follows one frame of a game by gamepad.
    pub fn follow_pad(&mut self, game: &PadGame, carry: &PersistentMemory, events: Events) {
        let was = self.next_step;
        if was == StepCounting::Over {
            return;
        }
        self.next_step = next_step(game);
        if was == StepCounting::Pause {
            return;
        }
        let is_control = was == StepCounting::Control;
        if let Some(taps) = &mut self.taps {
            match is_control {
                true => taps.control(carry.pad.new),
                false => taps.wait(carry.pad.new),
            }
        }
        if let Some(das) = self.das.as_mut().filter(|_| is_control) {
            das.follow(carry.control.das);
        }
        GameStats::with_pad(game, |sight| self.count(events, sight));
        if events.contains(Event::Spawned) {
            self.taps.iter_mut().for_each(Taps::begin_piece);
            let charge = carry.control.das;
            self.das.iter_mut().for_each(|das| das.begin_piece(charge));
        }
    }

    fn with_pad<T>(game: &PadGame, then: impl FnOnce(&StepView<'_>) -> T) -> T {
        then(&StepView {
            lines: game.lines(),
            rises: game.start().game_type == GameType::A,
            level: game.level(),
            score: unlimited(game.score()),
            piece: game.pose().piece(),
            locked: game.locked(),
            board: &|| game.board(),
        })
    }

    /// Follows one frame of the game on a console's screen. Does nothing without a game.
    pub fn follow_console(&mut self, console: &Console, events: Events) {
        if let Some(game) = console.game() {
            self.follow_pad(game, console.carry(), events);
        }
    }

    /// Starts the statistics of a game seen by a camera, at its first spawn.
    pub(in crate::session) fn of_seen(seen: &CameraView) -> GameStats {
        let mut stats = GameStats::with_seen(seen, GameStats::begin);
        stats.has_known_counts = seen.has_known_counts;
        stats.see_charge(seen);
        stats
    }

    /// Follows one frame of a game seen by a camera. `seen` is `Some` if a piece has spawned in this frame.
    pub(in crate::session) fn follow_seen(&mut self, seen: Option<&CameraView>) {
        let Some(seen) = seen else {
            self.frames += 1;
            return;
        };
        let mut events = Events::default();
        events.insert(Event::Spawned);
        GameStats::with_seen(seen, |sight| self.count(events, sight));
        self.see_charge(seen);
    }

    fn see_charge(&mut self, seen: &CameraView) {
        if let Some(charge) = seen.das {
            let das = self.das.get_or_insert(DasCharges::new(Region::Ntsc));
            das.begin_piece(charge);
        }
    }

    fn with_seen<T>(seen: &CameraView, then: impl FnOnce(&StepView<'_>) -> T) -> T {
        then(&StepView {
            lines: seen.lines,
            rises: true,
            level: seen.level,
            score: seen.score.into(),
            piece: seen.piece,
            locked: seen.locked,
            board: &|| seen.board,
        })
    }
}

/// Returns the state that decides how the next step of a console game counts.
fn next_step(game: &PadGame) -> StepCounting {
    if game.is_over() {
        StepCounting::Over
    } else if game.is_paused() || game.is_being_set_up() {
        StepCounting::Pause
    } else if game.play_state() == PlayState::Control {
        StepCounting::Control
    } else {
        StepCounting::Waiting
    }
}
