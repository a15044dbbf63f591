//! Outlines of a lock, and of NEXT's lock after it, in the playfield before both locks.

use rightwell::render::{Border, Outline};
use rightwell::rules::motion::ROWS;
use rightwell::rules::{Board, Pose};

/// Returns the outlines of a lock on `board` and of NEXT after it, if NEXT has a lock.
///
/// `then` is the lock of NEXT in the playfield from which rows have been cleared. On the screen, these rows are still
/// there. So the cells of `then` are moved up by the number of cleared rows below them.
pub fn of_line(board: &Board, lock: Pose, then: Option<Pose>) -> (Outline, Option<Outline>) {
    let cleared = board.with(lock).completed_rows(lock.y);
    let dotted = then.map(|then| Outline {
        cells: then.cells().map(|(x, y)| (x, row_before(cleared, y))),
        border: Border::Dotted,
    });
    (Outline::of(lock, Border::Whole), dotted)
}

/// Returns the row that becomes row `y` when the rows in `cleared` are removed (bit `y` stands for row `y`). The result
/// is negative for rows that enter at the top.
fn row_before(cleared: u32, y: i8) -> i8 {
    let mut left = (0..ROWS).filter(|row| cleared >> row & 1 == 0);
    let above = y - cleared.count_ones() as i8;
    let came_from = usize::try_from(above).ok();
    came_from.and_then(|above| left.nth(above)).unwrap_or(above)
}

#[cfg(test)]
mod tests {
    use rightwell::rules::Orientation;
    use rightwell::rules::motion::COLUMNS;

    use super::*;

    /// Returns the cells marked with `letter` in a drawing of the lowest rows of a board: `X` is a settled cell, `o` is
    /// NEXT, `#` is the piece.
    fn cells(rows: &[&str], letter: char) -> Vec<(i8, i8)> {
        let top = ROWS - rows.len() as i8;
        let all = (top..)
            .zip(rows)
            .flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, is)| (x, y, is)));
        let mut found: Vec<(i8, i8)> = all
            .filter(|(.., is)| *is == letter)
            .map(|(x, y, _)| (x, y))
            .collect();
        found.sort_unstable();
        found
    }

    fn pose_of(rows: &[&str], letter: char) -> Pose {
        let wanted = cells(rows, letter);
        let places = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
        let mut poses = places.flat_map(|(x, y)| {
            Orientation::all().map(move |orientation| Pose { orientation, x, y })
        });
        let found = poses.find(|pose| sorted(pose.cells()) == wanted);
        found.expect("a piece lies so")
    }

    fn sorted(cells: [(i8, i8); 4]) -> Vec<(i8, i8)> {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    }

    /// Checks where NEXT is outlined. Its lock is drawn in `after`, and the outline must be at the `o` cells of
    /// `before`.
    fn check(before: &[&str], after: &[&str]) {
        let mut board = Board::EMPTY;
        for (x, y) in cells(before, 'X') {
            board.insert(x, y);
        }
        let (lock, then) = (pose_of(before, '#'), pose_of(after, 'o'));
        let (left, _) = board.lock(lock);
        let settled = cells(after, 'X');
        assert!(
            settled.len() == left.count() as usize
                && settled.iter().all(|(x, y)| left.contains(*x, *y))
        );
        let (whole, dotted) = of_line(&board, lock, Some(then));
        assert_eq!(sorted(whole.cells), cells(before, '#'));
        assert_eq!(sorted(dotted.unwrap().cells), cells(before, 'o'));
    }

    #[test]
    fn next_is_outlined_before_the_rows_of_a_tetris_clear() {
        check(
            &[
                "..oo......",
                "XXoo......",
                "XXXXXXXXX#",
                "XXXXXXXXX#",
                "XXXXXXXXX#",
                "XXXXXXXXX#",
            ],
            &["..oo......", "XXoo......"],
        );
    }

    #[test]
    fn a_cleared_row_splits_the_outline_of_next() {
        check(
            &[
                ".......oo.",
                "XX......o#",
                "XXXXXXXXX#",
                "XXXXXXX.o#",
                "X.XXXXXXX#",
            ],
            &[".......oo.", "XX......oX", "XXXXXXX.oX", "X.XXXXXXXX"],
        );
    }

    #[test]
    fn without_a_clear_next_is_outlined_at_its_lock() {
        check(&["oooo......", "X...####.."], &["oooo......", "X...XXXX.."]);
        assert_eq!([-1, 0, 19].map(|y| row_before(0, y)), [-1, 0, 19]);
        assert_eq!([1, 3, 4].map(|y| row_before(0xF_0000, y)), [-3, -1, 0]);
    }
}
