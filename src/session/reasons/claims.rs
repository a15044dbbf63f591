//! One claim for each kind of error: what the judge charges for it, and whether it is true.

mod clears;
mod form;
mod holes;
mod well;

use crate::players::Rating;
use crate::rules::Piece;

use super::{Case, Category, Reason};
use crate::session::toned::FORM;

/// What is charged for it, in lines, and the reason.
type Charged = (f64, Reason);

/// The share of a loss that is charged for a reason, at least.
const LEAST: f64 = 0.25;

/// All reasons that the judge charges for and that are true, the heaviest first; what each charges is no more
/// than the loss, and of two that charge as much the one that leads to the other is first. The surface
/// comes last: it is always part of it.
pub(super) fn all(case: &Case) -> Vec<Charged> {
    let claims = [
        lost,
        clears::tetris_missed,
        well::covered,
        well::deeper,
        well::filled_up,
        holes::more,
        holes::deeper,
        clears::burn,
        clears::burn_missed,
        form::out_of_reach,
        form::in_the_way,
        form::no_place,
        form::waits,
    ];
    let loss = case.rating.loss;
    let held = |(charge, reason): Charged| (charge.min(loss), reason);
    let is_enough = |(charge, _): &Charged| *charge >= LEAST * loss;
    let found = claims.into_iter().filter_map(|claim| claim(case));
    let mut found: Vec<Charged> = found.map(held).filter(is_enough).collect();
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.extend(form::surface(case).map(held).filter(is_enough));
    found
}

/// What is left to say where none of them is: which piece would fit less well.
pub(super) fn later(case: &Case) -> Reason {
    /// Less is not told, in lines.
    const TOLD: f64 = 0.5;
    let Rating { played, .. } = case.rating;
    let costs = |rated| case.prices.with_third(rated);
    let mut worse: Vec<(f64, Piece)> = Vec::new();
    if let (Some(played), Some(best)) = (costs(played), costs(case.rating.best())) {
        let more = played.iter().zip(best);
        let more = more.map(|(played, best)| FORM * (played - best));
        worse = more
            .zip(Piece::ALL)
            .filter(|(more, _)| *more >= TOLD)
            .collect();
        worse.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    }
    let lines = |(more, piece): &(f64, Piece)| format!("{} ({more:.1} lines)", a(*piece));
    let sentence = match worse.as_slice() {
        [] => "Lost later: what may come fits less well".to_owned(),
        [one] => format!("Worse if {} comes then", lines(one)),
        [one, two, ..] => format!("Worse if {} or {} comes then", lines(one), lines(two)),
    };
    reason(Category::Later, sentence)
}

/// A piece with its article.
fn a(piece: Piece) -> String {
    match piece {
        Piece::I | Piece::L | Piece::O | Piece::S => format!("an {piece}"),
        Piece::J | Piece::T | Piece::Z => format!("a {piece}"),
    }
}

fn reason(category: Category, sentence: String) -> Reason {
    Reason { category, sentence }
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
