//! The numbers by which hands miss tucks now and then: a stream of its own for each game, so that equal
//! seeds give equal games.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::randomizer::generator;

/// The numbers of one game, one for each plan.
#[derive(Debug)]
pub(super) struct Slips {
    generator: ChaCha8Rng,
    number: u16,
}

/// Sets these numbers apart from those of pieces, holes and misdrops.
const SLIPS: u64 = 0x7C0C_0F51_1B5E_7C0C;

impl Slips {
    /// Those of game number `game` of the series of `seed`, or of that side of a match.
    pub(super) fn new(seed: u64, game: u64) -> Slips {
        let mut slips = Slips {
            generator: generator(seed ^ SLIPS, game),
            number: 0,
        };
        slips.draw();
        slips
    }

    /// The number for the present plan, 0 to 999.
    pub(super) const fn number(&self) -> u16 {
        self.number
    }

    /// The plan was taken: draws the number for the next one.
    pub(super) fn draw(&mut self) {
        self.number = self.generator.random_range(0..1000);
    }
}
