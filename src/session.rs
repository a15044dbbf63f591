//! Connection of players and games: seats, the step loop, and jobs for a worker thread.
//!
//! This module owns the order of events between a game and its player. It uses no windows, files or threads. A session
//! hands out a job, receives its plan, and does not step without it. So equal starts give equal games on every machine.
//!
//! Start with [`Autoplay`] (an AI plays game after game), [`Person`] (a person at the console), [`Match`] (two
//! opponents), or [`DragPlayback`], [`ConsolePlayback`] and [`MatchPlayback`] (playback of recordings).

pub mod autoplay;
pub mod coach;
pub mod controls;
pub mod ending;
pub mod endless;
pub mod game_stats;
pub mod ghost;
pub mod hint;
pub mod job;
pub mod journal;
pub mod match_play;
pub mod moves;
pub mod person;
pub mod playback;
pub mod practice;
pub mod practice_flag;
pub mod review;
pub mod save_watcher;
pub mod series;
pub mod skill;
pub mod speed_test;
pub mod summary;
pub mod tapping;
mod totals;

mod drag_seat;
mod field;
#[cfg(test)]
mod hurried;
mod last_press;
mod pad_seat;
mod spawns;
mod thumb_tracker;
mod tuck_misses;

pub use crate::capture::game::{
    self as captured, CapturedGame, CapturedPiece, CapturedTextError, CatchUp, Disagreement,
    LastFrameState, LinesFrom, MatchCourse, MatchMoment, MatchState, PieceOutcome, ScoreFrom,
    SeenPose, ShownNumber, TetrisCount, VideoGameFinder,
};
pub use autoplay::{Autoplay, PadPlay};
pub use coach::{Coach, RunningFigures, RunningLosses};
pub use controls::{Controls, MovesByLevel, PadControls, PadGameSetup};
pub use ending::Ending;
pub use endless::EndlessDemo;
pub use game_stats::{
    BoardShape, Burst, Clears, Curve, CurvePoint, DROUGHT, DasCharges, Droughts, GameStats,
    LevelRow, Levels, PieceCounts, PieceWait, Taps, TenRowScore, tetris_difference,
};
pub use ghost::{Ghost, GhostFault, LevelComparison, LevelUp};
pub use hint::{Hint, HintTask};
pub use job::{
    Decision, DragDecision, DragTask, Job, NextVisibility, PadDecision, PadTask, Plan, PlanTask,
    PlannedFrame, position_of, position_of_pad, position_of_start, start_of_position,
};
pub use journal::{FoundJournal, Journal, JournalError, UnsavedContent};
pub use last_press::{LastPress, PressTracker};
pub use match_play::{Contestant, Match};
pub use moves::{GameMoves, Move, SeenMove, SpawnedPiece};
pub use person::Person;
pub use playback::{
    CapturedMatchError, CapturedMatchPlayback, CapturedPlayback, ConsolePlayback, DragPlayback,
    MatchPlayback, Mode, Recorded, RecordedError, RecordingInfo, Seek, Verdict,
};
pub use practice::{Practice, PracticeStart};
pub use practice_flag::PracticeFlag;
pub use review::calibration::LossParts;
pub use review::rater::{HandSource, Rater};
pub use review::reasons::{Category, LossReason, explain};
pub use review::reviewed::ReviewedGame;
pub use review::{ReviewFigures, ReviewedMove, puzzles, rater, reasons, reviewed};
pub use save_watcher::{DueSaves, SaveWatcher};
pub use series::SeriesSettings;
pub use skill::Skill;
pub use summary::Summary;
pub use thumb_tracker::ThumbTracker;
pub use totals::ConsoleTotals;
