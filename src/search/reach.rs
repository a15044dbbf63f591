//! Locks that a piece can reach without gravity, found for whole sets of states at once.
//!
//! From the spawn state, a piece may turn, shift and move down into any free state that the filter accepts. If it
//! cannot move down from a state, that state is a lock. Instead of visiting the states one by one with a queue, this
//! module works on sets:
//! 1. The free states of an orientation are one set of bits. It is computed from four shifted copies of the board.
//! 2. A fall as far as possible is one addition: a carry runs through a run of free cells.
//! 3. Turning and shifting move whole sets. The search repeats turns, shifts and drops until they add nothing.
//! 4. If every state of the top row is free and allowed, all of them are reachable. The search then starts with the
//!    whole top row, and needs only two or three rounds for a common board.

use std::ops::RangeInclusive;

use crate::rules::board::{LANES, lanes};
use crate::rules::{Board, Orientation, Piece, Pose};

use super::filter::ChildFilter;
use super::pivots::Pivots;

/// Locks of one piece on one board, by rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachableLocks {
    piece: Piece,
    locks: [Pivots; 4],
}

impl ReachableLocks {
    pub(super) const fn new(piece: Piece, locks: [Pivots; 4]) -> ReachableLocks {
        ReachableLocks { piece, locks }
    }

    /// Returns the set of these locks of `piece`, or `None` if there are none.
    pub(super) fn of(
        piece: Piece,
        poses: impl IntoIterator<Item = Pose>,
    ) -> Option<ReachableLocks> {
        let mut locks = [Pivots::NONE; 4];
        for pose in poses {
            locks[usize::from(pose.orientation.rotation())].insert(pose.x, pose.y);
        }
        let is_any = locks.iter().any(|locks| !locks.is_empty());
        is_any.then(|| ReachableLocks::new(piece, locks))
    }

    /// Returns a set with a single lock.
    pub const fn only(lock: Pose) -> ReachableLocks {
        let mut locks = [Pivots::NONE; 4];
        locks[lock.orientation.rotation() as usize] = Pivots::at(lock.x, lock.y);
        ReachableLocks::new(lock.piece(), locks)
    }

    /// Returns the locks with the given rotation (0-3), empty for rotations the piece does not have.
    pub const fn rotation(&self, rotation: u8) -> Pivots {
        self.locks[rotation as usize]
    }

    /// Returns the locks that `filter` accepts on `board`, or `None` if there are none.
    pub fn sifted(self, board: &Board, filter: &impl ChildFilter) -> Option<ReachableLocks> {
        let ReachableLocks { piece, mut locks } = self;
        for rotation in 0..piece.rotation_count() {
            let set = &mut locks[usize::from(rotation)];
            *set = filter.retain(board, piece.orientation(rotation), *set);
        }
        Some(ReachableLocks { piece, locks }).filter(|reach| reach.count() > 0)
    }

    /// Returns these locks without `lock`, or `None` if there are no others.
    pub fn without(self, lock: Pose) -> Option<ReachableLocks> {
        let ReachableLocks { piece, mut locks } = self;
        if lock.piece() == piece {
            let set = &mut locks[usize::from(lock.orientation.rotation())];
            *set = set.and_not(Pivots::at(lock.x, lock.y));
        }
        Some(ReachableLocks { piece, locks }).filter(|reach| reach.count() > 0)
    }

    /// Returns the number of locks.
    pub fn count(&self) -> u32 {
        self.locks.iter().map(Pivots::count).sum()
    }

    /// Iterates over all locks, ordered by rotation, column, row.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Pose> {
        let ReachableLocks { piece, locks } = *self;
        (0..piece.rotation_count()).flat_map(move |rotation| {
            let orientation = piece.orientation(rotation);
            locks[usize::from(rotation)]
                .iter()
                .map(move |(x, y)| Pose { orientation, x, y })
        })
    }
}

/// Returns the locks that `piece` can reach from its spawn on `board`, or `None` if the piece cannot spawn.
pub fn reach(board: &Board, piece: Piece, filter: &impl ChildFilter) -> Option<ReachableLocks> {
    reach_inline(board, piece, filter)
}

/// Like [`reach`], inlined into callers that are compiled for several processors.
#[inline(always)]
pub(super) fn reach_inline<F: ChildFilter>(
    board: &Board,
    piece: Piece,
    filter: &F,
) -> Option<ReachableLocks> {
    match piece {
        Piece::T => reach_of::<0, 4, F>(board, filter),
        Piece::J => reach_of::<1, 4, F>(board, filter),
        Piece::Z => reach_of::<2, 2, F>(board, filter),
        Piece::O => reach_of::<3, 1, F>(board, filter),
        Piece::S => reach_of::<4, 2, F>(board, filter),
        Piece::L => reach_of::<5, 4, F>(board, filter),
        Piece::I => reach_of::<6, 2, F>(board, filter),
    }
}

#[inline(always)]
fn reach_of<const PIECE: usize, const ROTATIONS: usize, F: ChildFilter>(
    board: &Board,
    filter: &F,
) -> Option<ReachableLocks> {
    let piece = Piece::ALL[PIECE];
    let free = free_of::<PIECE, ROTATIONS>(board);
    if !free[0].contains(Pose::spawn(piece).x, Pose::spawn(piece).y) {
        return None;
    }
    let mut allowed = free;
    for rotation in 0..ROTATIONS {
        let orientation = piece.orientation(rotation as u8);
        allowed[rotation] = filter.retain(board, orientation, free[rotation]);
    }
    let mut reached = start::<PIECE, ROTATIONS>(&mut allowed);
    while !spread(&mut reached, &allowed).is_empty() {}
    let mut locks = [Pivots::NONE; 4];
    for rotation in 0..ROTATIONS {
        locks[rotation] = at_rest(reached[rotation], free[rotation]);
    }
    Some(ReachableLocks { piece, locks })
}

/// Returns the poses of a piece that fit on the board, by rotation.
#[inline(always)]
pub(super) fn free_of<const PIECE: usize, const ROTATIONS: usize>(
    board: &Board,
) -> [Pivots; ROTATIONS] {
    let shifted = ShiftedBoards::new(board);
    let mut free = [Pivots::NONE; ROTATIONS];
    each_rotation::<ROTATIONS>(
        #[inline(always)]
        |rotation| {
            free[rotation] = shifted.free(Piece::ALL[PIECE].orientation(rotation as u8));
        },
    );
    free
}

/// Returns the poses from which a search through `allowed` starts: the whole top row if all its poses are allowed,
/// otherwise the spawn pose. The spawn pose must be free. It becomes allowed even if the filter refuses it.
#[inline(always)]
pub(super) fn start<const PIECE: usize, const ROTATIONS: usize>(
    allowed: &mut [Pivots; ROTATIONS],
) -> [Pivots; ROTATIONS] {
    let piece = Piece::ALL[PIECE];
    let mut top_rows = [Pivots::NONE; ROTATIONS];
    let mut is_open = true;
    for rotation in 0..ROTATIONS {
        top_rows[rotation] = TOP_ROWS[piece.orientation(rotation as u8).id() as usize];
        is_open &= top_rows[rotation].and_not(allowed[rotation]).is_empty();
    }
    if is_open {
        return top_rows;
    }
    let mut reached = [Pivots::NONE; ROTATIONS];
    reached[0] = Pivots::at(Pose::spawn(piece).x, Pose::spawn(piece).y);
    allowed[0] = allowed[0].or(reached[0]);
    reached
}

/// Extends `reached` once by turns, shifts and falls through `allowed`. Returns the pivots added, all rotations in one
/// set.
#[inline(always)]
pub(super) fn spread<const ROTATIONS: usize>(
    reached: &mut [Pivots; ROTATIONS],
    allowed: &[Pivots; ROTATIONS],
) -> Pivots {
    let mut added = Pivots::NONE;
    each_rotation::<ROTATIONS>(
        #[inline(always)]
        |rotation| {
            let before = reached[rotation];
            let mut set = before;
            if ROTATIONS > 1 {
                set = set
                    .or(reached[(rotation + 1) % ROTATIONS])
                    .or(reached[(rotation + ROTATIONS - 1) % ROTATIONS])
                    .and(allowed[rotation]);
            }
            set = set.or(set.to_left().or(set.to_right()).and(allowed[rotation]));
            reached[rotation] = fall(set, allowed[rotation]);
            added = added.or(reached[rotation].and_not(before));
        },
    );
    added
}

/// Calls `work` for each rotation number of a piece that has 1, 2 or 4 rotations.
///
/// There is no loop, because the compiler would not unroll it, and could then not vectorize a loop around it.
#[inline(always)]
fn each_rotation<const ROTATIONS: usize>(mut work: impl FnMut(usize)) {
    work(0);
    if ROTATIONS > 1 {
        work(1);
    }
    if ROTATIONS > 2 {
        work(2);
        work(3);
    }
}

/// Returns the locks among `reached`: poses that are not free one row lower.
#[inline(always)]
pub(super) fn at_rest(reached: Pivots, free: Pivots) -> Pivots {
    reached.and_not(free.up())
}

/// Returns `set` and all poses to which its poses can fall through `allowed`. `set` must be a subset of `allowed`.
///
/// Adding a bit to a run of ones clears the run from that bit upwards. So the bits that the sum clears are the poses
/// through which the piece falls. The empty 21st bit of each lane stops the carry.
#[inline(always)]
fn fall(set: Pivots, allowed: Pivots) -> Pivots {
    set.or(allowed.zip(set, |allowed, set| allowed & !allowed.wrapping_add(set)))
}

/// Copies of a board, each shifted sideways by one dx. In the copy for dx, the lane of a pivot's column holds the cells
/// of the column at distance dx.
struct ShiftedBoards {
    /// Copies for dx = -2, -1, 0, 1. The 21st bit of each lane stands for the floor.
    columns: [Pivots; 4],
}

/// Floor under the columns of a word.
const FLOOR: u64 = lanes(1 << 20);

impl ShiftedBoards {
    #[inline(always)]
    fn new(board: &Board) -> ShiftedBoards {
        let solid = Pivots(board.words()).map(|word| word | FLOOR);
        let left = solid.to_right();
        ShiftedBoards {
            columns: [left.to_right(), left, solid, solid.to_left()],
        }
    }

    /// Returns the pivots at which `orientation` is inside the walls, above the floor and on free cells.
    #[inline(always)]
    fn free(&self, orientation: Orientation) -> Pivots {
        let mut blocked = Pivots::NONE;
        for (dx, dy) in orientation.squares() {
            let column = self.columns[(dx + 2) as usize];
            blocked = blocked.or(match dy {
                1 => column.map(|word| word >> 1),
                0 => column,
                -1 => column.map(|word| (word & LANES) << 1),
                _ => column.map(|word| (word & TWO_ROWS_LESS) << 2),
            });
        }
        INSIDE_WALLS[orientation.id() as usize].and_not(blocked)
    }
}

impl Pivots {
    /// Returns the poses of `orientation` that fit on `board`.
    #[inline]
    pub fn free(board: &Board, orientation: Orientation) -> Pivots {
        ShiftedBoards::new(board).free(orientation)
    }
}

/// Mask without the two lowest rows of each lane, so that a shift by two rows stays in the lane.
const TWO_ROWS_LESS: u64 = lanes(0x3_FFFF);

/// Pivots of each orientation whose squares are inside the walls.
const INSIDE_WALLS: [Pivots; Orientation::COUNT] = {
    let mut sets = [Pivots::NONE; Orientation::COUNT];
    let mut id = 0;
    while id < Orientation::COUNT {
        let (first, last) = column_range(id as u8);
        sets[id] = Pivots::columns(first, last);
        id += 1;
    }
    sets
};

/// Pivots of each orientation inside the walls in row 0.
const TOP_ROWS: [Pivots; Orientation::COUNT] = {
    let mut sets = INSIDE_WALLS;
    let mut id = 0;
    while id < Orientation::COUNT {
        let mut word = 0;
        while word < 4 {
            sets[id].0[word] &= lanes(1);
            word += 1;
        }
        id += 1;
    }
    sets
};

/// Returns the columns in which a pivot of this orientation can be between the walls.
#[inline(always)]
pub(super) fn pivot_columns(orientation: Orientation) -> RangeInclusive<i8> {
    let (first, last) = COLUMN_RANGES[orientation.id() as usize];
    first..=last
}

/// First and last pivot column, by orientation.
const COLUMN_RANGES: [(i8, i8); Orientation::COUNT] = {
    let mut ranges = [(0, 0); Orientation::COUNT];
    let mut id = 0;
    while id < Orientation::COUNT {
        ranges[id] = column_range(id as u8);
        id += 1;
    }
    ranges
};

/// Returns the first and last column in which a pivot of this orientation can be between the walls.
const fn column_range(id: u8) -> (i8, i8) {
    let Some(orientation) = Orientation::new(id) else {
        unreachable!()
    };
    let squares = orientation.squares();
    let (mut first, mut last) = (0, 9);
    let mut square = 0;
    while square < 4 {
        let dx = squares[square].0;
        if -dx > first {
            first = -dx;
        }
        if 9 - dx < last {
            last = 9 - dx;
        }
        square += 1;
    }
    (first, last)
}
