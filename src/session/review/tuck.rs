//! Tucks that lead to the best lock of a piece or of NEXT: their precision, and the best alternative without a tuck.

use serde::Serialize;

use crate::players::{Input, Position, RatedMove, Rating};
use crate::search::Tuck;

use super::figures::in_words;

/// Tuck that leads to the best lock of a piece, or to the lock of NEXT after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestTuck {
    /// Number of consecutive frames in which the last press of the tuck works, counted up to [`Tuck::WINDOW_MAX`].
    pub frames: u8,
    /// True if not the best lock itself needs the tuck, but NEXT after it.
    pub is_next: bool,
    /// Best lock without a tuck. If NEXT needs the tuck, this is the best lock after which NEXT needs none. `None` if
    /// there is no such lock.
    pub without: Option<RatedMove>,
}

/// Number of moves for which a tuck would have been better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MissedTucks {
    /// Moves with the label inaccuracy or worse whose best lock, or the best lock of NEXT after it, needs a tuck.
    pub moves: usize,
    /// Number of counted moves whose tuck has at most [`MissedTucks::EXACT`] frames for its last press.
    pub exact: usize,
}

impl MissedTucks {
    /// Widest window, in frames, that people miss in at least one of five tries.
    pub const EXACT: u8 = 2;
}

impl BestTuck {
    /// Returns the tuck that leads to the best lock of a rated move. `None` if the best lock needs no tuck or was
    /// played, or if the hands have no known path to it.
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
        // An alternative lock may need no tuck itself, while NEXT after it does.
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

    /// Returns the sentence about this tuck, which follows the sentences about the rating.
    pub(super) fn sentence(&self, rating: &Rating) -> String {
        let frames = match self.frames {
            1 => "one frame".to_owned(),
            Tuck::WINDOW_MAX => format!("{} frames or more", Tuck::WINDOW_MAX),
            frames => format!("{frames} frames"),
        };
        let without = match self.without {
            None => String::new(),
            Some(rated) if rated.cost >= rating.played.cost => {
                ". Without a tuck, yours would be the best".to_owned()
            }
            Some(rated) => {
                let (place, loss) = (in_words(rated.lock), rated.cost - rating.best().cost);
                format!(". Without a tuck: {place} ({loss:.1} lines lost)")
            }
        };
        match self.is_next {
            false => {
                format!("The best move is a tuck, with {frames} for its last press{without}")
            }
            true => format!(
                "After the best move, NEXT is a tuck, with {frames} for its last press{without}"
            ),
        }
    }
}
