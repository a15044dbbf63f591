//! Reachable locks of a piece on several boards at once. Applies the routines of [`reach`](crate::search::reach()) to
//! all slots.

use crate::rules::{Piece, Pose};
use crate::search::filter::ChildFilter;
use crate::search::pivots::Pivots;
use crate::search::reach::{at_rest, free_of, spread, start};

use super::{BatchedBoards, BatchedLocks, SlotSets};

/// Returns the locks that `piece` can reach from its spawn, on each of the boards.
#[inline(always)]
pub fn reach_batched<const SLOTS: usize, F: ChildFilter>(
    boards: &BatchedBoards<SLOTS>,
    piece: Piece,
    filter: &F,
) -> BatchedLocks<SLOTS> {
    match piece {
        Piece::T => reach_of::<0, 4, SLOTS, F>(boards, filter),
        Piece::J => reach_of::<1, 4, SLOTS, F>(boards, filter),
        Piece::Z => reach_of::<2, 2, SLOTS, F>(boards, filter),
        Piece::O => reach_of::<3, 1, SLOTS, F>(boards, filter),
        Piece::S => reach_of::<4, 2, SLOTS, F>(boards, filter),
        Piece::L => reach_of::<5, 4, SLOTS, F>(boards, filter),
        Piece::I => reach_of::<6, 2, SLOTS, F>(boards, filter),
    }
}

#[inline(always)]
fn reach_of<const PIECE: usize, const ROTATIONS: usize, const SLOTS: usize, F: ChildFilter>(
    boards: &BatchedBoards<SLOTS>,
    filter: &F,
) -> BatchedLocks<SLOTS> {
    let mut free = [SlotSets::<SLOTS>::NONE; ROTATIONS];
    for slot in 0..SLOTS {
        put(
            &mut free,
            slot,
            free_of::<PIECE, ROTATIONS>(&boards.get(slot)),
        );
    }
    let mut allowed = free;
    // The compiler cannot vectorize this loop, because a filter can run any code. Without a filter, it removes the
    // loop.
    for slot in 0..boards.count {
        let board = boards.get(slot);
        for rotation in 0..ROTATIONS {
            let orientation = Piece::ALL[PIECE].orientation(rotation as u8);
            let kept = filter.retain(&board, orientation, free[rotation].get(slot));
            allowed[rotation].put(slot, kept);
        }
    }
    let spawn = Pose::spawn(Piece::ALL[PIECE]);
    let spawn = Pivots::at(spawn.x, spawn.y);
    let mut reached = [SlotSets::<SLOTS>::NONE; ROTATIONS];
    for slot in 0..SLOTS {
        let can_spawn = slot < boards.count && !spawn.and(free[0].get(slot)).is_empty();
        let all_or_none = Pivots([u64::from(can_spawn).wrapping_neg(); 4]);
        let mut states = get(&allowed, slot);
        let begin = start::<PIECE, ROTATIONS>(&mut states).map(|set| set.and(all_or_none));
        put(&mut allowed, slot, states);
        put(&mut reached, slot, begin);
    }
    loop {
        let mut added = [0; SLOTS];
        for slot in 0..SLOTS {
            let mut states = get(&reached, slot);
            let [a, b, c, d] = spread(&mut states, &get(&allowed, slot)).0;
            added[slot] = a | b | c | d;
            put(&mut reached, slot, states);
        }
        if added == [0; SLOTS] {
            break;
        }
    }
    let mut locks = BatchedLocks::NONE;
    for rotation in 0..ROTATIONS {
        for slot in 0..SLOTS {
            let found = at_rest(reached[rotation].get(slot), free[rotation].get(slot));
            locks.sets[rotation].put(slot, found);
        }
    }
    locks
}

/// Returns the sets of one slot, indexed by rotation.
#[inline(always)]
fn get<const ROTATIONS: usize, const SLOTS: usize>(
    sets: &[SlotSets<SLOTS>; ROTATIONS],
    slot: usize,
) -> [Pivots; ROTATIONS] {
    let mut found = [Pivots::NONE; ROTATIONS];
    for rotation in 0..ROTATIONS {
        found[rotation] = sets[rotation].get(slot);
    }
    found
}

/// Replaces the sets of one slot.
#[inline(always)]
fn put<const ROTATIONS: usize, const SLOTS: usize>(
    sets: &mut [SlotSets<SLOTS>; ROTATIONS],
    slot: usize,
    found: [Pivots; ROTATIONS],
) {
    for rotation in 0..ROTATIONS {
        sets[rotation].put(slot, found[rotation]);
    }
}
