//! Numbers and names of the rules by which playouts choose locks.

/// A lock that clears four rows.
pub(super) const TETRIS: usize = 0;
/// The cheapest board without a new hole.
pub(super) const CLEAN: usize = 1;
/// The cheapest board for a high stack. Line clears cost nothing.
pub(super) const SAFE: usize = 2;
/// The cheapest of all boards, because every lock makes a hole.
pub(super) const ANYTHING: usize = 3;
/// The cheapest board according to the value table.
pub(super) const CHEAPEST: usize = 1;

/// Names of the rules of [`HandWeights`](super::HandWeights).
pub(super) const OF_CRAFT: [&str; 4] = ["tetris", "clean", "safe", "anything"];
/// Names of the two rules of a value table. Empty names mark unused entries.
pub(super) const OF_TABLE: [&str; 4] = ["tetris", "table", "", ""];
