//! Work for a thinking thread: a copied position out, a plan back.

mod drag;
mod pad;

use crate::engine::{Carry, DragGame, PadGame, StartPosition};
use std::sync::Arc;

use crate::players::{Position, PricedPlaces, Strategy, TreeMemory};
use crate::rules::Pose;
use crate::search::{PadPiece, Thumbs};

pub use drag::{DragDecision, DragTask};
pub use pad::{Look, PadDecision, PadTask, Press};

/// The position of a game that asks for an input.
pub fn position_of(game: &DragGame) -> Position {
    Position {
        board: game.board(),
        current: game.pose().piece(),
        next: Some(game.next()),
        level: game.level(),
        lines: game.lines(),
    }
}

/// The position of a game of the cartridge in which a piece has just spawned.
pub fn position_of_pad(game: &PadGame) -> Position {
    Position {
        board: game.searched_board(),
        current: game.pose().piece(),
        next: Some(game.next()),
        level: game.level(),
        lines: game.lines(),
    }
}

/// The position that games begin at, as a player sees it.
pub fn position_of_start(start: &StartPosition) -> Position {
    Position {
        board: start.board(),
        current: start.current,
        next: Some(start.next),
        level: start.level,
        lines: start.lines,
    }
}

/// The piece of a game of the cartridge as it is now, its thumbs having tapped so much.
pub(super) fn piece_of_pad(game: &PadGame, carry: &Carry, thumbs: Thumbs) -> PadPiece {
    PadPiece {
        pose: game.pose(),
        control: carry.control,
        held: carry.pad.held,
        thumbs,
        level: game.speed_level(),
        region: game.start().region,
    }
}

/// A numbered question: where does this piece go?
#[derive(Clone, Debug)]
pub struct Job {
    /// The plan bears the same number; a plan for another job is not wanted any more.
    pub number: u64,
    /// The question.
    pub task: Task,
    /// What the seat remembers: it goes with the job and comes back with the plan.
    pub memory: TreeMemory,
}

/// The question of a seat.
#[derive(Clone, Debug)]
pub enum Task {
    /// Without gravity.
    Drag(DragTask),
    /// By gamepad.
    Pad(Box<PadTask>),
}

impl Task {
    /// The position.
    pub fn position(&self) -> &Position {
        match self {
            Task::Drag(task) => &task.position,
            Task::Pad(task) => &task.position,
        }
    }

    /// Who decides.
    pub fn strategy(&self) -> &Arc<Strategy> {
        match self {
            Task::Drag(task) => &task.strategy,
            Task::Pad(task) => &task.strategy,
        }
    }

    /// What the best places cost to whoever decides, if it is these prices that decide; `chosen` is the one
    /// that was decided for. At least so many places, if there are.
    pub fn price_places(&self, chosen: Pose, least: usize) -> Option<PricedPlaces> {
        match self {
            Task::Drag(task) => task.price_places(chosen, least),
            Task::Pad(task) => task.price_places(chosen, least),
        }
    }
}

/// The answer to a [`Job`].
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of the job.
    pub number: u64,
    /// What to do.
    pub decision: Decision,
    /// What the seat remembers now.
    pub memory: TreeMemory,
}

/// What a seat is to do: of the kind of the [`Task`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Without gravity.
    Drag(DragDecision),
    /// By gamepad, see [`PadTask::solve`].
    Pad(PadDecision),
}

impl Decision {
    /// Where the piece comes to rest by it; none while NEXT is waited for, and where it falls by itself or
    /// has no place.
    pub fn lock(&self) -> Option<Pose> {
        match self {
            Decision::Drag(DragDecision::Walk(path)) => path.last().copied(),
            Decision::Drag(DragDecision::Lock(lock)) => Some(*lock),
            Decision::Drag(DragDecision::GiveUp) => None,
            Decision::Pad(PadDecision { then: Some(_), .. }) => None,
            Decision::Pad(PadDecision { presses, .. }) => presses.last().map(|press| press.pose),
        }
    }
}

impl Job {
    /// Thinks.
    pub fn solve(mut self) -> Plan {
        let memory = &mut self.memory;
        Plan {
            number: self.number,
            decision: match self.task {
                Task::Drag(task) => Decision::Drag(task.solve(memory)),
                Task::Pad(task) => Decision::Pad(task.solve(memory)),
            },
            memory: self.memory,
        }
    }
}
