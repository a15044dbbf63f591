//! One claim for each kind of error: what the judge charges for it, and whether it is true.

use crate::players::{Aspect, Outcome, Rating};
use crate::rules::{Board, Piece, Pose};

use super::{Case, Category, Reason};
use crate::session::field::{
    Hole, WELL, deep_gaps, has_clean_place, height, heights, holes, reaching, steps,
};

/// What is charged for it, in lines, and the reason.
type Charged = (f64, Reason);

/// The share of a loss that is charged for a reason, at least.
const LEAST: f64 = 0.2;
/// What the judge charges for holes.
const HOLES: &[Aspect] = &[
    Aspect::TopHole,
    Aspect::Holes,
    Aspect::Covers,
    Aspect::HoleHeight,
];
const WELL_PARTS: &[Aspect] = &[Aspect::Well];
const FIT: &[Aspect] = &[Aspect::Contour, Aspect::Places, Aspect::Heights];
const HEIGHT: &[Aspect] = &[
    Aspect::Extremes,
    Aspect::Right,
    Aspect::Left,
    Aspect::Heights,
];
const SIDES: &[Aspect] = &[Aspect::Right, Aspect::Left, Aspect::Extremes, Aspect::Edge];
const SURFACE: &[Aspect] = &[
    Aspect::Contour,
    Aspect::Extremes,
    Aspect::Heights,
    Aspect::Edge,
];

/// All reasons that the judge charges for and that are true.
pub(super) fn all(case: &Case) -> Vec<Charged> {
    let claims = [
        lost,
        hole,
        buried,
        burn,
        burn_missed,
        tetris_missed,
        well_covered,
        no_place,
        waits,
        out_of_reach,
        in_the_way,
        surface,
    ];
    let found = claims.into_iter().filter_map(|claim| claim(case));
    let least = LEAST * case.rating.loss;
    found.filter(|(charge, _)| *charge >= least).collect()
}

/// What is left to say where none of them is.
pub(super) fn later() -> Reason {
    let sentence = "Lost later: what is likely to come fits less well";
    reason(Category::Later, sentence.to_owned())
}

fn reason(category: Category, sentence: String) -> Reason {
    Reason { category, sentence }
}

impl Case<'_> {
    /// What these parts of the field cost more than after the best move.
    fn charge(&self, aspects: &[Aspect]) -> f64 {
        self.played.cost(aspects) - self.best.cost(aspects)
    }

    fn next(&self) -> String {
        self.position
            .next
            .map_or_else(|| "NEXT".to_owned(), |next| format!("NEXT ({next})"))
    }
}

/// NEXT finds no place.
fn lost(case: &Case) -> Option<Charged> {
    case.position.next?;
    let Rating { played, .. } = case.rating;
    if played.then.is_some() || case.rating.best().then.is_none() {
        return None;
    }
    let sentence = format!("{} finds no place any more", case.next());
    Some((case.rating.loss, reason(Category::NoPlace, sentence)))
}

/// Holes outside the well.
fn stack_holes(board: &Board) -> Vec<Hole> {
    let mut all = holes(board);
    all.retain(|hole| hole.x != WELL);
    all
}

/// The holes that a lock has made, in the field after it.
fn made_by(lock: Pose, before: &Board, after: &Board) -> Vec<Hole> {
    let cleared = before.with(lock).full_rows();
    let old = holes(before);
    // Where a cell of the field before is after the clear.
    let sunk = |y: i8| y + (cleared >> (y + 1)).count_ones() as i8;
    let mut new = holes(after);
    new.retain(|hole| {
        !old.iter()
            .any(|old| old.x == hole.x && sunk(old.y) == hole.y)
    });
    new
}

fn hole(case: &Case) -> Option<Charged> {
    let (played, best) = (stack_holes(&case.played.last), stack_holes(&case.best.last));
    if played.len() <= best.len() {
        return None;
    }
    let charge = case.charge(HOLES);
    let before = &case.position.board;
    let mut made = made_by(case.rating.played.lock, before, &case.played.first);
    made.retain(|hole| hole.x != WELL);
    let sentence = match made.as_slice() {
        [hole, others @ ..] => {
            let column = hole.x + 1;
            let what = match others.len() {
                0 => format!("Makes a hole in column {column}"),
                more => format!("Makes {} holes, one in column {column}", more + 1),
            };
            format!("{what}: {} to open it", rows_must_go(hole.above))
        }
        [] if case.played.first != case.played.last && !holes_made_by_next(case).is_empty() => {
            format!(
                "Leaves {} no better place than one with a hole",
                case.next()
            )
        }
        [] if stack_holes(before).len() > best.len() => {
            "Leaves a hole closed that the best place opens".to_owned()
        }
        [] => return None,
    };
    Some((charge, reason(Category::Hole, sentence)))
}

/// No hole more, but one under more rows.
fn buried(case: &Case) -> Option<Charged> {
    let deepest = |holes: &[Hole], x: i8| {
        let of_column = holes.iter().filter(|hole| hole.x == x);
        of_column.map(|hole| hole.above).max()
    };
    let (played, best) = (stack_holes(&case.played.last), stack_holes(&case.best.last));
    if played.len() > best.len() {
        return None;
    }
    let deeper = (0..WELL).find_map(|x| {
        let (played, best) = (deepest(&played, x)?, deepest(&best, x)?);
        (played > best).then_some((x + 1, played, best))
    });
    let (column, played, best) = deeper?;
    let rows = |rows: u32| {
        if rows == 1 {
            "1 row".to_owned()
        } else {
            format!("{rows} rows")
        }
    };
    let sentence = format!(
        "A hole in column {column} is under {}, after the best under {best}",
        rows(played)
    );
    Some((case.charge(HOLES), reason(Category::Hole, sentence)))
}

fn holes_made_by_next(case: &Case) -> Vec<Hole> {
    let next = case.rating.played.then;
    next.map_or_else(Vec::new, |then| {
        made_by(then, &case.played.first, &case.played.last)
    })
}

fn rows_must_go(rows: u32) -> String {
    match rows {
        1 => "1 row must go".to_owned(),
        rows => format!("{rows} rows must go"),
    }
}

fn rows_of(rows: u8) -> &'static str {
    match rows {
        1 => "a row",
        2 => "two rows",
        _ => "three rows",
    }
}

/// Rows cleared by fewer than four.
fn burnt(outcome: &Outcome) -> u8 {
    outcome.rows.iter().filter(|&&rows| rows < 4).sum()
}

fn burn(case: &Case) -> Option<Charged> {
    if burnt(&case.played) <= burnt(&case.best) {
        return None;
    }
    let [now, then] = case.played.rows;
    let kept = match burnt(&case.best) {
        0 => "the best place burns none".to_owned(),
        _ => "the best place burns fewer".to_owned(),
    };
    let sentence = match (now, then) {
        (1..=3, _) => format!("Burns {}: {kept}", rows_of(now)),
        _ => format!("{} then burns {}: {kept}", case.next(), rows_of(then)),
    };
    let charge = case.played.clears - case.best.clears;
    Some((charge, reason(Category::Burn, sentence)))
}

fn burn_missed(case: &Case) -> Option<Charged> {
    /// Below this a stack is not called high.
    const HIGH: i8 = 10;
    let highest = |board: &Board| heights(board).into_iter().max().unwrap_or(0);
    let (played, best) = (highest(&case.played.last), highest(&case.best.last));
    if burnt(&case.best) <= burnt(&case.played) || played <= best || played < HIGH {
        return None;
    }
    let rows = burnt(&case.best);
    let sentence = format!(
        "The stack is {played} rows high: the best place burns {}",
        match rows {
            1..=3 => rows_of(rows),
            _ => "more",
        }
    );
    let charge = case.charge(HEIGHT);
    Some((charge, reason(Category::BurnMissed, sentence)))
}

fn tetris_missed(case: &Case) -> Option<Charged> {
    if case.played.rows.contains(&4) || !case.best.rows.contains(&4) {
        return None;
    }
    let sentence = match case.best.rows[0] {
        4 => "A Tetris was there".to_owned(),
        _ => format!(
            "{} is a Tetris after the best place, not after this",
            case.next()
        ),
    };
    // What a Tetris takes off the field is charged to all of its parts.
    Some((case.rating.loss, reason(Category::TetrisMissed, sentence)))
}

fn well_covered(case: &Case) -> Option<Charged> {
    let in_well = |board: &Board| {
        let mut all = holes(board);
        all.retain(|hole| hole.x == WELL);
        all
    };
    let (played, best) = (in_well(&case.played.last), in_well(&case.best.last));
    let charge = case.charge(WELL_PARTS) + case.charge(HOLES).max(0.0);
    let uses_well = |lock: Pose| lock.cells().iter().any(|&(x, _)| x == WELL);
    if let Some(hole) = played.first()
        && played.len() > best.len()
    {
        let rows = rows_must_go(hole.above);
        let sentence = match uses_well(case.rating.played.lock) {
            true => format!("Covers the well: {rows} to open it"),
            false => format!(
                "Leaves {} nothing better than to cover the well",
                case.next()
            ),
        };
        return Some((charge, reason(Category::WellCovered, sentence)));
    }
    let filled =
        heights(&case.played.last)[WELL as usize] > heights(&case.best.last)[WELL as usize];
    if filled && case.played.rows == [0, 0] && uses_well(case.rating.played.lock) {
        let sentence = "Puts cells into the well: the best place leaves it open";
        let charge = case.charge(WELL_PARTS);
        return Some((charge, reason(Category::WellCovered, sentence.to_owned())));
    }
    None
}

fn no_place(case: &Case) -> Option<Charged> {
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
    Some((case.charge(FIT), reason(Category::NoPlace, sentence)))
}

fn waits(case: &Case) -> Option<Charged> {
    let (played, best) = (deep_gaps(&case.played.last), deep_gaps(&case.best.last));
    if played.len() <= best.len() {
        return None;
    }
    let new = played.iter().find(|gap| !best.contains(gap))?;
    let sentence = format!("Column {} waits for an I: nothing else fills it", new + 1);
    Some((case.charge(FIT), reason(Category::Waits, sentence)))
}

fn out_of_reach(case: &Case) -> Option<Charged> {
    let count = |board: &Board, column| reaching(board, column, case.input).len();
    let sides = [(0, "left wall"), (WELL, "well")];
    let lost = sides.into_iter().find_map(|(column, name)| {
        let (played, best) = (
            count(&case.played.last, column),
            count(&case.best.last, column),
        );
        (played + 2 <= best).then_some((played, best, name))
    });
    let (played, best, name) = lost?;
    let sentence = format!("{played} of the 7 pieces get to the {name}, {best} after the best");
    Some((case.charge(SIDES), reason(Category::OutOfReach, sentence)))
}

/// Below this a stack is in nobody's way.
const IN_THE_WAY: i8 = 8;

/// Pieces get to the sides, but over a higher stack.
fn in_the_way(case: &Case) -> Option<Charged> {
    let sides = [
        (3..WELL, Aspect::Right, "to the well"),
        (0..4, Aspect::Left, "to the left wall"),
    ];
    let found = sides.into_iter().filter_map(|(columns, aspect, way)| {
        let highest = |board: &Board| columns.clone().map(|x| height(board, x)).max();
        let played = highest(&case.played.last).unwrap_or(0);
        let best = highest(&case.best.last).unwrap_or(0);
        let sentence = format!("The way {way} is {played} rows high, after the best {best}");
        let reason = reason(Category::OutOfReach, sentence);
        (played > best && played >= IN_THE_WAY).then(|| (case.charge(&[aspect]), reason))
    });
    found.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// Up to this a stack is not called high.
const LOW: i8 = 5;

fn surface(case: &Case) -> Option<Charged> {
    let highest = |board: &Board| heights(board)[..WELL as usize].iter().copied().max();
    let (played, best) = (steps(&case.played.last), steps(&case.best.last));
    let heights = [&case.played.last, &case.best.last].map(|board| highest(board).unwrap_or(0));
    let sentence = if played >= best + 2 {
        format!("Leaves steps of {played} rows in all, the best place {best}")
    } else if heights[0] > heights[1].max(LOW) {
        let [played, best] = heights;
        format!("Leaves the stack {played} rows high, the best place {best}")
    } else {
        return None;
    };
    Some((case.charge(SURFACE), reason(Category::Surface, sentence)))
}
