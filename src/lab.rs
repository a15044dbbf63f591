//! Experiments: many games on all cores and what they tell, and tables learnt from games.
//!
//! Owns batches, their statistics and reports. Knows no windows. Accumulators are whole numbers
//! and merge exactly, so figures do not depend on how the work was spread over threads. Start with
//! [`Batch`], with [`MatchBatch`] (two against each other), or with [`Learner`].

pub mod batch;
pub mod description;
pub mod fit;
pub mod games;
pub mod heights;
pub mod learn;
pub mod match_report;
pub mod matches;
pub mod merge;
pub mod outlook;
pub mod report;
pub mod scores;
pub mod tally;

pub use batch::{Batch, Control, Extent, Shard};
pub use description::Description;
pub use learn::{Checkpoint, Course, Curve, Learner, Lesson, Recipe};
pub use match_report::MatchReport;
pub use matches::{MatchBatch, MatchTally};
pub use report::Report;
pub use tally::Tally;
