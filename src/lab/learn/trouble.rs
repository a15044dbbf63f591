//! What comes into the games that are learnt from: garbage from below, and mistakes.
//!
//! Who never makes a mistake never sees most fields with one, and what they cost is a guess.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::Board;
use crate::rules::motion::COLUMNS;
use crate::rules::randomizer::generator;

use super::Lesson;

/// Garbage as somebody on the other side would send it, seldom and several rows at once; mistakes as
/// somebody would make them who knows the better places.
pub(super) struct Trouble {
    pub(super) generator: ChaCha8Rng,
    /// How often something comes, in parts of 2^32 a piece.
    odds: u32,
    hole: u8,
    /// How often a piece is put elsewhere than best, in parts of 2^32.
    mistakes: u32,
}

/// Rows that come at once, each as likely: a double, a triple, a Tetris.
const ATTACKS: [u32; 3] = [1, 2, 4];

impl Trouble {
    /// That of game number `number`.
    pub(super) fn new(lesson: &Lesson, number: u64) -> Trouble {
        // Another stream than that of the pieces.
        let mut generator = generator(!lesson.seed, number);
        let mean = f64::from(ATTACKS.iter().sum::<u32>()) / ATTACKS.len() as f64;
        Trouble {
            hole: generator.random_range(0..COLUMNS as u8),
            // 100 rows with a hundred pieces are less than one attack a piece.
            odds: (lesson.garbage / 100.0 / mean * f64::from(u32::MAX)) as u32,
            mistakes: (lesson.mistakes / 100.0 * f64::from(u32::MAX)) as u32,
            generator,
        }
    }

    /// The field after what comes in now, if anything does; none when the stack is pushed out.
    #[inline(always)]
    pub(super) fn send(&mut self, board: Board) -> Option<Board> {
        if self.odds == 0 || self.generator.random::<u32>() >= self.odds {
            return Some(board);
        }
        let rows = ATTACKS[self.generator.random_range(0..ATTACKS.len())];
        board.raised(rows, self.hole)
    }

    /// Whether the next piece is put elsewhere.
    #[inline(always)]
    pub(super) fn is_mistake(&mut self) -> bool {
        self.mistakes != 0 && self.generator.random::<u32>() < self.mistakes
    }

    /// One of so many places (at least 1), each as likely.
    pub(super) fn one_of(&mut self, places: usize) -> usize {
        self.generator.random_range(0..places)
    }
}
