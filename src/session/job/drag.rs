//! Choice of a lock without gravity.

use std::sync::Arc;

use crate::engine::DragGame;
use crate::players::{Input, Position, PricedLocks, Strategy, TreeMemory};
use crate::rules::Pose;
use crate::search::Path;

use super::position_of;

/// Planning task for a piece without gravity, which can lock at any reachable pose.
#[derive(Clone, Debug)]
pub struct DragTask {
    /// The position.
    pub position: Position,
    /// Strategy that decides.
    pub strategy: Arc<Strategy>,
    /// True if the path is computed as well. Otherwise the result is only the lock.
    pub with_path: bool,
}

/// Decision for the current piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DragDecision {
    /// Move along this path from the spawn to the lock.
    Walk(Path),
    /// Lock at this pose without showing a path.
    Lock(Pose),
    /// No lock is reachable.
    GiveUp,
}

impl DragTask {
    /// Returns the task for a game that waits for input. Players who search pieces after NEXT see those that are
    /// certain.
    pub fn new(game: &DragGame, strategy: &Arc<Strategy>, with_path: bool) -> DragTask {
        let mut position = position_of(game);
        if strategy.player().known_pieces() > 2 {
            position.later = game.later_pieces();
        }
        DragTask {
            position,
            strategy: Arc::clone(strategy),
            with_path,
        }
    }

    /// Decides, using the seat's `memory`.
    pub fn solve(&self, memory: &mut TreeMemory) -> DragDecision {
        match self.lock(memory) {
            Some(lock) if self.with_path => {
                let path = self.strategy.path(&self.position, lock);
                DragDecision::Walk(path.expect("every lock found is reachable"))
            }
            Some(lock) => DragDecision::Lock(lock),
            None => DragDecision::GiveUp,
        }
    }

    /// See [`PlanTask::price_locks`](super::PlanTask::price_locks).
    pub(super) fn price_locks(&self, chosen: Pose, least: usize) -> Option<PricedLocks> {
        let (strategy, position) = (&self.strategy, &self.position);
        strategy.price_locks(position, &Input::Drag, chosen, least)
    }

    /// Returns the lock chosen for the current piece, or `None` if no lock is reachable.
    pub fn lock(&self, memory: &mut TreeMemory) -> Option<Pose> {
        let line = self.strategy.decide(memory, &self.position, &Input::Drag);
        line.map(|line| line.locks[0])
    }
}
