//! Search for the point at which a game was lost or given up.

use crate::rules::randomizer::generator;
use crate::rules::{Pose, Randomizer};
use crate::session::{Ending, Rater};

use super::ReviewedMove;

/// Minimum cost of the best lock in a lost position, in lines. It is half the cost of a lost game in the games from
/// which the judge's tables were learnt.
const LOST_COST: f64 = 20.0;
/// Maximum number of pieces at the end of a game that can count as lost.
const LOST_PIECES_MAX: usize = 10;
/// Number of games that the judge plays on from a position to find out whether it is lost, and their maximum length in
/// pieces. The position is lost if at most [`SAVED_MAX`] of them last that long.
const PLAYOUTS: u64 = 8;
const PLAYOUT_PIECES: u64 = 20;
const SAVED_MAX: usize = 1;
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
    /// A game is lost at one of its last ten pieces if, from there on, the judge with the hands of `rater` nearly always
    /// tops out within twenty pieces. A game is given up if enough pieces at its end fall without a turn or a shift; the
    /// first of them is the point at which it was given up.
    pub fn mark_lost(moves: &mut [ReviewedMove], rater: &Rater) {
        let lines = |reviewed: &ReviewedMove| reviewed.played.position.lines;
        for game in moves.chunk_by_mut(|one, other| lines(one) <= lines(other)) {
            let first = game.len().saturating_sub(LOST_PIECES_MAX);
            let lost = first + end_of(&game[first..], |reviewed| reviewed.cannot_be_saved(rater));
            let untouched = end_of(game, ReviewedMove::is_untouched);
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

    /// Returns whether the judge nearly always tops out soon from the position of this move.
    fn cannot_be_saved(&self, rater: &Rater) -> bool {
        if self.rating.best().cost < LOST_COST {
            return false;
        }
        let saved = (0..PLAYOUTS).filter(|&game| !self.tops_out(rater, game));
        saved.take(SAVED_MAX + 1).count() <= SAVED_MAX
    }

    /// Returns whether the judge tops out within [`PLAYOUT_PIECES`] pieces from the position of this move, with the
    /// pieces of this game.
    fn tops_out(&self, rater: &Rater, game: u64) -> bool {
        let position = &self.played.position;
        let seed = (self.number as u64) << 32 | game;
        let next = position.next.unwrap_or_else(|| {
            let previous = Some(position.current);
            let generator = generator(seed, 0);
            Randomizer::NesOdds {
                generator,
                previous,
            }
            .choose()
        });
        let Some(mut play) = rater.play_on(position, next, seed) else {
            return false;
        };
        while play.ending().is_none()
            && (play.summary()).is_some_and(|game| game.pieces < PLAYOUT_PIECES)
        {
            play.advance();
        }
        play.ending() == Some(Ending::ToppedOut)
    }

    /// Returns whether the piece was seen to fall without a turn or a shift.
    fn is_untouched(&self) -> bool {
        let (lock, spawn) = (self.played.lock, Pose::spawn(self.played.position.current));
        !self.played.is_guess() && lock.x == spawn.x && lock.orientation == spawn.orientation
    }
}

/// Returns the index of the first move from which on `is_over` is true for all moves.
fn end_of(moves: &[ReviewedMove], is_over: impl Fn(&ReviewedMove) -> bool) -> usize {
    let last = moves.iter().rposition(|reviewed| !is_over(reviewed));
    last.map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use crate::players::{NamedHand, Player, Position};
    use crate::rules::motion::ROWS;
    use crate::rules::{Board, Piece, Region};
    use crate::session::Move;

    use super::*;

    fn rater(hands: &str) -> Rater {
        let hand = NamedHand::named(hands).unwrap().hand();
        let judge = Player::named(Rater::JUDGE).unwrap();
        Rater::new(judge, Some((hand, Region::Ntsc)))
    }

    /// Returns the best moves of a game at this level whose board is the same at each piece: `rows` at its bottom.
    fn game(level: u8, rows: &[&str], pieces: usize, rater: &Rater) -> Vec<ReviewedMove> {
        let mut board = Board::EMPTY;
        for (row, y) in rows.iter().rev().zip((0..ROWS).rev()) {
            for (x, _) in row.bytes().enumerate().filter(|(_, cell)| *cell == b'X') {
                board.insert(x as i8, y);
            }
        }
        let position = Position {
            level,
            ..Position::new(board, Piece::S, Piece::Z)
        };
        let best = rater.best(&position, 1).unwrap();
        let moves = (1..=pieces).map(|number| ReviewedMove {
            number,
            played: Move {
                frame: number as u64,
                ..best.played.clone()
            },
            ..best.clone()
        });
        let mut moves: Vec<ReviewedMove> = moves.collect();
        ReviewedMove::mark_lost(&mut moves, rater);
        moves
    }

    /// A stack up to the third row from the top, with holes in every row.
    const BURIED: [&str; 18] = {
        let (left, right) = ("X.XX.XXX.X", ".XX.XX.XXX");
        let mut rows = [left; 18];
        let mut row = 0;
        while row < 18 {
            rows[row] = if row % 2 == 0 { left } else { right };
            row += 1;
        }
        rows
    };

    #[test]
    fn a_buried_field_is_lost_for_at_most_ten_pieces() {
        let moves = game(19, &BURIED, 30, &rater("slow-5"));
        let decided: Vec<usize> = (moves.iter().filter(|reviewed| reviewed.is_lost()))
            .map(|reviewed| reviewed.number)
            .collect();
        assert_eq!(decided, (21..=30).collect::<Vec<_>>());
        assert_eq!(moves[20].lost_from.unwrap().piece, 21);
    }

    #[test]
    fn a_bad_field_that_the_hands_can_still_save_is_not_lost() {
        let rater = rater("tournament");
        let moves = game(0, &BURIED[10..], 30, &rater);
        assert!(moves[0].rating.best().cost >= LOST_COST, "it looks lost");
        assert!(moves.iter().all(|reviewed| !reviewed.is_lost()));
    }
}
