//! A best place that only a tuck leads to, or NEXT after it: how exact it is, and what there is without one.

use serde::Serialize;

use crate::players::{Input, Position, RatedMove, Rating};
use crate::search::Tuck;

use super::told::in_words;

/// A best place that only a tuck leads to, or leads NEXT to after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestTuck {
    /// In how many successive frames its last press leads there: 1 to [`Tuck::WINDOW_MAX`], where counting ends.
    pub frames: u8,
    /// Whether it is NEXT that is tucked: the best place itself needs no tuck then.
    pub is_next: bool,
    /// The best place that no tuck is needed for, where NEXT is tucked not for that either; none if there is no
    /// other.
    pub without: Option<RatedMove>,
}

/// How often a tuck would have been better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MissedTucks {
    /// Moves that lose as an inaccuracy or more and whose best place, or that of NEXT after it, only a tuck leads to.
    pub moves: usize,
    /// Those of them with [`MissedTucks::EXACT`] frames or fewer for the last press.
    pub exact: usize,
}

impl MissedTucks {
    /// As many frames as people miss every fifth time or more often.
    pub const EXACT: u8 = 2;
}

impl BestTuck {
    /// That of a rated move by the hands that it was rated for; none if the best place needs no tuck, was
    /// played, or is not told of how hands get to it.
    pub fn find(position: &Position, rating: &Rating, input: &Input) -> Option<BestTuck> {
        let Input::Pad(moves) = input else {
            return None;
        };
        let before = &position.board;
        let is_tuck = |rated: &RatedMove| Tuck::is_needed(before, rated.lock);
        let next_is_tuck = |rated: &RatedMove| {
            let (after, _) = before.lock(rated.lock);
            rated.then.is_some_and(|then| Tuck::is_needed(&after, then))
        };
        let best = rating.best();
        if rating.loss == 0.0 || !is_tuck(best) && !next_is_tuck(best) {
            return None;
        }
        let is_next = !is_tuck(best);
        // Whoever does not tuck now may do so with NEXT.
        let is_plain = |rated: &&RatedMove| !(is_tuck(rated) || is_next && next_is_tuck(rated));
        let tuck = match is_next {
            true => moves.tuck(&before.lock(best.lock).0, position.next?, best.then?)?,
            false => moves.tuck(before, position.current, best.lock)?,
        };
        Some(BestTuck {
            frames: tuck.window,
            is_next,
            without: rating.moves.iter().find(is_plain).copied(),
        })
    }

    /// What there is to say of it beside that rating.
    pub(super) fn sentence(&self, rating: &Rating) -> String {
        let frames = match self.frames {
            1 => "one frame".to_owned(),
            Tuck::WINDOW_MAX => format!("{} frames or more", Tuck::WINDOW_MAX),
            frames => format!("{frames} frames"),
        };
        let without = match self.without {
            None => String::new(),
            Some(rated) if rated.cost >= rating.played.cost => {
                "; without one this was the best".to_owned()
            }
            Some(rated) => {
                let (place, loss) = (in_words(rated.lock), rated.cost - rating.best().cost);
                format!("; best without one: {place}, {loss:.1} lines lost")
            }
        };
        match self.is_next {
            false => format!("The best place is a tuck with {frames} for its last press{without}"),
            true => format!(
                "After the best place NEXT is a tuck with {frames} for its last press{without}"
            ),
        }
    }
}
