//! Random numbers for a tree search, from generators with long periods and their own seeds.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::randomizer::generator;

/// Streams of random numbers. One is continuous and orders choices; the numbered ones draw outcomes of chance and can
/// be restarted.
#[derive(Clone, Debug)]
pub struct RandomStreams {
    seed: u64,
    /// Generator of the continuous stream, for the order of untried choices.
    order: ChaCha8Rng,
    chance: ChaCha8Rng,
    /// First outcome of a numbered stream that has just begun, 0 to 63. Over all streams, first outcomes are spread
    /// evenly.
    first: Option<u8>,
}

/// Number that makes the seed of the order generator differ from that of the chance generator.
const ORDER: u64 = 0x0DE2_0F00_0DE2_0F00;
/// 2^32 divided by the golden ratio. Its multiples, cut to 32 bits, are spread evenly over the range of a `u32`.
const GOLDEN: u32 = 0x9E37_79B9;

impl RandomStreams {
    /// Returns the random streams with this number for `seed`.
    pub fn new(seed: u64, number: u64) -> RandomStreams {
        RandomStreams {
            seed: seed.rotate_left(32) ^ number,
            order: generator(seed ^ ORDER, number),
            chance: generator(seed, number),
            first: None,
        }
    }

    /// Restarts numbered stream `stream`. A stream always gives the same outcomes.
    #[inline]
    pub fn begin(&mut self, stream: u32) {
        let offset = (self.seed >> 32) as u32 ^ self.seed as u32;
        let spread = stream.wrapping_mul(GOLDEN).wrapping_add(offset);
        self.first = Some((spread >> 26) as u8);
        self.chance = generator(self.seed, 1 << 32 | u64::from(stream));
    }

    /// Draws a number that orders choices: from 0 up to, but not including, 1, in steps of 2^-32.
    #[inline]
    pub fn order(&mut self) -> f64 {
        f64::from(self.order.random::<u32>()) * (1.0 / 4_294_967_296.0)
    }

    /// Draws a number from the current numbered stream: from 0 up to, but not including, 1, in steps of 2^-32.
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
