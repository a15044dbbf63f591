//! Jobs for a worker thread: the worker gets a copy of the position and returns a plan.

mod drag;
mod pad;

use crate::engine::{DragGame, PadGame, PersistentMemory, StartPosition};
use std::sync::Arc;

use crate::players::{Position, PricedLocks, Strategy, TreeMemory};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Cell, Pose, Region};
use crate::search::{PadPiece, Thumbs};

pub use drag::{DragDecision, DragTask};
pub use pad::{NextVisibility, PadDecision, PadTask, PlannedFrame};

/// Returns the position of a game that waits for input.
pub fn position_of(game: &DragGame) -> Position {
    Position {
        board: game.board(),
        current: game.pose().piece(),
        next: Some(game.next()),
        later: [None; 2],
        level: game.level(),
        lines: game.lines(),
    }
}

/// Returns the position of a console game right after a spawn.
pub fn position_of_pad(game: &PadGame) -> Position {
    Position {
        board: game.searched_board(),
        current: game.pose().piece(),
        next: Some(game.next()),
        later: [None; 2],
        level: game.level(),
        lines: game.lines(),
    }
}

/// Returns a start position as a player sees it.
pub fn position_of_start(start: &StartPosition) -> Position {
    Position {
        board: start.board(),
        current: start.current,
        next: Some(start.next),
        later: [None; 2],
        level: start.level,
        lines: start.lines,
    }
}

/// Returns a position as the start of a game. An unknown NEXT is the current piece again.
pub fn start_of_position(position: &Position, region: Region) -> StartPosition {
    let next = position.next.unwrap_or(position.current);
    let mut start = StartPosition::new(position.current, next);
    (start.region, start.level, start.lines) = (region, position.level, position.lines);
    let cells = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
    for (x, y) in cells.filter(|&(x, y)| position.board.contains(x, y)) {
        start.set(x, y, Cell::BORDERED);
    }
    start
}

/// Returns the current state of a piece in a console game. `thumbs` contains the player's taps since the piece came
/// under control.
pub(super) fn piece_of_pad(game: &PadGame, carry: &PersistentMemory, thumbs: Thumbs) -> PadPiece {
    PadPiece {
        pose: game.pose(),
        control: carry.control,
        held: carry.pad.held,
        thumbs,
        level: game.speed_level(),
        region: game.start().region,
    }
}

/// Numbered request for a plan: the lock of the current piece, and the path or buttons that lead to it.
#[derive(Clone, Debug)]
pub struct Job {
    /// Number of the job. The plan repeats it, and the seat ignores plans with another number.
    pub number: u64,
    /// Task to solve.
    pub task: PlanTask,
    /// Memory of the seat. It moves into the job and is returned with the plan.
    pub memory: TreeMemory,
}

/// Planning task of a seat.
#[derive(Clone, Debug)]
pub enum PlanTask {
    /// Task in a game without gravity.
    Drag(DragTask),
    /// Task at the gamepad.
    Pad(Box<PadTask>),
}

impl PlanTask {
    /// Returns the position.
    pub fn position(&self) -> &Position {
        match self {
            PlanTask::Drag(task) => &task.position,
            PlanTask::Pad(task) => &task.position,
        }
    }

    /// Returns the strategy.
    pub fn strategy(&self) -> &Arc<Strategy> {
        match self {
            PlanTask::Drag(task) => &task.strategy,
            PlanTask::Pad(task) => &task.strategy,
        }
    }

    /// Returns the best locks with their costs for the strategy: at least `least` locks, if that many exist. `chosen`
    /// is the lock that the strategy decided on. `None` if the strategy has no comparable costs.
    pub fn price_locks(&self, chosen: Pose, least: usize) -> Option<PricedLocks> {
        match self {
            PlanTask::Drag(task) => task.price_locks(chosen, least),
            PlanTask::Pad(task) => task.price_locks(chosen, least),
        }
    }
}

/// Answer to a [`Job`].
#[derive(Clone, Debug)]
pub struct Plan {
    /// Number of the job that this plan answers.
    pub number: u64,
    /// Decision for the seat.
    pub decision: Decision,
    /// Updated memory of the seat.
    pub memory: TreeMemory,
}

/// Decision for a seat, of the same kind as its [`PlanTask`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Decision for a game without gravity.
    Drag(DragDecision),
    /// Decision for a game by gamepad, see [`PadTask::solve`].
    Pad(PadDecision),
}

impl Decision {
    /// Returns the planned lock. `None` if the piece waits for NEXT, falls without input, or has no lock.
    pub fn lock(&self) -> Option<Pose> {
        match self {
            Decision::Drag(DragDecision::Walk(path)) => path.last().copied(),
            Decision::Drag(DragDecision::Lock(lock)) => Some(*lock),
            Decision::Drag(DragDecision::GiveUp) => None,
            Decision::Pad(PadDecision {
                thumbs_at_next: Some(_),
                ..
            }) => None,
            Decision::Pad(PadDecision { presses, .. }) => presses.last().map(|press| press.pose),
        }
    }
}

impl Job {
    /// Solves the job.
    pub fn solve(mut self) -> Plan {
        let memory = &mut self.memory;
        Plan {
            number: self.number,
            decision: match self.task {
                PlanTask::Drag(task) => Decision::Drag(task.solve(memory)),
                PlanTask::Pad(task) => Decision::Pad(task.solve(memory)),
            },
            memory: self.memory,
        }
    }
}
