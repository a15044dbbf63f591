//! One claim for each kind of error: what the judge charges for it, and whether it is true.

mod clears;
mod form;
mod holes;
mod well;

use crate::players::Rating;
use crate::rules::Piece;

use super::{Case, Category, Reason};
use crate::session::field::made_by;
use crate::session::review::columns_of;

/// What is charged for it, in lines, and the reason.
type Charged = (f64, Reason);

/// The share of a loss that is charged for a reason, at least.
const LEAST: f64 = 0.25;
/// The same of one that is to be the main reason.
const MAIN: f64 = 0.5;
/// The same where nothing else can be told.
const LESSER: f64 = 0.1;

/// Kinds that the surface is a part of.
const FORM_OF: &[Category] = &[
    Category::BurnMissed,
    Category::NoPlace,
    Category::Waits,
    Category::OutOfReach,
];

/// All reasons that the judge charges for and that are true, the heaviest first; what each charges is no more
/// than the loss, and of two that charge as much the one that leads to the other is first. The surface, which is
/// part of each, is told where there is no other, or after one of which it is no part and that costs less.
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
    let mut found: Vec<Charged> = found.map(held).collect();
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let lesser = found.first().filter(|(charge, _)| *charge >= LESSER * loss);
    let lesser = lesser.cloned();
    found.retain(is_enough);
    let surface = form::surface(case).map(held).filter(is_enough);
    match found.first() {
        None => {
            let unfit = form::next_unfit(case).map(held).filter(is_enough);
            found.extend(unfit.or(surface).or(lesser));
        }
        Some((first, Reason { category, .. })) => {
            let is_apart = !FORM_OF.contains(category);
            found.extend(surface.filter(|(charge, _)| charge > first && is_apart));
        }
    }
    found
}

/// What is left to say where none of them is: which piece would fit less well, and where it would fit.
pub(super) fn later(case: &Case) -> Reason {
    /// Less is not told, in lines.
    const TOLD: f64 = 0.5;
    let Rating { played, .. } = case.rating;
    let best = case.rating.best();
    let costs = |rated| case.prices.with_third(rated);
    let mut worse: Vec<(f64, Piece)> = Vec::new();
    if let (Some(played), Some(best)) = (costs(played), costs(best)) {
        let more = played.iter().zip(best);
        let more = more.map(|(played, best)| case.shares().form * (played - best));
        worse = more
            .zip(Piece::ALL)
            .filter(|(more, _)| *more >= TOLD)
            .collect();
        worse.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    }
    let fits = |&(_, piece): &(f64, Piece)| {
        let places = [&case.played, &case.best].map(|outcome| {
            let place = case.prices.place(&outcome.last, Case::rows(outcome), piece);
            place.map(columns_of)
        });
        let better = case
            .prices
            .place(&case.best.last, Case::rows(&case.best), piece)?;
        let is_new = places[0] != places[1] && made_by(better, &case.best.last).is_empty();
        is_new.then(|| {
            let (a, columns) = (a(piece), columns_of(better));
            format!("{a} after NEXT fits worse: the best leaves it {columns}")
        })
    };
    let sentence = worse.iter().find_map(fits);
    let none = || "A little worse in many ways, in none of them much".to_owned();
    reason(Category::Later, sentence.unwrap_or_else(none))
}

/// A piece with its article.
fn a(piece: Piece) -> String {
    match piece {
        Piece::I | Piece::L | Piece::O | Piece::S => format!("An {piece}"),
        Piece::J | Piece::T | Piece::Z => format!("A {piece}"),
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
