//! Claims about the well: covered, or filled from below.

use crate::rules::{Board, Piece, counted};
use crate::session::field::{
    WELL, deep_gaps, has_place_without_hole, height, made_by, uncovered, well_holes,
    without_in_well,
};
use crate::session::reasons::{Category, ComparedMoves};

use super::{ChargedReason, reason};

/// Name of the well's column while another column is open.
const COLUMN: &str = "column 10";

/// Returns the name of the well's column.
fn called(before: &Board) -> &'static str {
    match deep_gaps(before).is_empty() || is_well(before) {
        true => "the well",
        false => COLUMN,
    }
}

/// Claims that more cells of the well are covered than after the best move.
pub(super) fn covered(case: &ComparedMoves) -> Option<ChargedReason> {
    let (played, best) = (&case.played, &case.best);
    let last = well_holes(&played.last);
    if last.len() <= well_holes(&best.last).len() {
        return None;
    }
    let made = |lock, before| {
        made_by(lock, before)
            .into_iter()
            .filter(|hole| hole.x == WELL)
    };
    let before = &case.position.board;
    let (mine, others) = (case.rating.played, case.rating.best());
    let now = made(mine.lock, before).next_back();
    let later = mine
        .then
        .and_then(|then| made(then, &played.first).next_back());
    let is_mine = made(others.lock, before).next().is_none();
    let sentence = if let (Some(hole), true) = (now, is_mine) {
        let (well, rows) = (called(before), counted(hole.above, "row"));
        format!("Covers {well}: {rows} must clear to open it")
    } else if later.is_some() {
        let has_other = |next| has_place_without_hole(&played.first, next, case.input);
        if case.position.next.is_some_and(has_other) {
            return None;
        }
        let (next, well) = (case.next(), called(before));
        format!("{next} must then cover {well} or make a hole")
    } else if well_holes(&best.last).len() < well_holes(before).len() {
        let is_best = well_holes(&best.first).len() < well_holes(before).len();
        let who = case.best_or_next(is_best);
        format!("Leaves {} covered; {who} opens it", called(before))
    } else {
        return None;
    };
    Some((
        case.charge(case.calibration().well, uncovered),
        reason(Category::WellCovered, sentence),
    ))
}

/// Claims that the well is under more rows than after the best move, which covers it too.
pub(super) fn deeper(case: &ComparedMoves) -> Option<ChargedReason> {
    let (played, best) = (well_holes(&case.played.last), well_holes(&case.best.last));
    if played.len() != best.len() || played.first()?.above <= best.first()?.above {
        return None;
    }
    // The move itself must add rows, not only NEXT.
    let above = |board: &Board| well_holes(board).first().map(|hole| hole.above);
    let (played, best) = (above(&case.played.first)?, above(&case.best.first)?);
    if played <= best {
        return None;
    }
    let well = match called(&case.position.board) {
        COLUMN => "Column 10",
        _ => "The well",
    };
    let rows = counted(played, "row");
    let sentence = format!("{well} is under {rows}; the best move leaves {best}");
    Some((
        case.charge(case.calibration().well, uncovered),
        reason(Category::WellCovered, sentence),
    ))
}

/// Claims that the move raises column 10 by at least two rows more than the best move does.
pub(super) fn raised(case: &ComparedMoves) -> Option<ChargedReason> {
    raised_by(case, 2)
}

/// Claims that the move raises column 10 more than the best move does, while it can be the well.
pub(super) fn raised_next(case: &ComparedMoves) -> Option<ChargedReason> {
    raised_by(case, 1).filter(|_| can_be_well(case))
}

/// Claims that the move raises column 10 by at least this many rows more than the best move does.
fn raised_by(case: &ComparedMoves, rows_min: i8) -> Option<ChargedReason> {
    let heights = [&case.position.board, &case.played.first, &case.best.first];
    let [before, played, best] = heights.map(|board| height(board, WELL));
    let cells = case.rating.played.lock.cells();
    if played < best + rows_min || cells.iter().all(|&(x, _)| x != WELL) {
        return None;
    }
    let rows = counted(before, "row");
    let sentence = match best {
        _ if best == before && played > before => {
            format!("Raises column 10 from {rows} to {played}; the best move does not")
        }
        _ if played > before && best < before => {
            format!("Raises column 10 from {rows} to {played}; the best move lowers it to {best}")
        }
        _ if played > before => {
            format!("Raises column 10 from {rows} to {played}; the best move to {best}")
        }
        0 => "Leaves cells in column 10; the best move leaves it empty".to_owned(),
        _ => {
            let rows = counted(played, "row");
            format!("Leaves column 10 {rows} high; the best move leaves {best}")
        }
    };
    Some((0.0, reason(Category::WellCovered, sentence)))
}

/// Returns whether column 10 is the well. Or it is low enough to become the well, and the best move and NEXT keep it low.
fn can_be_well(case: &ComparedMoves) -> bool {
    /// Maximum number of columns that are lower than the next well.
    const LOWER_MAX: usize = 2;
    let board = &case.position.board;
    let well = height(board, WELL);
    let lower = (0..WELL).filter(|&x| height(board, x) < well).count();
    let is_low = well <= height(board, WELL - 1) && lower <= LOWER_MAX;
    let is_kept = height(&case.best.last, WELL) <= well;
    is_well(board) || deep_gaps(board).is_empty() && is_low && is_kept
}

/// Returns whether column 10 is the well: no column is lower, and if one is as low, there is no other deep gap.
fn is_well(board: &Board) -> bool {
    let well = height(board, WELL);
    let is_lowest = (0..WELL).all(|x| height(board, x) > well);
    let is_low = (0..WELL).all(|x| height(board, x) >= well);
    is_lowest || is_low && deep_gaps(board).is_empty()
}

/// Claims that the move fills the open well from below. An I counts even if NEXT then burns rows with it.
pub(super) fn filled_up(case: &ComparedMoves) -> Option<ChargedReason> {
    let lock = case.rating.played.lock;
    let rows: Vec<i8> = lock
        .cells()
        .into_iter()
        .filter(|&(x, _)| x == WELL)
        .map(|(_, y)| y)
        .collect();
    let is_wasted = case.position.current == Piece::I && case.played.rows[0] == 0;
    let board = match is_wasted {
        true => &case.played.first,
        false => &case.played.last,
    };
    let is_open = [&case.position.board, board, &case.best.last]
        .into_iter()
        .all(|board| well_holes(board).is_empty());
    let is_kept = is_wasted || case.played.rows == [0, 0];
    let uses_well = |(x, _): &(i8, i8)| *x == WELL;
    let best = case.rating.best().lock.cells();
    let before = &case.position.board;
    let is_claimed = is_open && is_kept && can_be_well(case);
    if rows.is_empty() || !is_claimed || best.iter().any(uses_well) {
        return None;
    }
    let without = without_in_well(board, |y| rows.contains(&y));
    let charge = case.prices.board_cost(board, 0) - case.prices.board_cost(&without, 0);
    let charge = case.calibration().form * charge;
    let sentence = match (rows.len(), is_well(before)) {
        (4, true) => "Wastes an I: puts it into the well without a Tetris".to_owned(),
        (1, true) => "Puts a cell into the well; the best move leaves it open".to_owned(),
        (_, true) => "Puts cells into the well; the best move leaves it open".to_owned(),
        (_, false) => {
            let [before, after] = [before, &case.played.first].map(|board| height(board, WELL));
            let rows = counted(before, "row");
            format!("Raises column 10, the next well, from {rows} to {after}")
        }
    };
    Some((charge, reason(Category::WellCovered, sentence)))
}
