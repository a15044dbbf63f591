//! Distribution of scores.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Number of games with each score. Scores are not capped at 999,999.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Scores(BTreeMap<u64, u64>);

/// Thresholds in points. Reports give the share of games that reached each of them.
const THRESHOLDS: [u64; 7] = [
    100_000, 300_000, 500_000, 900_000, 1_000_000, 1_200_000, 1_400_000,
];

/// Statistics of a score distribution.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreFigures {
    /// Mean score.
    pub mean: f64,
    /// 95 % confidence interval of the mean, assuming a normal distribution, as `[low, high]`.
    pub ci95: [f64; 2],
    /// Middle score, or the mean of the two middle scores.
    pub median: f64,
    /// Lowest score.
    pub min: u64,
    /// Highest score.
    pub max: u64,
    /// Nearest-rank percentiles of the scores.
    pub percentiles: BTreeMap<String, u64>,
    /// Mean of the best third of the games (at least one game).
    pub top_third_mean: f64,
    /// Share of the games that reached each threshold in points.
    pub share_at_least: BTreeMap<String, f64>,
}

impl Scores {
    /// Counts one game.
    pub fn count(&mut self, score: u64) {
        *self.0.entry(score).or_default() += 1;
    }

    /// Adds the games of another distribution.
    pub fn add(&mut self, other: &Scores) {
        for (&score, count) in &other.0 {
            *self.0.entry(score).or_default() += count;
        }
    }

    /// Returns the number of games with each score.
    pub(super) fn counts(&self) -> impl Iterator<Item = &u64> {
        self.0.values()
    }

    /// Returns each score with its number of games, in ascending order.
    pub fn each(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().map(|(&score, &count)| (score, count))
    }

    /// Returns the share of games with at least `score` points (0-1). 0 if there are no games.
    pub fn share_at_least(&self, score: u64) -> f64 {
        let reached: u64 = self.0.range(score..).map(|(_, count)| count).sum();
        reached as f64 / self.games().max(1) as f64
    }

    /// Returns the score of the only game. `None` if the number of games is not one.
    pub(super) fn only(&self) -> Option<u64> {
        match self.each().collect::<Vec<_>>()[..] {
            [(score, 1)] => Some(score),
            _ => None,
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns the statistics. `None` if there are no games.
    pub fn figures(&self) -> Option<ScoreFigures> {
        let games = self.games();
        let (&min, _) = self.0.first_key_value()?;
        let (&max, _) = self.0.last_key_value()?;
        let mean = self.mean();
        let squares: f64 = self
            .0
            .iter()
            .map(|(&score, &count)| (score as f64 - mean).powi(2) * count as f64)
            .sum();
        let deviation = if games > 1 {
            (squares / (games - 1) as f64).sqrt()
        } else {
            0.0
        };
        let half = 1.96 * deviation / (games as f64).sqrt();
        let middle = |rank| self.ranked(rank) as f64;
        let percentiles = [10, 25, 75, 90]
            .map(|percent| {
                let rank = (games * percent).div_ceil(100).max(1) - 1;
                (percent.to_string(), self.ranked(rank))
            })
            .into();
        let share_at_least = THRESHOLDS
            .map(|threshold| (threshold.to_string(), self.share_at_least(threshold)))
            .into();
        Some(ScoreFigures {
            mean,
            ci95: [mean - half, mean + half],
            median: (middle((games - 1) / 2) + middle(games / 2)) / 2.0,
            min,
            max,
            percentiles,
            top_third_mean: self.mean_of_best((games / 3).max(1)),
            share_at_least,
        })
    }

    fn mean(&self) -> f64 {
        let sum: u128 = self
            .0
            .iter()
            .map(|(&score, &count)| u128::from(score) * u128::from(count))
            .sum();
        sum as f64 / self.games() as f64
    }

    /// Returns the score at rank `rank`. Rank 0 is the lowest score.
    fn ranked(&self, rank: u64) -> u64 {
        let mut below = 0;
        for (&score, &count) in &self.0 {
            below += count;
            if rank < below {
                return score;
            }
        }
        unreachable!("ranks are below the number of games")
    }

    fn mean_of_best(&self, games: u64) -> f64 {
        let mut left = games;
        let mut sum = 0u128;
        for (&score, &count) in self.0.iter().rev() {
            let taken = count.min(left);
            sum += u128::from(score) * u128::from(taken);
            left -= taken;
        }
        sum as f64 / games as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_small_distribution_are_those_by_hand() {
        let mut scores = Scores::default();
        for score in [100, 200, 300, 400, 1_000_000] {
            scores.count(score);
        }
        let figures = scores.figures().unwrap();
        assert_eq!(figures.mean, 200_200.0);
        assert_eq!(figures.median, 300.0);
        assert_eq!((figures.min, figures.max), (100, 1_000_000));
        assert_eq!(figures.percentiles["10"], 100);
        assert_eq!(figures.percentiles["75"], 400);
        assert_eq!(figures.percentiles["90"], 1_000_000);
        assert_eq!(figures.top_third_mean, 1_000_000.0);
        assert_eq!(figures.share_at_least["900000"], 0.2);
        assert_eq!(Scores::default().figures(), None);
    }
}
