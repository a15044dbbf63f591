//! Settled cells in a form that is quick to query, for single cells and for whole rows of poses.

use crate::rules::board::LANE_BITS;
use crate::rules::motion::{COLUMNS, Occupancy, ROWS};
use crate::rules::{Board, Piece};

/// Occupied cells as rows of bits, including two rows above the top. This form is the fastest to query.
pub(super) struct Cells([u16; HIDDEN_ROWS + ROWS as usize]);

/// Number of rows above the top that a piece can reach.
const HIDDEN_ROWS: usize = 2;

impl Cells {
    pub(super) fn from_field(field: &impl Occupancy) -> Cells {
        let mut rows = [0; HIDDEN_ROWS + ROWS as usize];
        for (y, row) in (-(HIDDEN_ROWS as i8)..).zip(&mut rows) {
            for x in 0..COLUMNS {
                *row |= u16::from(field.is_occupied(x, y)) << x;
            }
        }
        Cells(rows)
    }

    /// Returns the free poses of `piece`.
    pub(super) fn room(&self, piece: Piece) -> FreePoses {
        let mut open = [0; OPEN_ROWS];
        for (open, row) in open.iter_mut().zip(self.0) {
            *open = !row & ALL_COLUMNS;
        }
        FreePoses::new(&open, piece)
    }
}

impl Occupancy for Cells {
    #[inline]
    fn is_occupied(&self, x: i8, y: i8) -> bool {
        self.0[(y + HIDDEN_ROWS as i8) as usize] >> x & 1 == 1
    }
}

/// Number of bits for each rotation in a set of the poses of one row. Bit `x` of a rotation is column `x`.
pub(super) const LANE: u32 = 16;

/// All ten columns.
const ALL_COLUMNS: u16 = 0x3FF;

/// Number of rows for which poses are computed: more than the playfield has, to fill whole vectors.
const ROOM_ROWS: usize = 24;
/// Number of rows that poses in [`ROOM_ROWS`] rows can touch.
const OPEN_ROWS: usize = ROOM_ROWS + 4;

/// Free poses of a piece: the columns for each rotation and row. Rows below the floor have none.
pub(super) struct FreePoses([[u16; ROOM_ROWS]; 4]);

impl FreePoses {
    /// Returns the free poses of `piece` on a board.
    #[inline(always)]
    pub(super) fn on(board: &Board, piece: Piece) -> FreePoses {
        let [a, b, c, d] = board.words();
        let mut open = [0; OPEN_ROWS];
        open[..HIDDEN_ROWS].fill(ALL_COLUMNS);
        for (y, open) in open[HIDDEN_ROWS..][..ROWS as usize].iter_mut().enumerate() {
            // Take the cell in row y of each column. The columns of the four words are interleaved, three bits apart;
            // then the three columns of each word are moved together.
            const CELL: u64 = 1 | 1 << LANE_BITS | 1 << (2 * LANE_BITS);
            let cells = (a >> y & CELL)
                | (b >> y & CELL) << 3
                | (c >> y & CELL) << 6
                | (d >> y & CELL) << 9;
            let row = cells | cells >> (LANE_BITS - 1) | cells >> (2 * LANE_BITS - 2);
            *open = !row as u16 & ALL_COLUMNS;
        }
        FreePoses::new(&open, piece)
    }

    /// Computes the free poses. `open` holds the free cells of each row, starting two rows above the top.
    #[inline(always)]
    fn new(open: &[u16; OPEN_ROWS], piece: Piece) -> FreePoses {
        // Row masks for dx = -2, -1, 0, 1: the columns whose cell at distance dx is free.
        let moved = [
            open.map(|row| row << 2 & ALL_COLUMNS),
            open.map(|row| row << 1 & ALL_COLUMNS),
            *open,
            open.map(|row| row >> 1),
        ];
        let mut room = [[0; ROOM_ROWS]; 4];
        for rotation in 0..piece.rotation_count() {
            let squares = piece.orientation(rotation).squares();
            let rows = squares.map(|(dx, dy)| -> &[u16; ROOM_ROWS] {
                moved[(dx + 2) as usize][(dy + 2) as usize..]
                    .first_chunk()
                    .expect("the array includes two rows above and one below")
            });
            let room = &mut room[usize::from(rotation)];
            for y in 0..ROOM_ROWS {
                room[y] = rows[0][y] & rows[1][y] & rows[2][y] & rows[3][y];
            }
        }
        FreePoses(room)
    }

    /// Returns the set of the free poses in row `y` (0-20).
    #[inline(always)]
    pub(super) fn row(&self, y: usize) -> u64 {
        let FreePoses([a, b, c, d]) = self;
        u64::from(a[y])
            | u64::from(b[y]) << LANE
            | u64::from(c[y]) << (2 * LANE)
            | u64::from(d[y]) << (3 * LANE)
    }
}

/// Returns the poses in `room` that are one column to the left or right of a pose in `set`.
#[inline(always)]
pub(super) const fn shifted(set: u64, room: u64) -> u64 {
    (set << 1 | set >> 1) & room
}

/// Returns the poses in `room` that are one turn in either direction from a pose in `set`.
#[inline(always)]
pub(super) const fn turned(set: u64, room: u64, rotations: u8) -> u64 {
    match rotations {
        1 => 0,
        2 => (set << LANE | set >> LANE) & room,
        _ => (set.rotate_left(LANE) | set.rotate_right(LANE)) & room,
    }
}
