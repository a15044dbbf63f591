//! Weights for building a picture.

use super::align::GapCosts;

/// Weights of the numbers that make up the value of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Cost of each kind of empty cell.
    pub gaps: GapCosts,
    /// Weight per finished row. The weight is subtracted.
    pub done: i32,
    /// Weight per row that equals its row of the picture but does not count as finished, because a row below it is
    /// unfinished. The weight is subtracted.
    pub ready: i32,
    /// Weight per row to clear with a gap under a settled cell.
    pub dirty_row: i32,
    /// Weight per horizontal pair of cells with exactly one solid.
    pub row_change: i32,
    /// Weight per vertical pair of cells with exactly one solid.
    pub column_change: i32,
    /// Weights per well cell, per well cell directly below another, and per well cell directly below two.
    pub well: [i32; 3],
    /// Weight per bare white cell with black above, which a piece has to bridge.
    pub bridge: i32,
    /// Weight per bare white cell with white above.
    pub shaft: i32,
    /// Weights per run of 2, 3 and 4 bare white cells side by side.
    pub bare_run: [i32; 3],
    /// Weight per gap above a bare white cell.
    pub pit: i32,
    /// Number of empty rows required above the stack. With fewer, the stack is in danger.
    pub free_rows: i32,
    /// Weight of danger. It is multiplied by the square of the number of rows missing to `free_rows`.
    pub danger: i32,
    /// Weight per row of lock height: the rows that a piece would still fall if all other cells were removed.
    pub lock_height: i32,
}

impl Weights {
    /// Weights set by hand, then improved by random search. Four of them (`done`, `well[2]`, `pit`, `danger`) were
    /// later set to values between the two.
    ///
    /// The search tried about 100 candidates. Each changed up to four weights of the best set so far by factors of
    /// 1/2.8 to 2.8. It played 20 pictures (letters, towers, checkerboards, silhouettes, rows with random white cells)
    /// in up to two games each, or 14 of these pictures in up to three games each. A game had 1,000 to 1,500 pieces. A
    /// candidate was better if it finished more pictures and rows, used fewer pieces and lost fewer games. 17
    /// candidates also won on fresh games and were adopted. Weights that the search reduced to almost nothing (stack
    /// height, rows cleared) were removed.
    ///
    /// The search made the builder faster everywhere, but it then lost a third of the games with the tower to shafts
    /// left open. With the four weights adjusted, over 24 games each of up to 1,500 pieces, it finished the tower in 88
    /// to 92 % of games instead of 67 %. It finished the slanted T in 71 to 83 % of games, as before.
    ///
    /// The most important weights were found by hand:
    /// - No row is worth keeping above a gap (`over_black`, `over_white`). With costs of 60 and 30, the builder
    ///   finished silhouettes of four to eight rows in 63 to 100 % of games (8 games each), and a 14-row tower in 75 %.
    ///   With costs of 400, it finished all of them in all games.
    /// - Gaps above white cells need a cost (`pit`). Without it, half of the letter games were lost.
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
