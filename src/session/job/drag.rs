//! Choice of a lock without gravity.

use std::sync::Arc;

use crate::players::{Input, Position, PricedPlaces, Strategy, TreeMemory};
use crate::rules::Pose;
use crate::search::Path;

/// Decision on a piece without gravity, which can lock wherever it fits.
#[derive(Clone, Debug)]
pub struct DragTask {
    /// The position.
    pub position: Position,
    /// Strategy that decides.
    pub strategy: Arc<Strategy>,
    /// Whether to compute the path too. Otherwise the answer is the lock alone.
    pub with_path: bool,
}

/// Decision for the current piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DragDecision {
    /// Move along this path, from spawn to the lock.
    Walk(Path),
    /// Lock here, without a path.
    Lock(Pose),
    /// No lock is reachable.
    GiveUp,
}

impl DragTask {
    /// Decides with the `memory` of the seat.
    pub fn solve(&self, memory: &mut TreeMemory) -> DragDecision {
        match self.lock(memory) {
            Some(lock) if self.with_path => {
                let path = self.strategy.path(&self.position, lock);
                DragDecision::Walk(path.expect("a lock that was found can be reached"))
            }
            Some(lock) => DragDecision::Lock(lock),
            None => DragDecision::GiveUp,
        }
    }

    /// See [`Task::price_places`](super::Task::price_places).
    pub(super) fn price_places(&self, chosen: Pose, least: usize) -> Option<PricedPlaces> {
        let (strategy, position) = (&self.strategy, &self.position);
        strategy.price_places(position, &Input::Drag, chosen, least)
    }

    /// Returns the lock chosen for the current piece, or `None` if no lock is reachable.
    pub fn lock(&self, memory: &mut TreeMemory) -> Option<Pose> {
        let line = self.strategy.decide(memory, &self.position, &Input::Drag);
        line.map(|line| line.locks[0])
    }
}
