//! Rating of moves against the best move, in lines.
//!
//! One line is worth one row of a Tetris at the current level: 300 times (level + 1) points.

mod feature_costs;
mod priced_locks;
mod prices;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::Pose;
use crate::search::{
    MoveGenerator, NextCosts, RatedLock, ReachableLocks, mean_by_odds, sum_by_odds,
};

use super::evaluator::Evaluator;
use super::input::Input;
use super::player::Player;
use super::position::Position;
use super::value_table::UNITS;

pub use priced_locks::{PriceUnit, PricedLocks};
pub use prices::{BoardPricing, RatedOutcome};

/// Rating of a played move, with the alternatives to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Move that was played.
    pub played: RatedMove,
    /// Moves searched as deeply as the played one, best first, including the played one.
    pub moves: Vec<RatedMove>,
    /// Every reachable lock, cheapest first, priced by a search of the known pieces only. These costs cannot be
    /// compared with those of `moves`, which come from a deeper search. Locks that lead to equal boards appear once.
    pub quick_moves: Vec<RatedMove>,
    /// Luck, in lines: how much better NEXT is than the mean of all possible NEXT pieces, if both pieces lock at their
    /// best. Negative for bad luck, 0 if NEXT is unknown. Over many games its mean is 0.
    pub luck: f64,
    /// Loss of the move compared with the best one (0 or more), in lines, with NEXT known.
    pub loss: f64,
    /// Loss of the move (0 or more), in lines, as the mean over all possible NEXT pieces.
    pub loss_without_next: f64,
    /// True if the rated hands can reach the played lock.
    pub in_reach: bool,
}

/// A lock of the current piece with its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedMove {
    /// Lock of the current piece.
    pub lock: Pose,
    /// Best lock of NEXT after `lock`. `None` if NEXT is unknown or has no lock.
    pub then: Option<Pose>,
    /// Loss expected for the rest of the game, in lines. For players that do not judge in lines, the cost of the lock
    /// in their own unit.
    pub cost: f64,
}

/// Quality label of a move, by its loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// As good as the best move.
    Best,
    /// Nearly as good as the best move.
    Good,
    /// Costs less than a burnt row.
    Inaccuracy,
    /// Costs as much as one or two burnt rows, or a small hole.
    Mistake,
    /// Costs as much as a deep hole, a covered well, or a lost game.
    Blunder,
}

impl Label {
    /// All labels, best first.
    pub const ALL: [Label; 5] = [
        Label::Best,
        Label::Good,
        Label::Inaccuracy,
        Label::Mistake,
        Label::Blunder,
    ];

    /// Largest loss of each label except the last, in lines. For comparison, a needless single loses 0.8 lines, a
    /// double 1.5, a hole 1 to 3.
    pub const LIMITS: [f64; 4] = [0.1, 0.4, 1.0, 2.5];

    /// Returns the label of a loss in lines.
    pub fn from_loss(loss: f64) -> Label {
        let limits = Label::LIMITS.iter();
        Label::ALL[limits.filter(|&&limit| loss > limit).count()]
    }

    /// Returns the label as one lower-case word.
    pub const fn name(self) -> &'static str {
        match self {
            Label::Best => "best",
            Label::Good => "good",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Rating {
    /// Returns the label of the loss.
    pub fn label(&self) -> Label {
        Label::from_loss(self.loss)
    }

    /// Returns the best move.
    pub fn best(&self) -> &RatedMove {
        self.moves.first().unwrap_or(&self.played)
    }

    /// Returns the loss of the second-best move compared with the best, or `None` if there is only one move.
    pub fn second_loses(&self) -> Option<f64> {
        let second = self.moves.get(1)?;
        Some(second.cost - self.best().cost)
    }

    /// Returns whether the lock was good while NEXT was unknown, but the known NEXT requires another lock.
    pub fn is_missed_adjustment(&self) -> bool {
        self.loss_without_next < 0.3 && self.loss > 1.0
    }
}

/// Returns the accuracy of a move with this loss in lines: 1 without loss, 0.5 at 0.87 lines, approaching 0. The
/// accuracy of a game is the mean over its moves.
pub fn accuracy(loss: f64) -> f64 {
    /// Accuracy after a loss of one line. With this value, a burnt row costs as much as twelve points on the usual
    /// accuracy scale, on which each point takes 7 % of the accuracy.
    const KEPT_PER_LINE: f64 = 0.45;
    KEPT_PER_LINE.powf(loss)
}

/// Converts a loss in lines to points at a level.
pub fn points(loss: f64, level: u8) -> f64 {
    loss * 300.0 * (f64::from(level) + 1.0)
}

impl Player {
    /// Returns the luck of a position, see [`Rating::luck`]. `None` if the player does not price future losses.
    pub fn luck(&self, position: &Position, input: &Input) -> Option<f64> {
        self.luck_within(position, input, f64::INFINITY)
    }

    /// Returns the luck of a position if no NEXT can cost more than `most` lines, for example because few lines are left
    /// in the game. Its mean over all possible NEXT pieces is 0. `None` if the player does not price future losses.
    pub fn luck_within(&self, position: &Position, input: &Input, most: f64) -> Option<f64> {
        let Evaluator::ValueTable(judge) = self.evaluator() else {
            return None;
        };
        let costs = judge.costs(position, &locks_of(position, input), input);
        Some(luck(position, &costs, most))
    }

    /// Rates `played`, a lock of the current piece, for the hands of `input`. `None` if the player does not price
    /// future losses.
    pub fn rate(&self, position: &Position, played: Pose, input: &Input) -> Option<Rating> {
        let Evaluator::ValueTable(judge) = self.evaluator() else {
            return None;
        };
        let rated = judge.rate(position, played, input);
        let mut locks = locks_of(position, input);
        let place = locks.iter().position(|&lock| lock == played);
        if place.is_none() {
            locks.push(played);
        }
        let costs = judge.costs(position, &locks, input);
        let mean = |costs: &NextCosts| mean_by_odds(position.current, costs);
        let unseen: Vec<i64> = costs.iter().map(mean).collect();
        let of_played = unseen[place.unwrap_or(locks.len() - 1)];
        let least = unseen.iter().min().copied().unwrap_or(of_played);
        let loss = rated.played.value - rated.locks[0].value;
        Some(Rating {
            played: in_lines(&rated.played),
            moves: rated.locks.iter().map(in_lines).collect(),
            quick_moves: quick_moves(position, &locks, &costs),
            luck: luck(position, &costs, f64::INFINITY),
            loss: lines(loss),
            loss_without_next: lines(of_played - least),
            in_reach: place.is_some(),
        })
    }

    /// Returns the best lock that `faster` reaches and that is not among the locks of a rating for the hands of
    /// `input`. Its cost is comparable with [`Rating::quick_moves`]. `None` if there is no such lock.
    pub fn best_beyond(
        &self,
        position: &Position,
        rating: &Rating,
        input: &Input,
        faster: &Input,
    ) -> Option<RatedMove> {
        let Evaluator::ValueTable(judge) = self.evaluator() else {
            return None;
        };
        let after = |lock: Pose| position.board.lock(lock);
        let within = rating.quick_moves.iter().map(|rated| after(rated.lock));
        let within: Vec<_> = within.collect();
        let mut locks = locks_of(position, faster);
        locks.retain(|&lock| !within.contains(&after(lock)));
        let costs = judge.costs(position, &locks, input);
        quick_moves(position, &locks, &costs).into_iter().next()
    }
}

/// Returns the luck of a position, see [`Rating::luck`]. All possible NEXT pieces are judged at equal depth and
/// weighted by their odds, so that the mean luck is 0. Costs above `most` lines count as `most`.
fn luck(position: &Position, costs: &[NextCosts], most: f64) -> f64 {
    // The conversion saturates: an infinite `most` sets no limit.
    let most = (most * f64::from(UNITS)) as i64;
    let least = |piece: usize| {
        let least = costs.iter().map(|costs| costs[piece]).min();
        least.unwrap_or(0).min(most)
    };
    let Some(next) = position.next else {
        return 0.0;
    };
    let sum = sum_by_odds(position.current, |piece| least(piece.index()));
    (sum as f64 / 64.0 - least(next.index()) as f64) / f64::from(UNITS)
}

/// Returns `locks` with their costs, cheapest first. Locks that lead to equal boards appear once.
fn quick_moves(position: &Position, locks: &[Pose], costs: &[NextCosts]) -> Vec<RatedMove> {
    let cost = |costs: &NextCosts| match position.next {
        Some(next) => costs[next.index()],
        None => mean_by_odds(position.current, costs),
    };
    let mut all: Vec<(i64, Pose)> = costs.iter().map(cost).zip(locks.iter().copied()).collect();
    all.sort_by_key(|(cost, _)| *cost);
    let mut seen = Vec::with_capacity(all.len());
    all.retain(|&(_, lock)| {
        let after = position.board.lock(lock);
        let is_new = !seen.contains(&after);
        seen.push(after);
        is_new
    });
    let rated = all.into_iter().map(|(cost, lock)| RatedMove {
        lock,
        then: None,
        cost: lines(cost),
    });
    rated.collect()
}

fn locks_of(position: &Position, input: &Input) -> Vec<Pose> {
    let found = input.locks(&position.board, position.current);
    found.iter().flat_map(ReachableLocks::iter).collect()
}

fn in_lines(rated: &RatedLock) -> RatedMove {
    RatedMove {
        lock: rated.lock,
        then: rated.then,
        cost: lines(rated.value),
    }
}

fn lines(units: i64) -> f64 {
    units as f64 / f64::from(UNITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_begin_where_the_limits_are() {
        let losses = [0.0, 0.1, 0.11, 0.4, 0.41, 1.0, 1.01, 2.5, 2.51, 99.0];
        let names = losses.map(|loss| Label::from_loss(loss).name());
        let expected = [
            "best",
            "best",
            "good",
            "good",
            "inaccuracy",
            "inaccuracy",
            "mistake",
            "mistake",
            "blunder",
            "blunder",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn accuracy_falls_by_the_same_share_for_each_line() {
        assert_eq!(accuracy(0.0), 1.0);
        assert!((accuracy(2.0) - accuracy(1.0).powi(2)).abs() < 1e-12);
        assert!((accuracy(0.868) - 0.5).abs() < 1e-3);
        assert_eq!(points(1.0, 18), 5_700.0, "a row of a Tetris at level 18");
    }
}
