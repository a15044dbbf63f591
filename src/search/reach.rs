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
    pub(super) const fn of(piece: Piece, locks: [Pivots; 4]) -> Reach {
        Reach { piece, locks }
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
            *set = set.and_not(Pivots::of(lock.x, lock.y));
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
    let shifted = Shifted::of(board);
    let mut free = [Pivots::NONE; ROTATIONS];
    let mut allowed = [Pivots::NONE; ROTATIONS];
    let mut top_row_is_open = true;
    for rotation in 0..ROTATIONS {
        let orientation = piece.orientation(rotation as u8);
        free[rotation] = shifted.free(orientation);
        allowed[rotation] = filter.retain(board, orientation, free[rotation]);
        let top_row = TOP_ROWS[orientation.id() as usize];
        top_row_is_open &= top_row.and_not(allowed[rotation]).is_empty();
    }
    if !free[0].contains(Pose::spawn(piece).x, Pose::spawn(piece).y) {
        return None;
    }
    let mut reached = [Pivots::NONE; ROTATIONS];
    if top_row_is_open {
        for rotation in 0..ROTATIONS {
            reached[rotation] = TOP_ROWS[piece.orientation(rotation as u8).id() as usize];
        }
    } else {
        reached[0] = Pivots::of(Pose::spawn(piece).x, Pose::spawn(piece).y);
        // The start counts as visited whether or not the filter would refuse it.
        allowed[0] = allowed[0].or(reached[0]);
    }
    flood(&mut reached, &allowed);
    let mut locks = [Pivots::NONE; 4];
    for rotation in 0..ROTATIONS {
        locks[rotation] = reached[rotation].and_not(free[rotation].up());
    }
    Some(Reach { piece, locks })
}

/// Spreads `reached` by turns, shifts and drops through `allowed` until nothing is added.
#[inline(always)]
fn flood<const ROTATIONS: usize>(reached: &mut [Pivots; ROTATIONS], allowed: &[Pivots; ROTATIONS]) {
    loop {
        let before = *reached;
        for rotation in 0..ROTATIONS {
            let mut set = reached[rotation];
            if ROTATIONS > 1 {
                set = set
                    .or(reached[(rotation + 1) % ROTATIONS])
                    .or(reached[(rotation + ROTATIONS - 1) % ROTATIONS])
                    .and(allowed[rotation]);
            }
            set = set.or(set.to_left().or(set.to_right()).and(allowed[rotation]));
            reached[rotation] = fall(set, allowed[rotation]);
        }
        if *reached == before {
            return;
        }
    }
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
    fn of(board: &Board) -> Shifted {
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
        Shifted::of(board).free(orientation)
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
