//! The form of the field: what fits on it, what gets over it, how steep it is.

use crate::players::Aspect;
use crate::rules::{Board, Piece};
use crate::session::field::{
    WELL, deep_gaps, has_clean_place, height, heights, reaching, stack_holes, steps,
};
use crate::session::reasons::{Case, Category};

use super::{Charged, reason};

/// What fits: Covers are the steps between neighbours where nothing is covered.
const FIT: &[Aspect] = &[
    Aspect::Contour,
    Aspect::Covers,
    Aspect::Places,
    Aspect::Heights,
];
const SIDES: &[Aspect] = &[Aspect::Right, Aspect::Left, Aspect::Extremes, Aspect::Edge];

/// A piece has no place without a new hole.
pub(super) fn no_place(case: &Case) -> Option<Charged> {
    let without = Piece::ALL.into_iter().filter(|&piece| {
        !has_clean_place(&case.played.last, piece, case.input)
            && has_clean_place(&case.best.last, piece, case.input)
    });
    let pieces: Vec<String> = without.map(|piece| piece.to_string()).collect();
    let sentence = match pieces.as_slice() {
        [] => return None,
        [one] => format!("Leaves no clean place for {one}"),
        [others @ .., last] => {
            format!("Leaves no clean place for {} and {last}", others.join(", "))
        }
    };
    Some((case.form_by(FIT), reason(Category::NoPlace, sentence)))
}

/// A gap more that only an I fills; nothing is said of it where the best move pays for none with a hole.
pub(super) fn waits(case: &Case) -> Option<Charged> {
    let (played, best) = (deep_gaps(&case.played.last), deep_gaps(&case.best.last));
    let holes = |board: &Board| stack_holes(board).len();
    if played.len() <= best.len() || holes(&case.best.last) > holes(&case.played.last) {
        return None;
    }
    let new = played.iter().find(|gap| !best.contains(gap))?;
    let sentence = format!("Column {} waits for an I: nothing else fills it", new + 1);
    Some((case.form_by(FIT), reason(Category::Waits, sentence)))
}

/// Fewer pieces get to a side.
pub(super) fn out_of_reach(case: &Case) -> Option<Charged> {
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
    let sentence = format!("{played} of the 7 pieces get to the {name}, {best} after the best");
    // A side that nothing gets to any more is the end of the game.
    let charge = match played {
        0 => case.rating.loss,
        _ => case.form_by(SIDES),
    };
    Some((charge, reason(Category::OutOfReach, sentence)))
}

/// Below this a stack is in nobody's way.
const IN_THE_WAY: i8 = 8;

/// Pieces get to the sides, but over a higher stack.
pub(super) fn in_the_way(case: &Case) -> Option<Charged> {
    let sides = [
        (3..WELL, Aspect::Right, "to the right"),
        (0..4, Aspect::Left, "to the left"),
    ];
    let found = sides.into_iter().filter_map(|(columns, aspect, way)| {
        let highest = |board: &Board| columns.clone().map(|x| height(board, x)).max();
        let played = highest(&case.played.last).unwrap_or(0);
        let best = highest(&case.best.last).unwrap_or(0);
        let sentence = format!("The way {way} is {played} rows high, after the best {best}");
        let reason = reason(Category::OutOfReach, sentence);
        (played > best && played >= IN_THE_WAY).then(|| (case.form_by(&[aspect]), reason))
    });
    found.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// Up to this a stack is not called high.
const LOW: i8 = 5;

/// The left one (from 1) of the two columns whose step has grown most beside the best move, and how many rows that is.
fn steeper(played: &Board, best: &Board) -> (i8, u8) {
    let step = |board: &Board, x| height(board, x).abs_diff(height(board, x + 1));
    let grown = |&x: &i8| i16::from(step(played, x)) - i16::from(step(best, x));
    let most = (0..WELL - 1).rev().max_by_key(grown).unwrap_or(0);
    (most + 1, step(played, most))
}

/// The field is steeper or higher.
pub(super) fn surface(case: &Case) -> Option<Charged> {
    let highest = |board: &Board| heights(board)[..WELL as usize].iter().copied().max();
    let (played, best) = (steps(&case.played.last), steps(&case.best.last));
    let heights = [&case.played.last, &case.best.last].map(|board| highest(board).unwrap_or(0));
    let sentence = if played >= best + 2 {
        let (left, rows) = steeper(&case.played.last, &case.best.last);
        let right = left + 1;
        format!(
            "Steps of {played} rows, {rows} at columns {left} and {right}: the best leaves {best}"
        )
    } else if heights[0] > heights[1].max(LOW) {
        let [played, best] = heights;
        format!("Leaves the stack {played} rows high, the best place {best}")
    } else {
        return None;
    };
    Some((case.form(), reason(Category::Surface, sentence)))
}
