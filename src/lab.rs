//! Experiments: batches of games on all cores with their statistics, learning of value tables, and particle swarms that
//! optimize weights.
//!
//! This module owns batches, their statistics and their reports. It does not use windows. Counters are whole numbers
//! that merge exactly, so figures do not depend on how threads share the work. Start with [`Batch`], [`MatchBatch`]
//! (two players against each other), [`Learner`] or [`Swarm`].

pub mod batch;
pub mod compare;
pub mod decision_log;
pub mod description;
pub mod endings;
pub mod fit;
pub mod games;
pub mod heights;
pub mod learn;
pub mod match_report;
pub mod matches;
pub mod merge;
pub mod playout_check;
pub mod playouts;
pub mod projection;
pub mod puzzles;
pub mod report;
pub mod run;
pub mod saved_run;
pub mod scores;
mod sealed;
pub mod swarm;
pub mod tally;

pub use batch::{Batch, BatchSize, Shard};
pub use compare::{Comparison, ComparisonReport, ComparisonTally};
pub use description::BatchDescription;
pub use endings::Endings;
pub use learn::{Checkpoint, Learner, LearningCurve, LearningSettings, LearningTotals, Recipe};
pub use match_report::MatchReport;
pub use matches::{MatchBatch, MatchTally};
pub use playout_check::{CheckedMove, FoundLoss};
pub use playouts::Playouts;
pub use report::Report;
pub use run::{Control, Counts, RunResults, RunResultsContent};
pub use saved_run::SavedRun;
pub use swarm::{
    Iteration, Objective, Swarm, SwarmCheckpoint, SwarmGames, SwarmRecipe, SwarmTrial,
    VariedNumbers,
};
pub use tally::Tally;
