//! Random numbers for missed tucks: a separate stream for each game, so that equal seeds give equal games.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::randomizer::generator;

/// Numbers of one game, one for each plan.
#[derive(Debug)]
pub(super) struct Slips {
    generator: ChaCha8Rng,
    number: u16,
}

/// Makes these random numbers independent of those for pieces, holes and misdrops.
const SLIPS: u64 = 0x7C0C_0F51_1B5E_7C0C;

impl Slips {
    /// Returns the numbers of game number `game` in the series of `seed`, or of that side of a match.
    pub(super) fn new(seed: u64, game: u64) -> Slips {
        let mut slips = Slips {
            generator: generator(seed ^ SLIPS, game),
            number: 0,
        };
        slips.draw();
        slips
    }

    /// Returns the number for the current plan, 0 to 999.
    pub(super) const fn number(&self) -> u16 {
        self.number
    }

    /// Draws the number for the next plan.
    pub(super) fn draw(&mut self) {
        self.number = self.generator.random_range(0..1000);
    }
}
