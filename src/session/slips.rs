//! Random numbers for missed tucks. Each game has its own stream, so equal seeds give equal games.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::randomizer::generator;

/// Random numbers of one game, one per plan.
#[derive(Debug)]
pub(super) struct PlanNumbers {
    generator: ChaCha8Rng,
    number: u16,
}

/// Separates these random numbers from those for pieces, holes and misdrops.
const SLIPS: u64 = 0x7C0C_0F51_1B5E_7C0C;

impl PlanNumbers {
    /// Returns the numbers for game `game` of the series with this seed, or for this side of a match.
    pub(super) fn new(seed: u64, game: u64) -> PlanNumbers {
        let mut slips = PlanNumbers {
            generator: generator(seed ^ SLIPS, game),
            number: 0,
        };
        slips.draw();
        slips
    }

    /// Returns the number for the current plan, 0-999.
    pub(super) const fn number(&self) -> u16 {
        self.number
    }

    /// Draws the number for the next plan.
    pub(super) fn draw(&mut self) {
        self.number = self.generator.random_range(0..1000);
    }
}
