//! How much everything counts when a picture is built.

use super::align::GapCosts;

/// How much everything counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Cells still empty.
    pub gaps: GapCosts,
    /// A row done; taken off.
    pub done: i32,
    /// A row that equals its row of the picture, with rows still to be cleared below it; taken off.
    pub ready: i32,
    /// A row to be cleared with a gap under a settled cell.
    pub dirty_row: i32,
    /// Horizontal neighbours of which one is solid.
    pub row_change: i32,
    /// Vertical neighbours of which one is solid.
    pub column_change: i32,
    /// Well cells, those below another, those below two more.
    pub well: [i32; 3],
    /// A bare white cell to be bridged.
    pub bridge: i32,
    /// A bare white cell with white above.
    pub shaft: i32,
    /// A bare white cell that ends a run of at least 2, 3, 4.
    pub bare_run: [i32; 3],
    /// A gap above a bare white cell.
    pub pit: i32,
    /// A row of the pile, rows done not counted.
    pub height: i32,
    /// Fewer empty rows than this above the pile are a danger.
    pub free_rows: i32,
    /// The square of how many of them lack.
    pub danger: i32,
    /// A row cleared.
    pub clear: i32,
    /// A row that a piece would have fallen, were everything else removed.
    pub lock_height: i32,
}

impl Weights {
    /// Found by random search.
    pub const TUNED: Weights = Weights {
        gaps: GapCosts {
            junk_row: 2,
            junk_open: 4,
            junk_covered: 30,
            picture_open: 4,
            picture_covered: 14,
            over_black: 400,
            over_white: 400,
        },
        done: 1314,
        ready: 28,
        dirty_row: 20,
        row_change: 20,
        column_change: 9,
        well: [2, 8, 12],
        bridge: 4,
        shaft: 0,
        bare_run: [7, 5, 8],
        pit: 10,
        height: 0,
        free_rows: 15,
        danger: 10,
        clear: 0,
        lock_height: 2,
    };
}
