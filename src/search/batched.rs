//! Boards searched side by side in vector registers, four or eight at once.
//!
//! In plain words: each board has a *slot*, and the same instruction does the same thing to all of
//! them. That is written as loops over the slots whose bodies are the plain routines for one board:
//! where [`dispatch`](super::dispatch) compiles them for vector registers, the compiler makes
//! vectors of them. It can only do that for bodies without branches and inner loops, over numbers
//! that lie one slot beside the other: hence the layout here, and the style of the code below.
//!
//! The plain way, board by board, is [`visit_leaves`](super::visit_leaves); tests compare them.
#![expect(
    clippy::needless_range_loop,
    reason = "a slot is the same in several arrays, and its loop is to look like that"
)]

mod flood;
mod pair;
#[cfg(test)]
mod tests;

use crate::rules::Board;

use super::pivots::Pivots;
use super::reach::Reach;

pub(super) use flood::reach_batched;
pub(super) use pair::best_pair;

/// A set of cells or pivots for each slot: a word of all slots, then the next word.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Sets<const SLOTS: usize>([[u64; SLOTS]; 4]);

impl<const SLOTS: usize> Sets<SLOTS> {
    const NONE: Self = Sets([[0; SLOTS]; 4]);

    #[inline(always)]
    fn get(&self, slot: usize) -> Pivots {
        let [a, b, c, d] = &self.0;
        Pivots([a[slot], b[slot], c[slot], d[slot]])
    }

    #[inline(always)]
    fn put(&mut self, slot: usize, set: Pivots) {
        let [a, b, c, d] = &mut self.0;
        [a[slot], b[slot], c[slot], d[slot]] = set.0;
    }
}

/// Up to so many boards side by side, each in its slot.
#[derive(Clone, Copy, Debug)]
pub struct BatchedBoards<const SLOTS: usize> {
    cells: Sets<SLOTS>,
    count: usize,
}

impl<const SLOTS: usize> BatchedBoards<SLOTS> {
    const NONE: Self = BatchedBoards {
        cells: Sets::NONE,
        count: 0,
    };

    /// How many there are: they are in the first slots.
    #[inline(always)]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The board in a slot; an empty one where none was put.
    #[inline(always)]
    pub fn get(&self, slot: usize) -> Board {
        Board::from_words(self.cells.get(slot).0)
    }

    #[inline(always)]
    fn push(&mut self, board: &Board) {
        self.cells.put(self.count, Pivots(board.words()));
        self.count += 1;
    }
}

/// The locks of one piece on each of several boards.
#[derive(Clone, Copy, Debug)]
pub struct BatchedLocks<const SLOTS: usize> {
    /// By rotation.
    sets: [Sets<SLOTS>; 4],
}

impl<const SLOTS: usize> BatchedLocks<SLOTS> {
    /// No locks.
    pub const NONE: Self = BatchedLocks {
        sets: [Sets::NONE; 4],
    };

    /// Makes these the locks on the board of a slot.
    #[inline(always)]
    pub fn put(&mut self, slot: usize, locks: &Reach) {
        for (rotation, sets) in self.sets.iter_mut().enumerate() {
            sets.put(slot, locks.rotation(rotation as u8));
        }
    }

    /// How many locks there are on all the boards.
    #[inline(always)]
    fn count(&self) -> u64 {
        let mut count = 0;
        for sets in &self.sets {
            for slot in 0..SLOTS {
                count += u64::from(sets.get(slot).count());
            }
        }
        count
    }
}
