//! Tree search by simulation: the tree grows where playouts had good results.
//!
//! A playout descends the tree from the root, and at each node goes to the most promising child ([`ArmRule`]). At the
//! end of the tree it adds a few nodes, plays a few pieces by a simple policy, and adds the result to all nodes on its
//! path. A child is promising if playouts through it had good results, or if there were few of them. The answer is the
//! most visited child of the root.
//!
//! [`Tree`] is the search itself. It works on any [`SearchWorld`]: slot machines in the tests, placements in the program
//! ([`PlacementWorld`]). A [`Forest`] is several independent trees, combined in a fixed order. So the trees may grow on
//! several threads without any effect on the answer.
//!
//! Sources: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006 (UCT); Auer, Cesa-Bianchi
//! and Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002 (UCB1, UCB1-TUNED).

mod bandit;
mod dice;
mod forest;
mod graft;
mod nodes;
mod placements;
mod playouts;
mod view;

pub use bandit::{Arm, ArmRule, FirstPlay, RuleKind, natural_log};
pub use dice::RandomStreams;
pub use forest::{Forest, RootChoice};
pub use nodes::{Candidate, SearchWorld, Tree, TreeGrowth};
pub use placements::{Judge, PlacementWorld, PlayoutScale, TreePosition, UpcomingPieces};
pub use playouts::{PlayoutOutcome, Playouts, RULES_MAX};
pub use view::{TreeNodeView, TreeStep};
