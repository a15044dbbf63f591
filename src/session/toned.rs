//! What moves lose as playing on finds it.
//!
//! The judge charges more for a bad field than its own game then pays: its table was learnt by play that knows one
//! or two pieces, and its search, which looks further, repairs better. So of what it charges for each part
//! of a loss a share is kept: fitted by least squares to 291 moves of two real games, each played on 24 times from
//! the played and from the best place (see `assets/coach/README.md`). The judge itself decides as before.

use crate::players::{Input, Player, Position, Prices, RatedMove, Rating};
use crate::rules::{Board, Pose};

use super::field::{filled, uncovered};

/// Kept of what is charged for cells over the well.
pub(super) const WELL: f64 = 0.4;
/// Kept of what is charged for holes left of it.
pub(super) const HOLE: f64 = 0.6;
/// Kept of what the form of a field costs, and what may come on it.
pub(super) const FORM: f64 = 0.6;
/// Kept of what rows burnt by the piece and by NEXT cost.
pub(super) const BURN: f64 = 0.9;

/// A move rated by `judge`, its losses as playing on finds them. None by a player that does not judge by what a
/// game will lose.
pub(super) fn rate(
    judge: &Player,
    position: &Position,
    played: Pose,
    input: &Input,
) -> Option<Rating> {
    let mut rating = judge.rate(position, played, input)?;
    tone(&mut rating.moves, &judge.prices(position, input)?);
    let toned = |place: &&RatedMove| place.lock == played;
    if let Some(toned) = rating.moves.iter().find(toned) {
        rating.played = *toned;
    }
    rating.loss = rating.played.cost - rating.best().cost;
    Some(rating)
}

/// Makes the places after the first, which is the best and stays so, cost so much more as playing on finds.
pub(super) fn tone(places: &mut [RatedMove], prices: &Prices) {
    let Some((best, others)) = places.split_first_mut() else {
        return;
    };
    let of_best = charges(prices, best);
    for place in others.iter_mut() {
        let of_place = charges(prices, place);
        let [burnt, well, holes] = std::array::from_fn(|part| of_place[part] - of_best[part]);
        let form = place.cost - best.cost - burnt - well - holes;
        let lost = BURN * burnt + WELL * well + HOLE * holes + FORM * form;
        place.cost = best.cost + lost.max(0.0);
    }
    others.sort_by(|one, other| one.cost.total_cmp(&other.cost));
}

/// What the judge charges for a place and NEXT, in lines: for clears, for what lies over the well, for holes.
fn charges(prices: &Prices, place: &RatedMove) -> [f64; 3] {
    let outcome = prices.outcome(place);
    let rows = outcome.rows.iter().sum();
    let price = |board: &Board| prices.field(board, rows);
    let more_than = |repaired: Board| (price(&outcome.last) - price(&repaired)).max(0.0);
    [
        outcome.clears,
        more_than(uncovered(&outcome.last)),
        more_than(filled(&outcome.last)),
    ]
}
