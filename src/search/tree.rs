//! Tree search by simulation: the tree grows where playouts came out well.
//!
//! In plain words, a playout is: go down the tree from the root, at each node to the child that looks
//! most promising ([`Rule`]); where the tree ends, let it grow a little; from there on play a few pieces
//! by a simple policy; tell all nodes on the way how it came out. A child looks promising if playouts
//! through it came out well, and more so the fewer there were. The answer is the child that was
//! visited most.
//!
//! [`Tree`] is the search itself, over any [`World`]: one of made-up slot machines in the tests, that
//! of placements here ([`Placements`]). A [`Forest`] is several trees that know nothing of each other,
//! put together in a fixed order: so they may grow on several threads, and the answer is the same.
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

pub use bandit::{Arm, FirstPlay, Rule, RuleKind, natural_log};
pub use dice::Dice;
pub use forest::{Branch, Forest};
pub use nodes::{Candidate, Growth, Tree, World};
pub use placements::{Coming, Judge, Placements, Scale, TreePosition};
pub use playouts::{PlayoutOutcome, Playouts, RULES_MAX};
pub use view::{Step, View};
