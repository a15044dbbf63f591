//! The end of a game that was lost already.

use super::ReviewedMove;

/// A position is lost where the best place costs so many lines or more: half of what `scorer` puts on a lost game,
/// so that the end is nearer than not whatever is played.
const LOST: f64 = 30.0;

impl ReviewedMove {
    /// Marks the moves from the piece on after which the game was lost whatever was played: where every position
    /// from there to the last one of the game is lost by its best place. Of several games one after the other, whose
    /// lines begin anew, the end of each.
    pub fn mark_lost(moves: &mut [ReviewedMove]) {
        let lines = |reviewed: &ReviewedMove| reviewed.played.position.lines;
        for game in moves.chunk_by_mut(|one, other| lines(one) <= lines(other)) {
            let is_open = |reviewed: &ReviewedMove| reviewed.rating.best().cost < LOST;
            let from = game.iter().rposition(is_open).map_or(0, |last| last + 1);
            let number = game.get(from).map(|reviewed| reviewed.number);
            for reviewed in &mut game[from..] {
                reviewed.lost_from = number;
            }
        }
    }
}
