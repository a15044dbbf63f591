//! Move search: reachable locks, the paths to them, and the best line of play.
//!
//! This module does not judge positions. The caller provides an evaluator. Entry points:
//! - [`reach()`]: locks of one piece without gravity.
//! - [`pad_reach`]: locks of one piece under gravity, moved by gamepad.
//! - [`visit_leaves`], [`best_line`] and [`best_line_in`]: search over the known pieces.
//! - [`best_line_ahead`]: search over the known pieces and the mean over the unknown pieces after them.
//! - [`open_unseen`]: a plan that starts before NEXT is seen.
//! - [`tree`]: search by simulation.
//!
//! The fast routines work on sets of pivots as bits ([`Pivots`]), some of them on several boards at once. `tests/` has
//! a plain reference for each of them.

mod batched;
mod chain;
mod dispatch;
mod filter;
mod lookahead;
mod move_generator;
mod odds;
mod pad;
mod path;
mod pivots;
mod processor;
mod reach;
mod sight;
mod ties;
pub mod tree;

pub use chain::{
    Evaluate, LeafVisitor, LockChain, LockSequence, SearchLeaf, best_line, visit_leaves,
};
pub use filter::{ChildFilter, NoFilter};
pub use lookahead::{
    Cost, Lookahead, RatedLock, RatedLocks, SearchRoot, best_line_ahead, best_locks_ahead,
    costs_ahead, deep_cost_ahead, rate_ahead,
};
pub use move_generator::MoveGenerator;
pub use odds::{mean_by_odds, sum_by_odds};
pub use pad::{
    ButtonOrder, Hand, HandError, HoveringPiece, InMotionMoves, PadLock, PadMoves, PadPiece,
    PadReach, Rhythm, Sight, TapHz, TapPattern, Taps, Thumbs, Tuck, hovers, pad_locks, pad_path,
    pad_reach,
};
pub use path::{Path, find_path};
pub use pivots::Pivots;
#[cfg(feature = "program")]
pub(crate) use processor::on_this_processor;
pub use reach::{ReachableLocks, reach};
pub use sight::{
    InputsBeforeNext, NextCosts, UnseenNextJudge, chain_costs, open_unseen, single_costs,
};
pub use ties::{TieOrder, best_line_in};
