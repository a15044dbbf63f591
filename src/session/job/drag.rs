//! Where a piece goes without gravity.

use std::sync::Arc;

use crate::players::{Input, Position, PricedPlaces, Strategy, TreeMemory};
use crate::rules::Pose;
use crate::search::Path;

/// A piece that can be put anywhere it can be moved to.
#[derive(Clone, Debug)]
pub struct DragTask {
    /// The position.
    pub position: Position,
    /// Who decides.
    pub strategy: Arc<Strategy>,
    /// Whether the path is wanted too; without it the answer is the lock alone.
    pub with_path: bool,
}

/// Where the current piece goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DragDecision {
    /// Along this path, from spawn to the lock.
    Walk(Path),
    /// To this lock, without a path.
    Lock(Pose),
    /// No place is left.
    GiveUp,
}

impl DragTask {
    /// Thinks; `memory` is that of the seat.
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

    /// The lock chosen for the current piece, or none if no place is left.
    pub fn lock(&self, memory: &mut TreeMemory) -> Option<Pose> {
        let line = self.strategy.decide(memory, &self.position, &Input::Drag);
        line.map(|line| line.locks[0])
    }
}
