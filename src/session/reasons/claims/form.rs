//! Claims about the shape of the playfield: pieces that fit, pieces that can pass, steepness.

use crate::players::{Aspect, RatedOutcome};
use crate::rules::motion::ROWS;
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
    let is_clean = |board, piece| has_clean_place(board, piece, case.input);
    let mut without = Piece::ALL.to_vec();
    without.retain(|piece| {
        let is_same_next = case.position.next == Some(*piece) && case.has_same_next();
        !is_same_next && !is_clean(&case.played.last, *piece) && is_clean(&case.best.last, *piece)
    });
    let pieces: Vec<String> = without.iter().map(Piece::to_string).collect();
    let pieces = match pieces.as_slice() {
        [] => return None,
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    };
    let is_by_next =
        |piece: &Piece| is_clean(&case.played.first, *piece) || !is_clean(&case.best.first, *piece);
    let sentence = match without.iter().any(is_by_next) {
        true => format!("Leaves no clean lock for {pieces} after {}", case.next()),
        false => format!("Leaves no clean lock for {pieces}"),
    };
    Some((case.shape_cost_by(FIT), reason(Category::NoLock, sentence)))
}

/// Claims that there is one more gap that only an I fills. The claim is not made if the best move covers the gap.
pub(super) fn waits(case: &ComparedMoves) -> Option<ChargedReason> {
    let (played, best) = (deep_gaps(&case.played.last), deep_gaps(&case.best.last));
    let holes = |board: &Board| stack_holes(board).len();
    if played.len() <= best.len() || holes(&case.best.last) > holes(&case.played.last) {
        return None;
    }
    if case.position.next == Some(Piece::I) {
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
        (3..WELL, Aspect::Right, "right"),
        (0..7, Aspect::Left, "left"),
    ];
    let found = sides
        .into_iter()
        .filter_map(|(columns, aspect, direction)| {
            let highest = |board: &Board| columns.clone().map(|x| height(board, x)).max();
            let played = highest(&case.played.first).unwrap_or(0);
            let best = highest(&case.best.first).unwrap_or(0);
            let sentence = format!(
                "Pieces that go {direction} must cross {played} rows; with the best lock, {best}"
            );
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
        let sentence = format!("{next} must roughen the stack; the best leaves {columns}");
        (case.shape_cost(), reason(Category::NoLock, sentence))
    })
}

/// Describes a gap, or else a step between two columns, that is at least `more` rows deeper than after the best move. Of
/// several, it takes the largest difference. Columns are counted from 1.
fn roughest(case: &ComparedMoves, more: i8) -> Option<String> {
    /// Minimum height of a step in rows.
    const STEP_MIN: i8 = 2;
    /// Minimum depth in rows of a gap that needs an I anyway.
    const DEEP: i8 = 4;
    let (played, best, before) = (&case.played, &case.best, &case.position.board);
    // Where a move makes a hole, a step or a gap is not what a player sees.
    let holes = |board: &Board, x| holes_in(&stack_holes(board), x);
    let has_new_hole =
        |x: i8| holes(&played.first, x).max(holes(&best.first, x)) > holes(before, x);
    // Returns the depths after both moves.
    let find = |depth: fn(&Board, i8) -> i8, x: i8| {
        let worse = |played: &Board, best: &Board| {
            let (rows, best) = (depth(played, x), depth(best, x).max(0));
            (rows - best >= more).then_some((rows, best))
        };
        worse(&played.last, &best.last)?;
        let (rows, best) = worse(&played.first, &best.first)?;
        let was_deep = depth(before, x) >= DEEP && best >= depth(before, x);
        (!was_deep).then_some((rows, best, x))
    };
    let gaps = (0..WELL).filter(|x| !has_new_hole(*x) && !is_covered(case, *x));
    let gap = (gaps.filter_map(|x| find(depth, x))).max_by_key(|(rows, best, _)| rows - best);
    if let Some((rows, best, x)) = gap {
        let old = depth(before, x);
        let better = match best {
            0 if old > 0 => "fills it".to_owned(),
            0 => "avoids it".to_owned(),
            _ if old == best => format!("leaves it {best} deep"),
            _ => format!("makes it {best} deep"),
        };
        let column = x + 1;
        let gap = match rows {
            1 => "a one-wide gap".to_owned(),
            _ => format!("a gap {rows} deep"),
        };
        return Some(format!(
            "Leaves {gap} in column {column}; the best lock {better}"
        ));
    }
    let step = |board: &Board, x| (height(board, x) - height(board, x + 1)).abs();
    let steepest = (0..WELL - 1).map(|x| step(&best.first, x)).max()?;
    let steps = (0..WELL - 1).filter(|x| !has_new_hole(*x) && !has_new_hole(*x + 1));
    let steps = steps.filter_map(|x| find(step, x));
    let steps = steps.filter(|(rows, ..)| *rows >= steepest.max(STEP_MIN));
    let (rows, best, x) = steps.max_by_key(|(rows, best, _)| rows - best)?;
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
        "Leaves {article} {rows}-row step at columns {left} and {right}; with the best lock, {other}"
    ))
}

/// Says that the stack is higher than after the best move, by at least `more` rows.
fn higher(case: &ComparedMoves, more: i8) -> Option<String> {
    let highest = |board: &Board| heights(board)[..WELL as usize].iter().copied().max();
    let is_higher = |played: &Board, best: &Board| {
        let heights = [played, best].map(|board| highest(board).unwrap_or(0));
        (heights[0] >= heights[1].max(LOW) + more).then_some(heights)
    };
    let [played, best] = is_higher(&case.played.first, &case.best.first)?;
    is_higher(&case.played.last, &case.best.last)?;
    Some(format!(
        "Leaves the stack {played} rows high; the best lock leaves {best}"
    ))
}

/// Claims that the surface is steeper or the stack higher than after the best move.
pub(super) fn surface(case: &ComparedMoves) -> Option<ChargedReason> {
    let is_steeper = steps(&case.played.last) >= steps(&case.best.last) + 2;
    let steeper = is_steeper.then(|| roughest(case, 2)).flatten();
    let sentence = steeper.or_else(|| higher(case, 2))?;
    Some((case.shape_cost(), reason(Category::Surface, sentence)))
}

/// Claims that some step or gap is deeper than after the best move, or the stack higher, even if the surface as a whole
/// is not steeper.
pub(super) fn uneven(case: &ComparedMoves) -> Option<ChargedReason> {
    let sentence = roughest(case, 1).or_else(|| higher(case, 1))?;
    Some((0.0, reason(Category::Surface, sentence)))
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
            format!("The {piece} reaches row {played} here, row {best} with the best lock");
        (0.0, reason(Category::Surface, sentence))
    })
}
