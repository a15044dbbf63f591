//! Chance for a tree search: a long generator with a seed of its own.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::randomizer::generator;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Stream number `stream` of `seed`.
    pub fn new(seed: u64, stream: u64) -> Dice {
        Dice(generator(seed, stream))
    }

    /// From 0 up to, but not, 1; in steps of 2^-32.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.0.random::<u32>()) * (1.0 / 4_294_967_296.0)
    }

    /// An index, each as often as its share of 64 says; the shares sum to 64.
    #[inline]
    pub fn by_odds(&mut self, odds: &[u8; 7]) -> usize {
        let mut draw = (self.0.random::<u32>() >> 26) as u8;
        for (index, &share) in odds.iter().enumerate() {
            if draw < share {
                return index;
            }
            draw -= share;
        }
        odds.len() - 1
    }
}
