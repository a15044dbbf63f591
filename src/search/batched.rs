//! Search of four or eight boards at once in vector registers.
//!
//! Each board has a *slot*. The code consists of loops over the slots, and each loop body is the simple routine for one
//! board. Where [`processor`](super::processor) compiles such a loop for vector registers, the compiler turns it into
//! instructions that work on all slots at once. It can do so only if the body has no branches and no inner loops, and
//! if the numbers of all slots are adjacent in memory. This explains the layout and the style of the code below.
//!
//! [`visit_leaves`](super::visit_leaves) is the simple version, one board at a time. Tests compare the two versions.
#![expect(
    clippy::needless_range_loop,
    reason = "one index addresses several parallel arrays, and the loop should show that"
)]

mod flood;
mod pair;
#[cfg(test)]
mod tests;

use crate::rules::Board;

use super::pivots::Pivots;
use super::reach::ReachableLocks;

pub(super) use flood::reach_batched;
pub(super) use pair::best_pair;

/// One set of cells or pivots per slot, stored word by word: word 0 of all slots, then word 1 of all slots, and so on.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct SlotSets<const SLOTS: usize>([[u64; SLOTS]; 4]);

impl<const SLOTS: usize> SlotSets<SLOTS> {
    const NONE: Self = SlotSets([[0; SLOTS]; 4]);

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

/// Up to `SLOTS` boards, one per slot.
#[derive(Clone, Copy, Debug)]
pub struct BatchedBoards<const SLOTS: usize> {
    cells: SlotSets<SLOTS>,
    count: usize,
}

impl<const SLOTS: usize> BatchedBoards<SLOTS> {
    const NONE: Self = BatchedBoards {
        cells: SlotSets::NONE,
        count: 0,
    };

    /// Returns the number of boards. They fill the first slots.
    #[inline(always)]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the board in a slot, or an empty board in an unused slot.
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
    /// Locks on all boards, by rotation.
    sets: [SlotSets<SLOTS>; 4],
}

impl<const SLOTS: usize> BatchedLocks<SLOTS> {
    /// The empty set of locks.
    pub const NONE: Self = BatchedLocks {
        sets: [SlotSets::NONE; 4],
    };

    /// Stores the locks on the board in `slot`.
    #[inline(always)]
    pub fn put(&mut self, slot: usize, locks: &ReachableLocks) {
        for (rotation, sets) in self.sets.iter_mut().enumerate() {
            sets.put(slot, locks.rotation(rotation as u8));
        }
    }

    /// Returns the number of locks on all boards.
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
