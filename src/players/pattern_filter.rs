//! Pattern filter: makes a player build a picture in the playfield, row by row from the floor.

use crate::rules::motion::ROWS;
use crate::rules::{Board, Orientation, Pose};
use crate::search::{ChildFilter, Pivots};

use super::pattern::Pattern;
use super::well_filter::lowest_empty_row;

/// Number of top rows that give the alarm: if the lowest empty row is one of these, the filter refuses nothing.
const ALARM_ROWS: i8 = 2;

/// Filter that refuses squares on white cells of the picture, in the finished rows and in the row being built.
///
/// The *working row* is the one above the finished rows. If it has a square on a white cell, it is *dirty*. Then only
/// the finished rows are protected: the player fills the rows above them and clears them, until a row comes down that
/// fits the picture. A board without finished rows and with a dirty floor row is free altogether. So is a board whose
/// lowest empty row is one of the top two.
///
/// Source: `PatternFilter` of the meatfighter.com Nintendo Tetris bots, as its program behaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternFilter {
    pattern: Pattern,
    /// White cells from the floor up to a row, by the number of rows.
    kept_empty: Vec<Board>,
}

impl PatternFilter {
    /// Returns the filter that builds `pattern`.
    pub fn new(pattern: Pattern) -> PatternFilter {
        let kept_empty = (0..=pattern.rows())
            .map(|rows| white_cells(&pattern, rows))
            .collect();
        PatternFilter {
            pattern,
            kept_empty,
        }
    }

    /// Returns the picture being built.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the cells that no square may enter on `board`.
    fn forbidden(&self, board: &Board) -> &Board {
        let finished = usize::from(self.pattern.rows_done(board));
        let working = (finished + 1).min(self.kept_empty.len() - 1);
        if lowest_empty_row(board) < ALARM_ROWS {
            &self.kept_empty[0]
        } else if board.intersects(&self.kept_empty[working]) {
            &self.kept_empty[finished]
        } else {
            &self.kept_empty[working]
        }
    }
}

/// Returns the white cells of the lowest `rows` rows of the picture.
fn white_cells(pattern: &Pattern, rows: u8) -> Board {
    let mut white = [0; ROWS as usize];
    for y in ROWS - rows as i8..ROWS {
        white[y as usize] = !pattern.filled().row(y) & 0x3FF;
    }
    Board::from_rows(white)
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

    /// Returns which of the cells 0 to 9 of row `y` the filter for a picture of three rows leaves free for a square.
    fn allowed(board: &str, y: i8) -> String {
        let picture = "XXXX.XXXXX XXXX.XXXXX XXXXXXXX.X".parse().unwrap();
        let filter = PatternFilter::new(Pattern::new("picture", picture).unwrap());
        let board = board.parse().unwrap();
        let forbidden = filter.forbidden(&board);
        let square = |x| Pose {
            orientation: Piece::O.spawn(),
            x,
            y,
        };
        for x in 1..10 {
            let squares = square(x).cells();
            let free = squares.iter().all(|&(x, y)| !forbidden.contains(x, y));
            assert_eq!(filter.validate(&board, square(x)), free, "column {x}");
        }
        let cell = |x| if forbidden.contains(x, y) { '.' } else { 'X' };
        (0..10).map(cell).collect()
    }

    const ALL: &str = "XXXXXXXXXX";

    #[test]
    fn only_finished_rows_and_the_working_row_are_kept_clean() {
        assert_eq!(allowed("..........", 19), "XXXXXXXX.X", "working row");
        assert_eq!(allowed("..........", 18), ALL, "above it");
        assert_eq!(allowed("XXXXXXXX.X", 19), "XXXXXXXX.X", "finished");
        assert_eq!(allowed("XXXXXXXX.X", 18), "XXXX.XXXXX", "working row");
        assert_eq!(allowed("XXXXXXXX.X", 17), ALL, "above it");
    }

    #[test]
    fn a_dirty_working_row_is_free_until_it_is_cleared() {
        let dirty = "X...X..... XXXXXXXX.X";
        assert_eq!(allowed(dirty, 19), "XXXXXXXX.X", "finished");
        assert_eq!(allowed(dirty, 18), ALL, "dirty");
        assert_eq!(
            allowed("........X.", 19),
            ALL,
            "a dirty floor row frees all"
        );
    }

    #[test]
    fn rows_above_the_picture_want_nothing() {
        let done = "XXXXXXXXX. XXXX.XXXXX XXXX.XXXXX XXXXXXXX.X";
        assert_eq!(allowed(done, 16), ALL);
        assert_eq!(allowed(done, 17), "XXXX.XXXXX");
    }

    #[test]
    fn a_stack_without_an_empty_row_below_the_top_two_is_free() {
        let tower = |rows: usize| "X......... ".repeat(rows - 1) + "XXXXXXXX.X";
        assert_eq!(allowed(&tower(17), 19), "XXXXXXXX.X");
        assert_eq!(allowed(&tower(18), 19), ALL);
        assert_eq!(allowed(&tower(20), 19), ALL);
    }
}
