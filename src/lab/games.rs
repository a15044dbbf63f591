//! Play of one game of a batch, piece by piece, with the fastest method that is exact.

use std::sync::Arc;

use crate::engine::{CrashRule, DragGame, DragInput, DragStart};
use crate::players::Strategy;
use crate::rules::{Board, Piece, Pose, RandomizerKind, Score, Step};
use crate::session::{
    Controls, DragTask, Ending, MovesByLevel, PadControls, PadPlay, SeriesSettings,
};

use super::decision_log::{Decision, DecisionLog, ReplayMismatch};

/// Outcome of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnOutcome {
    /// The piece locked at this pose.
    Locked(Pose),
    /// The piece locked at this pose and reached the goal of a B-type game.
    Goal(Pose),
    /// The piece did not lock: the game is lost.
    Lost,
}

/// Game of a batch.
#[derive(Debug)]
pub enum BatchGame {
    /// Game without gravity.
    Drag(Box<DragGame>),
    /// Gamepad game that locks each piece at once, without playing the frames in between. Only its elapsed time differs
    /// from the cartridge's game, so this is valid only for randomizers that do not depend on time.
    PadAtOnce(Box<PadPlay>),
    /// Gamepad game that runs every frame of the console.
    Pad(Box<PadPlay>),
}

/// Returns the move generators of a series. All its games share them. `None` without gravity.
pub fn moves(series: &SeriesSettings) -> Option<Arc<MovesByLevel>> {
    match series.controls {
        Controls::Drag => None,
        Controls::Pad(pad) => Some(Arc::new(MovesByLevel::new(pad))),
    }
}

impl BatchGame {
    /// Creates game `number` of a validated series. Pass the result of [`moves`].
    pub fn new(
        series: &SeriesSettings,
        number: u64,
        moves: Option<&Arc<MovesByLevel>>,
    ) -> BatchGame {
        match (series.controls, moves) {
            (Controls::Pad(pad), Some(moves)) => BatchGame::pad(series, pad, number, moves),
            _ => BatchGame::drag(series, number),
        }
    }

    fn drag(series: &SeriesSettings, number: u64) -> BatchGame {
        let start = DragStart {
            level: series.level.min(DragStart::LEVEL_MAX),
            randomizer: series.randomizer,
            seed: series.seed,
            game: number,
            top: 0,
            endless: None,
            position: series.position,
        };
        let game = DragGame::new(start).expect("the seed was checked before the batch began");
        BatchGame::Drag(Box::new(game))
    }

    fn pad(
        series: &SeriesSettings,
        pad: PadControls,
        number: u64,
        moves: &Arc<MovesByLevel>,
    ) -> BatchGame {
        let play = PadPlay::new(series, pad, Arc::clone(moves), number);
        let play = Box::new(play.expect("the series was checked before the batch began"));
        match series.randomizer {
            RandomizerKind::Nes => BatchGame::Pad(play),
            // DAS charge depends on every frame.
            _ if pad.hand.autoshifts() => BatchGame::Pad(play),
            // The crash rule depends on the run time of the score routine, which depends on every frame.
            _ if pad.crash != CrashRule::Off => BatchGame::Pad(play),
            // Missed presses depend on the buttons held in each frame.
            _ if pad.hand.tuck_misdrops() => BatchGame::Pad(play),
            _ => BatchGame::PadAtOnce(play),
        }
    }

    /// Plays the current piece. The decision comes from `memory` if one is recorded there, otherwise from `strategy`.
    ///
    /// # Errors
    /// [`ReplayMismatch`] if the recorded decision is impossible in this game.
    pub fn play(
        &mut self,
        strategy: &Arc<Strategy>,
        memory: &mut DecisionLog,
    ) -> Result<TurnOutcome, ReplayMismatch> {
        match self {
            BatchGame::Drag(game) => drag(game, strategy, memory),
            BatchGame::PadAtOnce(play) => pad_at_once(play, strategy, memory),
            BatchGame::Pad(play) => pad_by_frames(play, strategy, memory),
        }
    }

    /// Returns the settled cells.
    pub fn board(&self) -> Board {
        match self {
            BatchGame::Drag(game) => game.board(),
            BatchGame::Pad(play) | BatchGame::PadAtOnce(play) => play.game().board(),
        }
    }

    /// Returns the line counter. It counts down in B-type games.
    pub fn lines(&self) -> u16 {
        match self {
            BatchGame::Drag(game) => game.lines(),
            BatchGame::Pad(play) | BatchGame::PadAtOnce(play) => play.game().lines(),
        }
    }

    /// Returns the current piece.
    pub fn piece(&self) -> Piece {
        match self {
            BatchGame::Drag(game) => game.pose().piece(),
            BatchGame::Pad(play) | BatchGame::PadAtOnce(play) => play.game().pose().piece(),
        }
    }

    /// Returns the level.
    pub fn level(&self) -> u8 {
        match self {
            BatchGame::Drag(game) => game.level(),
            BatchGame::Pad(play) | BatchGame::PadAtOnce(play) => play.game().level(),
        }
    }

    /// Returns whether the game ended with a crash of the cartridge.
    pub fn has_crashed(&self) -> bool {
        match self {
            BatchGame::Drag(_) => false,
            BatchGame::Pad(play) | BatchGame::PadAtOnce(play) => {
                play.ending() == Some(Ending::Crashed)
            }
        }
    }

    /// Returns the score.
    pub fn score(&self) -> Score {
        match self {
            BatchGame::Drag(game) => game.score(),
            BatchGame::Pad(play) | BatchGame::PadAtOnce(play) => play.game().score(),
        }
    }
}

/// Plays one piece without gravity.
fn drag(
    game: &mut DragGame,
    strategy: &Arc<Strategy>,
    memory: &mut DecisionLog,
) -> Result<TurnOutcome, ReplayMismatch> {
    let input = |pose| DragInput::Lock {
        pose,
        animate: false,
    };
    let lock = match memory.recall()? {
        None => {
            let task = DragTask::new(game, strategy, false);
            let lock = task.lock(&mut memory.tree);
            memory.record(&lock.map_or(Decision::Lost, Decision::Lock));
            lock
        }
        Some(Decision::Lost) => None,
        Some(Decision::Lock(pose)) if game.check(input(pose)).is_ok() => Some(pose),
        Some(_) => return Err(ReplayMismatch),
    };
    let Some(pose) = lock else {
        return Ok(TurnOutcome::Lost);
    };
    game.step(Some(input(pose)));
    Ok(TurnOutcome::Locked(pose))
}

/// Plays one piece by gamepad and locks it without playing its frames.
fn pad_at_once(
    play: &mut PadPlay,
    strategy: &Arc<Strategy>,
    memory: &mut DecisionLog,
) -> Result<TurnOutcome, ReplayMismatch> {
    let pose = match memory.recall()? {
        None => {
            let lock = play.task(strategy).lock(&mut memory.tree);
            let pose = lock.unwrap_or_else(|| fallen(play));
            memory.record(&Decision::Lock(pose));
            pose
        }
        Some(Decision::Lock(pose)) if can_lock(play, pose) => pose,
        Some(_) => return Err(ReplayMismatch),
    };
    Ok(match play.lock_at_once(pose) {
        true => TurnOutcome::Locked(pose),
        false if play.game().is_over() => TurnOutcome::Lost,
        false => TurnOutcome::Goal(pose),
    })
}

/// Plays one piece by gamepad, frame by frame.
fn pad_by_frames(
    play: &mut PadPlay,
    strategy: &Arc<Strategy>,
    memory: &mut DecisionLog,
) -> Result<TurnOutcome, ReplayMismatch> {
    match memory.recall()? {
        None => {}
        Some(Decision::Frames { held, plans }) => {
            let is_one_piece = play.replay(&held, plans);
            return turn(play).filter(|_| is_one_piece).ok_or(ReplayMismatch);
        }
        Some(_) => return Err(ReplayMismatch),
    }
    if memory.is_recording() {
        play.start_tape();
    }
    let mut plans = 0;
    loop {
        if play.needs_plan() {
            play.accept_plan(play.task(strategy).solve(&mut memory.tree));
            plans += 1;
        }
        play.step(true);
        // If a game desyncs from its plan, its figures are meaningless.
        if let Some(desync) = play.take_desync() {
            // Only a forged decision in a saved run may cause a desync.
            assert!(
                memory.has_replayed(),
                "the game desynced from the plan: {desync}"
            );
            return Err(ReplayMismatch);
        }
        if let Some(turn) = turn(play) {
            let held = play.take_tape();
            memory.record(&Decision::Frames { held, plans });
            return Ok(turn);
        }
    }
}

/// Returns whether the current piece can come to rest at this pose.
fn can_lock(play: &PadPlay, pose: Pose) -> bool {
    let game = play.game();
    pose.piece() == game.pose().piece() && pose.rests(&*game.field())
}

/// Returns the outcome of the current piece, or `None` while it is falling.
fn turn(play: &mut PadPlay) -> Option<TurnOutcome> {
    match (play.take_locked(), play.ending()) {
        (Some(pose), None) => Some(TurnOutcome::Locked(pose)),
        (Some(pose), Some(_)) => Some(TurnOutcome::Goal(pose)),
        (None, Some(Ending::ToppedOut | Ending::Crashed)) => Some(TurnOutcome::Lost),
        (None, _) => None,
    }
}

/// Returns the pose at which the current piece comes to rest without input.
fn fallen(play: &PadPlay) -> Pose {
    let game = play.game();
    let field = game.field();
    let mut pose = game.pose();
    while let Some(lower) = pose.step(Step::Down, &*field) {
        pose = lower;
    }
    pose
}
