//! End of a game that nothing could save any more, or that nobody played.

use crate::rules::Pose;

use super::ReviewedMove;

/// A position counts as lost from this cost of its best lock, in lines: half the cost of a lost game in the games that
/// the tables were learnt from.
const LOST: f64 = 20.0;
/// A game counts as given up after this many consecutive untouched pieces at its end.
const LEFT_ALONE: usize = 4;

/// Moment at which a game was over, before its last piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostFrom {
    /// First piece of that end, as [`ReviewedMove::number`].
    pub piece: usize,
    /// Whether nobody played any more. Otherwise no lock could save the game.
    pub is_given_up: bool,
}

impl LostFrom {
    /// Returns the sentence about piece `number` of that end.
    pub(super) fn sentence(self, number: usize) -> String {
        let LostFrom { piece, is_given_up } = self;
        match (is_given_up, number == piece) {
            (false, true) => "The game is lost from here".to_owned(),
            (false, false) => format!("The game was lost at piece {piece}"),
            (true, true) => "Nobody plays from here on".to_owned(),
            (true, false) => format!("Nobody has played since piece {piece}"),
        }
    }
}

impl ReviewedMove {
    /// Marks the moves of an end that says nothing about the player. For several games in a row, whose lines start
    /// again, it marks the end of each.
    ///
    /// Such an end begins once every later position is lost, or with the first of the untouched pieces, which fall
    /// without a turn or a shift.
    pub fn mark_lost(moves: &mut [ReviewedMove]) {
        let lines = |reviewed: &ReviewedMove| reviewed.played.position.lines;
        for game in moves.chunk_by_mut(|one, other| lines(one) <= lines(other)) {
            let end = |is_over: fn(&ReviewedMove) -> bool| {
                let last = game.iter().rposition(|reviewed| !is_over(reviewed));
                last.map_or(0, |last| last + 1)
            };
            let lost = end(|reviewed| reviewed.rating.best().cost >= LOST);
            let alone = end(ReviewedMove::is_left_alone);
            let is_given_up = game.len() - alone >= LEFT_ALONE && (1..lost).contains(&alone);
            let from = if is_given_up { alone } else { lost };
            let lost_from = game.get(from).map(|reviewed| LostFrom {
                piece: reviewed.number,
                is_given_up,
            });
            for reviewed in &mut game[from..] {
                reviewed.lost_from = lost_from;
            }
        }
    }

    /// Returns whether the piece fell untouched.
    fn is_left_alone(&self) -> bool {
        let (lock, came) = (self.played.lock, Pose::spawn(self.played.position.current));
        lock.x == came.x && lock.orientation == came.orientation
    }
}
