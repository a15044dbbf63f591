//! Random numbers that decide whether hands miss a tuck. Each game has its own stream, so equal seeds give equal games.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::randomizer::generator;

/// Random numbers of one game, one per plan.
#[derive(Debug)]
pub(super) struct TuckMissNumbers {
    generator: ChaCha8Rng,
    number: u16,
}

/// Salt that separates these random numbers from those for pieces, holes and misdrops.
const TUCK_MISS_SALT: u64 = 0x7C0C_0F51_1B5E_7C0C;

impl TuckMissNumbers {
    /// Starts the random numbers of game `game` of the series with this seed. In a match, `game` is the side.
    pub(super) fn new(seed: u64, game: u64) -> TuckMissNumbers {
        let mut tuck_misses = TuckMissNumbers {
            generator: generator(seed ^ TUCK_MISS_SALT, game),
            number: 0,
        };
        tuck_misses.draw();
        tuck_misses
    }

    /// Returns the random number that decides whether the hands miss the current plan's tuck, 0-999.
    pub(super) const fn number(&self) -> u16 {
        self.number
    }

    /// Draws the random number for the next plan.
    pub(super) fn draw(&mut self) {
        self.number = self.generator.random_range(0..1000);
    }
}
