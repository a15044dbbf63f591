//! Claims about holes outside the well.

use crate::rules::{Board, Pose, counted};
use crate::session::field::{
    Hole, WELL, filled, has_place_without_hole, has_smooth_place, holes_in, is_smooth, locks,
    made_by, stack_holes,
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
    let by_next =
        |first: &Board, then: Option<_>| then.map_or(Vec::new(), |then| made_outside(then, first));
    let now = made_outside(mine.lock, before);
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
            (_, 0) => format!("the best move and NEXT: {theirs} deep"),
            _ => format!("the best move makes one {theirs} deep"),
        };
        format!("Makes a hole {deep} deep in column {column}; {better}")
    } else if let Some(hole) = hole {
        makes(&now, hole)
    } else if then.len() <= by_next(&best.first, others.then).len() {
        stays_covered(case)?
    } else if let Some(next) = case.position.next
        && !has_place_without_hole(&played.first, next, case.input)
        && has_place_without_hole(&best.first, next, case.input)
    {
        format!("Leaves {} only locks that make a hole", case.next())
    } else if let Some(sentence) = stays_covered(case) {
        sentence
    } else if let Some(next) = case.position.next
        && !has_smooth_place(&played.first, next, case.input)
        && (others.then).is_some_and(|then| is_smooth(&best.first, then))
        && !case.has_same_next()
    {
        format!("{} must make a hole or an uneven stack", case.next())
    } else {
        return None;
    };
    Some((
        case.charge(case.calibration().holes, filled),
        reason(Category::Hole, sentence),
    ))
}

/// Returns the holes outside the well that a lock makes.
fn made_outside(lock: Pose, before: &Board) -> Vec<Hole> {
    let mut made = made_by(lock, before);
    made.retain(|hole| hole.x != WELL);
    made
}

/// Returns whether the move makes a hole outside the well.
pub(super) fn makes_any(case: &ComparedMoves) -> bool {
    !made_outside(case.rating.played.lock, &case.position.board).is_empty()
}

/// Returns the sentence about these new holes. It names the column of `hole`, one of them.
fn makes(made: &[Hole], hole: &Hole) -> String {
    // Adjacent empty cells in a column count as one hole.
    let column = hole.x + 1;
    let is_below = |one: &Hole, other: &Hole| (one.x, one.y + 1) == (other.x, other.y);
    let what = match made.chunk_by(is_below).count() {
        1 if made.len() == 1 => format!("Makes a hole in column {column}"),
        1 => format!("Makes a hole {} deep in column {column}", made.len()),
        holes => format!("Makes {holes} holes, one in column {column}"),
    };
    let must = if hole.above == 1 { "row" } else { "rows" };
    format!("{what}: {} {must} must clear to open it", hole.above)
}

/// Claims that the move makes more holes than the best move, although there are no more of them after NEXT.
pub(super) fn more_at_first(case: &ComparedMoves) -> Option<ChargedReason> {
    let made = |lock| made_outside(lock, &case.position.board);
    let (now, others) = (made(case.rating.played.lock), made(case.rating.best().lock));
    // NEXT may fill the hole again.
    let count = |board: &Board, x| holes_in(&stack_holes(board), x);
    let lasts =
        |hole: &&Hole| count(&case.played.last, hole.x) > count(&case.position.board, hole.x);
    let hole = now
        .iter()
        .find(lasts)
        .filter(|_| now.len() > others.len())?;
    Some((0.0, reason(Category::Hole, makes(&now, hole))))
}

/// Claims that the move hangs over more empty cells than the best move, although NEXT can fill them by a tuck or spin.
pub(super) fn overhang(case: &ComparedMoves) -> Option<ChargedReason> {
    let made = |lock| made_outside(lock, &case.position.board);
    let (now, others) = (made(case.rating.played.lock), made(case.rating.best().lock));
    let hole = now.first().filter(|_| now.len() > others.len())?;
    let cells = match now.len() {
        1 => "an empty cell".to_owned(),
        cells => format!("{cells} empty cells"),
    };
    let columns = match now.last()?.x {
        last if last == hole.x => format!("column {}", hole.x + 1),
        last => format!("columns {}-{}", hole.x + 1, last + 1),
    };
    let other = match others.len() {
        0 => "none".to_owned(),
        cells => cells.to_string(),
    };
    let sentence = format!("Hangs over {cells} in {columns}; the best over {other}");
    Some((0.0, reason(Category::Hole, sentence)))
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
    // NEXT may do the same after the played move.
    let first = &case.played.first;
    let does_too = |next| {
        let mut locks = locks(first, next, case.input).into_iter();
        locks.any(|lock| in_column(&first.lock(lock).0, x) < in_column(before, x))
    };
    if !is_best && case.position.next.is_some_and(does_too) {
        return None;
    }
    let (field, lock) = match is_best {
        true => (before, case.rating.best().lock),
        false => (&best.first, case.rating.best().then?),
    };
    let cells = lock.cells();
    let old = stack_holes(field);
    let is_hole = |cell: (i8, i8)| old.iter().any(|hole| (hole.x, hole.y) == cell);
    let mut filled = (cells.iter()).filter(|cell| cell.0 == x && is_hole(**cell));
    let is_left = |cell: (i8, i8)| is_hole(cell) && !cells.contains(&cell);
    let is_filled = filled.clone().next().is_some();
    let is_part = filled.any(|&(x, y)| is_left((x, y - 1)) || is_left((x, y + 1)));
    let does = match is_filled {
        true if is_part && !is_best => return None,
        true if is_part => "fills part of",
        true => "fills",
        false => "opens",
    };
    let who = case.best_or_next(is_best);
    Some(format!("Column {} keeps a hole; {who} {does} it", x + 1))
}

/// Claims that a hole is under more rows than after the best move, although there are no more holes.
pub(super) fn deeper(case: &ComparedMoves) -> Option<ChargedReason> {
    let (played, best) = (stack_holes(&case.played.last), stack_holes(&case.best.last));
    if played.len() > best.len() {
        return None;
    }
    // The upper hole of a column opens first.
    let upper = |holes: &[Hole], x: i8| {
        let of_column = holes.iter().filter(|hole| hole.x == x);
        of_column.map(|hole| hole.above).min()
    };
    let found = played.iter().find_map(|hole| {
        let (played, best) = (upper(&played, hole.x)?, upper(&best, hole.x)?);
        (played > best).then_some((hole.x, played, best))
    });
    let (x, played, best) = found?;
    let charge = case.charge(case.calibration().holes, filled);
    // A single additional row is given as a reason only if it explains enough of the loss to be the main one.
    if played == best + 1 && charge < MAIN_SHARE_MIN * case.rating.loss {
        return None;
    }
    // The move itself must add rows, not only NEXT.
    let [played, best] =
        [&case.played.first, &case.best.first].map(|board| upper(&stack_holes(board), x));
    let (played, best) = (played?, best?);
    if played <= best {
        return None;
    }
    let column = x + 1;
    let sentence = format!(
        "A hole in column {column} is under {}; the best move leaves {best}",
        counted(played, "row")
    );
    Some((charge, reason(Category::Hole, sentence)))
}
