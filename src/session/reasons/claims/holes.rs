//! Claims about holes outside the well.

use crate::rules::{Board, counted};
use crate::session::field::{
    Hole, WELL, filled, has_place_without_hole, holes_in, made_by, stack_holes,
};
use crate::session::reasons::{Category, ComparedMoves};

use super::{ChargedReason, MAIN_SHARE_MIN, reason};

/// Claims that there are more holes than after the best move.
pub(super) fn more(case: &ComparedMoves) -> Option<ChargedReason> {
    let (played, best) = (&case.played, &case.best);
    let count = |board: &Board| stack_holes(board).len();
    if count(&played.last) <= count(&best.last) {
        return None;
    }
    let before = &case.position.board;
    let (mine, others) = (case.rating.played, case.rating.best());
    let made = |lock, before: &Board| -> Vec<Hole> {
        let mut made = made_by(lock, before);
        made.retain(|hole| hole.x != WELL);
        made
    };
    let by_next =
        |first: &Board, then: Option<_>| then.map_or(Vec::new(), |then| made(then, first));
    let now = made(mine.lock, before);
    let then = by_next(&played.first, mine.then);
    let old = stack_holes(before);
    let new_in = |board: &Board, x| {
        let new = holes_in(&stack_holes(board), x).saturating_sub(holes_in(&old, x));
        (x, new)
    };
    let hole = now.iter().find(|hole| {
        // NEXT may fill the hole again. Or, after the best move, NEXT may make a hole in that column.
        let (theirs, deep) = (new_in(&best.last, hole.x), holes_in(&now, hole.x));
        new_in(&played.last, hole.x) > theirs && deep > theirs.1
    });
    let sentence = if let Some(hole) = hole
        && let (_, theirs @ 1..) = new_in(&best.last, hole.x)
    {
        let (column, deep) = (hole.x + 1, holes_in(&now, hole.x));
        let better = match new_in(&best.first, hole.x) {
            (_, 0) => format!("the best lock and NEXT: {theirs} deep"),
            _ => format!("the best lock makes one {theirs} deep"),
        };
        format!("Makes a hole {deep} deep in column {column}; {better}")
    } else if let Some(hole) = hole {
        // Adjacent empty cells in a column count as one hole.
        let column = hole.x + 1;
        let is_below = |one: &Hole, other: &Hole| (one.x, one.y + 1) == (other.x, other.y);
        let what = match now.chunk_by(is_below).count() {
            1 if now.len() == 1 => format!("Makes a hole in column {column}"),
            1 => format!("Makes a hole {} deep in column {column}", now.len()),
            holes => format!("Makes {holes} holes, one in column {column}"),
        };
        let must = if hole.above == 1 { "row" } else { "rows" };
        format!("{what}: {} {must} must clear to open it", hole.above)
    } else if then.len() <= by_next(&best.first, others.then).len() {
        stays_covered(case)?
    } else if let Some(next) = case.position.next
        && !has_place_without_hole(&played.first, next, case.input)
    {
        format!("Leaves {} only locks that make a hole", case.next())
    } else if let Some(sentence) = stays_covered(case) {
        sentence
    } else {
        let column = then[0].x + 1;
        format!(
            "Even at best, {} then makes a hole in column {column}",
            case.next()
        )
    };
    Some((
        case.charge(case.calibration().holes, filled),
        reason(Category::Hole, sentence),
    ))
}

/// Returns the sentence about a hole that only the best move or its NEXT fills or opens.
fn stays_covered(case: &ComparedMoves) -> Option<String> {
    let before = &case.position.board;
    let (played, best) = (&case.played.last, &case.best);
    let all = [before, &best.first, &best.last].map(|board| stack_holes(board).len());
    if all[1] >= all[0] && all[2] >= all[1] {
        return None;
    }
    let in_column = |board: &Board, x| holes_in(&stack_holes(board), x);
    let x = (0..WELL).find(|&x| {
        let theirs = in_column(&best.last, x);
        theirs < in_column(played, x) && theirs < in_column(before, x)
    })?;
    let is_best = in_column(&best.first, x) < in_column(before, x);
    let (field, lock) = match is_best {
        true => (before, case.rating.best().lock),
        false => (&best.first, case.rating.best().then?),
    };
    let is_filled = (lock.cells().iter()).any(|&(column, y)| {
        let mut holes = stack_holes(field).into_iter();
        column == x && holes.any(|hole| (hole.x, hole.y) == (x, y))
    });
    let does = if is_filled { "fills" } else { "opens" };
    let who = case.best_or_next(is_best);
    Some(format!("Column {} keeps a hole; {who} {does} it", x + 1))
}

/// Claims that a hole is under more rows than after the best move, although there are no more holes.
pub(super) fn deeper(case: &ComparedMoves) -> Option<ChargedReason> {
    let (played, best) = (stack_holes(&case.played.last), stack_holes(&case.best.last));
    if played.len() > best.len() {
        return None;
    }
    let deepest = |holes: &[Hole], x: i8| {
        let of_column = holes.iter().filter(|hole| hole.x == x);
        of_column.map(|hole| hole.above).max()
    };
    let found = played.iter().find_map(|hole| {
        let (played, best) = (deepest(&played, hole.x)?, deepest(&best, hole.x)?);
        (played > best).then_some((hole.x, played, best))
    });
    let (x, played, best) = found?;
    let charge = case.charge(case.calibration().holes, filled);
    // A single additional row is given as a reason only if the move itself adds it, and if it explains enough of the loss
    // to be the main one.
    let first = [&case.played.first, &case.best.first].map(|board| deepest(&stack_holes(board), x));
    let is_by_next = first[0] <= first[1];
    if played == best + 1 && (is_by_next || charge < MAIN_SHARE_MIN * case.rating.loss) {
        return None;
    }
    let column = x + 1;
    let sentence = format!(
        "A hole in column {column} is under {}; the best lock leaves {best}",
        counted(played, "row")
    );
    Some((charge, reason(Category::Hole, sentence)))
}
