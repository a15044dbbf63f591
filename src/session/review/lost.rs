//! Search for the point at which a game was lost or given up.

use crate::rules::Pose;

use super::ReviewedMove;

/// Minimum cost of the best lock in a lost position, in lines. It is half the cost of a lost game in the games from
/// which the judge's tables were learnt.
const LOST_COST: f64 = 20.0;
/// Minimum number of consecutive untouched pieces at the end of a game that was given up.
const UNTOUCHED_MIN: usize = 4;

/// Point at which a game was lost or given up, although more pieces followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostFrom {
    /// Number of the first piece after that point, as in [`ReviewedMove::number`].
    pub piece: usize,
    /// True if the player stopped playing. False if no lock could save the game any longer.
    pub is_given_up: bool,
}

impl LostFrom {
    /// Returns the sentence about piece `number`, which comes after that point.
    pub(super) fn sentence(self, number: usize) -> String {
        let LostFrom { piece, is_given_up } = self;
        match (is_given_up, number == piece) {
            (false, true) => "The game is lost from here".to_owned(),
            (false, false) => format!("The game was lost at piece {piece}"),
            (true, true) => "The player gave up here".to_owned(),
            (true, false) => format!("The player gave up at piece {piece}"),
        }
    }
}

impl ReviewedMove {
    /// Marks the moves after a game was lost or given up, because these moves say nothing about the player's skill.
    /// `moves` may contain several games: each time the line counter drops, another game starts.
    ///
    /// A game is lost at a piece if the cost is too high in that position and in all later ones. A game is given up if
    /// enough pieces at its end fall without a turn or a shift; the first of them is the point at which it was given
    /// up.
    pub fn mark_lost(moves: &mut [ReviewedMove]) {
        let lines = |reviewed: &ReviewedMove| reviewed.played.position.lines;
        for game in moves.chunk_by_mut(|one, other| lines(one) <= lines(other)) {
            let end = |is_over: fn(&ReviewedMove) -> bool| {
                let last = game.iter().rposition(|reviewed| !is_over(reviewed));
                last.map_or(0, |last| last + 1)
            };
            let lost = end(|reviewed| reviewed.rating.best().cost >= LOST_COST);
            let untouched = end(ReviewedMove::is_untouched);
            let is_given_up =
                game.len() - untouched >= UNTOUCHED_MIN && (1..lost).contains(&untouched);
            let from = if is_given_up { untouched } else { lost };
            let lost_from = game.get(from).map(|reviewed| LostFrom {
                piece: reviewed.number,
                is_given_up,
            });
            for reviewed in &mut game[from..] {
                reviewed.lost_from = lost_from;
            }
        }
    }

    /// Returns whether the piece fell without a turn or a shift.
    fn is_untouched(&self) -> bool {
        let (lock, spawn) = (self.played.lock, Pose::spawn(self.played.position.current));
        lock.x == spawn.x && lock.orientation == spawn.orientation
    }
}
