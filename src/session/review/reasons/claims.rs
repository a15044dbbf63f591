//! Claims of all categories. Each claim is a function that returns the judge's price for it, or `None` if the claim is
//! not true.

mod clears;
mod form;
mod holes;
mod well;

use crate::players::Rating;
use crate::rules::Piece;

use super::{Category, ComparedMoves, LossReason};

/// Reason, preceded by its price in lines.
type ChargedReason = (f64, LossReason);
/// Function that makes a claim.
type Claim = fn(&ComparedMoves) -> Option<ChargedReason>;

/// Minimum share of the loss that a reason must explain.
const CLAIM_SHARE_MIN: f64 = 0.25;
/// Minimum share of the loss that a main reason must explain.
const MAIN_SHARE_MIN: f64 = 0.5;
/// Minimum share of the loss that a reason must explain if it is the only one.
const LESSER_SHARE: f64 = 0.1;

/// Minimum cost of a piece after NEXT that is named, as a share of the most expensive one.
const THIRD_SHARE_MIN: f64 = 0.7;

/// Categories whose price includes the surface.
const SHAPE_CLAIMS: &[Category] = &[
    Category::BurnMissed,
    Category::NoLock,
    Category::NeedsI,
    Category::OutOfReach,
];

/// Returns all true reasons that explain enough of the loss, most expensive first. No price exceeds the loss. Of two
/// reasons with equal prices, the one that causes the other comes first.
///
/// Many prices contain the price of the surface. So the surface is a reason only if there is no other, or after a
/// cheaper reason whose price does not contain it. A true reason with a very low price, or without one, is given only if
/// there is no other, because the rating looks further ahead than these boards. Overhangs, cells in column 10 and gaps come
/// before claims about the surface and the pieces that fit, because they are plainer.
pub(super) fn find_all(case: &ComparedMoves) -> Vec<ChargedReason> {
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
        form::tower,
        form::no_place,
        form::waits,
    ];
    let loss = case.rating.loss;
    let capped = |(charge, reason): ChargedReason| (charge.min(loss), reason);
    let is_enough = |(charge, _): &ChargedReason| *charge >= CLAIM_SHARE_MIN * loss;
    let found = claims.into_iter().filter_map(|claim| claim(case));
    let mut found: Vec<ChargedReason> = found.map(capped).collect();
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let heaviest = found.first().cloned();
    let is_lesser = |(charge, _): &ChargedReason| *charge >= LESSER_SHARE * loss;
    found.retain(is_enough);
    // On a high stack, a missed burn is plainer than a hole that was there before.
    let is_missed_burn = |(_, reason): &ChargedReason| reason.category == Category::BurnMissed;
    if !holes::makes_any(case)
        && let Some(place) = found.iter().position(is_missed_burn)
    {
        found[..=place].rotate_right(1);
    }
    let surface = form::surface(case).map(capped);
    match found.first() {
        None => {
            let unfit = form::next_unfit(case).map(capped).filter(is_enough);
            let steeper = surface.clone().filter(is_enough);
            let lesser = heaviest.clone().filter(is_lesser);
            let slightly_steeper = surface.filter(is_lesser);
            let least = heaviest.filter(|(charge, _)| *charge > 0.0);
            let priced = unfit.or(steeper).or(lesser).or(slightly_steeper).or(least);
            let unpriced = [
                holes::more_at_first,
                holes::overhang,
                form::uneven,
                well::raised,
                form::locks_higher,
                form::next_fits,
                form::no_place_later,
            ];
            found.extend(priced.or_else(|| first_true(&unpriced, case)));
        }
        Some((first, LossReason { category, .. })) => {
            let is_apart = !SHAPE_CLAIMS.contains(category);
            let surface = surface.filter(is_enough);
            found.extend(surface.filter(|(charge, _)| charge > first && is_apart));
        }
    }
    let plain: &[Claim] = match found.first().map(|(_, reason)| reason.category) {
        None | Some(Category::NoLock) => &[holes::overhang, well::raised_next, form::gap],
        Some(Category::NeedsI | Category::Surface) => &[holes::overhang, well::raised_next],
        Some(_) => &[],
    };
    if let Some((_, plain)) = first_true(plain, case) {
        let charge = found.first().map_or(0.0, |(charge, _)| *charge);
        found.retain(|(charge, _)| *charge > 0.0);
        found.insert(0, (charge, plain));
    }
    found
}

/// Returns the first of these claims that is true.
fn first_true(claims: &[Claim], case: &ComparedMoves) -> Option<ChargedReason> {
    claims.iter().find_map(|claim| claim(case))
}

/// Returns the fallback reason for moves without a true claim. It names one or two pieces: as the
/// piece after NEXT, they would cost most, compared with the best move.
pub(super) fn fallback(case: &ComparedMoves) -> LossReason {
    let pieces = costly_third_pieces(case);
    let sentence = match pieces.as_slice() {
        [] => "No single error; the best move suits the next pieces better".to_owned(),
        [one] => format!("No single error; {one} after NEXT would cost the most"),
        [one, other, ..] => {
            format!("No single error; {one} or {other} after NEXT would cost the most")
        }
    };
    reason(Category::WorseFit, sentence)
}

/// Returns the pieces after NEXT that make up most of the loss, most expensive first.
fn costly_third_pieces(case: &ComparedMoves) -> Vec<Piece> {
    let losses = |rated| case.prices.third_piece_losses(rated);
    let both = losses(&case.rating.played).zip(losses(case.rating.best()));
    let Some((played, best)) = both else {
        return Vec::new();
    };
    let more = |piece: &Piece| played[*piece as usize] - best[*piece as usize];
    let mut pieces = Piece::ALL.to_vec();
    pieces.sort_by(|one, other| more(other).total_cmp(&more(one)));
    let most = more(&pieces[0]);
    pieces.retain(|piece| more(piece) > THIRD_SHARE_MIN * most);
    pieces
}

/// Lists pieces: `J, L and I`. Returns `None` if there are none.
fn in_words(pieces: impl Iterator<Item = Piece>) -> Option<String> {
    let pieces: Vec<String> = pieces.map(|piece| piece.to_string()).collect();
    Some(match pieces.split_last()? {
        (one, []) => one.clone(),
        (last, others) => format!("{} and {last}", others.join(", ")),
    })
}

fn reason(category: Category, sentence: String) -> LossReason {
    LossReason { category, sentence }
}

/// Claims that NEXT has no lock.
fn lost(case: &ComparedMoves) -> Option<ChargedReason> {
    case.position.next?;
    let Rating { played, .. } = case.rating;
    if played.then.is_some() || case.rating.best().then.is_none() {
        return None;
    }
    let sentence = format!("{} no longer fits", case.next());
    Some((case.rating.loss, reason(Category::NoLock, sentence)))
}
