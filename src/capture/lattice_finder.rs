//! Finds playfields without a visible edge by their cells: squares on a lattice that is ten columns wide.

use std::collections::BTreeMap;

use super::finder::FieldCandidate;
use super::grey::BrightnessMap;
use super::lit_map::{Blob, LitMap};
use super::{FieldArea, Pixels};
use crate::rules::motion::{COLUMNS, ROWS};

/// Minimum brightness of a lit pixel: 0-255, and as a fraction of the brightest pixel.
const LIT_MIN: (u8, f32) = (40, 0.25);
/// Minimum and maximum side of a cell, in pixels.
const SIDES: std::ops::RangeInclusive<usize> = 5..=64;
/// Minimum and maximum width of a cell, as a fraction of its height.
const RATIOS: std::ops::RangeInclusive<f32> = 0.55..=1.6;
/// Minimum fraction of lit pixels in a cell.
const LIT_PART_MIN: f32 = 0.7;
/// Minimum and maximum distance between two adjacent cells, as a fraction of their side. A cell has seven lit pixels and
/// a dark one.
const PITCHES: std::ops::RangeInclusive<f32> = 1.04..=1.36;
/// Maximum distance of a cell from its place on the lattice, as a fraction of the lattice's pitch.
const ERROR_MAX: f32 = 0.15;
/// Maximum number of lattices to remember.
const LATTICES_MAX: usize = 6;
/// Maximum number of cells to remember in a lattice.
const CELLS_MAX: usize = 1_000;
/// Minimum number of different cells of a playfield that must have been occupied.
const CELLS_MIN: usize = 40;
/// Minimum number of them in the lowest row: pieces lie on the floor.
const FLOOR_MIN: usize = 5;
/// Certainty of a playfield without a visible edge: less than that of any other.
const SCORE: f32 = 1.0;

/// Finder of playfields without a visible edge. It sums the cells of all frames that are searched.
#[derive(Clone, Debug, Default)]
pub(super) struct LatticeFinder {
    lattices: Vec<Lattice>,
}

/// Cells on one lattice. Columns and rows are counted from its first cell.
#[derive(Clone, Debug)]
struct Lattice {
    across: Axis,
    down: Axis,
    /// Number of frames in which each cell was occupied, by column and row.
    cells: BTreeMap<(i32, i32), u32>,
}

/// Positions of the columns or rows of a lattice: the straight line through all cells seen.
#[derive(Clone, Copy, Debug)]
struct Axis {
    start: f32,
    pitch: f32,
    /// Sums over all cells: their number, index, position, squared index, index times position.
    sums: [f64; 5],
}

impl LatticeFinder {
    /// Forgets everything, because the size of the frames changes.
    pub(super) fn clear(&mut self) {
        self.lattices.clear();
    }

    /// Adds a frame. Returns the playfields whose ten columns have all been seen.
    pub(super) fn add(&mut self, frame: &Pixels) -> Vec<FieldCandidate> {
        let grey = BrightnessMap::of(frame);
        let (least, part) = LIT_MIN;
        let least = least.max((part * f32::from(grey.brightest())) as u8);
        let nowhere = FieldArea {
            x: -1.0,
            y: -1.0,
            width: 0.0,
            height: 0.0,
        };
        let map = LitMap::of(&grey, least.., &nowhere);
        let mut cells = map.blobs(1);
        cells.retain(|blob| is_cell(&map, blob));
        for cell in &cells {
            let pitch = |next: fn(&Blob, &Blob) -> Option<f32>| {
                cells.iter().find_map(|other| next(cell, other))
            };
            let is_known = self
                .lattices
                .iter()
                .any(|lattice| lattice.place(cell).is_some());
            if is_known || self.lattices.len() == LATTICES_MAX {
                continue;
            }
            if let (Some(across), Some(down)) = (pitch(pitch_across), pitch(pitch_down)) {
                self.lattices.push(Lattice {
                    across: Axis::new(cell.left as f32, across),
                    down: Axis::new(cell.top as f32, down),
                    cells: BTreeMap::new(),
                });
            }
        }
        for lattice in &mut self.lattices {
            lattice.add(&cells);
        }
        let scale = grey.shrink as f32;
        let found: Vec<FieldCandidate> = self
            .lattices
            .iter()
            .flat_map(|lattice| lattice.playfields(scale))
            .collect();
        // A lattice of a few cells makes room for others.
        if self.lattices.len() == LATTICES_MAX {
            let least = self
                .lattices
                .iter()
                .map(|lattice| lattice.cells.len())
                .min();
            self.lattices
                .retain(|lattice| Some(lattice.cells.len()) != least);
        }
        found
    }
}

impl Lattice {
    /// Returns the column and row of a cell, if it is on this lattice.
    fn place(&self, cell: &Blob) -> Option<(i32, i32)> {
        let across = self
            .across
            .place(cell.left as f32, cell.right - cell.left)?;
        Some((
            across,
            self.down.place(cell.top as f32, cell.bottom - cell.top)?,
        ))
    }

    fn add(&mut self, cells: &[Blob]) {
        for cell in cells {
            let Some((column, row)) = self.place(cell) else {
                continue;
            };
            self.across.add(column, cell.left as f32);
            self.down.add(row, cell.top as f32);
            if self.cells.len() < CELLS_MAX || self.cells.contains_key(&(column, row)) {
                *self.cells.entry((column, row)).or_default() += 1;
            }
        }
    }

    /// Returns the playfields on this lattice. `scale` is the number of frame pixels per pixel of the reduced frame.
    fn playfields(&self, scale: f32) -> Vec<FieldCandidate> {
        let mut columns: Vec<i32> = self.cells.keys().map(|(column, _)| *column).collect();
        columns.dedup();
        let runs = columns.chunk_by(|one, other| one + 1 == *other);
        let wide = runs.filter(|run| run.len() == COLUMNS as usize);
        wide.filter_map(|run| {
            let (first, last) = (run[0], run[run.len() - 1]);
            let rows = || {
                let cells = self.cells.range((first, i32::MIN)..=(last, i32::MAX));
                cells.map(|((_, row), _)| *row)
            };
            let (top, floor) = (rows().min()?, rows().max()?);
            let on_floor = rows().filter(|row| *row == floor).count();
            let is_field = floor - top < i32::from(ROWS)
                && rows().count() >= CELLS_MIN
                && on_floor >= FLOOR_MIN;
            is_field.then(|| FieldCandidate {
                place: FieldArea {
                    x: scale * self.across.at(first),
                    y: scale * self.down.at(floor + 1 - i32::from(ROWS)),
                    width: scale * self.across.pitch * f32::from(COLUMNS),
                    height: scale * self.down.pitch * f32::from(ROWS),
                },
                score: SCORE,
                is_bare: true,
            })
        })
        .collect()
    }
}

impl Axis {
    fn new(start: f32, pitch: f32) -> Axis {
        Axis {
            start,
            pitch,
            sums: [0.0; 5],
        }
    }

    /// Returns the position of a column or row.
    fn at(&self, index: i32) -> f32 {
        self.start + index as f32 * self.pitch
    }

    /// Returns the column or row of a cell that starts at this position and has this side.
    fn place(&self, start: f32, side: usize) -> Option<i32> {
        let index = ((start - self.start) / self.pitch).round();
        let is_near = (start - self.at(index as i32)).abs() <= (ERROR_MAX * self.pitch).max(1.0);
        (is_near && PITCHES.contains(&(self.pitch / side as f32))).then_some(index as i32)
    }

    /// Adds a cell and moves the line.
    fn add(&mut self, index: i32, at: f32) {
        let (index, at) = (f64::from(index), f64::from(at));
        let parts = [1.0, index, at, index * index, index * at];
        for (sum, part) in self.sums.iter_mut().zip(parts) {
            *sum += part;
        }
        let [count, indexes, positions, squares, products] = self.sums;
        let spread = count * squares - indexes * indexes;
        // With few columns, the line would be steep or flat by chance.
        if spread > count * count {
            let pitch = (count * products - indexes * positions) / spread;
            self.pitch = pitch as f32;
            self.start = ((positions - pitch * indexes) / count) as f32;
        }
    }
}

fn is_cell(map: &LitMap, blob: &Blob) -> bool {
    let (width, height) = (blob.right - blob.left, blob.bottom - blob.top);
    let corners = (
        blob.left as f32,
        blob.top as f32,
        blob.right as f32,
        blob.bottom as f32,
    );
    let (lit, all) = map.count(corners);
    SIDES.contains(&width)
        && SIDES.contains(&height)
        && RATIOS.contains(&(width as f32 / height as f32))
        && lit as f32 >= LIT_PART_MIN * all as f32
}

/// Returns the distance from a cell to the one at its right, or `None` if the other one is not there.
fn pitch_across(cell: &Blob, right: &Blob) -> Option<f32> {
    let apart = right.left.checked_sub(cell.left)? as f32;
    let is_beside = cell.top.abs_diff(right.top) <= 1 && cell.bottom.abs_diff(right.bottom) <= 1;
    let side = (cell.right - cell.left) as f32;
    (is_beside && PITCHES.contains(&(apart / side))).then_some(apart)
}

/// Returns the distance from a cell to the one below it, or `None` if the other one is not there.
fn pitch_down(cell: &Blob, below: &Blob) -> Option<f32> {
    let apart = below.top.checked_sub(cell.top)? as f32;
    let is_below = cell.left.abs_diff(below.left) <= 1 && cell.right.abs_diff(below.right) <= 1;
    let side = (cell.bottom - cell.top) as f32;
    (is_below && PITCHES.contains(&(apart / side))).then_some(apart)
}
