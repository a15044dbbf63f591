//! Shape of a board for the statistics: readiness for a Tetris, clean slope, double well.

use crate::rules::Board;
use crate::rules::motion::{COLUMNS, ROWS};

/// Shape of a board, as the statistics count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct BoardShape {
    /// Column (0-9) of a gap that is ready for a Tetris: four rows deep, open above, closed below, and otherwise
    /// surrounded by full rows. `None` if there is no such gap.
    pub ready: Option<u8>,
    /// True if there are no holes and every column is at most as high as its left neighbour.
    pub has_clean_slope: bool,
    /// True if rows are ready at the right wall and the first row above them lacks exactly its last two cells.
    pub has_double_well: bool,
    /// True if the rightmost column is empty.
    pub is_well_open: bool,
    /// Number of rows from the floor to the highest cell, 0-20.
    pub height: u8,
}

const WELL: i8 = COLUMNS - 1;
const FULL: u16 = (1 << COLUMNS) - 1;
/// Row in which exactly the last two cells are empty.
const DOUBLE: u16 = FULL & !(0b11 << (COLUMNS - 2));

impl BoardShape {
    /// Returns the shape of a board.
    ///
    /// Source: NestrisChamps, and Tetrisfish for the open well.
    pub fn of(board: &Board) -> BoardShape {
        let columns: [u32; COLUMNS as usize] = std::array::from_fn(|x| board.column(x as i8));
        let filled = columns.iter().fold(0, |filled, column| filled | column);
        let ready = (0..COLUMNS).find_map(|x| Some((x, ready_below(board, x)?)));
        BoardShape {
            ready: ready.map(|(x, _)| x as u8),
            has_clean_slope: is_clean_slope(&columns),
            has_double_well: ready.is_some_and(|(x, lowest)| x == WELL && is_double(board, lowest)),
            is_well_open: columns[WELL as usize] == 0,
            height: (ROWS as u32 - top_of(filled)) as u8,
        }
    }
}

/// Returns the row of a column's highest cell, or 20 if the column is empty.
const fn top_of(column: u32) -> u32 {
    match column {
        0 => ROWS as u32,
        cells => cells.trailing_zeros(),
    }
}

/// Returns the lowest of four successive rows that lack only their cell in column `x`. The rows must start right above
/// the column's top cell.
fn ready_below(board: &Board, x: i8) -> Option<i8> {
    let lowest = top_of(board.column(x)) as i8 - 1;
    let lacks = |y: i8| (0..COLUMNS).all(|other| other == x || board.contains(other, y));
    (lowest >= 3 && (lowest - 3..=lowest).rev().all(lacks)).then_some(lowest)
}

/// Returns whether the board has a double well at the right wall. `lowest` is the lowest of at least four rows that
/// lack only their last cell. The first row above them must lack exactly its last two cells.
fn is_double(board: &Board, lowest: i8) -> bool {
    let mut above = (0..=lowest - 4).rev().map(|y| board.row(y));
    above.find(|&row| row != FULL >> 1) == Some(DOUBLE)
}

fn is_clean_slope(columns: &[u32; COLUMNS as usize]) -> bool {
    let whole =
        |&column: &u32| column >> top_of(column) == (1 << (ROWS as u32 - top_of(column))) - 1;
    // Rows are numbered from the top, so heights fall if the row numbers rise.
    columns.iter().all(whole) && columns.map(top_of).is_sorted()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(rows: &str) -> BoardShape {
        BoardShape::of(&rows.parse().unwrap())
    }

    const READY: &str = "XXXXXXXXX.\nXXXXXXXXX.\nXXXXXXXXX.\nXXXXXXXXX.\n";

    #[test]
    fn ready_are_four_rows_with_one_gap_free_above_and_closed_below() {
        let on = |rows: &str| marks(&(READY.to_owned() + rows)).ready;
        assert_eq!(marks(READY).ready, Some(9));
        assert_eq!(on("X.XXXXXXXX\n"), Some(9));
        assert_eq!(on("XXXX.XXXX.\n"), None, "nothing closes it below");
        let over = |rows: &str| marks(&(rows.to_owned() + READY)).ready;
        assert_eq!(over("X.........\n"), Some(9));
        assert_eq!(over(".........X\n"), None, "it is not free above");
        assert_eq!(marks(&READY[11..]).ready, None, "three rows");
        let middle = "XXXX.XXXXX\n".repeat(5);
        assert_eq!(marks(&middle).ready, Some(4));
        assert_eq!(
            marks(""),
            BoardShape {
                has_clean_slope: true,
                is_well_open: true,
                ..BoardShape::default()
            }
        );
    }

    #[test]
    fn a_clean_slope_has_no_holes_and_never_rises_to_the_right() {
        assert!(marks("XX........\nXXXXX.....\n").has_clean_slope);
        assert!(!marks(".X........\nXXXXX.....\n").has_clean_slope);
        assert!(!marks("XX........\nX.XXX.....\n").has_clean_slope);
        assert!(marks(READY).has_clean_slope);
        assert_eq!(marks("XX........\nXXXXX.....\n").height, 2);
    }

    #[test]
    fn a_double_well_lies_above_rows_that_are_ready_at_the_right_wall() {
        let over = |rows: &str| marks(&(rows.to_owned() + READY)).has_double_well;
        assert!(over("XXXXXXXX..\n"));
        assert!(over("XXXXXXXX..\nXXXXXXXXX.\n"));
        assert!(!over("XXXXXXX...\n"));
        assert!(!over("XXXXXXXX..\nXXXXXXX...\n"));
        assert!(!over(""));
        assert!(
            !marks("XXXXXXXX..\nXXXXXXXXX.\n").has_double_well,
            "not ready"
        );
    }
}
