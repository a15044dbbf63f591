//! Seeking a player's numbers with a swarm: particles are players, and fly after the best ones.
//!
//! A particle is a set of weights (and offsets, powers) for the features of a player file. In each
//! iteration all of them play the same games, and an [`Objective`] says how well each did. A particle
//! that did worse in the first quarter of the games than it did there at its best does not play the
//! others: it would seldom come to more in all, and that saves half of the time. [`Particles`] moves them.
//!
//! Games are spread over all threads and their figures are put together in order: equal recipes give
//! equal players, whatever the number of threads.

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
pub use particles::{Particles, RatedPlace, SearchBounds};
pub use recipe::{SwarmRecipe, Varied};
pub use space::Space;
pub use trial::Trial;

/// A swarm under way.
#[derive(Clone, Debug)]
pub struct Swarm<'a> {
    recipe: &'a SwarmRecipe,
    games: &'a SwarmGames,
    space: Space,
    bounds: SearchBounds,
    particles: Particles,
    /// For each particle what it did at its best in the first quarter of the games.
    quarters: Vec<Option<f64>>,
    /// The best place of all.
    best: Option<RatedPlace>,
    course: Vec<Iteration>,
}

/// What came of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Iteration {
    /// The best value so far, of all iterations.
    pub best: f64,
    /// The mean over the particles; of those that did not play on, of what they had played.
    pub mean: f64,
    /// How far the particles were from their middle, in a coordinate, before they moved: see
    /// [`Particles::spread`].
    pub spread: f64,
    /// Whether they began anew afterwards.
    pub begins_anew: bool,
}

impl<'a> Swarm<'a> {
    /// A swarm around a player file, which was checked. The games must be what the recipe says.
    ///
    /// # Errors
    /// As [`SwarmRecipe::check`] and [`Space::around`].
    pub fn new(
        recipe: &'a SwarmRecipe,
        games: &'a SwarmGames,
        from: &PlayerFile,
    ) -> Result<Swarm<'a>, String> {
        recipe.check()?;
        let space = Space::around(from, recipe.varied)?;
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

    /// One iteration, on as many threads as the current rayon pool has; none, and nothing is changed,
    /// when it was stopped or all iterations are done.
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
        let (those, others): (Vec<usize>, Vec<usize>) = everyone.into_iter().partition(goes_on);
        let left_out = others.len() as u64 * (games - quarter);
        control.games.fetch_add(left_out, Ordering::Relaxed);
        self.play(&players, &those, quarter..games, &mut outcomes, control)?;
        let mut values = vec![None; players.len()];
        for &particle in &those {
            values[particle] = value(&outcomes[particle]);
        }
        for (place, value) in places.into_iter().zip(&values) {
            if let Some(value) = *value
                && self.best.as_ref().is_none_or(|best| value > best.value)
            {
                self.best = Some(RatedPlace { place, value });
            }
        }
        let known: Vec<f64> = values
            .iter()
            .zip(&quarters)
            .filter_map(|(value, quarter)| value.or(*quarter))
            .collect();
        let spread = self.particles.spread();
        let recipe = self.recipe;
        let told = self
            .particles
            .tell(&values, &self.bounds, recipe.seed, recipe.patience);
        for (particle, improved) in told.improved.iter().enumerate() {
            if *improved {
                self.quarters[particle] = quarters[particle];
            }
        }
        if told.begins_anew {
            self.quarters.fill(None);
        }
        let iteration = Iteration {
            best: self.best.as_ref().map_or(0.0, |best| best.value),
            mean: known.iter().sum::<f64>() / known.len().max(1) as f64,
            spread,
            begins_anew: told.begins_anew,
        };
        self.course.push(iteration);
        Some(iteration)
    }

    /// These particles play these games, on all threads.
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
        // One game after the other of a particle, so that no thread waits for a slow one.
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
        Arc::new(strategy_of(file).expect("places have numbers that files may have"))
    }

    /// Whether all iterations are done.
    pub fn is_done(&self) -> bool {
        self.iterations() >= self.recipe.iterations
    }

    /// Iterations done.
    pub fn iterations(&self) -> u64 {
        self.course.len() as u64
    }

    /// What came of each iteration so far.
    pub fn course(&self) -> &[Iteration] {
        &self.course
    }

    /// The best value found and the player file with it; none before the first iteration, and where
    /// the games say nothing.
    pub fn best(&self) -> Option<(f64, PlayerFile)> {
        let best = self.best.as_ref()?;
        Some((best.value, self.space.file_at(&best.place)))
    }

    /// How many numbers of the player are varied.
    pub fn numbers(&self) -> usize {
        self.space.numbers()
    }
}

/// The player of a file, alone.
///
/// # Errors
/// What is wrong with the file.
fn strategy_of(file: PlayerFile) -> Result<Strategy, String> {
    let no_files = |_: &str| Err("no files can be read here".to_owned());
    let player = Player::build(file, &no_files).map_err(|faults| faults.join("; "))?;
    Ok(Strategy::alone(Arc::new(player)))
}
