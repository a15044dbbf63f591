//! Claims about the shape of the playfield: pieces that fit, pieces that can pass, steepness.

use crate::players::{Aspect, RatedOutcome};
use crate::rules::motion::ROWS;
use crate::rules::{Board, Piece, Pose};
use crate::session::field::{
    WELL, deep_gaps, depth, depth_of_two, has_clean_place, has_smooth_place, has_tetris, height,
    heights, holes_in, is_smooth, locks, made_by, reaching, stack_holes, steps,
};
use crate::session::reasons::columns_of;
use crate::session::reasons::{Category, ComparedMoves};

use super::{ChargedReason, MAIN_SHARE_MIN, in_words, reason};

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

/// Claims that some pieces have no lock without a new hole, before and after NEXT.
pub(super) fn no_place(case: &ComparedMoves) -> Option<ChargedReason> {
    let without = without_clean_place(case);
    let is_clean = |board, piece| has_clean_place(board, piece, case.input);
    let is_at_once =
        |piece: &Piece| !is_clean(&case.played.first, *piece) && is_clean(&case.best.first, *piece);
    let pieces = in_words(without.into_iter().filter(is_at_once))?;
    let sentence = format!("Leaves no clean lock for {pieces}");
    Some((case.shape_cost_by(FIT), reason(Category::NoLock, sentence)))
}

/// Claims that some pieces have no lock without a new hole after NEXT.
pub(super) fn no_place_later(case: &ComparedMoves) -> Option<ChargedReason> {
    let pieces = in_words(without_clean_place(case).into_iter())?;
    let sentence = format!("Leaves no clean lock for {pieces} after {}", case.next());
    Some((0.0, reason(Category::NoLock, sentence)))
}

/// Returns the pieces that have a clean lock after the best move and NEXT, but not after the played move and NEXT. Two
/// equal pieces in a row are rare, so the kind of NEXT does not count.
fn without_clean_place(case: &ComparedMoves) -> Vec<Piece> {
    let is_clean = |board, piece| has_clean_place(board, piece, case.input);
    let mut without = Piece::ALL.to_vec();
    without.retain(|piece| {
        let is_next = case.position.next == Some(*piece);
        !is_next && !is_clean(&case.played.last, *piece) && is_clean(&case.best.last, *piece)
    });
    without
}

/// Claims that there is one more gap that only an I fills. The claim is not made if the best move covers the gap.
pub(super) fn waits(case: &ComparedMoves) -> Option<ChargedReason> {
    let (played, best) = (deep_gaps(&case.played.last), deep_gaps(&case.best.last));
    let holes = |board: &Board| stack_holes(board).len();
    if played.len() <= best.len() || holes(&case.best.last) > holes(&case.played.last) {
        return None;
    }
    // A gap that an I fills with a Tetris is a well.
    if case.position.next == Some(Piece::I) || has_tetris(&case.played.last, Piece::I, case.input) {
        return None;
    }
    let [first, best_first] = [&case.played.first, &case.best.first].map(deep_gaps);
    let new = played.iter().find(|gap| {
        let is_mine = first.contains(gap) && !best_first.contains(gap);
        is_mine && !best.contains(gap) && !is_covered(case, **gap)
    })?;
    let sentence = format!("Column {} waits for an I: nothing else fills it", new + 1);
    Some((case.shape_cost(), reason(Category::NeedsI, sentence)))
}

/// Returns whether the best move or its NEXT makes a hole in this column.
fn is_covered(case: &ComparedMoves, x: i8) -> bool {
    let holes = |board: &Board| holes_in(&stack_holes(board), x);
    holes(&case.best.last) > holes(&case.position.board)
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
        0 => {
            format!("No piece reaches the {name}; after the best move, {best} do")
        }
        _ => format!("Only {played} of 7 pieces reach the {name}, {best} with the best move"),
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
        (3..WELL, Aspect::Right, "right"),
        (0..7, Aspect::Left, "left"),
    ];
    let found = sides
        .into_iter()
        .filter_map(|(columns, aspect, direction)| {
            let highest = |board: &Board| columns.clone().map(|x| height(board, x)).max();
            let played = highest(&case.played.first).unwrap_or(0);
            let best = highest(&case.best.first).unwrap_or(0);
            let sentence =
                format!("The way to the {direction} is {played} high, after the best move {best}");
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
    let is_elsewhere = columns_of(then) != columns_of(better) && !next_fits_in(case, better);
    let makes_hole = !made_by(better, &case.best.first).is_empty();
    let is_claimed = is_by_next && is_rougher && is_elsewhere && !clears && !makes_hole;
    let fits = |piece| has_smooth_place(&case.played.first, piece, case.input);
    (is_claimed && !case.position.next.is_some_and(fits)).then(|| {
        let (next, columns) = (case.next(), columns_of(better));
        let sentence = format!("{next} has no even place; the best move leaves {columns}");
        (case.shape_cost(), reason(Category::NoLock, sentence))
    })
}

/// Returns a depth at column `x` after the move and after the best move, if it is at least `more` rows larger, both before
/// and after NEXT. Where a move makes a hole, steps and gaps are not what a player sees.
fn deeper(case: &ComparedMoves, depth: fn(&Board, i8) -> i8, x: i8, more: i8) -> Option<(i8, i8)> {
    /// Minimum depth in rows of a gap that needs an I anyway.
    const DEEP: i8 = 4;
    let (played, best, before) = (&case.played, &case.best, &case.position.board);
    let depths = |played, best| {
        let (rows, best) = (depth(played, x), depth(best, x).max(0));
        (rows - best >= more).then_some((rows, best))
    };
    depths(&played.last, &best.last)?;
    let (rows, better) = depths(&played.first, &best.first)?;
    let was_deep = depth(before, x) >= DEEP && better >= depth(before, x);
    (!was_deep && !makes_hole(case, x)).then_some((rows, better))
}

/// Returns whether the move or the best move makes a hole in column `x`.
fn makes_hole(case: &ComparedMoves, x: i8) -> bool {
    let holes = |board: &Board| holes_in(&stack_holes(board), x);
    holes(&case.played.first).max(holes(&case.best.first)) > holes(&case.position.board)
}

/// Describes the gap, one or two columns wide, that exceeds its depth after the best move the most, by at least `more`
/// rows.
fn deepest_gap(case: &ComparedMoves, more: i8) -> Option<String> {
    // A gap that is deep after the best move too may be the well.
    let wells = deep_gaps(&case.best.last);
    let is_free = |x: &i8| !is_covered(case, *x) && !wells.contains(x);
    let (first, before) = (&case.best.first, &case.position.board);
    let find = |depth_at: fn(&Board, i8) -> i8, last: i8| {
        let gaps = (0..=last).filter(is_free).filter_map(|x| {
            let (rows, best) = deeper(case, depth_at, x, more)?;
            Some((rows - best, rows, best, x))
        });
        let (difference, rows, best, x) = gaps.max_by_key(|(difference, ..)| *difference)?;
        // The best move may leave as deep a gap elsewhere.
        let is_as_deep = |depth: fn(&Board, i8) -> i8| {
            let grows = |x| depth(first, x) - depth(&case.played.first, x).max(0);
            (0..WELL).any(|x| grows(x) >= difference)
        };
        if is_as_deep(depth) || is_as_deep(depth_of_two) {
            return None;
        }
        let better = match best {
            0 if depth_at(before, x) > 0 => "fills it".to_owned(),
            0 => "avoids it".to_owned(),
            _ => format!("leaves {best}"),
        };
        Some((rows, x + 1, better))
    };
    if let Some((rows, column, better)) = find(depth, WELL - 1) {
        let gap = match rows {
            1 => "a one-wide gap".to_owned(),
            _ => format!("a gap {rows} deep"),
        };
        let sentence = format!("Leaves {gap} in column {column}; the best move {better}");
        return Some(sentence);
    }
    let (rows, left, better) = find(depth_of_two, WELL - 2)?;
    let right = left + 1;
    // One row less beside the left wall is no gap, and a gap that is only made narrower is not filled.
    let is_narrower = depth(first, left - 1) > 0 || depth(first, right - 1) > 0;
    if rows == 1 && left == 1 || is_narrower || makes_hole(case, right - 1) {
        return None;
    }
    let gap = match rows {
        1 => "a two-wide gap".to_owned(),
        _ => format!("a gap {rows} deep"),
    };
    Some(format!(
        "Leaves {gap} in columns {left}-{right}; the best move {better}"
    ))
}

/// Describes the step between two columns that exceeds its height after the best move the most, by at least `more` rows.
fn highest_step(case: &ComparedMoves, more: i8) -> Option<String> {
    /// Minimum height of a step in rows.
    const STEP_MIN: i8 = 2;
    let step = |board: &Board, x| (height(board, x) - height(board, x + 1)).abs();
    let steepest = |board| (0..WELL - 1).map(|x| step(board, x)).max();
    let [first, last] = [&case.best.first, &case.best.last].map(steepest);
    let (first, last) = (first?.max(STEP_MIN - 1), last?);
    let steps = (0..WELL - 1).filter_map(|x| {
        let steps = deeper(case, step, x, more)?;
        (!makes_hole(case, x + 1)).then_some((steps, x))
    });
    let steps = steps.filter(|((rows, _), x)| *rows > first && step(&case.played.last, *x) > last);
    let ((rows, best), x) = steps.max_by_key(|((rows, best), _)| rows - best)?;
    let article = if matches!(rows, 8 | 11 | 18) {
        "an"
    } else {
        "a"
    };
    let other = match best {
        0 => "none".to_owned(),
        best => best.to_string(),
    };
    let (left, right) = (x + 1, x + 2);
    Some(format!(
        "Leaves {article} {rows}-row step at columns {left} and {right}; with the best move, {other}"
    ))
}

/// Says that the stack is higher than after the best move, by at least `more` rows.
fn higher(case: &ComparedMoves, more: i8) -> Option<String> {
    let highest = |board: &Board| heights(board).into_iter().max();
    let is_higher = |played: &Board, best: &Board| {
        let heights = [played, best].map(|board| highest(board).unwrap_or(0));
        (heights[0] >= heights[1].max(LOW) + more).then_some(heights)
    };
    let [played, best] = is_higher(&case.played.first, &case.best.first)?;
    is_higher(&case.played.last, &case.best.last)?;
    Some(format!(
        "Leaves the stack {played} rows high; the best move leaves {best}"
    ))
}

/// Claims that the surface is steeper or the stack higher than after the best move.
pub(super) fn surface(case: &ComparedMoves) -> Option<ChargedReason> {
    let is_steeper = steps(&case.played.last) >= steps(&case.best.last) + 2;
    let steeper = || deepest_gap(case, 2).or_else(|| highest_step(case, 2));
    let steeper = is_steeper.then(steeper).flatten();
    let sentence = steeper.or_else(|| higher(case, 2))?;
    Some((case.shape_cost(), reason(Category::Surface, sentence)))
}

/// Claims that a gap is at least two rows deeper than after the best move, even if the surface as a whole is not
/// steeper.
pub(super) fn gap(case: &ComparedMoves) -> Option<ChargedReason> {
    let sentence = deepest_gap(case, 2)?;
    Some((0.0, reason(Category::Surface, sentence)))
}

/// Claims that some step or gap is deeper than after the best move, or the stack higher, even if the surface as a whole
/// is not steeper.
pub(super) fn uneven(case: &ComparedMoves) -> Option<ChargedReason> {
    let rougher = deepest_gap(case, 1).or_else(|| highest_step(case, 2));
    let sentence = rougher.or_else(|| higher(case, 1))?;
    Some((0.0, reason(Category::Surface, sentence)))
}

/// Claims that NEXT has a smooth lock after the best lock, and that it makes a hole in these columns after the played one.
pub(super) fn next_fits(case: &ComparedMoves) -> Option<ChargedReason> {
    let (then, better) = (case.rating.played.then?, case.rating.best().then?);
    let (played, best) = (&case.played.first, &case.best.first);
    if is_smooth(played, then) || !is_smooth(best, better) || case.best.rows[1] > 0 {
        return None;
    }
    if next_fits_in(case, better) {
        return None;
    }
    let (next, columns) = (case.next(), columns_of(better));
    let sentence = format!("{next} fits {columns} only after the best move");
    Some((0.0, reason(Category::NoLock, sentence)))
}

/// Returns whether NEXT also fits in the columns of `lock`, without a hole, after the played move.
fn next_fits_in(case: &ComparedMoves, lock: Pose) -> bool {
    let (board, columns) = (&case.played.first, columns_of(lock));
    let fits = |lock: &Pose| columns_of(*lock) == columns && made_by(*lock, board).is_empty();
    let next = case.position.next;
    next.is_some_and(|next| locks(board, next, case.input).iter().any(fits))
}

/// Claims that the piece reaches higher than with the best lock, if neither clears rows.
pub(super) fn locks_higher(case: &ComparedMoves) -> Option<ChargedReason> {
    let [played, best] = [case.rating.played.lock, case.rating.best().lock].map(|lock| {
        let rows = lock.cells().into_iter().map(|(_, y)| ROWS - y);
        rows.max().unwrap_or(0)
    });
    let is_plain = case.played.rows[0] == 0 && case.best.rows[0] == 0;
    (is_plain && played > best + 1).then(|| {
        let piece = case.position.current;
        let sentence =
            format!("The {piece} reaches row {played} here, row {best} with the best move");
        (0.0, reason(Category::Surface, sentence))
    })
}
