//! Claims about the well: covered, or filled from below.

use crate::rules::{Piece, Pose, counted};
use crate::session::field::{WELL, height, made_by, uncovered, well_holes, without_in_well};
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
    let (first, other) = (played.first()?, best.first()?);
    if played.len() != best.len() || first.above <= other.above {
        return None;
    }
    let sentence = format!(
        "The well is under {}; the best lock leaves {}",
        counted(first.above, "row"),
        other.above
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
    let is_claimed = case.played.rows[0] == 0 && lies_in(mine) && !lies_in(others);
    let sentence = || "Raises column 10; the best lock leaves it low".to_owned();
    is_claimed.then(|| (0.0, reason(Category::WellCovered, sentence())))
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
    if rows.is_empty() || !is_open || !is_kept || best.iter().any(uses_well) {
        return None;
    }
    let without = without_in_well(board, |y| rows.contains(&y));
    let charge = case.prices.board_cost(board, 0) - case.prices.board_cost(&without, 0);
    let charge = case.calibration().form * charge;
    /// Number of rows by which another column must be lower than the well to count as the open one.
    const OPEN: i8 = 2;
    let height = |x| height(&case.position.board, x);
    let is_well = (0..WELL).all(|x| height(x) + OPEN > height(WELL));
    let place = if is_well { "the well" } else { "column 10" };
    let sentence = match (is_wasted, is_well) {
        (true, _) if rows.len() == 1 => format!("Wastes an I: lays it flat over {place}"),
        (true, _) => format!("Wastes an I: puts it into {place} without a Tetris"),
        (false, true) => "Puts cells into the well; the best lock leaves it open".to_owned(),
        (false, false) => "Raises column 10, the next well; the best lock leaves it low".to_owned(),
    };
    Some((charge, reason(Category::WellCovered, sentence)))
}
