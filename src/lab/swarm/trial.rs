//! Comparison of an optimized player with the initial one, in new games that were not used to optimize either player.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rand::RngExt;
use rayon::prelude::*;

use crate::players::{PlayerFile, Strategy};
use crate::rules::randomizer::generator;

use super::super::run::Control;
use super::objective::{Objective, SwarmOutcome};
use super::{SwarmGames, strategy_of};

/// Number of bootstrap samples for the confidence interval.
const SAMPLES: u64 = 2_000;
/// Number of the random stream from which the seed of the fresh games comes.
const STREAM: u64 = u64::MAX - 1;

/// Results of a player and its predecessor in the same fresh games.
#[derive(Clone, Debug, PartialEq)]
pub struct SwarmTrial {
    /// Seed of the games.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
    /// Values of the objective, for the old and the new player.
    pub values: [f64; 2],
    /// Gain of the new player over the old one.
    pub gain: f64,
    /// 95 % confidence interval of the gain, by bootstrap: the games are drawn 2,000 times with replacement, and 2.5 %
    /// of the resulting gains are cut off at each end.
    pub ci95: [f64; 2],
}

impl SwarmTrial {
    /// Returns a seed for games that a swarm with the seed `seed` has not played.
    pub fn fresh_seed(seed: u64) -> u64 {
        generator(seed, STREAM).random()
    }

    /// Plays the games with both players, on all threads of the current rayon pool. Returns `None` if the trial was
    /// stopped or the games give no value.
    ///
    /// # Errors
    /// The fault in one of the player files.
    pub fn run(
        swarm_games: &SwarmGames,
        seed: u64,
        games: u64,
        players: [&PlayerFile; 2],
        control: &Control,
    ) -> Result<Option<SwarmTrial>, String> {
        let [before, after] = players.map(|file| strategy_of(file.clone()).map(Arc::new));
        let players = [before?, after?];
        let swarm_games = swarm_games.with_seed(seed);
        let play = |player: &Arc<Strategy>| -> Option<Vec<SwarmOutcome>> {
            let play = |number: usize| {
                let outcome = swarm_games.play(player, number as u64, &control.stop)?;
                control.games.fetch_add(1, Ordering::Relaxed);
                Some(outcome)
            };
            (0..games as usize)
                .into_par_iter()
                .with_max_len(1)
                .map(play)
                .collect()
        };
        let [Some(before), Some(after)] = [play(&players[0]), play(&players[1])] else {
            return Ok(None);
        };
        Ok(SwarmTrial::compare(
            swarm_games.objective(),
            seed,
            &before,
            &after,
        ))
    }

    /// Compares the results of both players. Both lists are in game order.
    fn compare(
        objective: Objective,
        seed: u64,
        before: &[SwarmOutcome],
        after: &[SwarmOutcome],
    ) -> Option<SwarmTrial> {
        let values = [
            objective.value(before.iter())?,
            objective.value(after.iter())?,
        ];
        let mut generator = generator(seed, STREAM);
        let mut gains: Vec<f64> = (0..SAMPLES)
            .filter_map(|_| {
                let drawn = before
                    .iter()
                    .map(|_| generator.random_range(0..before.len()));
                let drawn: Vec<usize> = drawn.collect();
                let value = |games: &[SwarmOutcome]| {
                    objective.value(drawn.iter().map(|&number| &games[number]))
                };
                Some(value(after)? - value(before)?)
            })
            .collect();
        gains.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * gains.len().saturating_sub(1) as f64;
            gains.get(place.round() as usize).copied()
        };
        Some(SwarmTrial {
            seed,
            games: before.len() as u64,
            values,
            gain: values[1] - values[0],
            ci95: [at(0.025)?, at(0.975)?],
        })
    }

    /// Returns a one-line summary for people.
    pub fn in_words(&self, objective: Objective) -> String {
        let say = |value: f64| objective.in_words(value);
        let [before, after] = self.values.map(say);
        let [low, high] = self.ci95.map(say);
        format!(
            "{} fresh games (seed {:016X}): {before} before, {after} after, gain {} (95 %: {low} to {high}) {}",
            self.games,
            self.seed,
            say(self.gain),
            objective.unit()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(points: impl Iterator<Item = u64>) -> Vec<SwarmOutcome> {
        points
            .map(|points| SwarmOutcome {
                points,
                ..SwarmOutcome::default()
            })
            .collect()
    }

    #[test]
    fn the_interval_of_a_mean_is_the_usual_one() {
        // The differences are 0, 1, ... 99 points. Their mean is 49.5, with a standard error of 2.9.
        let before = games((0..100).map(|number| 1000 * number));
        let after = games((0..100).map(|number| 1001 * number));
        let objective = Objective::Score {
            lines: 230,
            best: 100,
        };
        let trial = SwarmTrial::compare(objective, 3, &before, &after).unwrap();
        assert_eq!(trial.gain, 49.5);
        let [low, high] = trial.ci95;
        assert!(
            (low - 43.8).abs() < 1.0 && (high - 55.2).abs() < 1.0,
            "{low} {high}"
        );
        assert_eq!(
            SwarmTrial::compare(objective, 3, &before, &after),
            Some(trial)
        );
    }

    #[test]
    fn fresh_games_have_another_seed() {
        assert_ne!(SwarmTrial::fresh_seed(1), 1);
        assert_ne!(SwarmTrial::fresh_seed(1), SwarmTrial::fresh_seed(2));
    }
}
