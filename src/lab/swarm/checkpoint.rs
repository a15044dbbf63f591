//! Swarms as bytes, so that a run that was broken off goes on as if it had not been.
//!
//! A line of text that says what it is, a line of RON with everything, and the CRC-32 of both. Numbers
//! are written so that they are read again bit for bit.

use serde::{Deserialize, Serialize};

use super::particles::{Particles, RatedPlace, length};
use super::recipe::SwarmRecipe;
use super::{Iteration, Swarm, SwarmGames};
use crate::lab::sealed::{Broken, seal, unseal};
use crate::players::PlayerFile;

/// The first line.
const HEADER: &[u8] = b"rightwell swarm checkpoint 1\n";

/// A swarm broken off between two iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwarmCheckpoint {
    recipe: SwarmRecipe,
    #[serde(rename = "flock")]
    particles: Particles,
    quarters: Vec<Option<f64>>,
    best: Option<RatedPlace>,
    course: Vec<Iteration>,
}

impl SwarmCheckpoint {
    /// The swarm as it is now.
    pub fn from_swarm(swarm: &Swarm<'_>) -> SwarmCheckpoint {
        SwarmCheckpoint {
            recipe: swarm.recipe.clone(),
            particles: swarm.particles.clone(),
            quarters: swarm.quarters.clone(),
            best: swarm.best.clone(),
            course: swarm.course.clone(),
        }
    }

    /// How the swarm came to be.
    pub const fn recipe(&self) -> &SwarmRecipe {
        &self.recipe
    }

    /// Iterations done.
    pub fn iterations(&self) -> u64 {
        self.course.len() as u64
    }

    /// The swarm again; the recipe must be that of the checkpoint, but for its iterations: more than
    /// were wanted may be played, and fewer if they are not done yet, for nothing hangs on their
    /// number. Games and player must be what the recipe says.
    ///
    /// # Errors
    /// As [`Swarm::new`], another recipe, or no swarm can be as it says.
    pub fn into_swarm<'a>(
        self,
        recipe: &'a SwarmRecipe,
        games: &'a SwarmGames,
        from: &PlayerFile,
    ) -> Result<Swarm<'a>, String> {
        if recipe.difference(&self.recipe).is_some() {
            return Err("another recipe than that of the checkpoint".to_owned());
        }
        let mut swarm = Swarm::new(recipe, games, from)?;
        let has_places = self.best.as_ref().is_none_or(|best| {
            best.place.len() == swarm.bounds.start.len()
                && best.value.is_finite()
                && length(&best.place).is_finite()
        });
        let is_whole = self.particles.fits(&swarm.bounds, recipe.particles)
            && self.quarters.len() == recipe.particles
            && self.iterations() <= recipe.iterations
            && has_places;
        if !is_whole {
            return Err("no swarm can be as it says".to_owned());
        }
        swarm.particles = self.particles;
        swarm.quarters = self.quarters;
        swarm.best = self.best;
        swarm.course = self.course;
        Ok(swarm)
    }

    /// The checkpoint as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = ron::to_string(self).expect("a checkpoint can be written") + "\n";
        seal(HEADER, text.as_bytes())
    }

    /// Reads a checkpoint file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<SwarmCheckpoint, String> {
        let content = unseal(HEADER, bytes).map_err(|broken| match broken {
            Broken::Foreign => "no checkpoint of a swarm, version 1",
            Broken::Spoilt => "its checksum is wrong: the checkpoint is spoilt",
        })?;
        let checkpoint: SwarmCheckpoint =
            ron::de::from_bytes(content).map_err(|error| error.to_string())?;
        checkpoint.recipe.check()?;
        Ok(checkpoint)
    }
}
