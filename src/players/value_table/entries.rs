//! Table entries whose sum is the value of a board.
//!
//! In this module, columns are numbered from the right: column 0 is the well, and column 9, the *edge*, is at the left
//! wall. The *near* columns are 0-8, the *stack* is columns 1-9.
//!
//! Each group of entries measures one aspect of the board: short stretches of the contour, the places on the contour
//! where each piece fits, the highest row with holes and the cells above it, the well and the rows ready for a Tetris,
//! the edge, heights in the middle and at both sides, every column's highest hole, and the heights of every three
//! neighbouring columns.

use crate::rules::Board;
use crate::rules::board::LANE_BITS;
use crate::rules::motion::{COLUMNS, ROWS};

/// Number of entries summed for a board.
pub const PER_FIELD: usize = STRETCHES + 21 + TRIPLES;

/// Number of near columns, 0-8: all except the edge, column 9. Also the number of pairs of neighbouring columns.
const NEAR: usize = COLUMNS as usize - 1;
const WELL: usize = 0;
/// Column at the left wall.
const EDGE: usize = NEAR;
/// Rows 0-19 of a column.
const COLUMN: u32 = 0xF_FFFF;

/// Group of entries at the table indexes `begin..end`.
pub(super) struct EntryGroup {
    pub(super) begin: usize,
    pub(super) end: usize,
}

impl EntryGroup {
    const fn after(before: &EntryGroup, size: usize) -> EntryGroup {
        EntryGroup {
            begin: before.end,
            end: before.end + size,
        }
    }

    /// Returns entry `index` of the group.
    #[inline(always)]
    fn entry(&self, index: usize) -> u32 {
        debug_assert!(index < self.end - self.begin);
        (self.begin + index) as u32
    }
}

/// Number of stretches of five neighbouring columns.
pub(super) const STRETCHES: usize = 6;
/// Number of contours of a stretch: four height differences of -4 to 4.
pub(super) const STRETCH: usize = 9 * 9 * 9 * 9;
/// Number of burial classes of the highest row with holes: no holes, covered by one or two rows, covered by more.
pub(super) const BURIALS: usize = 3;
/// Number of heights, 0 to 20.
pub(super) const HEIGHTS: usize = ROWS as usize + 1;

pub(super) const CONTOUR: EntryGroup = EntryGroup {
    begin: 0,
    end: STRETCHES * BURIALS * STRETCH,
};
/// Number of rows with holes (0-4), number of rows that cover the highest of them (0-5), cells missing on near columns
/// in these covering rows (0-15), holes in the highest row with holes (1-3).
pub(super) const TOP_HOLE: EntryGroup = EntryGroup::after(&CONTOUR, 5 * 6 * 16 * 3);
/// Height of column 8 above the edge (-3 to 8), rows directly above the edge that lack only the edge's cell (0-8),
/// whether the edge has holes, number of rows with holes (0-3).
pub(super) const EDGE_STATE: EntryGroup = EntryGroup::after(&TOP_HOLE, 12 * 9 * 2 * 4);
/// Height of the lowest of columns 0-8 above the edge (-2 to 6), mean height of columns 0-8, rows with holes (0-3).
pub(super) const EDGE_DEPTH: EntryGroup = EntryGroup::after(&EDGE_STATE, 9 * HEIGHTS * 4);
/// Heights of the highest and of the lowest of columns 0-8, whether the board has holes.
pub(super) const EXTREMES: EntryGroup = EntryGroup::after(&EDGE_DEPTH, HEIGHTS * HEIGHTS * 2);
/// Maximum height of columns 0-3, maximum height of columns 4-6. High columns hinder moves to the right.
pub(super) const RIGHT: EntryGroup = EntryGroup::after(&EXTREMES, HEIGHTS * HEIGHTS);
/// Maximum height of columns 6-8, height of the edge. High columns hinder moves to the left.
pub(super) const LEFT: EntryGroup = EntryGroup::after(&RIGHT, HEIGHTS * HEIGHTS);
/// Number of holes (0-15) and of rows with holes (0-7).
const HOLES: EntryGroup = EntryGroup::after(&LEFT, 16 * 8);
/// For each pair of neighbouring columns: number of cells above the highest hole of each column (0-4), height
/// difference (-4 to 4).
pub(super) const COVERS: EntryGroup = EntryGroup::after(&HOLES, NEAR * 5 * 5 * 9);
/// Height of the highest row with holes, height of the highest of columns 0-8.
pub(super) const HOLE_HEIGHT: EntryGroup = EntryGroup::after(&COVERS, HEIGHTS * HEIGHTS);
/// Number of places on columns 0-8 where each piece fits without a hole: Z, S, O, T, L, J (0-2 each), flat I (0-1). The
/// entries also depend on the burial class of the highest row with holes.
pub(super) const PLACES: EntryGroup =
    EntryGroup::after(&HOLE_HEIGHT, 3 * 3 * 3 * 3 * 3 * 3 * 2 * BURIALS);
/// Height of column 1 above the well (-3 to 8), rows directly above the well's top that lack only the well's cell
/// (0-8), whether the well has holes, number of rows with holes (0-3).
pub(super) const WELL_STATE: EntryGroup = EntryGroup::after(&PLACES, 12 * 9 * 2 * 4);
/// Height of the lowest stack column above the well (-2 to 6), mean height of the stack, rows with holes (0-3).
pub(super) const WELL_DEPTH: EntryGroup = EntryGroup::after(&WELL_STATE, 9 * HEIGHTS * 4);
/// Maximum height of columns 1-3, which an I has to pass to fall into the well, and height of the well.
pub(super) const WELL_MOUTH: EntryGroup = EntryGroup::after(&WELL_DEPTH, HEIGHTS * HEIGHTS);

/// Number of triples of neighbouring columns.
pub(super) const TRIPLES: usize = COLUMNS as usize - 2;
/// Number of combinations of three heights.
pub(super) const TRIPLE: usize = HEIGHTS * HEIGHTS * HEIGHTS;
/// Heights of every three neighbouring columns. Of all additional groups tried, this one helps most: see the table of
/// tries in `assets/players/README.md`.
pub(super) const HEIGHTS_OF_3: EntryGroup = EntryGroup::after(&WELL_MOUTH, TRIPLES * TRIPLE);

/// Number of entries in a whole table.
pub const ENTRIES: usize = HEIGHTS_OF_3.end;
/// Number of entries in tables of versions 2 and 3, which lack the heights of three columns.
pub(super) const ENTRIES_3: usize = WELL_MOUTH.end;
/// End of the contour's entries.
pub(super) const CONTOUR_END: usize = CONTOUR.end;
/// End of the contour's entries in tables of version 1, which lack the stretch at the left wall.
pub(super) const CONTOUR_END_1: usize = (STRETCHES - 1) * BURIALS * STRETCH;
/// Number of entries in tables of version 1, which lack the stretch at the left wall and the groups for the well.
pub(super) const ENTRIES_1: usize = PLACES.end - (CONTOUR_END - CONTOUR_END_1);

/// Clamps `value` to `low..=high` and returns the distance of the result from `low`.
#[inline(always)]
fn within(value: i32, low: i32, high: i32) -> usize {
    (value.clamp(low, high) - low) as usize
}

/// Columns as bits, with derived values. Bit 0 of a column is the top row.
struct Columns {
    cells: [u32; COLUMNS as usize],
    holes: [u32; COLUMNS as usize],
    heights: [i32; COLUMNS as usize],
    /// Height differences to the next column, -4 to 4 stored as 0 to 8. The first is from the well to column 1.
    steps: [usize; NEAR],
    /// Cells above each column's highest hole, at most 4; 0 without a hole.
    covers: [usize; COLUMNS as usize],
    /// Rows that lack only the well's cell.
    ready: u32,
    /// Rows that lack only the edge's cell.
    ready_for_edge: u32,
}

impl Columns {
    #[inline(always)]
    fn from_board(board: &Board) -> Columns {
        let words = board.words();
        let mut columns = Columns {
            cells: [0; COLUMNS as usize],
            holes: [0; COLUMNS as usize],
            heights: [0; COLUMNS as usize],
            steps: [0; NEAR],
            covers: [0; COLUMNS as usize],
            ready: COLUMN,
            ready_for_edge: COLUMN,
        };
        for x in 0..COLUMNS as usize {
            let from_left = COLUMNS as usize - 1 - x;
            let word = words[from_left / 3] >> (LANE_BITS as usize * (from_left % 3));
            let cells = word as u32 & COLUMN;
            let top = (cells | 1 << ROWS).trailing_zeros();
            let holes = !cells & COLUMN & !((1_u32 << top) - 1);
            columns.cells[x] = cells;
            columns.holes[x] = holes;
            columns.heights[x] = i32::from(ROWS) - top as i32;
            if holes != 0 {
                columns.covers[x] = ((holes.trailing_zeros() - top) as usize).min(4);
            }
            if x != WELL {
                columns.ready &= cells;
            }
            if x != EDGE {
                columns.ready_for_edge &= cells;
            }
        }
        for x in 0..NEAR {
            columns.steps[x] = within(columns.heights[x + 1] - columns.heights[x], -4, 4);
        }
        columns
    }

    /// Returns the number of consecutive rows in `ready` directly above the top of `column`.
    #[inline(always)]
    fn ready_rows(&self, ready: u32, column: usize) -> usize {
        let above = i32::from(ROWS) - self.heights[column];
        if above == 0 {
            return 0;
        }
        (!(ready << (32 - above))).leading_zeros() as usize
    }

    /// Returns the state of a gap as an index. The index combines the neighbour's height above the gap, the number of
    /// rows that lack only the gap's cell, and whether the gap has holes.
    #[inline(always)]
    fn gap_state(&self, ready: u32, column: usize, neighbour: usize) -> usize {
        let step = within(self.heights[neighbour] - self.heights[column], -3, 8);
        let has_holes = usize::from(self.holes[column] != 0);
        (step * 9 + self.ready_rows(ready, column).min(8)) * 2 + has_holes
    }

    /// Returns an index that combines two numbers: how far `column` is below the lowest of the columns `others`, and the
    /// mean height of `others`.
    #[inline(always)]
    fn gap_depth(&self, others: std::ops::Range<usize>, column: usize) -> usize {
        let others = &self.heights[others];
        let lowest = others.iter().fold(20, |low, &height| low.min(height));
        let mean = others.iter().sum::<i32>() as usize / NEAR;
        within(lowest - self.heights[column], -2, 6) * HEIGHTS + mean
    }
}

/// Highest row with holes.
#[derive(Default)]
struct TopHole {
    entry: usize,
    burial: usize,
    height: usize,
}

impl TopHole {
    #[inline(always)]
    fn from_columns(columns: &Columns, hole_rows: u32) -> TopHole {
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
        let cells = columns.cells[..NEAR].iter();
        let filled: u32 = cells.map(|cells| (cells & covering).count_ones()).sum();
        let missing = NEAR * rows_on_it - filled as usize;
        let rows = hole_rows.count_ones().min(4) as usize;
        TopHole {
            entry: ((rows * 6 + rows_on_it.min(5)) * 16 + missing.min(15)) * 3 + holes.min(3) - 1,
            burial: if rows_on_it <= 2 { 1 } else { 2 },
            height: (u32::from(ROWS as u8) - row) as usize,
        }
    }
}

/// Returns the near columns whose height difference to the next column is `step`, one bit per column.
#[inline(always)]
fn steps(heights: &[i32; COLUMNS as usize], step: i32) -> u32 {
    let mut set = 0;
    for x in 0..NEAR - 1 {
        set |= u32::from(heights[x + 1] - heights[x] == step) << x;
    }
    set
}

/// Counts the places on the near columns where each piece fits without a hole. Returns all counts as one index.
#[inline(always)]
fn places(heights: &[i32; COLUMNS as usize]) -> usize {
    let [down2, down, level] = [steps(heights, -2), steps(heights, -1), steps(heights, 0)];
    let [up, up2] = [steps(heights, 1), steps(heights, 2)];
    let flat = level & level >> 1;
    let count = |set: u32| set.count_ones() as usize;
    let z = count(down) + count(level & up >> 1);
    let s = count(up) + count(down & level >> 1);
    let o = count(level);
    let t = count(up) + count(down) + count(flat) + count(down & up >> 1);
    let l = count(level) + count(up2) + count(level & down >> 1);
    let j = count(level) + count(down2) + count(up & level >> 1);
    let flat_i = count(flat & level >> 2);
    let mut index = 0;
    for places in [z, s, o, t, l, j] {
        index = index * 3 + places.min(2);
    }
    index * 2 + flat_i.min(1)
}

/// Returns the entries whose sum is the value of `board`.
#[inline(always)]
pub fn entries_of(board: &Board) -> [u32; PER_FIELD] {
    let columns = Columns::from_board(board);
    let heights = &columns.heights;
    let near = &heights[..NEAR];
    let hole_rows = columns.holes.iter().fold(0, |rows, holes| rows | holes);
    let rows_with_holes = hole_rows.count_ones() as usize;
    let holes: u32 = columns.holes.iter().map(|holes| holes.count_ones()).sum();
    let top_hole = TopHole::from_columns(&columns, hole_rows);
    let highest = near.iter().fold(0, |high, &height| high.max(height));
    let lowest = near.iter().fold(20, |low, &height| low.min(height));
    let most =
        |range: std::ops::Range<usize>| heights[range].iter().fold(0, |a, &b| a.max(b)) as usize;

    let mut entries = [0; PER_FIELD];
    for (stretch, steps) in columns.steps.windows(4).take(STRETCHES).enumerate() {
        let steps = steps.iter().fold(0, |index, step| index * 9 + step);
        let index = (stretch * BURIALS + top_hole.burial) * STRETCH + steps;
        entries[stretch] = CONTOUR.entry(index);
    }
    let few_hole_rows = rows_with_holes.min(3);
    let edge_state = columns.gap_state(columns.ready_for_edge, EDGE, EDGE - 1);
    let edge_depth = columns.gap_depth(0..EDGE, EDGE);
    let well_state = columns.gap_state(columns.ready, WELL, WELL + 1);
    let well_depth = columns.gap_depth(WELL + 1..COLUMNS as usize, WELL);
    let extremes = highest as usize * HEIGHTS + lowest as usize;
    let others = &mut entries[STRETCHES..];
    others[0] = TOP_HOLE.entry(top_hole.entry);
    others[1] = EDGE_STATE.entry(edge_state * 4 + few_hole_rows);
    others[2] = EDGE_DEPTH.entry(edge_depth * 4 + few_hole_rows);
    others[3] = EXTREMES.entry(extremes * 2 + usize::from(hole_rows != 0));
    others[4] = RIGHT.entry(most(0..4) * HEIGHTS + most(4..7));
    others[5] = LEFT.entry(most(6..9) * HEIGHTS + heights[EDGE] as usize);
    others[6] = HOLES.entry(holes.min(15) as usize * 8 + rows_with_holes.min(7));
    for x in 0..NEAR {
        let pair = columns.covers[x] * 5 + columns.covers[x + 1];
        others[7 + x] = COVERS.entry((x * 25 + pair) * 9 + columns.steps[x]);
    }
    others[16] = HOLE_HEIGHT.entry(top_hole.height * HEIGHTS + highest as usize);
    others[17] = PLACES.entry(places(heights) * BURIALS + top_hole.burial);
    others[18] = WELL_STATE.entry(well_state * 4 + few_hole_rows);
    others[19] = WELL_DEPTH.entry(well_depth * 4 + few_hole_rows);
    others[20] = WELL_MOUTH.entry(most(1..4) * HEIGHTS + heights[WELL] as usize);
    for (x, three) in heights.windows(3).enumerate() {
        let index = three
            .iter()
            .fold(x, |index, &height| index * HEIGHTS + height as usize);
        others[21 + x] = HEIGHTS_OF_3.entry(index);
    }
    entries
}
