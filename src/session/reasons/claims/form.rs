//! Claims about the shape of the playfield: pieces that fit, pieces that can pass, steepness.

use crate::players::{Aspect, RatedOutcome};
use crate::rules::{Board, Piece};
use crate::session::field::{
    WELL, deep_gaps, depth, has_clean_place, has_smooth_place, height, heights, holes_in, made_by,
    reaching, stack_holes, steps,
};
use crate::session::reasons::{Category, ComparedMoves};
use crate::session::review::columns_of;

use super::{ChargedReason, MAIN_SHARE_MIN, reason};

/// Aspects that show how well pieces fit. If there are no holes, the aspect of covers measures the steps between
/// neighbouring columns.
const FIT: &[Aspect] = &[
    Aspect::Contour,
    Aspect::Covers,
    Aspect::Places,
    Aspect::Heights,
];
/// Aspects that show whether pieces reach the sides.
const SIDES: &[Aspect] = &[Aspect::Right, Aspect::Left, Aspect::Extremes, Aspect::Edge];

/// Claims that a piece has no lock without a new hole.
pub(super) fn no_place(case: &ComparedMoves) -> Option<ChargedReason> {
    let without = Piece::ALL.into_iter().filter(|&piece| {
        !has_clean_place(&case.played.last, piece, case.input)
            && has_clean_place(&case.best.last, piece, case.input)
    });
    let pieces: Vec<String> = without.map(|piece| piece.to_string()).collect();
    let sentence = match pieces.as_slice() {
        [] => return None,
        [one] => format!("Leaves no clean lock for {one}"),
        [others @ .., last] => {
            format!("Leaves no clean lock for {} and {last}", others.join(", "))
        }
    };
    Some((case.shape_cost_by(FIT), reason(Category::NoLock, sentence)))
}

/// Claims that there is one more gap that only an I fills. The claim is not made if the best move avoids the gap by
/// making a hole.
pub(super) fn waits(case: &ComparedMoves) -> Option<ChargedReason> {
    let (played, best) = (deep_gaps(&case.played.last), deep_gaps(&case.best.last));
    let holes = |board: &Board| stack_holes(board).len();
    if played.len() <= best.len() || holes(&case.best.last) > holes(&case.played.last) {
        return None;
    }
    let new = played.iter().find(|gap| !best.contains(gap))?;
    let sentence = format!("Column {} waits for an I: nothing else fills it", new + 1);
    Some((case.shape_cost(), reason(Category::NeedsI, sentence)))
}

/// Claims that fewer pieces reach a side wall than after the best move.
pub(super) fn out_of_reach(case: &ComparedMoves) -> Option<ChargedReason> {
    let count = |board: &Board, column| reaching(board, column, case.input).len();
    let sides = [(0, "left wall"), (WELL, "right wall")];
    let lost = sides.into_iter().find_map(|(column, name)| {
        let (played, best) = (
            count(&case.played.last, column),
            count(&case.best.last, column),
        );
        (played + 2 <= best).then_some((played, best, name))
    });
    let (played, best, name) = lost?;
    let sentence = match played {
        0 => format!("No piece reaches the {name} now; after the best lock, {best} do"),
        _ => format!("Only {played} of 7 pieces reach the {name}, {best} with the best lock"),
    };
    // If no piece reaches a side any more, the game is lost.
    let charge = match played {
        0 => case.rating.loss,
        _ => case.shape_cost_by(SIDES),
    };
    Some((charge, reason(Category::OutOfReach, sentence)))
}

/// Minimum height in rows of a stack that obstructs pieces.
const IN_THE_WAY: i8 = 8;

/// Claims that pieces on their way to a side must pass a higher stack than after the best move.
pub(super) fn in_the_way(case: &ComparedMoves) -> Option<ChargedReason> {
    let sides = [
        (3..WELL, Aspect::Right, "to the right"),
        (0..4, Aspect::Left, "to the left"),
    ];
    let found = sides
        .into_iter()
        .filter_map(|(columns, aspect, direction)| {
            let highest = |board: &Board| columns.clone().map(|x| height(board, x)).max();
            let played = highest(&case.played.last).unwrap_or(0);
            let best = highest(&case.best.last).unwrap_or(0);
            let sentence =
                format!("Pieces must pass {played} rows {direction}; with the best lock, {best}");
            let reason = reason(Category::OutOfReach, sentence);
            let charge = case.shape_cost_by(&[aspect]);
            let is_main = charge >= MAIN_SHARE_MIN * case.rating.loss;
            (played >= best + 2 && played >= IN_THE_WAY && is_main).then_some((charge, reason))
        });
    found.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// Claims that the move builds a column that is higher than both its neighbours.
pub(super) fn tower(case: &ComparedMoves) -> Option<ChargedReason> {
    /// Minimum height of a tower above its neighbours, in rows.
    const ROWS_MIN: i8 = 3;
    let above = |board: &Board, x| {
        let beside = height(board, x - 1).max(height(board, x + 1));
        height(board, x) - beside
    };
    // A column at a wall obstructs no piece on its way.
    let highest = |board: &Board| (1..WELL).map(|x| (above(board, x), x)).max();
    let (rows, x) = highest(&case.played.last)?;
    let (other, _) = highest(&case.best.last)?;
    let lock = case.rating.played.lock;
    let is_mine = lock.cells().iter().any(|&(column, _)| column == x)
        && above(&case.played.first, x) > above(&case.position.board, x);
    let charge = case.shape_cost();
    let is_main = charge >= MAIN_SHARE_MIN * case.rating.loss;
    (rows >= ROWS_MIN && other < ROWS_MIN && is_mine && is_main).then(|| {
        let column = x + 1;
        let sentence = format!("Builds a tower in column {column}, {rows} rows above both sides");
        (charge, reason(Category::Surface, sentence))
    })
}

/// Maximum height of a low stack, in rows.
const LOW: i8 = 5;

/// Claims that NEXT has no lock as smooth as the lock of NEXT after the best move.
pub(super) fn next_unfit(case: &ComparedMoves) -> Option<ChargedReason> {
    /// Minimum number of additional steps, in rows, that makes a surface rougher.
    const ROUGHER: i64 = 2;
    let (then, better) = (case.rating.played.then?, case.rating.best().then?);
    let rougher = |outcome: &RatedOutcome| {
        let [first, last] = [&outcome.first, &outcome.last].map(|board| i64::from(steps(board)));
        (first, last - first)
    };
    let ((played, played_then), (best, best_then)) = (rougher(&case.played), rougher(&case.best));
    let more = played_then - best_then;
    let clears = case.played.rows[1] > 0 || case.best.rows[1] > 0;
    // If the move itself made the steps, the surface claim covers them.
    let is_by_next = more >= ROUGHER && best_then <= 1 && played - best < more;
    let is_rougher = played + played_then >= best + best_then + ROUGHER;
    let is_elsewhere = columns_of(then) != columns_of(better);
    let makes_hole = !made_by(better, &case.best.first).is_empty();
    let is_claimed = is_by_next && is_rougher && is_elsewhere && !clears && !makes_hole;
    let fits = |piece| has_smooth_place(&case.played.first, piece, case.input);
    (is_claimed && !case.position.next.is_some_and(fits)).then(|| {
        let (next, columns) = (case.next(), columns_of(better));
        let sentence = format!("Leaves {next} no smooth lock; the best leaves {columns}");
        (case.shape_cost(), reason(Category::NoLock, sentence))
    })
}

/// Describes the largest difference between this playfield and the one after the best move: a gap, or a step between
/// two columns. Columns are counted from 1.
fn roughest(case: &ComparedMoves) -> Option<String> {
    /// Minimum difference in rows.
    const ROWS_MIN: i8 = 2;
    let (played, best) = (&case.played.last, &case.best.last);
    let gaps = (0..WELL).map(|x| (depth(played, x), depth(best, x).max(0), x));
    let deeper = gaps.filter(|(depth, other, _)| depth - other >= ROWS_MIN);
    // Prefer effects of the move itself over effects of NEXT.
    let first = &case.played.first;
    let gap_is_mine = |x: i8| depth(first, x) >= ROWS_MIN;
    let gap = deeper.max_by_key(|(depth, other, x)| (gap_is_mine(*x), depth - other));
    let step = |board: &Board, x| (height(board, x) - height(board, x + 1)).abs();
    let steps = (0..WELL - 1).map(|x| (step(played, x), step(best, x), x));
    let steeper = steps.filter(|(step, other, _)| step - other >= ROWS_MIN);
    let step_is_mine = |x: i8, other: i8| step(first, x) - other >= ROWS_MIN;
    let key = |&(step, other, x): &(i8, i8, i8)| (step_is_mine(x, other), step - other);
    let step = steeper.max_by_key(key);
    match (gap, step) {
        (Some((rows, other, x)), step)
            if step.is_none_or(|(step, was, _)| step - was <= rows - other + 1) =>
        {
            let column = x + 1;
            if !gap_is_mine(x) {
                let next = case.next();
                return Some(format!(
                    "{next} then leaves a gap {rows} deep in column {column}"
                ));
            }
            let holes = |board: &Board| holes_in(&stack_holes(board), x);
            let is_covered = |board: &Board| holes(board) > holes(&case.position.board);
            let better = match other {
                0 if is_covered(best) => {
                    let who = case.best_or_next(is_covered(&case.best.first));
                    format!("{who} covers it")
                }
                0 if depth(&case.position.board, x) >= ROWS_MIN => {
                    let who = case.best_or_next(depth(&case.best.first, x) <= 0);
                    format!("{who} fills it")
                }
                0 => "the best lock avoids it".to_owned(),
                _ if depth(&case.best.first, x) == other => {
                    format!("the best lock makes it {other} deep")
                }
                _ => format!("after the best and NEXT, {other} deep"),
            };
            Some(format!(
                "Leaves a gap {rows} deep in column {column}; {better}"
            ))
        }
        (_, Some((rows, other, x))) => {
            let (left, right) = (x + 1, x + 2);
            if !step_is_mine(x, other) {
                let next = case.next();
                let step = format!("a {rows}-row step at columns {left} and {right}");
                return Some(format!("{next} then leaves {step}"));
            }
            let other = if other == 0 {
                "none".to_owned()
            } else {
                other.to_string()
            };
            Some(format!(
                "Leaves a {rows}-row step at columns {left} and {right}; with the best lock, {other}"
            ))
        }
        _ => None,
    }
}

/// Claims that the surface is steeper or the stack higher than after the best move.
pub(super) fn surface(case: &ComparedMoves) -> Option<ChargedReason> {
    let highest = |board: &Board| heights(board)[..WELL as usize].iter().copied().max();
    let (played, best) = (steps(&case.played.last), steps(&case.best.last));
    let heights = [&case.played.last, &case.best.last].map(|board| highest(board).unwrap_or(0));
    let sentence = if played >= best + 2
        && let Some(sentence) = roughest(case)
    {
        sentence
    } else if heights[0] > heights[1].max(LOW) + 1 {
        let [played, best] = heights;
        format!("Leaves the stack {played} rows high; the best lock leaves {best}")
    } else {
        return None;
    };
    Some((case.shape_cost(), reason(Category::Surface, sentence)))
}
