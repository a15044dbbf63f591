//! The end of a game that nothing could save any more, or that nobody played.

use crate::rules::Pose;

use super::ReviewedMove;

/// A position is lost where the best place costs so many lines or more: half of what a lost game cost in the games
/// that the tables were learnt from.
const LOST: f64 = 20.0;
/// So many pieces in a row left where they came from, at the end of a game: nobody plays any more.
const LEFT_ALONE: usize = 4;

/// Since when a game was over before its last piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostFrom {
    /// The first piece of that end, as [`ReviewedMove::number`].
    pub piece: usize,
    /// Nobody played any more; else no place could save the game.
    pub is_given_up: bool,
}

impl LostFrom {
    /// What is said of piece `number` of that end.
    pub(super) fn sentence(self, number: usize) -> String {
        let LostFrom { piece, is_given_up } = self;
        match (is_given_up, number == piece) {
            (false, true) => "The game is lost from here".to_owned(),
            (false, false) => format!("The game is lost since piece {piece}"),
            (true, true) => "Nobody plays from here on".to_owned(),
            (true, false) => format!("Nobody plays since piece {piece}"),
        }
    }
}

impl ReviewedMove {
    /// Marks the moves of the end that says nothing of how its player plays. Of several games one after the other,
    /// whose lines begin anew, the end of each.
    ///
    /// Such an end begins where every position from there to the last one of the game is lost by its best place,
    /// or where every piece falls as it came, without a turn or a shift, after one that did not.
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

    /// Whether the piece fell as it came.
    fn is_left_alone(&self) -> bool {
        let (lock, came) = (self.played.lock, Pose::spawn(self.played.position.current));
        lock.x == came.x && lock.orientation == came.orientation
    }
}
