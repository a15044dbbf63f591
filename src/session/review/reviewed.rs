//! Reviewed game that a player can step through from mistake to mistake.

use super::reasons::Category;
use super::{MoveGroupFigures, PlayoutLoss, ReviewFigures, ReviewedMove};
use crate::session::moves::{GameMoves, Move, last_by};

/// Game with all moves rated. A *place* is the index of a move, from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedGame {
    moves: Vec<ReviewedMove>,
    figures: ReviewFigures,
    hands: String,
}

impl ReviewedGame {
    /// Returns a game with its moves, rated for these hands, in order. If the game is over, [`ReviewedMove::mark_lost`]
    /// must have seen them.
    pub fn new(game: &GameMoves, moves: Vec<ReviewedMove>, hands: String) -> ReviewedGame {
        let figures = ReviewFigures::from_games(std::slice::from_ref(game), &moves);
        ReviewedGame {
            moves,
            figures,
            hands,
        }
    }

    /// Returns the name of the hands for which the moves are rated.
    pub fn hands(&self) -> &str {
        &self.hands
    }

    /// Returns the moves in order.
    pub fn moves(&self) -> &[ReviewedMove] {
        &self.moves
    }

    /// Sets the loss that playouts measured for the move at `index`. The figures of the whole game do not change.
    pub fn set_playouts(&mut self, index: usize, loss: PlayoutLoss) {
        let reviewed = &mut self.moves[index];
        reviewed.playouts = Some(loss);
        let mut worst = self.figures.worst.iter_mut();
        if let Some(worst) = worst.find(|worst| worst.number == reviewed.number) {
            worst.playouts = Some(loss);
        }
    }

    /// Returns the figures of the whole game.
    pub const fn figures(&self) -> &ReviewFigures {
        &self.figures
    }

    /// Returns the place of the last move whose piece had spawned by `frame` of the recording.
    pub fn at(&self, frame: u64) -> Option<usize> {
        last_by(&self.moves, frame, |reviewed| reviewed.played.frame)
    }

    /// Returns the place of the first error whose piece spawned after `frame`. An error is a move with the label
    /// mistake or worse. If `kind` is given, only errors of that category count.
    pub fn next_error(&self, frame: u64, kind: Option<Category>) -> Option<usize> {
        self.moves
            .iter()
            .position(|reviewed| reviewed.played.frame > frame && is_error(reviewed, kind))
    }

    /// Returns the place of the last error whose piece spawned before `frame`. An error is a move with the label
    /// mistake or worse. If `kind` is given, only errors of that category count.
    pub fn previous_error(&self, frame: u64, kind: Option<Category>) -> Option<usize> {
        self.moves
            .iter()
            .rposition(|reviewed| reviewed.played.frame < frame && is_error(reviewed, kind))
    }

    /// Returns the moves up to and including `index`, or all if there are fewer.
    pub fn by(&self, index: usize) -> &[ReviewedMove] {
        &self.moves[..self.moves.len().min(index.saturating_add(1))]
    }

    /// Returns the figures of the moves up to and including `index`, without guesses and without those after the game was
    /// lost or given up.
    pub fn figures_by(&self, index: usize) -> MoveGroupFigures {
        MoveGroupFigures::from_moves(self.by(index))
    }

    /// Counts the errors up to and including `index`. An error is a move with the label mistake or worse. If `kind` is
    /// given, only errors of that category count.
    pub fn errors_by(&self, index: usize, kind: Option<Category>) -> usize {
        let by = self.by(index).iter();
        by.filter(|reviewed| is_error(reviewed, kind)).count()
    }

    /// Returns the losses added up so far, in lines, at `columns` evenly spaced points of the game. The last point is
    /// the end of the game. The values never fall. Moves after the game was lost or given up add nothing.
    pub fn curve(&self, columns: usize) -> Vec<f64> {
        let mut lost = 0.0;
        let sums: Vec<f64> = (self.moves.iter())
            .map(|reviewed| {
                if !reviewed.is_lost() {
                    lost += reviewed.played_loss();
                }
                lost
            })
            .collect();
        let at = |column: usize| {
            let moves = (column + 1) * sums.len() / columns;
            moves.checked_sub(1).map_or(0.0, |last| sums[last])
        };
        (0..columns).map(at).collect()
    }

    /// Returns the move at `index`.
    pub fn played(&self, index: usize) -> Option<&Move> {
        self.moves.get(index).map(|reviewed| &reviewed.played)
    }
}

/// Returns whether a move is an error: its label is mistake or worse. If `kind` is given, its error must also have that
/// category.
fn is_error(reviewed: &ReviewedMove, kind: Option<Category>) -> bool {
    match kind {
        Some(_) => reviewed.category() == kind,
        None => reviewed.is_mistake(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Player, Position, RatedMove, Rating};
    use crate::rules::{Board, Piece, Pose};
    use crate::session::Rater;
    use crate::session::captured::LinesFrom;
    use crate::session::moves::{SeenMove, SpawnedPiece};

    /// Returns a game of these pieces, one every hundred frames, with these losses.
    fn game(pieces: &str, losses: &[f64]) -> ReviewedGame {
        played_in(pieces, losses, 2)
    }

    /// Returns a game of these pieces with these losses. All pieces lock in column `x`.
    fn played_in(pieces: &str, losses: &[f64], x: i8) -> ReviewedGame {
        let pieces: Vec<Piece> = pieces.chars().filter_map(Piece::from_letter).collect();
        let moves: Vec<ReviewedMove> = (losses.iter().enumerate())
            .map(|(index, &loss)| {
                let rated = RatedMove {
                    lock: Pose {
                        x,
                        ..Pose::spawn(pieces[index])
                    },
                    then: None,
                    cost: loss,
                };
                let position = Position::new(Board::EMPTY, pieces[index], pieces[index + 1]);
                ReviewedMove {
                    number: index + 1,
                    played: Move {
                        position,
                        lock: rated.lock,
                        rows: 0,
                        frame: 100 * (index as u64 + 1),
                        seen: None,
                    },
                    rating: Rating {
                        played: rated,
                        moves: vec![rated],
                        quick_moves: Vec::new(),
                        luck: 0.0,
                        loss,
                        loss_without_next: loss,
                        in_reach: true,
                    },
                    reasons: Vec::new(),
                    tuck: None,
                    lost_from: None,
                    faster: None,
                    playouts: None,
                }
            })
            .collect();
        ReviewedGame::new(&GameMoves::default(), moves, String::new())
    }

    fn rater() -> Rater {
        Rater::new(Player::named(Rater::JUDGE).unwrap(), None)
    }

    #[test]
    fn four_untouched_pieces_are_a_game_given_up() {
        let spawn = Pose::spawn(Piece::T).x;
        let losses = [0.0, 1.5, 0.3, 0.9, 3.0, 0.0];
        let nobodys = played_in("TJZOSLI", &losses, spawn);
        assert_eq!(nobodys.figures().lost_end, 0, "nobody gave it up");
        let end = |pieces: usize| {
            let mut moves = nobodys.moves()[..pieces].to_vec();
            moves[0].played.lock.x = 2;
            ReviewedMove::mark_lost(&mut moves, &rater());
            ReviewedGame::new(&GameMoves::default(), moves, String::new())
        };
        assert_eq!(end(6).figures().lost_end, 5);
        let sentences: Vec<String> = end(6).moves()[2].sentences().collect();
        assert_eq!(sentences[0], "The player gave up at piece 2");
        assert_eq!(end(4).figures().lost_end, 0, "three may be meant");
    }

    #[test]
    fn navigation_visits_mistakes_both_ways() {
        let game = game("TJZOSLI", &[0.0, 1.5, 0.3, 0.9, 3.0, 0.0]);
        assert_eq!(game.next_error(0, None), Some(1));
        assert_eq!(game.next_error(199, None), Some(1));
        assert_eq!(
            game.next_error(200, None),
            Some(4),
            "one stands at the first"
        );
        assert_eq!(game.next_error(500, None), None);
        assert_eq!(game.previous_error(999, None), Some(4));
        assert_eq!(game.previous_error(500, None), Some(1));
        assert_eq!(game.previous_error(200, None), None);
        assert_eq!(
            (game.at(99), game.at(100), game.at(350)),
            (None, Some(0), Some(2))
        );
    }

    #[test]
    fn figures_so_far_end_as_those_of_the_whole_game() {
        let game = game("TJZOSLI", &[0.0, 1.5, 0.3, 0.9, 3.0, 0.0]);
        let so_far = |index| game.figures_by(index);
        assert_eq!(
            (so_far(0).accuracy, game.errors_by(0, None)),
            (Some(1.0), 0)
        );
        assert_eq!(
            so_far(1).points_lost,
            450.0,
            "the cost of a line and a half at level 0"
        );
        // The lost points of the whole game are scaled down to the available points. This made-up game has none, so lost points
        // are not compared.
        let end = |share: MoveGroupFigures| (share.moves, share.accuracy, share.mean_loss);
        assert_eq!(end(so_far(5)), end(game.figures().whole));
        assert_eq!((game.errors_by(5, None), game.errors_by(99, None)), (2, 2));
    }

    #[test]
    fn guesses_count_neither_as_mistakes_nor_in_the_accuracy() {
        let losses = [0.0, 3.0, 0.0, 0.0, 3.0, 0.0];
        let game = game("TJZOSLI", &losses);
        let guessed = |guesses: &[usize]| {
            let mut moves = game.moves().to_vec();
            for &guess in guesses {
                let (time, is_guess) = (100, true);
                moves[guess].played.seen = Some(SeenMove { time, is_guess });
            }
            let games = moves.iter().map(|reviewed| reviewed.played.clone());
            let plain = GameMoves {
                moves: games.collect(),
                ..plain(&game)
            };
            ReviewedGame::new(&plain, moves, String::new())
        };
        let one = guessed(&[1]);
        assert_eq!(
            (one.next_error(0, None), one.errors_by(9, None)),
            (Some(4), 1)
        );
        assert_eq!(one.figures().worst.len(), 1);
        assert_eq!(one.curve(6), [0.0, 0.0, 0.0, 0.0, 3.0, 3.0]);
        assert_eq!(one.moves()[1].sentences().count(), 1, "it is a guess");
        let figures = one.figures();
        assert_eq!((figures.whole.moves, figures.repaired), (5, 1));
        assert_eq!(figures.whole.accuracy, one.figures_by(9).accuracy);
        assert!(figures.whole.accuracy.is_some() && figures.warning().is_some());
        let two = guessed(&[1, 4]);
        assert_eq!(two.figures().whole.accuracy, None, "a third is guessed");
        assert_eq!(two.figures_by(9).accuracy, None);
        assert_eq!(
            two.figures().sureness().unwrap(),
            "6 locks: 4 certain, 2 repaired, 0 unknown"
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
        for index in 0..6 {
            assert_eq!(wide[10 * index + 9], losses[..=index].iter().sum::<f64>());
        }
    }

    /// Returns the moves of the game without their ratings, with its last piece still in motion.
    fn plain(game: &ReviewedGame) -> GameMoves {
        let moves: Vec<Move> = (game.moves().iter())
            .map(|reviewed| reviewed.played.clone())
            .collect();
        let came = |played: &Move| SpawnedPiece {
            frame: played.frame,
            piece: played.position.current,
            next: played.position.next,
        };
        GameMoves {
            lines_from: LinesFrom::Start,
            pieces: moves.iter().map(came).collect(),
            moves,
            unknown: 0,
        }
    }

    /// Returns the letters of the pieces that followed NEXT of a move.
    fn later_pieces(game: &GameMoves, index: usize) -> String {
        let pieces = game.later_pieces(index).into_iter();
        pieces.map(Piece::letter).collect()
    }

    #[test]
    fn the_later_pieces_are_those_that_spawned() {
        let game = plain(&game("TJZOSLI", &[0.0; 6]));
        let letters = [0, 3, 4, 5, 9].map(|index| later_pieces(&game, index));
        assert_eq!(letters, ["ZOSLI", "LI", "I", "", ""]);
    }

    #[test]
    fn an_unknown_next_is_the_first_of_the_later_pieces() {
        let mut game = plain(&game("TJZOSLI", &[0.0; 6]));
        game.moves[1].position.next = None;
        assert_eq!(later_pieces(&game, 1), "ZOSLI");
    }

    #[test]
    fn pieces_with_an_unknown_lock_still_count_as_spawned() {
        // Some neighbouring pieces are equal. The ranges leave out the locks of up to four successive pieces.
        for pieces in ["TJZOSLI", "TJZZSLI", "TTTTTTT", "TJOOOOI"] {
            let whole = plain(&game(pieces, &[0.0; 6]));
            for unknown in [2..3, 3..4, 2..4, 2..5, 1..5] {
                let mut torn = whole.clone();
                torn.unknown = unknown.len();
                torn.moves.drain(unknown.clone());
                for (index, played) in torn.moves.iter().enumerate() {
                    let number = whole.moves.iter().position(|other| other == played);
                    let expected = later_pieces(&whole, number.unwrap());
                    assert_eq!(later_pieces(&torn, index), expected, "{pieces} {unknown:?}");
                    assert_eq!(torn.numbers()[index], number.unwrap() + 1);
                }
            }
        }
    }
}
