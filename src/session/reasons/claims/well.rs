//! Claims about the well: covered, or filled from below.

use crate::rules::{Board, Piece, Pose, counted};
use crate::session::field::{
    WELL, deep_gaps, has_place_without_hole, height, made_by, uncovered, well_holes,
    without_in_well,
};
use crate::session::reasons::{Category, ComparedMoves};

use super::{ChargedReason, reason};

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
        format!(
            "Covers the well: {} must clear to open it",
            counted(hole.above, "row")
        )
    } else if later.is_some() {
        let has_other = |next| has_place_without_hole(&played.first, next, case.input);
        if case.position.next.is_some_and(has_other) {
            return None;
        }
        format!("Even at best, {} then covers the well", case.next())
    } else if well_holes(&best.last).len() < well_holes(before).len() {
        let is_best = well_holes(&best.first).len() < well_holes(before).len();
        let who = case.best_or_next(is_best);
        format!("Leaves the well covered; {who} opens it")
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
    let sentence = format!(
        "The well is under {}; the best lock leaves {best}",
        counted(played, "row"),
    );
    Some((
        case.charge(case.calibration().well, uncovered),
        reason(Category::WellCovered, sentence),
    ))
}

/// Claims that the move raises the well's column, whether or not the well is open.
pub(super) fn raised(case: &ComparedMoves) -> Option<ChargedReason> {
    let lies_in = |lock: Pose| lock.cells().iter().any(|&(x, _)| x == WELL);
    let (mine, others) = (case.rating.played.lock, case.rating.best().lock);
    if !lies_in(mine) || lies_in(others) {
        return None;
    }
    let [played, best] = [&case.played.first, &case.best.first].map(|board| height(board, WELL));
    let sentence = match (case.played.rows[0], best) {
        (0, _) => format!("{}; the best lock does not", raises("column 10", case)),
        _ if played <= best => return None,
        (_, 0) => "Leaves cells in column 10; the best lock leaves it empty".to_owned(),
        _ => {
            let rows = counted(played, "row");
            format!("Leaves column 10 {rows} high; the best lock leaves {best}")
        }
    };
    Some((0.0, reason(Category::WellCovered, sentence)))
}

/// Returns whether column 10 is the well: no column is lower, and if one is as low, there is no other deep gap.
fn is_well(board: &Board) -> bool {
    let well = height(board, WELL);
    let is_lowest = (0..WELL).all(|x| height(board, x) > well);
    let is_low = (0..WELL).all(|x| height(board, x) >= well);
    is_lowest || is_low && deep_gaps(board).is_empty()
}

/// Returns a sentence that says by how much the move raises the well's column.
fn raises(column: &str, case: &ComparedMoves) -> String {
    let [before, after] =
        [&case.position.board, &case.played.first].map(|board| height(board, WELL));
    let rows = counted(before, "row");
    format!("Raises {column} from {rows} to {after}")
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
    let can_be_well = is_well(before)
        || deep_gaps(before).is_empty() && height(before, WELL) <= height(before, WELL - 1);
    if rows.is_empty() || !is_open || !is_kept || !can_be_well || best.iter().any(uses_well) {
        return None;
    }
    let without = without_in_well(board, |y| rows.contains(&y));
    let charge = case.prices.board_cost(board, 0) - case.prices.board_cost(&without, 0);
    let charge = case.calibration().form * charge;
    let sentence = match (rows.len(), is_well(before)) {
        (4, true) => "Wastes an I: puts it into the well without a Tetris".to_owned(),
        (1, true) => "Puts a cell into the well; the best lock leaves it open".to_owned(),
        (_, true) => "Puts cells into the well; the best lock leaves it open".to_owned(),
        (_, false) => raises("column 10, the next well,", case),
    };
    Some((charge, reason(Category::WellCovered, sentence)))
}
