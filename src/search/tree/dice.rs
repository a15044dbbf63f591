//! Chance for a tree search: long generators with a seed of their own.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::randomizer::generator;

/// Streams of random numbers: one that goes on, and numbered ones that can be begun again.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    /// Decides the order of what was not tried yet.
    order: ChaCha8Rng,
    chance: ChaCha8Rng,
    /// The next outcome of a numbered stream that has just begun: 0 to 63, and so spread evenly over
    /// the streams.
    first: Option<u8>,
}

/// Sets the generator of orders apart from those of chance.
const ORDER: u64 = 0x0DE2_0F00_0DE2_0F00;
/// 2^32 by the golden section: multiples of it, cut to 32 bits, are spread evenly over the range.
const GOLDEN: u32 = 0x9E37_79B9;

impl Dice {
    /// Dice number `number` of `seed`.
    pub fn new(seed: u64, number: u64) -> Dice {
        Dice {
            seed: seed.rotate_left(32) ^ number,
            order: generator(seed ^ ORDER, number),
            chance: generator(seed, number),
            first: None,
        }
    }

    /// Begins numbered stream `stream` of chance: the same outcomes each time.
    #[inline]
    pub fn begin(&mut self, stream: u32) {
        let offset = (self.seed >> 32) as u32 ^ self.seed as u32;
        let spread = stream.wrapping_mul(GOLDEN).wrapping_add(offset);
        self.first = Some((spread >> 26) as u8);
        self.chance = generator(self.seed, 1 << 32 | u64::from(stream));
    }

    /// From 0 up to, but not, 1, in steps of 2^-32: for orders.
    #[inline]
    pub fn order(&mut self) -> f64 {
        f64::from(self.order.random::<u32>()) * (1.0 / 4_294_967_296.0)
    }

    /// The same of chance.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.chance.random::<u32>()) * (1.0 / 4_294_967_296.0)
    }

    /// An index, each as often as its share of 64 says; the shares sum to 64.
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
