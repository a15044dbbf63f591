//! Weights for building a picture.

use super::align::GapCosts;

/// Weight of each count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Cells still empty.
    pub gaps: GapCosts,
    /// A row done; subtracted.
    pub done: i32,
    /// A row that equals its row of the picture, with rows still to clear below it; subtracted.
    pub ready: i32,
    /// A row to clear with a gap under a settled cell.
    pub dirty_row: i32,
    /// Horizontal neighbours with exactly one solid.
    pub row_change: i32,
    /// Vertical neighbours with exactly one solid.
    pub column_change: i32,
    /// Well cells, those below another, those below two more.
    pub well: [i32; 3],
    /// A bare white cell to bridge.
    pub bridge: i32,
    /// A bare white cell with white above.
    pub shaft: i32,
    /// A bare white cell that ends a run of at least 2, 3, 4.
    pub bare_run: [i32; 3],
    /// A gap above a bare white cell.
    pub pit: i32,
    /// Number of empty rows above the stack below which it is in danger.
    pub free_rows: i32,
    /// Square of the missing rows.
    pub danger: i32,
    /// A row that a piece would have fallen if everything else were removed.
    pub lock_height: i32,
}

impl Weights {
    /// Set by hand, then improved by random search. Four of the weights (`done`, `well[2]`, `pit`, `danger`) were
    /// afterwards set between the two.
    ///
    /// Each of some 100 candidates changed up to four weights of the best so far by factors of 1/2.8 to 2.8. It
    /// played 20 pictures (letters, towers, checkerboards, silhouettes, rows with random white cells) in up to two
    /// games each, or 14 of them in up to three, of 1,000 to 1,500 pieces. Better meant more pictures and rows done,
    /// fewer pieces, fewer games lost. In 17 cases the candidate also won on fresh games and was adopted. Weights
    /// that the search reduced to nothing (height of the stack, rows cleared) are gone.
    ///
    /// The search made everything faster, but lost a third of the games on towers, by shafts left open. With the four
    /// weights set back, over 24 games each of up to 1,500 pieces, the tower was done in 88 to 92 % instead of 67 %,
    /// and the slanted T in 71 to 83 % as before.
    ///
    /// The most important weights were found by hand. No row is worth keeping above a gap (`over_black`,
    /// `over_white`): over 8 games each, silhouettes of four to eight rows were done in 63 to 100 % with costs of 60
    /// and 30, in all with 400, and a 14-row tower in all instead of 75 %. Gaps above white cells have to cost
    /// (`pit`): without it letters were lost in half of the games.
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
