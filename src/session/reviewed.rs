//! A game with all of its moves rated, to be walked through from mistake to mistake.

use crate::players::Label;
use crate::players::rating::{accuracy, points};

use super::moves::{GameMoves, Move};
use super::review::{ReviewFigures, ReviewedMove};

/// A game with all of its moves rated. A *place* is the place of a move among them, from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedGame {
    moves: Vec<ReviewedMove>,
    figures: ReviewFigures,
}

/// What a game has come to by a move, that move included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SoFar {
    /// The mean of what each loss is worth, 0 to 1.
    pub accuracy: f64,
    /// Moves called mistake or worse.
    pub mistakes: usize,
    /// All losses, in lines.
    pub lines_lost: f64,
    /// All losses, in points.
    pub points_lost: f64,
}

impl ReviewedGame {
    /// A game and its moves, rated in their order.
    pub fn new(game: &GameMoves, moves: Vec<ReviewedMove>) -> ReviewedGame {
        let figures = ReviewFigures::of(game, &moves);
        ReviewedGame { moves, figures }
    }

    /// The moves in their order.
    pub fn moves(&self) -> &[ReviewedMove] {
        &self.moves
    }

    /// The figures of the whole game.
    pub const fn figures(&self) -> &ReviewFigures {
        &self.figures
    }

    /// The frames of the recording in which the first and the last of its pieces came.
    pub fn frames(&self) -> Option<(u64, u64)> {
        let frame = |reviewed: &ReviewedMove| reviewed.played.frame;
        Some((
            self.moves.first().map(frame)?,
            self.moves.last().map(frame)?,
        ))
    }

    /// The place of the move whose piece had come last by that frame of the recording.
    pub fn at(&self, frame: u64) -> Option<usize> {
        let come = self
            .moves
            .partition_point(|reviewed| reviewed.played.frame <= frame);
        come.checked_sub(1)
    }

    /// The place of the first mistake (or worse) whose piece came after that frame.
    pub fn next_mistake(&self, frame: u64) -> Option<usize> {
        self.moves
            .iter()
            .position(|reviewed| reviewed.played.frame > frame && is_mistake(reviewed))
    }

    /// The place of the last mistake (or worse) whose piece came before that frame.
    pub fn previous_mistake(&self, frame: u64) -> Option<usize> {
        self.moves
            .iter()
            .rposition(|reviewed| reviewed.played.frame < frame && is_mistake(reviewed))
    }

    /// What the game has come to by the move at `place`, or by its last one.
    pub fn so_far(&self, place: usize) -> SoFar {
        let moves = &self.moves[..self.moves.len().min(place + 1)];
        let mut so_far = SoFar::default();
        for reviewed in moves {
            let loss = reviewed.rating.loss;
            so_far.accuracy += accuracy(loss);
            so_far.mistakes += usize::from(is_mistake(reviewed));
            so_far.lines_lost += loss;
            so_far.points_lost += points(loss, reviewed.played.position.level);
        }
        so_far.accuracy /= moves.len().max(1) as f64;
        so_far
    }

    /// All losses in lines by so many places that lie evenly in the game, the last at its end: never
    /// falling.
    pub fn curve(&self, columns: usize) -> Vec<f64> {
        let mut lost = 0.0;
        let sums: Vec<f64> = (self.moves.iter())
            .map(|reviewed| {
                lost += reviewed.rating.loss;
                lost
            })
            .collect();
        let at = |column: usize| {
            let moves = (column + 1) * sums.len() / columns;
            moves.checked_sub(1).map_or(0.0, |last| sums[last])
        };
        (0..columns).map(at).collect()
    }

    /// The column of such a curve in which the move at `place` lies.
    pub fn column(&self, place: usize, columns: usize) -> usize {
        let column = place * columns / self.moves.len().max(1);
        column.min(columns.saturating_sub(1))
    }

    /// What was played at `place`.
    pub fn played(&self, place: usize) -> Option<&Move> {
        self.moves.get(place).map(|reviewed| &reviewed.played)
    }
}

/// Whether a move is called mistake or worse.
fn is_mistake(reviewed: &ReviewedMove) -> bool {
    reviewed.rating.label() >= Label::Mistake
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Position, RatedMove, Rating};
    use crate::rules::{Board, Piece, Pose};

    /// A game of these pieces, a piece every hundred frames, each move with its loss.
    fn game(pieces: &str, losses: &[f64]) -> ReviewedGame {
        let pieces: Vec<Piece> = pieces.chars().filter_map(Piece::from_letter).collect();
        let moves: Vec<ReviewedMove> = (losses.iter().enumerate())
            .map(|(place, &loss)| {
                let rated = RatedMove {
                    lock: Pose::spawn(pieces[place]),
                    then: None,
                    cost: loss,
                };
                let position = Position::new(Board::EMPTY, pieces[place], pieces[place + 1]);
                ReviewedMove {
                    number: place + 1,
                    played: Move {
                        position,
                        lock: rated.lock,
                        rows: 0,
                        frame: 100 * (place as u64 + 1),
                    },
                    rating: Rating {
                        played: rated,
                        moves: vec![rated],
                        loss,
                        loss_unseen: loss,
                        in_reach: true,
                    },
                    reasons: Vec::new(),
                    tuck: None,
                }
            })
            .collect();
        ReviewedGame::new(&GameMoves::default(), moves)
    }

    #[test]
    fn one_goes_from_mistake_to_mistake_and_back() {
        let game = game("TJZOSLI", &[0.0, 1.5, 0.3, 0.9, 3.0, 0.0]);
        assert_eq!(game.next_mistake(0), Some(1));
        assert_eq!(game.next_mistake(199), Some(1));
        assert_eq!(game.next_mistake(200), Some(4), "one stands at the first");
        assert_eq!(game.next_mistake(500), None);
        assert_eq!(game.previous_mistake(999), Some(4));
        assert_eq!(game.previous_mistake(500), Some(1));
        assert_eq!(game.previous_mistake(200), None);
        assert_eq!(
            (game.at(99), game.at(100), game.at(350)),
            (None, Some(0), Some(2))
        );
        assert_eq!(game.frames(), Some((100, 600)));
    }

    #[test]
    fn figures_so_far_end_as_those_of_the_whole_game() {
        let game = game("TJZOSLI", &[0.0, 1.5, 0.3, 0.9, 3.0, 0.0]);
        let first = game.so_far(0);
        assert_eq!(
            (first.accuracy, first.mistakes, first.lines_lost),
            (1.0, 0, 0.0)
        );
        let (last, whole) = (game.so_far(5), game.figures().whole);
        assert_eq!(last.mistakes, 2);
        assert_eq!(last.accuracy, whole.accuracy);
        assert_eq!(last.points_lost, whole.points_lost);
        assert_eq!(
            game.so_far(1).points_lost,
            450.0,
            "a line and a half at level 0"
        );
    }

    #[test]
    fn the_curve_rises_by_each_loss_to_all_that_was_lost() {
        let losses = [0.0, 1.5, 0.5, 0.0, 3.0, 0.0];
        let game = game("TJZOSLI", &losses);
        assert_eq!(game.curve(6), [0.0, 1.5, 2.0, 2.0, 5.0, 5.0]);
        assert_eq!(game.curve(3), [1.5, 2.0, 5.0]);
        let wide = game.curve(60);
        assert!(wide.is_sorted() && wide[0] == 0.0 && wide[59] == 5.0);
        for place in 0..6 {
            let column = game.column(place, 60);
            assert_eq!(wide[column + 9], losses[..=place].iter().sum::<f64>());
        }
        assert_eq!(game.column(5, 3), 2);
    }

    /// The same game without its ratings.
    fn plain(game: &ReviewedGame) -> GameMoves {
        GameMoves {
            moves: (game.moves().iter())
                .map(|reviewed| reviewed.played.clone())
                .collect(),
            unknown: 0,
        }
    }

    #[test]
    fn the_pieces_to_come_are_those_that_came() {
        let game = plain(&game("TJZOSLI", &[0.0; 6]));
        let letters = |place| -> String {
            let pieces = game.to_come(place).into_iter();
            pieces.map(Piece::letter).collect()
        };
        assert_eq!([letters(0), letters(3), letters(4)], ["ZOSLI", "LI", "I"]);
        assert_eq!([letters(5), letters(9)], ["", ""]);
    }

    #[test]
    fn a_piece_whose_lock_is_not_known_comes_all_the_same() {
        let whole = plain(&game("TJZOSLI", &[0.0; 6]));
        let mut torn = whole.clone();
        torn.moves.remove(3);
        for place in 0..3 {
            assert_eq!(torn.to_come(place), whole.to_come(place), "{place}");
        }
        assert_eq!(torn.to_come(3), whole.to_come(4));
    }
}
