//! Pattern filter: makes a player build a picture in the playfield, row by row from the floor.

use crate::rules::motion::ROWS;
use crate::rules::{Board, Orientation, Pose};
use crate::search::{ChildFilter, Pivots};

use super::pattern::Pattern;

/// Filter that refuses squares on white cells of the picture, in the finished rows and in the row being built.
///
/// Source: the pattern filter described for the meatfighter.com Nintendo Tetris bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternFilter {
    pattern: Pattern,
    /// Cells that must stay empty, by the number of finished rows.
    forbidden: Vec<Board>,
}

impl PatternFilter {
    /// Returns the filter that builds `pattern`.
    pub fn new(pattern: Pattern) -> PatternFilter {
        let forbidden = (0..=pattern.rows())
            .map(|rows_done| kept_empty(&pattern, rows_done))
            .collect();
        PatternFilter { pattern, forbidden }
    }

    /// Returns the picture being built.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    fn forbidden(&self, board: &Board) -> &Board {
        &self.forbidden[usize::from(self.pattern.rows_done(board))]
    }
}

/// Returns the white cells of the finished rows and of the row being built.
fn kept_empty(pattern: &Pattern, rows_done: u8) -> Board {
    let working_row = (ROWS - 1 - rows_done as i8).max(pattern.top_row());
    let mut rows = [0; ROWS as usize];
    for y in working_row..ROWS {
        rows[y as usize] = !pattern.filled().row(y) & 0x3FF;
    }
    Board::from_rows(rows)
}

impl ChildFilter for PatternFilter {
    fn validate(&self, board: &Board, pose: Pose) -> bool {
        let forbidden = self.forbidden(board);
        pose.cells()
            .into_iter()
            .all(|(x, y)| !forbidden.contains(x, y))
    }

    fn retain(&self, board: &Board, orientation: Orientation, free: Pivots) -> Pivots {
        // Forbidden cells block a pose just as occupied cells do.
        let forbidden = self.forbidden(board);
        free.and(Pivots::free(forbidden, orientation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;

    #[test]
    fn only_rows_worked_on_are_kept_clean() {
        let picture: Board = "XXXX.XXXXX XXXX.XXXXX XXXXXXXX.X".parse().unwrap();
        let filter = PatternFilter::new(Pattern::new("picture", picture).unwrap());
        let square = |x, y| Pose {
            orientation: Piece::O.spawn(),
            x,
            y,
        };
        let empty = Board::EMPTY;
        assert!(
            !filter.validate(&empty, square(8, 18)),
            "white in the floor row"
        );
        assert!(filter.validate(&empty, square(4, 17)), "not worked on yet");
        let done: Board = "XXXXXXXX.X".parse().unwrap();
        assert!(!filter.validate(&done, square(4, 17)), "worked on now");
        assert!(!filter.validate(&done, square(8, 18)), "done, and kept so");
        assert!(
            filter.validate(&done, square(4, 16)),
            "the row above is free still"
        );
    }
}
