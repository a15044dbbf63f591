//! Terms that judge later positions: the mean over the unknown next piece, and short simulated games.
//!
//! Both terms move pieces without gravity, and judge positions by the terms that do not look ahead. If a piece has no
//! lock, the position counts as the worst sum of those terms.

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Piece, Pose, Randomizer, RandomizerKind};
use crate::search::{LockSequence, NoFilter, SearchLeaf, best_line, reach};

use super::super::features::{CHAIN_MAX, Feature};
use super::super::six_features::{SixFeatures, SixWeights};
use super::WeightedSum;
use super::term::Term;

/// Simulated games in a player file.
///
/// Every leaf is judged by games with the same pieces. `seed` and the number of the game determine the pieces, which
/// are drawn by the cartridge's odds. The player `survival` locks them one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayoutsFile {
    /// Games per leaf, 1 to 100.
    pub games: u8,
    /// Pieces per game, 1 to 30.
    pub pieces: u8,
    /// Seed of the pieces.
    pub seed: u64,
}

impl Default for PlayoutsFile {
    fn default() -> PlayoutsFile {
        PlayoutsFile {
            games: 10,
            pieces: 5,
            seed: 1,
        }
    }
}

/// Maximum number of games for each leaf.
const GAMES_MAX: u8 = 100;
/// Maximum number of pieces per game. Together with at most eight known pieces, the sequence of locks stays within
/// [`CHAIN_MAX`].
const PIECES_MAX: u8 = 30;

impl PlayoutsFile {
    pub(super) fn check(&self, faults: &mut Vec<String>) {
        let named = [
            ("games", self.games, GAMES_MAX),
            ("pieces", self.pieces, PIECES_MAX),
        ];
        for (name, value, most) in named {
            if !(1..=most).contains(&value) {
                faults.push(format!("playouts: {name} {value}; allowed: 1 to {most}"));
            }
        }
    }
}

/// Terms that look ahead, with the data they need.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lookahead {
    pub(super) terms: Vec<Term>,
    /// Worst sum of the terms that do not look ahead.
    pub(super) worst: i64,
    pub(super) playouts: GameSimulator,
}

/// Simulated games, ready to play.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameSimulator {
    /// Pieces of each game.
    games: Vec<Vec<Piece>>,
    policy: SixFeatures,
}

impl GameSimulator {
    pub(super) fn new(file: PlayoutsFile) -> GameSimulator {
        let pieces = |game: u8| {
            let mut randomizer =
                Randomizer::new(RandomizerKind::NesOdds, file.seed, u64::from(game))
                    .expect("this randomizer takes any seed");
            (0..file.pieces).map(|_| randomizer.choose()).collect()
        };
        GameSimulator {
            games: (0..file.games).map(pieces).collect(),
            policy: SixFeatures::new(SixWeights::SURVIVAL),
        }
    }
}

impl WeightedSum {
    /// Returns the contribution of the terms that look ahead.
    #[inline(never)]
    pub(super) fn ahead(
        &self,
        lookahead: &Lookahead,
        leaf: &SearchLeaf,
        sequence: LockSequence<'_>,
    ) -> i64 {
        let mut locks: Vec<Pose> = Vec::with_capacity(CHAIN_MAX as usize);
        locks.extend(sequence.locks());
        let mut sum = 0;
        for term in &lookahead.terms {
            let value = match term.feature {
                Feature::MeanRating => self.mean_rating(lookahead, leaf, sequence.root, &locks),
                _ => self.simulated_games(lookahead, leaf, sequence.root, &mut locks),
            };
            sum += term.of_value(value);
        }
        sum
    }

    /// Returns the sum of the terms that do not look ahead. A refused leaf counts as the worst sum.
    fn rating(&self, lookahead: &Lookahead, leaf: &SearchLeaf, sequence: LockSequence<'_>) -> i64 {
        if self.rules.refuse(&leaf.board) {
            return lookahead.worst;
        }
        self.near(leaf, sequence)
    }

    fn mean_rating(
        &self,
        lookahead: &Lookahead,
        leaf: &SearchLeaf,
        root: &Board,
        locks: &[Pose],
    ) -> i64 {
        let best = |piece| {
            let found = reach(&leaf.board, piece, &NoFilter)?;
            let ratings = found.iter().map(|last| {
                let sequence = LockSequence {
                    root,
                    earlier: locks,
                    last,
                };
                self.rating(lookahead, &leaf.after(last), sequence)
            });
            ratings.min()
        };
        mean(Piece::ALL.map(|piece| best(piece).unwrap_or(lookahead.worst)))
    }

    fn simulated_games(
        &self,
        lookahead: &Lookahead,
        leaf: &SearchLeaf,
        root: &Board,
        locks: &mut Vec<Pose>,
    ) -> i64 {
        let GameSimulator { games, policy } = &lookahead.playouts;
        let known = locks.len();
        let values: Vec<i64> = games
            .iter()
            .map(|pieces| {
                let end = play(leaf, pieces, policy, locks);
                let value = match (end, locks.split_last()) {
                    (Some(end), Some((&last, earlier))) => {
                        let sequence = LockSequence {
                            root,
                            earlier,
                            last,
                        };
                        self.rating(lookahead, &end, sequence)
                    }
                    _ => lookahead.worst,
                };
                locks.truncate(known);
                value
            })
            .collect();
        mean(values)
    }
}

/// Locks `pieces` one by one and appends the locks to `locks`. Returns the final leaf, or `None` if a piece has no
/// lock.
fn play(
    leaf: &SearchLeaf,
    pieces: &[Piece],
    policy: &SixFeatures,
    locks: &mut Vec<Pose>,
) -> Option<SearchLeaf> {
    let mut leaf = *leaf;
    for &piece in pieces {
        let line = best_line(&leaf.board, &[piece], &NoFilter, policy)?;
        leaf = leaf.after(line.locks[0]);
        locks.push(line.locks[0]);
    }
    Some(leaf)
}

/// Returns the mean of one or more values, rounded towards zero.
fn mean(values: impl IntoIterator<Item = i64>) -> i64 {
    let (mut sum, mut count) = (0i128, 0i128);
    for value in values {
        sum += i128::from(value);
        count += 1;
    }
    (sum / count.max(1)) as i64
}
