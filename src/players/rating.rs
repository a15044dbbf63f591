//! What a move was worth beside the best one, in lines.
//!
//! A line is what a row cleared by a Tetris brings at the level of the moment, 300 points times the level
//! plus one; so a loss of a line is as many points.

mod places;
mod prices;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::Pose;
use crate::search::{MoveGenerator, NextCosts, RatedLock, Reach, mean_by_odds, sum_by_odds};

use super::evaluator::Evaluator;
use super::input::Input;
use super::player::Player;
use super::position::Position;
use super::value_table::UNITS;

pub use places::{PriceUnit, PricedPlaces};
pub use prices::{Prices, RatedOutcome};

/// A move with all that was rated beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// What was played.
    pub played: RatedMove,
    /// The moves that were looked at as far as that one, the best first; that one is among them.
    pub moves: Vec<RatedMove>,
    /// Every place that the hands reach, the cheapest first, by the field after the known pieces alone: not to be
    /// compared with the costs of `moves`, which were looked at further. Fields that are the same come once.
    pub roughly: Vec<RatedMove>,
    /// What the NEXT that came saves (a loss is below 0) beside the mean over all that could have come, each by the
    /// best place for this piece and that one, in lines; 0 where NEXT is not known. Its mean over many games is 0.
    pub luck: f64,
    /// What the move loses against the best (0 or more), in lines, NEXT being known.
    pub loss: f64,
    /// The same as if NEXT were unknown, by the mean over the pieces that may come.
    pub loss_unseen: f64,
    /// Whether the hands it was rated for could have played it.
    pub in_reach: bool,
}

/// A lock of the current piece with what it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedMove {
    /// Where the current piece locks.
    pub lock: Pose,
    /// Where NEXT is best put then; none if it finds no place, or is not known.
    pub then: Option<Pose>,
    /// How many lines' worth of points the game will lose from here on; of a player that judges otherwise what
    /// the place costs in its own unit.
    pub cost: f64,
}

/// What a loss is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// As good as the best.
    Best,
    /// Nearly.
    Good,
    /// Less than a row burnt.
    Inaccuracy,
    /// A row or two burnt, a small hole.
    Mistake,
    /// A deep hole, a covered well, a lost game.
    Blunder,
}

impl Label {
    /// All of them, the best first.
    pub const ALL: [Label; 5] = [
        Label::Best,
        Label::Good,
        Label::Inaccuracy,
        Label::Mistake,
        Label::Blunder,
    ];

    /// The largest loss of each but the last, in lines. A review tells of a needless single 0.8 lines, of a
    /// double 1.5, of a hole 1 to 3.
    pub const LIMITS: [f64; 4] = [0.1, 0.4, 1.0, 2.5];

    /// What so large a loss is called.
    pub fn from_loss(loss: f64) -> Label {
        let limits = Label::LIMITS.iter();
        Label::ALL[limits.filter(|&&limit| loss > limit).count()]
    }

    /// Its name, a word.
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
    /// What the loss is called.
    pub fn label(&self) -> Label {
        Label::from_loss(self.loss)
    }

    /// The best move.
    pub fn best(&self) -> &RatedMove {
        self.moves.first().unwrap_or(&self.played)
    }

    /// What the second best move loses against the best; none if there is only one.
    pub fn second_loses(&self) -> Option<f64> {
        let second = self.moves.get(1)?;
        Some(second.cost - self.best().cost)
    }

    /// Whether the place was good for all that was known before NEXT came, and NEXT asked for another one.
    pub fn is_missed_adjustment(&self) -> bool {
        self.loss_unseen < 0.3 && self.loss > 1.0
    }
}

/// What a loss is worth in accuracy, 0 to 1: 1 without any, half of it at 0.87 lines. The accuracy of a
/// game is the mean of these.
pub fn accuracy(loss: f64) -> f64 {
    /// So that a burnt row is worth as much as twelve points are on the scale that such figures are
    /// usually given in, where each point takes 7 %.
    const KEPT_PER_LINE: f64 = 0.45;
    KEPT_PER_LINE.powf(loss)
}

/// Points that a loss is worth at a level.
pub fn points(loss: f64, level: u8) -> f64 {
    loss * 300.0 * (f64::from(level) + 1.0)
}

impl Player {
    /// The luck of a position, as [`Rating::luck`] has it; none by a player that does not judge by what a game will
    /// lose.
    pub fn luck(&self, position: &Position, input: &Input) -> Option<f64> {
        let Evaluator::ValueTable(judge) = self.evaluator() else {
            return None;
        };
        let costs = judge.costs(position, &locks_of(position, input), input);
        Some(luck(position, &costs))
    }

    /// Rates the lock `played` of the position's current piece for hands that move pieces so; none by a player
    /// that does not judge by what a game will lose.
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
            roughly: roughly(position, &locks, &costs),
            luck: luck(position, &costs),
            loss: lines(loss),
            loss_unseen: lines(of_played - least),
            in_reach: place.is_some(),
        })
    }
}

/// What NEXT saves beside the mean over all that could have come, both by the best of these locks and by the same
/// odds and depth: so its mean is 0.
fn luck(position: &Position, costs: &[NextCosts]) -> f64 {
    let least = |piece: usize| costs.iter().map(|costs| costs[piece]).min().unwrap_or(0);
    let Some(next) = position.next else {
        return 0.0;
    };
    let sum = sum_by_odds(position.current, |piece| least(piece.index()));
    (sum as f64 / 64.0 - least(next.index()) as f64) / f64::from(UNITS)
}

/// These locks by what they cost with NEXT, the cheapest first, each field once.
fn roughly(position: &Position, locks: &[Pose], costs: &[NextCosts]) -> Vec<RatedMove> {
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
    found.iter().flat_map(Reach::iter).collect()
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
