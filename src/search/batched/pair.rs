//! Best locks of two pieces. Each slot holds the board after one lock of the first piece.
//!
//! The search goes through the locks of the second piece by orientation and column. In each column it evaluates, for
//! all slots at once, the topmost lock that remains in each slot. So each slot sees its locks in tie-break order and
//! remembers its own best. At the end, the search compares the slots in the order of their first locks.

use crate::rules::board::{LANE_BITS, LANES, lanes};
use crate::rules::motion::ROWS;
use crate::rules::{Board, Orientation, Piece, Pose};
use crate::search::chain::{Evaluate, LockChain, LockSequence, SearchLeaf};
use crate::search::move_generator::Moves;
use crate::search::pivots::Pivots;
use crate::search::reach::pivot_columns;

use super::{BatchedBoards, BatchedLocks, SlotSets};

/// Returns the locks that [`best_line`](crate::search::best_line) returns for these two pieces. Also returns the other
/// first locks that lead to the same value.
#[inline(always)]
pub fn best_pair<const SLOTS: usize, M: Moves + ?Sized, E: Evaluate>(
    board: &Board,
    [current, next]: [Piece; 2],
    moves: &M,
    evaluator: &E,
) -> Option<(LockChain, Vec<Pose>)> {
    let mut best = BestSoFar {
        locks: [Pose::spawn(current), Pose::spawn(next)],
        tied: Vec::new(),
        value: i64::MAX,
        leaves: 0,
    };
    let mut firsts = FirstLocks::<SLOTS>::new(board, current);
    for lock in moves.locks(board, current)?.iter() {
        firsts.push(lock);
        if firsts.boards.count == SLOTS {
            best.try_second_locks(&firsts, next, moves, evaluator);
            firsts = FirstLocks::new(board, current);
        }
    }
    if firsts.boards.count > 0 {
        best.try_second_locks(&firsts, next, moves, evaluator);
    }
    (best.leaves > 0).then(|| {
        let chain = LockChain {
            locks: best.locks.to_vec(),
            value: best.value,
            leaves: best.leaves,
        };
        (chain, best.tied)
    })
}

/// Locks of the first piece with the boards after them, one per slot.
struct FirstLocks<'a, const SLOTS: usize> {
    root: &'a Board,
    locks: [Pose; SLOTS],
    boards: BatchedBoards<SLOTS>,
    rows_cleared: [u32; SLOTS],
    lock_height: [u32; SLOTS],
}

impl<'a, const SLOTS: usize> FirstLocks<'a, SLOTS> {
    #[inline(always)]
    fn new(root: &'a Board, piece: Piece) -> Self {
        FirstLocks {
            root,
            locks: [Pose::spawn(piece); SLOTS],
            boards: BatchedBoards::NONE,
            rows_cleared: [0; SLOTS],
            lock_height: [0; SLOTS],
        }
    }

    #[inline(always)]
    fn push(&mut self, lock: Pose) {
        let slot = self.boards.count;
        let leaf = SearchLeaf::root(*self.root).after(lock);
        self.boards.push(&leaf.board);
        self.locks[slot] = lock;
        self.rows_cleared[slot] = leaf.rows_cleared;
        self.lock_height[slot] = leaf.lock_height;
    }

    #[inline(always)]
    fn leaf(&self, slot: usize) -> SearchLeaf {
        SearchLeaf {
            board: self.boards.get(slot),
            rows_cleared: self.rows_cleared[slot],
            lock_height: self.lock_height[slot],
        }
    }

    #[inline(always)]
    fn sequence(&self, slot: usize, last: Pose) -> LockSequence<'_> {
        LockSequence {
            root: self.root,
            earlier: std::slice::from_ref(&self.locks[slot]),
            last,
        }
    }
}

/// Best line so far.
struct BestSoFar {
    locks: [Pose; 2],
    /// Other first locks that lead to the same value.
    tied: Vec<Pose>,
    value: i64,
    leaves: u64,
}

impl BestSoFar {
    /// Tries every lock of `piece` after each of the first locks.
    #[inline(always)]
    fn try_second_locks<const SLOTS: usize, M: Moves + ?Sized, E: Evaluate>(
        &mut self,
        firsts: &FirstLocks<'_, SLOTS>,
        piece: Piece,
        moves: &M,
        evaluator: &E,
    ) {
        let locks: BatchedLocks<SLOTS> = moves.batched_locks(&firsts.boards, piece);
        self.leaves += locks.count();
        let mut bests = BestPerSlot {
            values: [i64::MAX; SLOTS],
            locks: [0; SLOTS],
        };
        for rotation in 0..piece.rotation_count() {
            let orientation = piece.orientation(rotation);
            for x in pivot_columns(orientation) {
                let sets = &locks.sets[usize::from(rotation)];
                bests.judge_column(firsts, sets, orientation, x, evaluator);
            }
        }
        for slot in 0..firsts.boards.count {
            // Of equal values, the first one wins.
            if bests.values[slot] < self.value {
                self.value = bests.values[slot];
                self.locks = [firsts.locks[slot], unpacked(bests.locks[slot])];
                self.tied.clear();
            } else if bests.values[slot] == self.value {
                self.tied.push(firsts.locks[slot]);
            }
        }
    }
}

/// Best second lock of each slot so far.
#[repr(align(64))]
struct BestPerSlot<const SLOTS: usize> {
    values: [i64; SLOTS],
    /// Second locks in [`packed`] form.
    locks: [u64; SLOTS],
}

/// Topmost pivot row in which no orientation has a square above the playfield.
const BELOW_TOP: i8 = 2;
/// Pivot rows above [`BELOW_TOP`], as bits.
const HIGH_ROWS: u64 = (1 << BELOW_TOP) - 1;

impl<const SLOTS: usize> BestPerSlot<SLOTS> {
    /// Judges the locks of one orientation with their pivot in column `x`.
    #[inline(always)]
    fn judge_column<E: Evaluate>(
        &mut self,
        firsts: &FirstLocks<'_, SLOTS>,
        locks: &SlotSets<SLOTS>,
        orientation: Orientation,
        x: i8,
        evaluator: &E,
    ) {
        let (word, lane) = ((x / 3) as usize, (x % 3) as u32 * LANE_BITS);
        // Pivot rows of the locks still to evaluate, as bits.
        let mut rows = [0; SLOTS];
        let mut left = 0;
        for slot in 0..SLOTS {
            rows[slot] = locks.0[word][slot] >> lane & 0xF_FFFF;
            left |= rows[slot];
        }
        // Handle locks above [`BELOW_TOP`] one by one. They are rare.
        if left & HIGH_ROWS != 0 {
            for slot in 0..SLOTS {
                while rows[slot] & HIGH_ROWS != 0 {
                    let y = rows[slot].trailing_zeros() as i8;
                    rows[slot] &= rows[slot] - 1;
                    self.judge_lock(firsts, slot, Pose { orientation, x, y }, evaluator);
                }
            }
        }
        let highest = Pose {
            orientation,
            x,
            y: BELOW_TOP,
        };
        let stamp = Board::EMPTY.with(highest).words();
        let column = packed(Pose { y: 0, ..highest });
        let height = (ROWS - 1 - orientation.bottom()) as u32;
        while left != 0 {
            let after = SecondLocks::locks(firsts, &rows, stamp);
            left = 0;
            for slot in 0..SLOTS {
                let leaf = SearchLeaf {
                    board: Board::from_words(after.cells.get(slot).0),
                    rows_cleared: after.rows_cleared[slot],
                    lock_height: firsts.lock_height[slot] + height - after.y[slot] as u32,
                };
                let lock = Pose {
                    y: after.y[slot] as i8,
                    ..highest
                };
                let value = evaluator.evaluate(&leaf, firsts.sequence(slot, lock));
                let (best, lock) = (self.values[slot], self.locks[slot]);
                // `&` instead of `&&`: the compiler does not vectorize code behind a branch.
                let is_better = (rows[slot] != 0) & (value < best);
                let other = column | after.y[slot] << PACKED_Y;
                self.values[slot] = if is_better { value } else { best };
                self.locks[slot] = if is_better { other } else { lock };
                rows[slot] &= rows[slot].wrapping_sub(1);
                left |= rows[slot];
            }
        }
    }

    /// Judges one lock.
    #[inline(always)]
    fn judge_lock<E: Evaluate>(
        &mut self,
        firsts: &FirstLocks<'_, SLOTS>,
        slot: usize,
        lock: Pose,
        evaluator: &E,
    ) {
        let leaf = firsts.leaf(slot).after(lock);
        let value = evaluator.evaluate(&leaf, firsts.sequence(slot, lock));
        if value < self.values[slot] {
            self.values[slot] = value;
            self.locks[slot] = packed(lock);
        }
    }
}

/// One lock of the second piece per slot, with the board after it.
struct SecondLocks<const SLOTS: usize> {
    cells: SlotSets<SLOTS>,
    /// Rows cleared by both locks.
    rows_cleared: [u32; SLOTS],
    /// Pivot row of the second lock.
    y: [u64; SLOTS],
}

impl<const SLOTS: usize> SecondLocks<SLOTS> {
    /// Applies the topmost lock in `rows` of each slot. `stamp` holds the squares of the piece with its pivot in row
    /// [`BELOW_TOP`]. Slots without a lock get a meaningless board.
    #[inline(always)]
    fn locks(firsts: &FirstLocks<'_, SLOTS>, rows: &[u64; SLOTS], stamp: [u64; 4]) -> Self {
        let mut after = SecondLocks {
            cells: SlotSets::NONE,
            rows_cleared: firsts.rows_cleared,
            y: [0; SLOTS],
        };
        let mut full = [0; SLOTS];
        let mut left = 0;
        for slot in 0..SLOTS {
            // An empty row set has 64 trailing zeros, which the mask turns into 0.
            let y = u64::from(rows[slot].trailing_zeros()) & 31;
            let down = y.saturating_sub(BELOW_TOP as u64);
            let [a, b, c, d] = firsts.boards.cells.get(slot).0;
            let words = [
                a | stamp[0] << down,
                b | stamp[1] << down,
                c | stamp[2] << down,
                d | stamp[3] << down,
            ];
            // As in `Board::lock`: the rows from two above the pivot to one below, never row 0.
            let row = rows[slot] & rows[slot].wrapping_neg();
            let checked = (row >> 2 | row >> 1 | row | row << 1) & 0xF_FFFE;
            full[slot] = u64::from(Board::from_words(words).full_rows()) & checked;
            left |= full[slot];
            after.cells.put(slot, Pivots(words));
            after.y[slot] = y;
        }
        while left != 0 {
            left = after.clear_topmost(&mut full);
        }
        after
    }

    /// Removes the topmost row of `full` in each slot that has one. Returns the remaining rows of all slots.
    #[inline(always)]
    fn clear_topmost(&mut self, full: &mut [u64; SLOTS]) -> u64 {
        let mut left = 0;
        for slot in 0..SLOTS {
            let row = full[slot] & full[slot].wrapping_neg();
            full[slot] ^= row;
            left |= full[slot];
            self.rows_cleared[slot] += u32::from(row != 0);
            // If no row is full, every row counts as below.
            let above = lanes(row.saturating_sub(1));
            let below = LANES & !lanes(row) & !above;
            let cells = self.cells.get(slot);
            let settled = cells.map(|word| (word & above) << 1 | word & below);
            self.cells.put(slot, settled);
        }
        left
    }
}

/// Bit offset of the row in a packed lock.
const PACKED_Y: u32 = 16;

/// Packs a lock into a number: orientation, column and row, a byte each.
#[inline(always)]
fn packed(lock: Pose) -> u64 {
    let Pose { orientation, x, y } = lock;
    u64::from(orientation.id()) | (x as u64) << 8 | (y as u64) << PACKED_Y
}

/// Unpacks a lock that was [`packed`].
#[inline(always)]
fn unpacked(lock: u64) -> Pose {
    let [id, x, y, ..] = lock.to_le_bytes();
    Pose {
        orientation: Orientation::new(id).expect("it was packed"),
        x: x as i8,
        y: y as i8,
    }
}
