//! Random numbers for a tree search: generators with long periods and their own seed.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::randomizer::generator;

/// Streams of random numbers: a continuous one, and numbered ones that can be restarted.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    /// Generator for the order of untried choices.
    order: ChaCha8Rng,
    chance: ChaCha8Rng,
    /// First outcome of a numbered stream that has just begun, 0 to 63. These outcomes are spread evenly over the
    /// streams.
    first: Option<u8>,
}

/// Separates the seed of the order generator from the seed of the chance generator.
const ORDER: u64 = 0x0DE2_0F00_0DE2_0F00;
/// 2^32 divided by the golden ratio. Its multiples, cut to 32 bits, are spread evenly over the range.
const GOLDEN: u32 = 0x9E37_79B9;

impl Dice {
    /// Returns dice number `number` of `seed`.
    pub fn new(seed: u64, number: u64) -> Dice {
        Dice {
            seed: seed.rotate_left(32) ^ number,
            order: generator(seed ^ ORDER, number),
            chance: generator(seed, number),
            first: None,
        }
    }

    /// Restarts stream number `stream` of chance. A stream always has the same outcomes.
    #[inline]
    pub fn begin(&mut self, stream: u32) {
        let offset = (self.seed >> 32) as u32 ^ self.seed as u32;
        let spread = stream.wrapping_mul(GOLDEN).wrapping_add(offset);
        self.first = Some((spread >> 26) as u8);
        self.chance = generator(self.seed, 1 << 32 | u64::from(stream));
    }

    /// Draws a number to order choices by: from 0 up to, but not including, 1, in steps of 2^-32.
    #[inline]
    pub fn order(&mut self) -> f64 {
        f64::from(self.order.random::<u32>()) * (1.0 / 4_294_967_296.0)
    }

    /// Draws a number for chance: from 0 up to, but not including, 1, in steps of 2^-32.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.chance.random::<u32>()) * (1.0 / 4_294_967_296.0)
    }

    /// Draws an index with these odds in 64ths. They must sum to 64.
    #[inline]
    pub fn by_odds(&mut self, odds: &[u8; 7]) -> usize {
        let drawn = self.first.take();
        let mut draw = drawn.unwrap_or_else(|| (self.chance.random::<u32>() >> 26) as u8);
        for (index, &share) in odds.iter().enumerate() {
            if draw < share {
                return index;
            }
            draw -= share;
        }
        odds.len() - 1
    }
}
