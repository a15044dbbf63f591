//! Description of a playfield in human terms: heights, holes, gaps, the well.

use crate::players::Input;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece, Pose};
use crate::search::{MoveGenerator, ReachableLocks};

/// Column of the well.
pub(super) const WELL: i8 = COLUMNS - 1;

/// Empty cell below an occupied cell of the same column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hole {
    pub(super) x: i8,
    pub(super) y: i8,
    /// Number of occupied cells above the hole in its column: the rows to clear before the hole opens.
    pub(super) above: u32,
}

/// Returns all holes, column by column from the left, top to bottom.
pub(super) fn holes(board: &Board) -> Vec<Hole> {
    let mut holes = Vec::new();
    for x in 0..COLUMNS {
        let mut above = 0;
        for y in 0..ROWS {
            match board.contains(x, y) {
                true => above += 1,
                false if above > 0 => holes.push(Hole { x, y, above }),
                false => {}
            }
        }
    }
    holes
}

/// Returns the playfield with all holes outside the well filled in.
pub(super) fn filled(board: &Board) -> Board {
    let mut filled = *board;
    for hole in stack_holes(board) {
        filled.insert(hole.x, hole.y);
    }
    filled
}

/// Returns the playfield without the well's cells above its lowest hole, so that the well is open.
pub(super) fn uncovered(board: &Board) -> Board {
    let lowest = holes(board)
        .iter()
        .rev()
        .find(|hole| hole.x == WELL)
        .copied();
    let Some(Hole { y: lowest, .. }) = lowest else {
        return *board;
    };
    without_in_well(board, |y| y < lowest)
}

/// Returns the playfield without the well's cells in the rows for which `is_taken` returns true.
pub(super) fn without_in_well(board: &Board, is_taken: impl Fn(i8) -> bool) -> Board {
    Board::from_rows(std::array::from_fn(|y| {
        let row = board.row(y as i8);
        match is_taken(y as i8) {
            true => row & !(1 << WELL),
            false => row,
        }
    }))
}

/// Returns the holes outside the well.
pub(super) fn stack_holes(board: &Board) -> Vec<Hole> {
    let mut all = holes(board);
    all.retain(|hole| hole.x != WELL);
    all
}

/// Returns the holes in the well.
pub(super) fn well_holes(board: &Board) -> Vec<Hole> {
    let mut all = holes(board);
    all.retain(|hole| hole.x == WELL);
    all
}

/// Returns the holes that a lock makes, at their positions after the lock and its clears.
pub(super) fn made_by(lock: Pose, before: &Board) -> Vec<Hole> {
    let cleared = before.with(lock).full_rows();
    let (after, _) = before.lock(lock);
    let old = holes(before);
    // Returns the row to which the clears move a cell.
    let sunk = |y: i8| y + (cleared >> (y + 1)).count_ones() as i8;
    let mut new = holes(&after);
    new.retain(|hole| {
        !old.iter()
            .any(|old| old.x == hole.x && sunk(old.y) == hole.y)
    });
    new
}

/// Returns the height of a column, 0-20.
pub(super) fn height(board: &Board, x: i8) -> i8 {
    let top = (0..ROWS).find(|&y| board.contains(x, y));
    ROWS - top.unwrap_or(ROWS)
}

/// Returns the heights of all columns.
pub(super) fn heights(board: &Board) -> [i8; COLUMNS as usize] {
    std::array::from_fn(|x| height(board, x as i8))
}

/// Returns the sum of the height differences between neighbouring columns, without the well.
pub(super) fn steps(board: &Board) -> u32 {
    let heights = heights(board);
    let stack = &heights[..WELL as usize];
    let steps = stack.windows(2).map(|two| two[0].abs_diff(two[1]));
    steps.map(u32::from).sum()
}

/// Returns the depth of a column in rows: the height of its lower neighbour minus its own. The walls count as 20 rows
/// high.
pub(super) fn depth(board: &Board, x: i8) -> i8 {
    neighbour(board, x - 1).min(neighbour(board, x + 1)) - height(board, x)
}

/// Returns the depth in rows of column `x` and the column to its right together: the height of their lower neighbour
/// minus the height of the higher of both. The walls count as 20 rows high.
pub(super) fn depth_of_two(board: &Board, x: i8) -> i8 {
    let floor = height(board, x).max(height(board, x + 1));
    neighbour(board, x - 1).min(neighbour(board, x + 2)) - floor
}

/// Returns the height of a column or, beside the playfield, of the wall.
fn neighbour(board: &Board, x: i8) -> i8 {
    match x {
        0..COLUMNS => height(board, x),
        _ => ROWS,
    }
}

/// Returns the columns outside the well that only an I can fill without a hole: both neighbours are at least three rows
/// higher.
pub(super) fn deep_gaps(board: &Board) -> Vec<i8> {
    (0..WELL).filter(|&x| depth(board, x) >= 3).collect()
}

/// Returns the locks of a piece.
pub(super) fn locks(board: &Board, piece: Piece, input: &Input) -> Vec<Pose> {
    let found = input.locks(board, piece);
    found.iter().flat_map(ReachableLocks::iter).collect()
}

/// Returns whether a piece has a clean lock. A clean lock makes no hole. While the well is lower than the stack, it
/// also stays out of the well, unless it is a Tetris.
pub(super) fn has_clean_place(board: &Board, piece: Piece, input: &Input) -> bool {
    let before = holes(board).len();
    let heights = heights(board);
    let (well, stack) = (heights[WELL as usize], &heights[..WELL as usize]);
    let is_open = stack.iter().all(|&height| height > well);
    locks(board, piece, input).into_iter().any(|lock| {
        let (after, rows) = board.lock(lock);
        let is_in_well = is_open && lock.cells().iter().any(|&(x, _)| x == WELL);
        (rows == 4 || !is_in_well) && holes(&after).len() <= before
    })
}

/// Returns whether a piece has a lock that makes no hole.
pub(super) fn has_place_without_hole(board: &Board, piece: Piece, input: &Input) -> bool {
    let makes_none = |lock| made_by(lock, board).is_empty();
    locks(board, piece, input).into_iter().any(makes_none)
}

/// Returns whether a piece has a lock that clears four rows.
pub(super) fn has_tetris(board: &Board, piece: Piece, input: &Input) -> bool {
    let is_tetris = |lock| board.lock(lock).1 == 4;
    locks(board, piece, input).into_iter().any(is_tetris)
}

/// Returns whether a lock makes no hole and adds at most one row of height differences.
pub(super) fn is_smooth(board: &Board, lock: Pose) -> bool {
    let (after, _) = board.lock(lock);
    made_by(lock, board).is_empty() && steps(&after) <= steps(board) + 1
}

/// Returns whether a piece has a smooth lock: see [`is_smooth`].
pub(super) fn has_smooth_place(board: &Board, piece: Piece, input: &Input) -> bool {
    let mut locks = locks(board, piece, input).into_iter();
    locks.any(|lock| is_smooth(board, lock))
}

/// Returns the number of `holes` in column `x`.
pub(super) fn holes_in(holes: &[Hole], x: i8) -> usize {
    holes.iter().filter(|hole| hole.x == x).count()
}

/// Returns the pieces that have a lock with a cell in `column`.
pub(super) fn reaching(board: &Board, column: i8, input: &Input) -> Vec<Piece> {
    let touches = |lock: &Pose| lock.cells().iter().any(|&(x, _)| x == column);
    let reaches = |piece: &Piece| locks(board, *piece, input).iter().any(touches);
    Piece::ALL.into_iter().filter(reaches).collect()
}
