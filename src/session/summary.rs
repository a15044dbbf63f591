//! Summary of a game.

use super::ending::Ending;

/// Summary of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Number of lines cleared.
    pub lines: u64,
    /// Percentage of the rows that were cleared four at a time, rounded. `None` before the first clear. In a captured
    /// game, only known locks count.
    pub tetris_rate: Option<u64>,
    /// Number of pieces locked.
    pub pieces: u64,
    /// Score without the limit of six digits. Past that limit, soft drops do not count.
    pub score: u64,
    /// Ending of the game. `None` if the game is still in progress or the player left it.
    pub ending: Option<Ending>,
}

/// Returns the percentage of `rows` that Tetrises cleared, rounded to the nearest. `None` without rows.
pub(super) const fn tetris_rate(rows: u64, tetrises: u64) -> Option<u64> {
    match rows {
        0 => None,
        rows => Some((800 * tetrises + rows) / (2 * rows)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tetris_rate_is_the_share_of_rows_rounded() {
        assert_eq!(tetris_rate(0, 0), None);
        assert_eq!(tetris_rate(7, 0), Some(0));
        assert_eq!(tetris_rate(7, 1), Some(57));
        assert_eq!(tetris_rate(12, 1), Some(33));
        assert_eq!(tetris_rate(6, 1), Some(67));
        assert_eq!(tetris_rate(4, 1), Some(100));
    }
}
