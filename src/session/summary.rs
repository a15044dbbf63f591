//! Summary of a game.

use super::ending::Ending;

/// Summary of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Number of lines cleared.
    pub lines: u64,
    /// Number of clears of four lines.
    pub tetrises: u64,
    /// Number of pieces locked.
    pub pieces: u64,
    /// Score without the limit of six digits. Past that limit, soft drops do not count.
    pub score: u64,
    /// Ending of the game. `None` if the game is still in progress or the player left it.
    pub ending: Option<Ending>,
}

impl Summary {
    /// Returns the percentage of lines cleared four at a time, rounded to the nearest. `None` without lines.
    pub const fn tetris_rate(&self) -> Option<u64> {
        match self.lines {
            0 => None,
            lines => Some((800 * self.tetrises + lines) / (2 * lines)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tetris_rate_is_the_share_of_lines_rounded() {
        let rate = |lines, tetrises| {
            let summary = Summary {
                lines,
                tetrises,
                pieces: 0,
                score: 0,
                ending: None,
            };
            summary.tetris_rate()
        };
        assert_eq!(rate(0, 0), None);
        assert_eq!(rate(7, 0), Some(0));
        assert_eq!(rate(7, 1), Some(57));
        assert_eq!(rate(12, 1), Some(33));
        assert_eq!(rate(6, 1), Some(67));
        assert_eq!(rate(4, 1), Some(100));
    }
}
