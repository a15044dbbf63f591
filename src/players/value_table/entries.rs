//! Which entries of a value table a field is the sum of.
//!
//! The nine columns left of the well are the *stack*; the well is the column at the far right. Each
//! group of entries looks at one aspect: short stretches of the stack's contour, what each piece
//! would find on it, the highest row with holes and what lies on it, the well and the rows ready for
//! a Tetris, heights in the middle and at both sides, and every column's highest hole.

use crate::rules::Board;
use crate::rules::board::LANE_BITS;
use crate::rules::motion::{COLUMNS, ROWS};

/// Entries that a field is the sum of.
pub const PER_FIELD: usize = 23;

/// Columns of the stack.
const STACK: usize = COLUMNS as usize - 1;
const WELL: usize = STACK;
/// Rows 0-19 of a column.
const COLUMN: u32 = 0xF_FFFF;

/// A group of entries: where it begins, and where the next one does.
struct Group {
    begin: usize,
    end: usize,
}

impl Group {
    const fn after(before: &Group, size: usize) -> Group {
        Group {
            begin: before.end,
            end: before.end + size,
        }
    }

    /// Entry `index` of the group.
    #[inline(always)]
    fn entry(&self, index: usize) -> u32 {
        debug_assert!(index < self.end - self.begin);
        (self.begin + index) as u32
    }
}

/// Stretches of five neighbouring columns.
const STRETCHES: usize = 5;
/// Four differences of -4 to 4.
const STRETCH: usize = 9 * 9 * 9 * 9;
/// No hole, one under at most two cells, one deeper down.
const BURIALS: usize = 3;
/// Heights 0-20.
const HEIGHTS: usize = ROWS as usize + 1;

const CONTOUR: Group = Group {
    begin: 0,
    end: STRETCHES * BURIALS * STRETCH,
};
/// Rows with holes (0-4), rows on the highest one (0-5), cells missing in those (0-15), holes in it.
const TOP_HOLE: Group = Group::after(&CONTOUR, 5 * 6 * 16 * 3);
/// Stack's last column over the well (-3 to 8), ready rows (0-8), holes in the well, hole rows.
const WELL_STATE: Group = Group::after(&TOP_HOLE, 12 * 9 * 2 * 4);
/// Lowest column over the well (-2 to 6), mean height, hole rows.
const WELL_DEPTH: Group = Group::after(&WELL_STATE, 9 * HEIGHTS * 4);
/// Highest and lowest column, any holes.
const EXTREMES: Group = Group::after(&WELL_DEPTH, HEIGHTS * HEIGHTS * 2);
/// Highest of columns 0-3, of columns 4-6: what is in the way to the left.
const LEFT: Group = Group::after(&EXTREMES, HEIGHTS * HEIGHTS);
/// Highest of columns 6-8, the well: what is in the way to the right.
const RIGHT: Group = Group::after(&LEFT, HEIGHTS * HEIGHTS);
/// Holes (0-15), rows with holes (0-7).
const HOLES: Group = Group::after(&RIGHT, 16 * 8);
/// For each two neighbours: cells on their highest holes (0-4 each), difference of heights.
const COVERS: Group = Group::after(&HOLES, STACK * 5 * 5 * 9);
/// Height of the highest row with holes, highest column.
const HOLE_HEIGHT: Group = Group::after(&COVERS, HEIGHTS * HEIGHTS);
/// Places for S, Z, O, T, J, L (0-2 each), for a flat I (0-1), by burial.
const PLACES: Group = Group::after(&HOLE_HEIGHT, 3 * 3 * 3 * 3 * 3 * 3 * 2 * BURIALS);

/// Entries of a whole table.
pub const ENTRIES: usize = PLACES.end;

/// What a learner expects of each cell in the well before it knows anything, in lines.
const WELL_CELL: f32 = 0.5;

/// The costs in lines that learning from nothing begins with: cells in the well cost, all else is
/// free.
///
/// A well at the left is worth as much as one at the right, and from no costs at all it is chance
/// which of them a learner settles on; but only the well at the right has groups of its own here.
pub fn well_prior() -> Box<[f32]> {
    let mut costs = vec![0.0; ENTRIES];
    for (index, cost) in costs[RIGHT.begin..RIGHT.end].iter_mut().enumerate() {
        *cost = WELL_CELL * (index % HEIGHTS) as f32;
    }
    costs.into()
}

/// `value` within `low..=high`, counted from `low`.
#[inline(always)]
fn within(value: i32, low: i32, high: i32) -> usize {
    (value.clamp(low, high) - low) as usize
}

/// Columns as bits, with what a table asks of them.
struct Columns {
    cells: [u32; COLUMNS as usize],
    holes: [u32; COLUMNS as usize],
    heights: [i32; COLUMNS as usize],
    /// Differences to the next column, -4 to 4 as 0 to 8; the last is that to the well.
    steps: [usize; STACK],
    /// Cells on each column's highest hole, at most 4; 0 without a hole.
    covers: [usize; COLUMNS as usize],
    /// Rows that only lack the well's cell.
    ready: u32,
}

impl Columns {
    #[inline(always)]
    fn of(board: &Board) -> Columns {
        let words = board.words();
        let mut columns = Columns {
            cells: [0; COLUMNS as usize],
            holes: [0; COLUMNS as usize],
            heights: [0; COLUMNS as usize],
            steps: [0; STACK],
            covers: [0; COLUMNS as usize],
            ready: COLUMN,
        };
        for x in 0..COLUMNS as usize {
            let cells = (words[x / 3] >> (LANE_BITS as usize * (x % 3))) as u32 & COLUMN;
            let top = (cells | 1 << ROWS).trailing_zeros();
            let holes = !cells & COLUMN & !((1_u32 << top) - 1);
            columns.cells[x] = cells;
            columns.holes[x] = holes;
            columns.heights[x] = i32::from(ROWS) - top as i32;
            if holes != 0 {
                columns.covers[x] = ((holes.trailing_zeros() - top) as usize).min(4);
            }
            if x < WELL {
                columns.ready &= cells;
            }
        }
        for x in 0..STACK {
            columns.steps[x] = within(columns.heights[x + 1] - columns.heights[x], -4, 4);
        }
        columns
    }

    /// Ready rows on the bottom of the well, without a gap.
    #[inline(always)]
    fn ready_rows(&self) -> usize {
        let above_well = i32::from(ROWS) - self.heights[WELL];
        if above_well == 0 {
            return 0;
        }
        (!(self.ready << (32 - above_well))).leading_zeros() as usize
    }
}

/// The highest row with holes.
#[derive(Default)]
struct TopHole {
    entry: usize,
    burial: usize,
    height: usize,
}

impl TopHole {
    #[inline(always)]
    fn of(columns: &Columns, hole_rows: u32) -> TopHole {
        if hole_rows == 0 {
            return TopHole::default();
        }
        let row = hole_rows.trailing_zeros();
        let above = (1_u32 << row) - 1;
        let (mut covering, mut holes) = (0, 0);
        for x in 0..COLUMNS as usize {
            if columns.holes[x] >> row & 1 == 1 {
                covering |= columns.cells[x] & above;
                holes += 1;
            }
        }
        let rows_on_it = covering.count_ones() as usize;
        let cells = columns.cells[..STACK].iter();
        let filled: u32 = cells.map(|cells| (cells & covering).count_ones()).sum();
        let missing = STACK * rows_on_it - filled as usize;
        let rows = hole_rows.count_ones().min(4) as usize;
        TopHole {
            entry: ((rows * 6 + rows_on_it.min(5)) * 16 + missing.min(15)) * 3 + holes.min(3) - 1,
            burial: if rows_on_it <= 2 { 1 } else { 2 },
            height: (u32::from(ROWS as u8) - row) as usize,
        }
    }
}

/// How many places each piece would find on the stack without making a hole.
#[inline(always)]
fn places(heights: &[i32; COLUMNS as usize]) -> usize {
    // For each step up or down to the next column, where on the stack it is.
    let at = |step: i32| {
        let mut set = 0_u32;
        for x in 0..STACK - 1 {
            set |= u32::from(heights[x + 1] - heights[x] == step) << x;
        }
        set
    };
    let [down2, down, level, up, up2] = [at(-2), at(-1), at(0), at(1), at(2)];
    let flat = level & level >> 1;
    let count = |set: u32| set.count_ones() as usize;
    let s = count(down) + count(level & up >> 1);
    let z = count(up) + count(down & level >> 1);
    let o = count(level);
    let t = count(up) + count(down) + count(flat) + count(down & up >> 1);
    let j = count(level) + count(up2) + count(level & down >> 1);
    let l = count(level) + count(down2) + count(up & level >> 1);
    let flat_i = count(flat & level >> 2);
    let mut index = 0;
    for places in [s, z, o, t, j, l] {
        index = index * 3 + places.min(2);
    }
    index * 2 + flat_i.min(1)
}

/// The entries whose sum is the value of `board`.
#[inline(always)]
pub fn entries_of(board: &Board) -> [u32; PER_FIELD] {
    let columns = Columns::of(board);
    let heights = &columns.heights;
    let stack = &heights[..STACK];
    let hole_rows = columns.holes.iter().fold(0, |rows, holes| rows | holes);
    let rows_with_holes = hole_rows.count_ones() as usize;
    let holes: u32 = columns.holes.iter().map(|holes| holes.count_ones()).sum();
    let top_hole = TopHole::of(&columns, hole_rows);
    let highest = stack.iter().fold(0, |high, &height| high.max(height));
    let lowest = stack.iter().fold(20, |low, &height| low.min(height));
    let mean = stack.iter().sum::<i32>() as usize / STACK;
    let most =
        |range: std::ops::Range<usize>| heights[range].iter().fold(0, |a, &b| a.max(b)) as usize;

    let mut entries = [0; PER_FIELD];
    for (stretch, steps) in columns.steps.windows(4).take(STRETCHES).enumerate() {
        let steps = steps.iter().fold(0, |index, step| index * 9 + step);
        let index = (stretch * BURIALS + top_hole.burial) * STRETCH + steps;
        entries[stretch] = CONTOUR.entry(index);
    }
    let well = heights[WELL];
    let well_step = within(heights[WELL - 1] - well, -3, 8);
    let well_holes = usize::from(columns.holes[WELL] != 0);
    let few_hole_rows = rows_with_holes.min(3);
    let well_state = (well_step * 9 + columns.ready_rows().min(8)) * 2 + well_holes;
    let well_depth = within(lowest - well, -2, 6) * HEIGHTS + mean;
    let extremes = highest as usize * HEIGHTS + lowest as usize;
    entries[5] = TOP_HOLE.entry(top_hole.entry);
    entries[6] = WELL_STATE.entry(well_state * 4 + few_hole_rows);
    entries[7] = WELL_DEPTH.entry(well_depth * 4 + few_hole_rows);
    entries[8] = EXTREMES.entry(extremes * 2 + usize::from(hole_rows != 0));
    entries[9] = LEFT.entry(most(0..4) * HEIGHTS + most(4..7));
    entries[10] = RIGHT.entry(most(6..9) * HEIGHTS + well as usize);
    entries[11] = HOLES.entry(holes.min(15) as usize * 8 + rows_with_holes.min(7));
    for x in 0..STACK {
        let pair = columns.covers[x] * 5 + columns.covers[x + 1];
        entries[12 + x] = COVERS.entry((x * 25 + pair) * 9 + columns.steps[x]);
    }
    entries[21] = HOLE_HEIGHT.entry(top_hole.height * HEIGHTS + highest as usize);
    entries[22] = PLACES.entry(places(heights) * BURIALS + top_hole.burial);
    entries
}
