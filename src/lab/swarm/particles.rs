//! Particles that move through a space of numbers towards the best points found.
//!
//! The method is particle swarm optimization with a clamped velocity and the parameters of van den Bergh and
//! Engelbrecht, "A study of particle swarm optimization particle trajectories" (2006). This module knows nothing of
//! players. The caller rates the points that [`Particles::places`] returns and passes the values to
//! [`Particles::update`].

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::rules::randomizer::generator;

/// Share of its velocity that a particle retains per iteration. Source: van den Bergh and Engelbrecht 2006.
pub const INERTIA: f64 = 0.729_844;
/// Maximum strength of the pull towards a particle's own best point and towards the best point of the swarm. Each
/// iteration and coordinate uses a random share of this strength. Source: van den Bergh and Engelbrecht 2006.
pub const ACCELERATION: f64 = 1.496_180;
/// Number of the particles' random stream. Each game uses the stream with the game's number, and no game has this
/// number.
const STREAM: u64 = u64::MAX;

/// Bounds of the space that particles search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchBounds {
    /// Start of the first particle.
    pub start: Vec<f64>,
    /// Number of coordinates, counted from the first, that form a direction. They are always scaled to their initial
    /// length.
    pub directions: usize,
    /// Minimum and maximum of each coordinate after the directions.
    pub limits: Vec<[f64; 2]>,
    /// Maximum distance, per coordinate, of the other particles' starting points from `start`. Also the maximum
    /// velocity per coordinate.
    pub spread: f64,
}

/// Swarm of particles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Particles {
    particles: Vec<Particle>,
    /// Best point since the last start or restart.
    best: Option<RatedPoint>,
    /// Number of iterations since a better point was found.
    stalled: u64,
    /// Number of words drawn from the random generator so far.
    drawn: u64,
}

/// Point with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedPoint {
    /// Coordinates of the point.
    pub place: Vec<f64>,
    /// Value of the point. Higher is better.
    pub value: f64,
}

impl RatedPoint {
    /// Returns whether a swarm in these bounds can have found this point.
    pub(super) fn fits(&self, bounds: &SearchBounds) -> bool {
        bounds.contain(&self.place) && self.value.is_finite()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Particle {
    place: Vec<f64>,
    velocity: Vec<f64>,
    best: Option<RatedPoint>,
}

/// Result of an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IterationResult {
    /// True for each particle whose current point is its best so far.
    pub improved: Vec<bool>,
    /// True if all particles restart at random points.
    pub restarts: bool,
}

impl SearchBounds {
    fn at_start(&self) -> Vec<f64> {
        self.start.clone()
    }

    /// Returns a point near the start.
    fn near(&self, generator: &mut ChaCha8Rng) -> Vec<f64> {
        let mut place = self.at_start();
        for value in &mut place {
            *value += self.spread * random_signed(generator);
        }
        self.fit(&mut place);
        place
    }

    /// Returns a point with a random direction. Its other coordinates are near the start.
    fn random_place(&self, generator: &mut ChaCha8Rng) -> Vec<f64> {
        let mut place = self.near(generator);
        for value in &mut place[..self.directions] {
            *value = random_signed(generator);
        }
        self.fit(&mut place);
        place
    }

    /// Scales the direction to its initial length, and clamps the other coordinates to their limits.
    fn fit(&self, place: &mut [f64]) {
        let (direction, others) = place.split_at_mut(self.directions);
        let wanted = length(&self.start[..self.directions]);
        let found = length(direction);
        if found > 0.0 {
            direction
                .iter_mut()
                .for_each(|value| *value *= wanted / found);
        } else {
            direction.copy_from_slice(&self.start[..self.directions]);
        }
        for (value, [least, most]) in others.iter_mut().zip(&self.limits) {
            *value = value.clamp(*least, *most);
        }
    }

    /// Returns whether [`fit`](SearchBounds::fit) would leave a point where it is, apart from rounding.
    fn contain(&self, place: &[f64]) -> bool {
        if place.len() != self.start.len() {
            return false;
        }
        let mut fitted = place.to_vec();
        self.fit(&mut fitted);
        let mut moves = place.iter().zip(&fitted);
        moves.all(|(value, fitted)| (value - fitted).abs() <= 1e-6 * fitted.abs().max(1.0))
    }
}

impl Particles {
    /// Creates particles (1-256) at rest: the first at the start, the others around it.
    pub fn new(bounds: &SearchBounds, particles: usize, seed: u64) -> Particles {
        let mut generator = generator(seed, STREAM);
        let places = (0..particles).map(|number| match number {
            0 => bounds.at_start(),
            _ => bounds.near(&mut generator),
        });
        let particles = places.map(Particle::at).collect();
        Particles {
            particles,
            best: None,
            stalled: 0,
            drawn: generator.get_word_pos() as u64,
        }
    }

    /// Returns the points of the particles, in the particles' order.
    pub fn places(&self) -> impl Iterator<Item = &[f64]> {
        self.particles.iter().map(|particle| &*particle.place)
    }

    /// Returns how far the particles are from their centre: the root mean square distance per coordinate.
    pub fn spread(&self) -> f64 {
        let coordinates = self.particles.first().map_or(0, |first| first.place.len());
        let count = (self.particles.len() * coordinates).max(1) as f64;
        let squares = (0..coordinates).map(|at| {
            let values = || self.particles.iter().map(|particle| particle.place[at]);
            let mean = values().sum::<f64>() / self.particles.len() as f64;
            values().map(|value| (value - mean).powi(2)).sum::<f64>()
        });
        (squares.sum::<f64>() / count).sqrt()
    }

    /// Takes the values of the particles' points, in the particles' order, and moves the particles. Higher values are
    /// better; `None` marks a point without a value. After `patience` iterations without a better point, all particles
    /// restart at random points and forget their best points.
    pub fn update(
        &mut self,
        values: &[Option<f64>],
        bounds: &SearchBounds,
        seed: u64,
        patience: u64,
    ) -> IterationResult {
        let mut result = IterationResult {
            improved: vec![false; self.particles.len()],
            restarts: false,
        };
        let mut is_better = false;
        let particles = self.particles.iter_mut().zip(values);
        for ((particle, value), improved) in particles.zip(&mut result.improved) {
            let Some(value) = *value else { continue };
            let found = || RatedPoint {
                place: particle.place.clone(),
                value,
            };
            if exceeds(value, self.best.as_ref()) {
                self.best = Some(found());
                is_better = true;
            }
            if exceeds(value, particle.best.as_ref()) {
                particle.best = Some(found());
                *improved = true;
            }
        }
        self.stalled = if is_better {
            0
        } else {
            self.stalled.saturating_add(1)
        };
        let mut generator = generator(seed, STREAM);
        generator.set_word_pos(self.drawn.into());
        if self.stalled >= patience {
            self.stalled = 0;
            self.best = None;
            for particle in &mut self.particles {
                *particle = Particle::at(bounds.random_place(&mut generator));
            }
            result.restarts = true;
        } else {
            let best = self.best.as_ref().map(|found| &*found.place);
            for particle in &mut self.particles {
                particle.step(best, bounds, &mut generator);
            }
        }
        self.drawn = generator.get_word_pos() as u64;
        result
    }

    /// Returns whether a swarm of `particles` particles in these bounds can be in this state.
    pub(super) fn fits(&self, bounds: &SearchBounds, particles: usize) -> bool {
        let is_found =
            |found: &Option<RatedPoint>| found.as_ref().is_none_or(|found| found.fits(bounds));
        let is_particle = |particle: &Particle| {
            let mut velocity = particle.velocity.iter();
            bounds.contain(&particle.place)
                && velocity.len() == bounds.start.len()
                && velocity.all(|value| value.abs() <= bounds.spread)
                && is_found(&particle.best)
        };
        self.particles.len() == particles
            && self.particles.iter().all(is_particle)
            && is_found(&self.best)
    }
}

impl Particle {
    fn at(place: Vec<f64>) -> Particle {
        Particle {
            velocity: vec![0.0; place.len()],
            place,
            best: None,
        }
    }

    /// Moves the particle one step. It retains some of its velocity and is pulled towards the best points.
    fn step(&mut self, best: Option<&[f64]>, bounds: &SearchBounds, generator: &mut ChaCha8Rng) {
        let own = self.best.as_ref().map(|found| &*found.place);
        for (at, velocity) in self.velocity.iter_mut().enumerate() {
            let here = self.place[at];
            let mut pull = |to: Option<&[f64]>| {
                let share: f64 = generator.random();
                to.map_or(0.0, |to| ACCELERATION * share * (to[at] - here))
            };
            let pulled = INERTIA * *velocity + pull(own) + pull(best);
            *velocity = pulled.clamp(-bounds.spread, bounds.spread);
        }
        for (value, velocity) in self.place.iter_mut().zip(&self.velocity) {
            *value += velocity;
        }
        bounds.fit(&mut self.place);
    }
}

fn exceeds(value: f64, found: Option<&RatedPoint>) -> bool {
    found.is_none_or(|found| value > found.value)
}

/// Returns a random number from -1 to 1.
fn random_signed(generator: &mut ChaCha8Rng) -> f64 {
    2.0 * generator.random::<f64>() - 1.0
}

pub(super) fn length(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates bounds without direction coordinates.
    fn plain(start: &[f64], spread: f64) -> SearchBounds {
        SearchBounds {
            start: start.to_vec(),
            directions: 0,
            limits: vec![[-10.0, 10.0]; start.len()],
            spread,
        }
    }

    #[test]
    fn a_point_out_of_bounds_or_a_velocity_beyond_the_spread_fits_no_swarm() {
        let bounds = SearchBounds {
            directions: 2,
            limits: vec![[-10.0, 10.0]],
            ..plain(&[3.0, 4.0, 1.0], 0.5)
        };
        let mut swarm = Particles::new(&bounds, 3, 1);
        for _ in 0..20 {
            swarm.update(&[1.0, 2.0, 3.0].map(Some), &bounds, 1, 8);
            assert!(swarm.fits(&bounds, 3));
        }
        for wrong in [
            9_223_372_036_854_775_807.0,
            1e300,
            11.0,
            f64::INFINITY,
            f64::NAN,
        ] {
            for at in [0, 2] {
                let mut other = swarm.clone();
                other.particles[1].place[at] = wrong;
                assert!(!other.fits(&bounds, 3), "{wrong}");
                let mut other = swarm.clone();
                other.particles[1].velocity[at] = wrong;
                assert!(!other.fits(&bounds, 3), "{wrong}");
                let mut other = swarm.clone();
                other.best.as_mut().unwrap().place[at] = wrong;
                assert!(!other.fits(&bounds, 3), "{wrong}");
            }
        }
    }

    /// Returns the best point found in this many iterations.
    fn highest(
        bounds: &SearchBounds,
        iterations: u64,
        patience: u64,
        value: impl Fn(&[f64]) -> f64,
    ) -> RatedPoint {
        let mut particles = Particles::new(bounds, 20, 7);
        let mut best: Option<RatedPoint> = None;
        for _ in 0..iterations {
            let places: Vec<Vec<f64>> = particles.places().map(<[f64]>::to_vec).collect();
            let values: Vec<Option<f64>> = places.iter().map(|place| Some(value(place))).collect();
            for (place, value) in places.into_iter().zip(&values) {
                let value = value.unwrap();
                if exceeds(value, best.as_ref()) {
                    best = Some(RatedPoint { place, value });
                }
            }
            particles.update(&values, bounds, 7, patience);
        }
        best.unwrap()
    }

    #[test]
    fn the_bottom_of_a_bowl_is_found() {
        let bottom = [3.0, -2.0, 0.5, 7.0];
        let bowl = |place: &[f64]| {
            let squares = place.iter().zip(bottom).map(|(x, y)| (x - y).powi(2));
            -squares.sum::<f64>()
        };
        // The lowest point lies outside the region in which the particles start.
        let found = highest(&plain(&[0.0; 4], 1.0), 300, 300, bowl);
        for (x, y) in found.place.iter().zip(bottom) {
            assert!((x - y).abs() < 1e-3, "{:?}", found.place);
        }
    }

    #[test]
    fn the_best_direction_is_found_and_its_length_stays() {
        let wanted = [1.0, -2.0, 2.0];
        let bounds = SearchBounds {
            start: vec![0.0, 0.0, 6.0],
            directions: 3,
            limits: Vec::new(),
            spread: 2.0,
        };
        let along = |place: &[f64]| -> f64 {
            assert!((length(place) - 6.0).abs() < 1e-9, "{place:?}");
            place.iter().zip(wanted).map(|(x, y)| x * y).sum()
        };
        let found = highest(&bounds, 200, 200, along);
        assert!((found.value - 18.0).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn stuck_particles_restart_and_find_the_higher_hill() {
        // There is a low hill at the start and a high hill far away, with flat ground in between.
        let hills = |place: &[f64]| {
            let hill = |at: f64| (1.0 - (place[0] - at).abs()).max(0.0);
            hill(6.0) + 5.0 * hill(-6.0)
        };
        let bounds = SearchBounds {
            start: vec![6.0, 0.0],
            directions: 2,
            limits: Vec::new(),
            spread: 0.5,
        };
        assert!(highest(&bounds, 100, 1000, hills).value < 1.1);
        assert!(highest(&bounds, 100, 10, hills).value > 4.0);
    }

    #[test]
    fn coordinates_with_limits_stay_within_them() {
        let mut bounds = plain(&[1.0, 1.0], 3.0);
        bounds.limits = vec![[0.0, 2.0], [0.5, 8.0]];
        let found = highest(&bounds, 60, 20, |place| {
            assert!((0.0..=2.0).contains(&place[0]) && (0.5..=8.0).contains(&place[1]));
            place[0] + place[1]
        });
        assert_eq!(found.place, [2.0, 8.0]);
    }

    #[test]
    fn a_place_without_a_value_attracts_no_particle() {
        let bounds = plain(&[0.0], 1.0);
        let mut particles = Particles::new(&bounds, 2, 1);
        let result = particles.update(&[None, Some(1.0)], &bounds, 1, 9);
        assert_eq!(result.improved, [false, true]);
        let result = particles.update(&[None, None], &bounds, 1, 9);
        assert_eq!(result.improved, [false, false]);
    }
}
