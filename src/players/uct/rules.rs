//! Numbers of the rules by which playouts choose locks.

/// A lock that clears four rows.
pub(super) const TETRIS: usize = 0;
/// The cheapest field without a new hole.
pub(super) const CLEAN: usize = 1;
/// The cheapest field of a high stack, with cleared rows for free.
pub(super) const SAFE: usize = 2;
/// The cheapest of all fields, because every lock makes a hole.
pub(super) const ANYTHING: usize = 3;
/// The cheapest field by the value table.
pub(super) const CHEAPEST: usize = 1;

/// Names of the rules of [`Craft`](super::Craft).
pub(super) const OF_CRAFT: [&str; 4] = ["tetris", "clean", "safe", "anything"];
/// Names of the two rules of a value table. Empty names stand for no rule.
pub(super) const OF_TABLE: [&str; 4] = ["tetris", "table", "", ""];
