//! Particle swarm optimization of the numbers in a player file. Each particle is a player, and moves towards the best
//! players found.
//!
//! A particle is a set of weights (and offsets and powers) for the features in a player file. In each iteration, all
//! particles play the same games, and an [`Objective`] rates the results. A particle that does worse in the first
//! quarter of the games than in the first quarter of its best iteration skips the rest. Such a particle would seldom
//! reach a higher total, and skipping saves half of the time. [`Particles`] moves the particles.
//!
//! The games are spread over all threads, and their results are combined in a fixed order. Equal recipes give equal
//! players, whatever the number of threads.

mod checkpoint;
mod games;
mod objective;
mod particles;
mod recipe;
mod space;
mod trial;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::players::{Player, PlayerFile, Strategy};

use super::run::Control;

pub use checkpoint::SwarmCheckpoint;
pub use games::SwarmGames;
pub use objective::{Objective, SwarmOutcome};
pub use particles::{Particles, RatedPoint, SearchBounds};
pub use recipe::{SwarmRecipe, VariedNumbers};
pub use space::SearchSpace;
pub use trial::SwarmTrial;

/// Swarm in progress.
#[derive(Clone, Debug)]
pub struct Swarm<'a> {
    recipe: &'a SwarmRecipe,
    games: &'a SwarmGames,
    space: SearchSpace,
    bounds: SearchBounds,
    particles: Particles,
    /// Value of each particle after the first quarter of the games, in its best iteration.
    quarters: Vec<Option<f64>>,
    /// Best point found so far.
    best: Option<RatedPoint>,
    course: Vec<Iteration>,
}

/// Result of one iteration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Iteration {
    /// Best value over all iterations so far.
    pub best: f64,
    /// Mean value of the particles. A particle that skipped games is valued by the games that it played.
    pub mean: f64,
    /// Spread of the particles around their centre before they moved, see [`Particles::spread`].
    pub spread: f64,
    /// True if all particles restart after this iteration.
    #[serde(rename = "begins_anew")]
    pub restarts: bool,
}

impl<'a> Swarm<'a> {
    /// Creates a swarm around a validated player file. `games` must match `recipe`.
    ///
    /// # Errors
    /// The errors of [`SwarmRecipe::check`] and [`SearchSpace::around`].
    pub fn new(
        recipe: &'a SwarmRecipe,
        games: &'a SwarmGames,
        from: &PlayerFile,
    ) -> Result<Swarm<'a>, String> {
        recipe.check()?;
        let space = SearchSpace::around(from, recipe.varied)?;
        let bounds = space.bounds(recipe.spread);
        Ok(Swarm {
            particles: Particles::new(&bounds, recipe.particles, recipe.seed),
            quarters: vec![None; recipe.particles],
            best: None,
            course: Vec::new(),
            recipe,
            games,
            space,
            bounds,
        })
    }

    /// Runs one iteration on all threads of the current rayon pool. Returns `None` and changes nothing if all
    /// iterations are done or the iteration is stopped.
    pub fn step(&mut self, control: &Control) -> Option<Iteration> {
        if self.is_done() {
            return None;
        }
        let places: Vec<Vec<f64>> = self.particles.places().map(<[f64]>::to_vec).collect();
        let players: Vec<Arc<Strategy>> =
            places.iter().map(|place| self.strategy_at(place)).collect();
        let games = self.recipe.games;
        let quarter = games / 4;
        let everyone: Vec<usize> = (0..players.len()).collect();
        let mut outcomes = vec![Vec::new(); players.len()];
        self.play(&players, &everyone, 0..quarter, &mut outcomes, control)?;
        let value = |outcomes: &[SwarmOutcome]| self.games.objective().value(outcomes.iter());
        let quarters: Vec<Option<f64>> = outcomes.iter().map(|played| value(played)).collect();
        let goes_on = |particle: &usize| match (quarters[*particle], self.quarters[*particle]) {
            (Some(now), Some(best)) => now >= best,
            _ => true,
        };
        let (continuing, dropped): (Vec<usize>, Vec<usize>) =
            everyone.into_iter().partition(goes_on);
        let skipped = dropped.len() as u64 * (games - quarter);
        control.games.fetch_add(skipped, Ordering::Relaxed);
        self.play(
            &players,
            &continuing,
            quarter..games,
            &mut outcomes,
            control,
        )?;
        let mut values = vec![None; players.len()];
        for &particle in &continuing {
            values[particle] = value(&outcomes[particle]);
        }
        for (place, value) in places.into_iter().zip(&values) {
            if let Some(value) = *value
                && self.best.as_ref().is_none_or(|best| value > best.value)
            {
                self.best = Some(RatedPoint { place, value });
            }
        }
        let known: Vec<f64> = values
            .iter()
            .zip(&quarters)
            .filter_map(|(value, quarter)| value.or(*quarter))
            .collect();
        let spread = self.particles.spread();
        let recipe = self.recipe;
        let result = self
            .particles
            .update(&values, &self.bounds, recipe.seed, recipe.patience);
        for (particle, improved) in result.improved.iter().enumerate() {
            if *improved {
                self.quarters[particle] = quarters[particle];
            }
        }
        if result.restarts {
            self.quarters.fill(None);
        }
        let iteration = Iteration {
            best: self.best.as_ref().map_or(0.0, |best| best.value),
            mean: known.iter().sum::<f64>() / known.len().max(1) as f64,
            spread,
            restarts: result.restarts,
        };
        self.course.push(iteration);
        Some(iteration)
    }

    /// Plays `games` with each of `particles`, on all threads. Returns `None` if stopped.
    fn play(
        &self,
        players: &[Arc<Strategy>],
        particles: &[usize],
        games: std::ops::Range<u64>,
        outcomes: &mut [Vec<SwarmOutcome>],
        control: &Control,
    ) -> Option<()> {
        let each = games.end - games.start;
        let all = particles.len() * each as usize;
        // One task per game, so that no thread waits for a slow particle.
        let played: Vec<Option<SwarmOutcome>> = (0..all)
            .into_par_iter()
            .with_max_len(1)
            .map(|number| {
                let player = &players[particles[number / each as usize]];
                let game = games.start + number as u64 % each;
                let outcome = self.games.play(player, game, &control.stop)?;
                control.games.fetch_add(1, Ordering::Relaxed);
                control.pieces.fetch_add(outcome.pieces, Ordering::Relaxed);
                Some(outcome)
            })
            .collect();
        let mut played = played.into_iter();
        for &particle in particles {
            for _ in 0..each {
                outcomes[particle].push(played.next()??);
            }
        }
        Some(())
    }

    fn strategy_at(&self, place: &[f64]) -> Arc<Strategy> {
        let file = self.space.file_at(place);
        Arc::new(strategy_of(file).expect("weights of particles are valid in player files"))
    }

    /// Returns whether all iterations are done.
    pub fn is_done(&self) -> bool {
        self.iterations() >= self.recipe.iterations
    }

    /// Returns the number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.course.len() as u64
    }

    /// Returns the results of all iterations so far.
    pub fn course(&self) -> &[Iteration] {
        &self.course
    }

    /// Returns the best value so far and its player file. `None` before the first iteration, or if no game gave a
    /// value.
    pub fn best(&self) -> Option<(f64, PlayerFile)> {
        let best = self.best.as_ref()?;
        Some((best.value, self.space.file_at(&best.place)))
    }

    /// Returns how many numbers of the player file the swarm varies.
    pub fn numbers(&self) -> usize {
        self.space.numbers()
    }
}

/// Builds the player of `file`, without a filter.
///
/// # Errors
/// Returns the fault if the file is damaged or has another version.
fn strategy_of(file: PlayerFile) -> Result<Strategy, String> {
    let no_files = |_: &str| Err("reading files is not supported here".to_owned());
    let player = Player::build(file, &no_files).map_err(|faults| faults.join("; "))?;
    Ok(Strategy::alone(Arc::new(player)))
}
