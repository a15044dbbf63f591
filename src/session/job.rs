//! Work for a thinking thread: a copied position out, a plan back.

use std::sync::Arc;

use crate::engine::DragGame;
use crate::players::{Filter, PatternBuilder, Player, Position};
use crate::rules::Pose;
use crate::search::{NoFilter, Path, find_path};

/// The position of a game that asks for an input.
pub fn position_of(game: &DragGame) -> Position {
    Position {
        board: game.board(),
        current: game.pose().piece(),
        next: game.next(),
        level: game.level(),
        lines: game.lines(),
    }
}

/// A numbered question: where does this piece go?
#[derive(Clone, Debug)]
pub struct Job {
    /// The plan bears the same number; a plan for another job is not wanted any more.
    pub number: u64,
    /// The position.
    pub position: Position,
    /// Who decides.
    pub player: Arc<Player>,
    /// What it may do.
    pub filter: Arc<Filter>,
    /// Whether the path is wanted too; without it the plan is the lock alone.
    pub with_path: bool,
}

/// The answer to a [`Job`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of the job.
    pub number: u64,
    /// What to do.
    pub decision: Decision,
}

/// Where the current piece goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Along this path, from spawn to the lock.
    Walk(Path),
    /// To this lock, without a path.
    Lock(Pose),
    /// No place is left.
    GiveUp,
}

impl Job {
    /// Thinks.
    pub fn solve(&self) -> Plan {
        let decision = match self.lock() {
            Some(lock) if self.with_path => {
                let Position { board, current, .. } = &self.position;
                let path = match &*self.filter {
                    Filter::Pattern(_) => find_path(board, *current, lock, &NoFilter),
                    filter => find_path(board, *current, lock, filter),
                };
                Decision::Walk(path.expect("a lock that was found can be reached"))
            }
            Some(lock) => Decision::Lock(lock),
            None => Decision::GiveUp,
        };
        Plan {
            number: self.number,
            decision,
        }
    }

    /// The lock chosen for the current piece, or none if no place is left.
    pub fn lock(&self) -> Option<Pose> {
        let line = match &*self.filter {
            // The common case gets a search without any filter in it.
            Filter::None => self.player.decide(&self.position, &NoFilter),
            Filter::Pattern(filter) => {
                PatternBuilder::new(filter.pattern().clone()).decide(&self.position, &NoFilter)
            }
            filter => self.player.decide(&self.position, filter),
        };
        line.map(|line| line.locks[0])
    }
}
