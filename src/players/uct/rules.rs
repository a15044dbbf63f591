//! The rules by which policies of playouts choose, by their numbers.

/// Takes a Tetris.
pub(super) const TETRIS: usize = 0;
/// The best field without a new hole.
pub(super) const CLEAN: usize = 1;
/// The best field of a high stack, whatever was cleared.
pub(super) const SAFE: usize = 2;
/// The best of what there is.
pub(super) const ANYTHING: usize = 3;
/// The cheapest field by the table.
pub(super) const CHEAPEST: usize = 1;

/// What the rules of hand-made knowledge are called.
pub(super) const OF_CRAFT: [&str; 4] = ["tetris", "clean", "safe", "anything"];
/// What the rules of a table are called; there are two.
pub(super) const OF_TABLE: [&str; 4] = ["tetris", "table", "", ""];
