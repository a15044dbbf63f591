//! Finds playfields without a visible edge by their changed pixels: pieces move up to both walls and down to the floor.

use std::ops::{Range, RangeInclusive};

use super::finder::{BARE_RATIOS, OVERLAP_MAX};
use super::grey::usual_shrink;
use super::layout::CELL;
use super::lit_map::{Blob, LitMap};
use super::{FieldArea, Pixels};
use crate::rules::motion::{COLUMNS, ROWS};

/// Minimum difference in brightness (0-255) of a changed pixel. Noise and compression change pixels less.
const CHANGE_MIN: u8 = 40;
/// Maximum fraction of pixels that change within a scene.
const SCENE_CHANGE_MAX: f32 = 0.3;
/// Maximum number of frames in the changes. After them, the changes may be from several scenes.
const FRAMES_MAX: u32 = 600;
/// Maximum distances between changed pixels of one playfield, in pixels of the map. No pixel changes between two cells.
const REACHES: [usize; 3] = [1, 2, 4];
/// Minimum height of the changed rows, in pixels.
const HEIGHT_MIN: usize = 20;
/// Minimum fraction of changed pixels in the outermost column or row of a playfield. One cell is a twentieth of a column.
const LINE_MIN: f32 = 0.03;
/// Minimum fraction of changed pixels in a playfield.
const PART_MIN: f32 = 0.3;
/// Minimum fraction of changed pixels in the lowest row, if it is the floor.
const FLOOR_MIN: f32 = 0.4;
/// Part of a row's height in which settled cells are bright: start and end, as fractions.
const SETTLED_PART: [f32; 2] = [0.125, 0.75];
/// Numbers of columns to try. The area is a playfield if ten fit best, or nine at a known position.
const COLUMNS_TRIED: RangeInclusive<i8> = 7..=12;
/// Minimum number of changed rows. Pieces may not have been seen in the upper ones.
const ROWS_MIN: i8 = 8;
/// Minimum contrast of the gaps between columns and between rows, as a fraction of the mean change. A playfield 60 pixels
/// high has 0.18 and 0.43. The shading of a large cell has at most 0.13 and 0.3.
const CLARITY_MIN: (f32, f32) = (0.15, 0.35);
/// Minimum contrast in each half of a proven playfield, as a fraction of [`CLARITY_MIN`].
const HALF_CLARITY: f32 = 0.5;
/// Minimum side of a cell, in pixels, whose gap is visible.
const SIDE_MIN: f32 = 2.0;
/// Maximum width of a border that flashes with the cells, in console pixels.
const BORDER_MAX: u8 = 5;
/// Penalty for each border as wide as a cell, as a fraction of the contrast.
const BORDER_PENALTY: f32 = 0.1;

/// Finder of playfields without a visible edge. It keeps the largest change of each pixel between successive frames.
#[derive(Clone, Debug, Default)]
pub(super) struct ChangeFinder {
    width: usize,
    /// Brightness of each pixel in the last frame.
    last: Vec<u8>,
    /// Largest change of each pixel (0-255).
    changes: Vec<u8>,
    /// Number of frames in these changes.
    frames: u32,
}

impl ChangeFinder {
    /// Adds a frame. Returns the playfields that have the shape of a changed area. Nine changed columns count if a `known`
    /// position has the same sides.
    pub(super) fn add(&mut self, frame: &Pixels, known: &[FieldArea]) -> Vec<FieldArea> {
        let (width, height) = (frame.width(), frame.height());
        if (self.width, self.last.len()) != (width, width * height) {
            *self = ChangeFinder {
                width,
                last: vec![0; width * height],
                changes: vec![0; width * height],
                frames: FRAMES_MAX,
            };
        }
        let mut changed = 0;
        let pixels = self.last.iter_mut().zip(&mut self.changes);
        for (place, (last, change)) in pixels.enumerate() {
            let value = frame.value(place % width, place / width);
            let difference = value.abs_diff(*last);
            changed += usize::from(difference >= CHANGE_MIN);
            *change = difference.max(*change);
            *last = value;
        }
        self.frames += 1;
        if self.frames > FRAMES_MAX || changed as f32 > SCENE_CHANGE_MAX * self.last.len() as f32 {
            self.changes.fill(0);
            self.frames = 0;
            return Vec::new();
        }
        let shrink = usual_shrink(frame);
        let map = LitMap::new((width / shrink, height / shrink), shrink, |x, y| {
            let mut rows = y * shrink..(y + 1) * shrink;
            rows.any(|y| {
                let mut columns = x * shrink..(x + 1) * shrink;
                columns.any(|x| self.has_changed(x, y))
            })
        });
        let blobs = REACHES.into_iter().flat_map(|reach| map.blobs(reach));
        let mut areas: Vec<FieldArea> = blobs
            .filter_map(|blob| self.playfield(&blob, shrink, known))
            .collect();
        areas.dedup();
        areas
    }

    fn has_changed(&self, x: usize, y: usize) -> bool {
        self.changes[y * self.width + x] >= CHANGE_MIN
    }

    /// Returns whether the changes in an area show the gaps of ten columns and twenty rows. Pieces must have moved through
    /// much of the area, from the top row to the floor.
    pub(super) fn shows_grid(&self, area: &FieldArea) -> bool {
        let range = |start: f32, length: f32, end: usize| {
            let [first, last] = [start, start + length].map(|at| at.round().max(0.0) as usize);
            first.min(end)..last.min(end)
        };
        let height = self.changes.len() / self.width.max(1);
        let columns = range(area.x, area.width, self.width);
        let rows = range(area.y, area.height, height);
        let row = rows.len() / ROWS as usize;
        let top_row = rows.start..rows.start + row;
        let floor = rows.end - row..rows.end;
        let is_filled = self.part(&columns, &rows) >= PART_MIN
            && self.part(&columns, &top_row) >= LINE_MIN
            && self.part(&columns, &floor) >= LINE_MIN;
        let (across, down) = self.profiles(&columns, &rows);
        let clarity = |changes: &[f32], cells: i8| {
            let side = changes.len() as f32 / f32::from(cells);
            let start = 0.0;
            GridFit { cells, start, side }.clarity(changes)
        };
        let is_clear = |changes: &[f32], cells: i8, least: f32| {
            let whole = clarity(changes, cells);
            // Cells of a wrong size fit in a part of the area only.
            let mut halves = changes.chunks(changes.len().div_ceil(2));
            // In the upper left quarter of a playfield, only every second gap is real.
            changes.len() as f32 >= SIDE_MIN * f32::from(cells)
                && whole >= least
                && halves.all(|half| clarity(half, cells / 2) >= HALF_CLARITY * least)
                && whole > clarity(changes, cells / 2)
        };
        is_filled
            && is_clear(&across, COLUMNS, CLARITY_MIN.0)
            && is_clear(&down, ROWS, CLARITY_MIN.1)
    }

    /// Returns the number of rows with settled cells, from the first row of `below` to the first one without: the last
    /// frame shows the gaps between the cells. `across` are the cells of a row. The start of `below` is in pixels of the
    /// frame.
    fn settled_rows(&self, columns: &Range<usize>, across: &GridFit, below: &GridFit) -> i8 {
        let height = self.last.len() / self.width;
        let is_settled = |row: &i8| {
            let at = |part: f32| below.start + (f32::from(*row) + part) * below.side;
            let [first, last] = SETTLED_PART.map(|part| at(part).round() as usize);
            let rows = first..last.max(first + 1).min(height);
            let brightness = |x: usize| {
                let values = rows.clone().map(|y| self.last[y * self.width + x]);
                values.map(f32::from).sum()
            };
            let brightness: Vec<f32> = columns.clone().map(brightness).collect();
            across.clarity(&brightness) >= CLARITY_MIN.0
        };
        (0..below.cells).take_while(is_settled).count() as i8
    }

    /// Returns the fraction of changed pixels in an area.
    fn part(&self, columns: &Range<usize>, rows: &Range<usize>) -> f32 {
        let changed = rows
            .clone()
            .map(|y| columns.clone().filter(|&x| self.has_changed(x, y)).count());
        changed.sum::<usize>() as f32 / (columns.len() * rows.len()).max(1) as f32
    }

    /// Returns the sum of the changes in each column and in each row of an area.
    fn profiles(&self, columns: &Range<usize>, rows: &Range<usize>) -> (Vec<f32>, Vec<f32>) {
        let change = |x: usize, y: usize| f32::from(self.changes[y * self.width + x]);
        let across = columns
            .clone()
            .map(|x| rows.clone().map(|y| change(x, y)).sum());
        let down = rows
            .clone()
            .map(|y| columns.clone().map(|x| change(x, y)).sum());
        (across.collect(), down.collect())
    }

    /// Returns the playfield whose changes fill this area of the map. If no piece has been in the well yet, they fill nine
    /// columns. Then a `known` position must show the well.
    fn playfield(&self, blob: &Blob, shrink: usize, known: &[FieldArea]) -> Option<FieldArea> {
        let all_columns = shrink * blob.left..shrink * blob.right;
        let all_rows = shrink * blob.top..shrink * blob.bottom;
        if all_rows.len() < HEIGHT_MIN {
            return None;
        }
        let is_column = |&x: &usize| self.part(&(x..x + 1), &all_rows) >= LINE_MIN;
        let columns = ends(all_columns, is_column)?;
        let is_row = |&y: &usize| self.part(&columns, &(y..y + 1)) >= LINE_MIN;
        let rows = ends(all_rows.clone(), is_row)?;
        if self.part(&columns, &rows) < PART_MIN {
            return None;
        }
        let (across, down) = self.profiles(&columns, &rows);
        let columns_fit = GridFit::best(&across, COLUMNS_TRIED)?;
        let width = f32::from(COLUMNS) * columns_fit.side;
        let is_row_height = |side: f32| {
            let height = f32::from(ROWS) * side;
            (BARE_RATIOS.0..BARE_RATIOS.1).contains(&(width / height))
        };
        let possible =
            (ROWS_MIN..=ROWS).filter(|cells| is_row_height(side(down.len() as f32, *cells)));
        let rows_fit = GridFit::best(&down, possible)?;
        let height = f32::from(ROWS) * rows_fit.side;
        let is_clear = columns_fit.clarity(&across) >= CLARITY_MIN.0
            && rows_fit.clarity(&down) >= CLARITY_MIN.1;
        if !is_clear {
            return None;
        }
        // Fewer rows end at the floor, or at pieces that lie there all the time.
        let below = GridFit {
            cells: ROWS - rows_fit.cells,
            start: rows.start as f32 + rows_fit.end(),
            side: rows_fit.side,
        };
        let settled = self.settled_rows(&columns, &columns_fit, &below);
        let floor = rows.end - columns.len() / COLUMNS as usize..rows.end;
        if below.cells > 0 && settled == 0 && self.part(&columns, &floor) < FLOOR_MIN {
            return None;
        }
        let top = below.start + f32::from(settled) * below.side - height;
        if top <= -rows_fit.side {
            return None;
        }
        // A well on the left has not changed.
        let area = |wells: f32| FieldArea {
            x: columns.start as f32 + columns_fit.start - wells * columns_fit.side,
            y: top,
            width,
            height,
        };
        match COLUMNS - columns_fit.cells {
            0 => Some(area(0.0)),
            1 => [0.0, 1.0].map(area).into_iter().find(|area| {
                let has_sides = |other: &FieldArea| {
                    other.has_sides_of(area) && other.overlap(area) > OVERLAP_MAX
                };
                known.iter().any(has_sides)
            }),
            _ => None,
        }
    }
}

/// Cells along one axis of a changed area.
#[derive(Clone, Copy, Debug, PartialEq)]
struct GridFit {
    cells: i8,
    /// Start of the first cell, in pixels.
    start: f32,
    /// Side of a cell, in pixels.
    side: f32,
}

impl GridFit {
    /// Returns the cells that fit best to the changes along an axis. In the gaps between cells, the changes are smaller.
    /// The axis may be longer than the cells, because a border may flash. `counts` are the possible numbers of cells.
    fn best(changes: &[f32], counts: impl Iterator<Item = i8>) -> Option<GridFit> {
        let length = changes.len() as f32;
        let fits = counts.flat_map(|cells| {
            let step = side(length, cells) / CELL;
            let borders = move || (0..=BORDER_MAX).map(move |width| f32::from(width) * step);
            borders().flat_map(move |start| {
                borders().map(move |end| GridFit {
                    cells,
                    start,
                    side: side(length - start - end, cells),
                })
            })
        });
        // Small improvements by a border are chance.
        let border = |fit: &GridFit| (length - f32::from(fit.cells) * fit.side) / fit.side;
        let scored = fits.map(|fit| {
            let weight = 1.0 - BORDER_PENALTY * border(&fit).max(0.0);
            (weight * fit.contrast(changes), fit)
        });
        let best = scored.reduce(|one, other| if other.0 > one.0 { other } else { one });
        best.map(|(_, fit)| fit)
    }

    /// Returns the end of the last cell, in pixels.
    fn end(&self) -> f32 {
        self.start + f32::from(self.cells) * self.side
    }

    /// Returns the contrast as a fraction of the mean value.
    fn clarity(&self, values: &[f32]) -> f32 {
        self.contrast(values) * values.len() as f32 / values.iter().sum::<f32>()
    }

    /// Returns the difference between the values in the middle of the cells and those in the gaps. The values are changes or
    /// brightnesses.
    fn contrast(&self, values: &[f32]) -> f32 {
        let at = |place: f32| {
            let place = place.clamp(0.5, values.len() as f32 - 0.5) - 0.5;
            let (before, part) = (place as usize, place.fract());
            let after = (before + 1).min(values.len() - 1);
            values[before] * (1.0 - part) + values[after] * part
        };
        let gaps = (1..self.cells).map(|cell| {
            let end = self.start + f32::from(cell) * self.side;
            let gap = at(end - self.side / (2.0 * CELL));
            let middle = |end: f32| at(end - self.side * (CELL + 1.0) / (2.0 * CELL));
            (middle(end) + middle(end + self.side)) / 2.0 - gap
        });
        gaps.sum::<f32>() / f32::from(self.cells - 1)
    }
}

/// Returns the range from the first to the last place that is chosen.
fn ends(mut places: Range<usize>, is_chosen: impl Fn(&usize) -> bool) -> Option<Range<usize>> {
    let start = places.find(&is_chosen)?;
    let last = places.rfind(&is_chosen).unwrap_or(start);
    Some(start..last + 1)
}

/// Returns the side of a cell if this number of cells has this length. The length ends before the dark pixel of the last
/// cell.
fn side(length: f32, cells: i8) -> f32 {
    length / (f32::from(cells) - 1.0 / CELL)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole map.
    const WHOLE: Blob = Blob {
        left: 0,
        top: 0,
        right: 96,
        bottom: 192,
    };
    /// Playfield of [`filled`].
    const FIELD: FieldArea = FieldArea {
        x: 8.0,
        y: 16.0,
        width: 80.0,
        height: 160.0,
    };

    /// Returns the changes from an empty playfield to a full one, in these columns. The last frame shows the full one. The
    /// playfield is 8 pixels from the left and 16 from the top. Its cells are 8 pixels wide.
    fn filled(columns: Range<usize>) -> ChangeFinder {
        let (width, height) = (96, 192);
        let change = |at: usize| {
            let (x, y) = (at % width, at / width);
            let is_inside = columns.contains(&(x / 8).wrapping_sub(1)) && (16..176).contains(&y);
            200 * u8::from(is_inside && x % 8 < 7 && y % 8 < 7)
        };
        let changes: Vec<u8> = (0..width * height).map(change).collect();
        ChangeFinder {
            width,
            last: changes.clone(),
            changes,
            frames: 0,
        }
    }

    #[test]
    fn nine_changed_columns_are_a_playfield_beside_a_known_well() {
        let known = FieldArea {
            y: 40.0,
            height: 136.0,
            ..FIELD
        };
        for columns in [0..9, 1..10] {
            let finder = filled(columns);
            assert!(finder.playfield(&WHOLE, 1, &[]).is_none());
            let found = finder.playfield(&WHOLE, 1, &[known]).unwrap();
            assert!(found.is_same(&FIELD), "{found:?}");
        }
    }

    #[test]
    fn only_the_exact_playfield_shows_the_gaps_of_its_cells() {
        let finder = filled(0..10);
        let shows = |x: i16, y: i16, width: i16, height: i16| {
            let [x, y, width, height] = [x, y, width, height].map(f32::from);
            finder.shows_grid(&FieldArea {
                x,
                y,
                width,
                height,
            })
        };
        assert!(shows(8, 16, 80, 160));
        // One row too high or too low, one row too few, the upper left quarter.
        assert!(!shows(8, 8, 80, 160));
        assert!(!shows(8, 24, 80, 160));
        assert!(!shows(8, 16, 80, 152));
        assert!(!shows(8, 16, 40, 80));
    }

    #[test]
    fn pieces_that_lie_at_the_floor_all_the_time_hide_no_playfield() {
        for settled in 1..=12 {
            let mut finder = filled(0..10);
            finder.changes[96 * 8 * (22 - settled)..].fill(0);
            let found = finder.playfield(&WHOLE, 1, &[]).unwrap();
            assert!(found.is_same(&FIELD), "{settled} rows: {found:?}");
            // Without changes at the floor, it is a candidate only.
            assert!(!finder.shows_grid(&FIELD), "{settled} rows");
        }
    }

    #[test]
    fn gaps_in_the_upper_half_alone_prove_no_playfield() {
        let mut finder = filled(0..10);
        assert!(finder.shows_grid(&FIELD));
        finder.changes[96 * 96..176 * 96].fill(200);
        assert!(!finder.shows_grid(&FIELD));
    }

    #[test]
    fn the_shading_of_one_cell_is_not_taken_for_a_grid() {
        // Five pixels of light in a cell 40 pixels wide.
        let lit = |at: usize| if at < 5 { 180.0 } else { 120.0 };
        let changes: Vec<f32> = (0..40).map(lit).collect();
        let found = GridFit::best(&changes, COLUMNS_TRIED).unwrap();
        assert!(found.clarity(&changes) < CLARITY_MIN.0);
    }

    #[test]
    fn the_number_of_cells_follows_from_the_gaps() {
        for side in [3, 4, 5, 8, 13] {
            for cells in [9, 10, 11] {
                let lit = |at: usize| {
                    let sum = (0..8).filter(|part| (8 * at + part) / side % 8 < 7).count();
                    100.0 * sum as f32 / 8.0
                };
                let length = (side * usize::from(cells as u8) * 8 - side).div_ceil(8);
                let changes: Vec<f32> = (0..length).map(lit).collect();
                for border in [0, side / 4] {
                    let mut changes = changes.clone();
                    changes.splice(0..0, vec![100.0; border]);
                    let found = GridFit::best(&changes, COLUMNS_TRIED).unwrap();
                    assert_eq!(found.cells, cells, "cells of {side} pixels, {border}");
                    assert!(found.clarity(&changes) > CLARITY_MIN.0, "{side} pixels");
                }
            }
        }
    }
}
