//! Rules of the playouts' policies, by number.

/// Takes a Tetris.
pub(super) const TETRIS: usize = 0;
/// Takes the best field without a new hole.
pub(super) const CLEAN: usize = 1;
/// Takes the best field of a high stack, whatever was cleared.
pub(super) const SAFE: usize = 2;
/// Takes the best of all fields.
pub(super) const ANYTHING: usize = 3;
/// Takes the cheapest field by the table.
pub(super) const CHEAPEST: usize = 1;

/// Names of the rules of hand-made knowledge.
pub(super) const OF_CRAFT: [&str; 4] = ["tetris", "clean", "safe", "anything"];
/// Names of the two rules of a table.
pub(super) const OF_TABLE: [&str; 4] = ["tetris", "table", "", ""];
