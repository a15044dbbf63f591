//! Saved swarms. A resumed run continues as if it had never been interrupted.
//!
//! File format: a header line, one line of RON with all data, and a CRC-32 of both. Numbers are restored bit for bit.

use serde::{Deserialize, Serialize};

use super::particles::{Particles, RatedPoint};
use super::recipe::SwarmRecipe;
use super::{Iteration, Swarm, SwarmGames};
use crate::lab::sealed::{UnsealError, seal, unseal};
use crate::players::PlayerFile;
use crate::rules::RonFault;

/// Header line of a swarm checkpoint.
const HEADER: &[u8] = b"rightwell swarm checkpoint 1\n";

/// State of a swarm between two iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwarmCheckpoint {
    recipe: SwarmRecipe,
    #[serde(rename = "flock")]
    particles: Particles,
    quarters: Vec<Option<f64>>,
    best: Option<RatedPoint>,
    course: Vec<Iteration>,
}

impl SwarmCheckpoint {
    /// Saves the current state of a swarm.
    pub fn from_swarm(swarm: &Swarm<'_>) -> SwarmCheckpoint {
        SwarmCheckpoint {
            recipe: swarm.recipe.clone(),
            particles: swarm.particles.clone(),
            quarters: swarm.quarters.clone(),
            best: swarm.best.clone(),
            course: swarm.course.clone(),
        }
    }

    /// Returns the recipe of the swarm.
    pub const fn recipe(&self) -> &SwarmRecipe {
        &self.recipe
    }

    /// Returns the number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.course.len() as u64
    }

    /// Restores the swarm. `recipe` must equal the checkpoint's recipe, except that its number of iterations may differ
    /// if it is at least the number already done. `games` and `from` must match the recipe.
    ///
    /// # Errors
    /// The errors of [`Swarm::new`]. Also an error if the recipe differs or the state is impossible.
    pub fn into_swarm<'a>(
        self,
        recipe: &'a SwarmRecipe,
        games: &'a SwarmGames,
        from: &PlayerFile,
    ) -> Result<Swarm<'a>, String> {
        if recipe.difference(&self.recipe).is_some() {
            return Err("the recipe differs from the checkpoint's".to_owned());
        }
        let mut swarm = Swarm::new(recipe, games, from)?;
        let has_place = |best: &RatedPoint| best.fits(&swarm.bounds);
        let course = self.course.iter();
        let mut course = course.flat_map(|done| [done.best, done.mean, done.spread]);
        let is_whole = self.particles.fits(&swarm.bounds, recipe.particles)
            && self.quarters.len() == recipe.particles
            && self.iterations() <= recipe.iterations
            && self
                .quarters
                .iter()
                .flatten()
                .all(|value| value.is_finite())
            && course.all(f64::is_finite)
            && self.best.as_ref().is_none_or(has_place);
        if !is_whole {
            return Err("checkpoint is inconsistent".to_owned());
        }
        swarm.particles = self.particles;
        swarm.quarters = self.quarters;
        swarm.best = self.best;
        swarm.course = self.course;
        Ok(swarm)
    }

    /// Serializes the checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = ron::to_string(self).expect("a checkpoint can always be serialized") + "\n";
        seal(HEADER, text.as_bytes())
    }

    /// Reads a checkpoint file.
    ///
    /// # Errors
    /// Returns the fault if the file is damaged or has another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<SwarmCheckpoint, String> {
        let content = unseal(HEADER, bytes).map_err(|broken| match broken {
            UnsealError::Header => "not a swarm checkpoint of version 1",
            UnsealError::Checksum => "checkpoint is corrupt: checksum mismatch",
        })?;
        let checkpoint: SwarmCheckpoint =
            ron::de::from_bytes(content).map_err(|error| RonFault::from(error).to_string())?;
        checkpoint.recipe.check()?;
        Ok(checkpoint)
    }
}
