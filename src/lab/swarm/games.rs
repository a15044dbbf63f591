//! Games of a swarm. All its particles play the same games.
//!
//! Games are numbered. The seed and the number of a game determine everything random in it: the pieces by the
//! cartridge's odds, the pieces replaced by S or Z, and the holes of garbage. So all particles play the same games, on
//! any thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::players::{Input, Position, Strategy, TreeMemory};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::randomizer::{generator, replace_by_sz};
use crate::rules::{Board, Piece, Randomizer, RandomizerKind};
use crate::search::SearchLeaf;
use crate::session::{Controls, MovesByLevel, SeriesSettings};

use super::super::decision_log::DecisionLog;
use super::super::games::{self, BatchGame, TurnOutcome};
use super::objective::{Objective, SwarmOutcome};

/// Number of rows of garbage at the start of a game. Source: the published method of training for garbage.
const GARBAGE_ROWS: u32 = 10;
/// Factor that limits the length of a survival game. It multiplies the number of pieces after which only S and Z spawn.
/// No player has lasted that long.
const SURVIVAL_TIMES: u64 = 10;

/// Games of a swarm: the objective, and the series that the games follow.
#[derive(Clone, Debug)]
pub struct SwarmGames {
    objective: Objective,
    series: SeriesSettings,
    moves: Option<Arc<MovesByLevel>>,
}

impl SwarmGames {
    /// Creates the games of a series for an objective. [`Objective::Score`] plays full games of the series. The other
    /// objectives only lock pieces on a playfield. There, the controls and the level of the series never change, and
    /// hands that see NEXT late never see it.
    ///
    /// # Errors
    /// If the randomizer of the series is not [`RandomizerKind::NesOdds`], or its hands miss tucks.
    pub fn new(objective: Objective, series: SeriesSettings) -> Result<SwarmGames, String> {
        if series.randomizer != RandomizerKind::NesOdds {
            return Err("a swarm needs the randomizer `nes-odds`".to_owned());
        }
        if let Controls::Pad(pad) = series.controls
            && pad.hand.tuck_misdrops()
        {
            return Err("a swarm cannot play with tuck misdrops; remove `--tuck-misdrops`, or choose hands without \
            tuck_misdrops: true in their file".to_owned());
        }
        let moves = games::moves(&series);
        Ok(SwarmGames {
            objective,
            series,
            moves,
        })
    }

    /// Returns the objective.
    pub const fn objective(&self) -> Objective {
        self.objective
    }

    /// Returns these games with another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> SwarmGames {
        let mut games = self.clone();
        games.series.seed = seed;
        games
    }

    /// Plays game `number`. `None` if stopped.
    pub fn play(
        &self,
        strategy: &Arc<Strategy>,
        number: u64,
        stop: &AtomicBool,
    ) -> Option<SwarmOutcome> {
        match self.objective {
            Objective::Score { lines, .. } => self.play_for_points(strategy, number, lines, stop),
            _ => self.play_on_a_field(strategy, number, stop),
        }
    }

    fn play_for_points(
        &self,
        strategy: &Arc<Strategy>,
        number: u64,
        lines: u16,
        stop: &AtomicBool,
    ) -> Option<SwarmOutcome> {
        let mut game = BatchGame::new(&self.series, number, self.moves.as_ref());
        let (mut outcome, mut memory) = (SwarmOutcome::default(), DecisionLog::none());
        while game.lines() < lines {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            // The log records nothing, so there is no decision whose replay could fail.
            let turn = game.play(strategy, &mut memory);
            let Ok(TurnOutcome::Locked(lock) | TurnOutcome::Goal(lock)) = turn else {
                break;
            };
            outcome.pieces += 1;
            outcome.locks[lock.y as usize] += 1;
        }
        outcome.rows = game.lines().into();
        outcome.points = game.score().unlimited();
        Some(outcome)
    }

    fn play_on_a_field(
        &self,
        strategy: &Arc<Strategy>,
        number: u64,
        stop: &AtomicBool,
    ) -> Option<SwarmOutcome> {
        let mut dealer = Dealer::new(self.objective, self.series.seed, number);
        let (limit, begin) = match self.objective {
            Objective::Survival { rise } => (100 * rise * SURVIVAL_TIMES, 0),
            Objective::Garbage { pieces } => (pieces, GARBAGE_ROWS),
            Objective::Heights { pieces, .. } | Objective::Length { pieces } => (pieces, 0),
            Objective::Score { .. } => unreachable!("the score objective plays whole games"),
        };
        let input = match &self.moves {
            None => Input::Drag,
            Some(moves) => Input::Pad(moves.at(self.series.level)),
        };
        let sees_next = match self.series.controls {
            Controls::Drag => true,
            Controls::Pad(pad) => !pad.hand.begins_unseen(),
        };
        let board = dealer.raise(Board::EMPTY, begin);
        let mut board = board.expect("the garbage fits into an empty field");
        let (mut outcome, mut tree) = (SwarmOutcome::default(), TreeMemory::default());
        let (mut current, mut next) = (dealer.deal(), dealer.deal());
        while outcome.pieces < limit {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let position = Position {
                board,
                current,
                next: sees_next.then_some(next),
                later: [None; 2],
                level: self.series.level,
                // These games have no line limit, so the number of lines does not matter.
                lines: 0,
            };
            let Some(line) = strategy.decide(&mut tree, &position, &input) else {
                break;
            };
            let lock = line.locks[0];
            let leaf = SearchLeaf::root(board).after(lock);
            outcome.pieces += 1;
            outcome.rows += u64::from(leaf.rows_cleared);
            outcome.locks[lock.y.clamp(0, ROWS - 1) as usize] += 1;
            board = leaf.board;
            if begin > 0 {
                match dealer.raise(board, leaf.rows_cleared) {
                    Some(raised) => board = raised,
                    None => break,
                }
            }
            (current, next) = (next, dealer.deal());
        }
        Some(outcome)
    }
}

/// Dealer of one game's pieces and garbage.
struct Dealer {
    objective: Objective,
    pieces: Randomizer,
    /// Generator for S and Z and for holes, separate from the generator of the pieces.
    others: ChaCha8Rng,
    dealt: u64,
}

impl Dealer {
    fn new(objective: Objective, seed: u64, number: u64) -> Dealer {
        Dealer {
            objective,
            pieces: Randomizer::new(RandomizerKind::NesOdds, seed, number)
                .expect("this randomizer takes any seed"),
            others: generator(!seed, number),
            dealt: 0,
        }
    }

    /// Deals the next piece.
    fn deal(&mut self) -> Piece {
        let piece = self.pieces.choose();
        let (share, whole) = match self.objective {
            Objective::Survival { rise } => (self.dealt, 100 * rise),
            Objective::Heights { skew, .. } => (skew.into(), 100),
            _ => (0, 1),
        };
        self.dealt += 1;
        replace_by_sz(piece, (share, whole), &mut self.others)
    }

    /// Returns the board raised by `rows` rows of garbage, each with a random hole. `None` if a cell is pushed out at
    /// the top.
    fn raise(&mut self, board: Board, rows: u32) -> Option<Board> {
        (0..rows).try_fold(board, |board, _| {
            board.raised(1, self.others.random_range(0..COLUMNS as u8))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_and_z_increase_until_nothing_else_spawns() {
        let mut dealer = Dealer::new(Objective::Survival { rise: 10 }, 5, 0);
        let mut share = |pieces: u32| {
            let dealt = (0..pieces).map(|_| dealer.deal());
            let both = dealt.filter(|piece| matches!(piece, Piece::S | Piece::Z));
            both.count() as f64 / f64::from(pieces)
        };
        let (first, middle, last) = (share(200), share(700), share(100));
        assert!(
            first < 0.5 && first < middle && middle < last,
            "{first} {middle} {last}"
        );
        assert!(last > 0.9);
        assert_eq!(share(500), 1.0);
    }

    #[test]
    fn a_skewed_share_of_the_pieces_is_s_or_z() {
        let deal = |skew: u8| -> Vec<Piece> {
            let mut dealer = Dealer::new(Objective::Heights { pieces: 9, skew }, 5, 3);
            (0..500).map(|_| dealer.deal()).collect()
        };
        let mut plain = Randomizer::new(RandomizerKind::NesOdds, 5, 3).unwrap();
        let plain: Vec<Piece> = (0..500).map(|_| plain.choose()).collect();
        assert_eq!(deal(0), plain);
        let other = deal(30);
        let changed = other.iter().zip(&plain).filter(|(a, b)| a != b);
        assert!(
            changed
                .map(|(a, _)| a)
                .all(|a| matches!(a, Piece::S | Piece::Z))
        );
        assert!(deal(100).contains(&Piece::S));
        assert!(deal(100).contains(&Piece::Z));
    }

    #[test]
    fn garbage_has_one_hole_a_row() {
        let mut dealer = Dealer::new(Objective::Garbage { pieces: 9 }, 5, 0);
        let board = dealer.raise(Board::EMPTY, 10).unwrap();
        for y in 0..20 {
            let filled = (0..10).filter(|&x| board.contains(x, y)).count();
            assert_eq!(filled, if y < 10 { 0 } else { 9 }, "row {y}");
        }
        assert_eq!(dealer.raise(board, 11), None, "pushed out");
    }
}
