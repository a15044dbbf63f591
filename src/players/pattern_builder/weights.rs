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
    /// Fewer empty rows than this above the stack are a danger.
    pub free_rows: i32,
    /// The square of how many of them lack.
    pub danger: i32,
    /// A row that a piece would have fallen, were everything else removed.
    pub lock_height: i32,
}

impl Weights {
    /// Set by hand, then found by random search, then four of them (`done`, `well[2]`, `pit`,
    /// `danger`) set between the two.
    ///
    /// Each of some 100 candidates changed up to four weights of the best so far by factors of
    /// 1/2.8 to 2.8. It played 20 pictures (letters, towers, checkerboards, silhouettes, rows with
    /// random white cells) in up to two games each, or 14 of them in up to three, of 1,000 to 1,500
    /// pieces; better were shares and rows done, fewer pieces, fewer games lost. 17 times the
    /// candidate won on fresh games too and was taken over. What the search left at nothing (height
    /// of the stack, rows cleared) is no weight any more.
    ///
    /// The search made everything faster, but lost a third of the games on towers, by shafts left
    /// open. With the four weights set back, over 24 games each of up to 1,500 pieces, the tower
    /// was done in 88 to 92 % instead of 67 %, the slanted T in 71 to 83 % as before.
    ///
    /// By hand came what mattered most: no row is worth keeping above a gap (`over_black`,
    /// `over_white`). Over 8 games each, silhouettes of four to eight rows were done in 63 to 100 %
    /// with costs of 60 and 30, in all with 400, and a 14-row tower in all instead of 75 %. And
    /// gaps above white cells have to cost (`pit`): without it letters were lost in half of the
    /// games.
    pub const TUNED: Weights = Weights {
        gaps: GapCosts {
            junk_row: 4,
            junk_open: 16,
            junk_covered: 30,
            picture_open: 4,
            picture_covered: 14,
            over_black: 904,
            over_white: 400,
        },
        done: 900,
        ready: 28,
        dirty_row: 21,
        row_change: 17,
        column_change: 34,
        well: [2, 3, 30],
        bridge: 4,
        shaft: -6,
        bare_run: [7, 5, 14],
        pit: 20,
        free_rows: 8,
        danger: 15,
        lock_height: 6,
    };
}
