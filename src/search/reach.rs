//! All locks a piece can reach without gravity, found for whole sets of states at once.
//!
//! In plain words: from the spawn state one may turn, shift and go down into any free state that
//! the filter lets pass; a state from which *down* is not free is a lock. A queue would visit
//! states one by one. Here, instead:
//! 1. The free states of an orientation are one set of bits, made from four shifted copies of the
//!    board.
//! 2. Going down as far as possible is one addition: a carry runs through a run of free cells.
//! 3. Turning and shifting move whole sets. The three repeat until nothing is added.
//! 4. If every state of the top row is free and allowed they are all reachable, and the search
//!    begins with them; so a common board needs two or three rounds.

use std::ops::RangeInclusive;

use crate::rules::board::{LANES, lanes};
use crate::rules::{Board, Orientation, Piece, Pose};

use super::filter::ChildFilter;
use super::pivots::Pivots;

/// The locks of one piece on one board, by rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    piece: Piece,
    locks: [Pivots; 4],
}

impl Reach {
    pub(super) const fn new(piece: Piece, locks: [Pivots; 4]) -> Reach {
        Reach { piece, locks }
    }

    /// One lock alone.
    pub const fn only(lock: Pose) -> Reach {
        let mut locks = [Pivots::NONE; 4];
        locks[lock.orientation.rotation() as usize] = Pivots::at(lock.x, lock.y);
        Reach::new(lock.piece(), locks)
    }

    /// The locks with the given rotation (0-3); empty for rotations the piece does not have.
    pub const fn rotation(&self, rotation: u8) -> Pivots {
        self.locks[rotation as usize]
    }

    /// The locks that `filter` lets pass on `board`, or none if there are none.
    pub fn sifted(self, board: &Board, filter: &impl ChildFilter) -> Option<Reach> {
        let Reach { piece, mut locks } = self;
        for rotation in 0..piece.rotation_count() {
            let set = &mut locks[usize::from(rotation)];
            *set = filter.retain(board, piece.orientation(rotation), *set);
        }
        Some(Reach { piece, locks }).filter(|reach| reach.count() > 0)
    }

    /// These locks without that one, or none if no other is left.
    pub fn without(self, lock: Pose) -> Option<Reach> {
        let Reach { piece, mut locks } = self;
        if lock.piece() == piece {
            let set = &mut locks[usize::from(lock.orientation.rotation())];
            *set = set.and_not(Pivots::at(lock.x, lock.y));
        }
        Some(Reach { piece, locks }).filter(|reach| reach.count() > 0)
    }

    /// How many locks there are.
    pub fn count(&self) -> u32 {
        self.locks.iter().map(Pivots::count).sum()
    }

    /// Every lock, ordered by rotation, column, row.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Pose> {
        let Reach { piece, locks } = *self;
        (0..piece.rotation_count()).flat_map(move |rotation| {
            let orientation = piece.orientation(rotation);
            locks[usize::from(rotation)]
                .iter()
                .map(move |(x, y)| Pose { orientation, x, y })
        })
    }
}

/// The locks that `piece` can reach from its spawn on `board`, or none if it cannot spawn.
pub fn reach(board: &Board, piece: Piece, filter: &impl ChildFilter) -> Option<Reach> {
    reach_inline(board, piece, filter)
}

/// [`reach`] for callers that are compiled for more than the base processor.
#[inline(always)]
pub(super) fn reach_inline<F: ChildFilter>(
    board: &Board,
    piece: Piece,
    filter: &F,
) -> Option<Reach> {
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
) -> Option<Reach> {
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
    Some(Reach { piece, locks })
}

/// The free poses of a piece, by rotation.
#[inline(always)]
pub(super) fn free_of<const PIECE: usize, const ROTATIONS: usize>(
    board: &Board,
) -> [Pivots; ROTATIONS] {
    let shifted = Shifted::new(board);
    let mut free = [Pivots::NONE; ROTATIONS];
    each_rotation::<ROTATIONS>(
        #[inline(always)]
        |rotation| {
            free[rotation] = shifted.free(Piece::ALL[PIECE].orientation(rotation as u8));
        },
    );
    free
}

/// Where a search through `allowed` begins whose spawn pose is free: there, or with all the top
/// row if it is open. The spawn pose counts as visited whether or not the filter would refuse it,
/// and becomes allowed.
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

/// Spreads `reached` once by turns, shifts and drops through `allowed`; the pivots that were added,
/// whatever their rotation.
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

/// Does `work` for each rotation of a piece that has 1, 2 or 4.
///
/// Not a loop: the compiler would leave it one, and make no vectors of a loop around it.
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

/// The locks among `reached`: *down* from them is not free.
#[inline(always)]
pub(super) fn at_rest(reached: Pivots, free: Pivots) -> Pivots {
    reached.and_not(free.up())
}

/// `set` and everything below it through `allowed`, of which `set` is a part.
///
/// Adding a bit to a run of ones clears the run from there on: what the sum has lost is what was
/// passed. The empty 21st bit of each lane stops the carry.
#[inline(always)]
fn fall(set: Pivots, allowed: Pivots) -> Pivots {
    set.or(allowed.zip(set, |allowed, set| allowed & !allowed.wrapping_add(set)))
}

/// Copies of a board, moved sideways so that a square's column lies in the pivot's lane.
struct Shifted {
    /// For dx = -2, -1, 0, 1; the 21st bit of each lane is the floor.
    columns: [Pivots; 4],
}

/// The floor under the columns of a word.
const FLOOR: u64 = lanes(1 << 20);

impl Shifted {
    #[inline(always)]
    fn new(board: &Board) -> Shifted {
        let solid = Pivots(board.words()).map(|word| word | FLOOR);
        let left = solid.to_right();
        Shifted {
            columns: [left.to_right(), left, solid, solid.to_left()],
        }
    }

    /// The pivots at which `orientation` is inside the walls, above the floor and on free cells.
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
    /// The poses of `orientation` that fit on `board`.
    #[inline]
    pub fn free(board: &Board, orientation: Orientation) -> Pivots {
        Shifted::new(board).free(orientation)
    }
}

/// Lanes without their two lowest rows, so that a shift by two stays inside.
const TWO_ROWS_LESS: u64 = lanes(0x3_FFFF);

/// The pivots of each orientation whose squares are inside the walls.
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

/// The pivots of each orientation inside the walls in row 0.
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

/// The pivot columns of an orientation between the walls.
#[inline(always)]
pub(super) fn pivot_columns(orientation: Orientation) -> RangeInclusive<i8> {
    let (first, last) = COLUMN_RANGES[orientation.id() as usize];
    first..=last
}

/// By orientation.
const COLUMN_RANGES: [(i8, i8); Orientation::COUNT] = {
    let mut ranges = [(0, 0); Orientation::COUNT];
    let mut id = 0;
    while id < Orientation::COUNT {
        ranges[id] = column_range(id as u8);
        id += 1;
    }
    ranges
};

/// The first and last pivot column of an orientation between the walls.
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
