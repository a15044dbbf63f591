//! Finds playfields without a visible edge by what changes in them: pieces move up to both walls and down to the floor.

use std::ops::Range;

use super::finder::{BARE_RATIOS, FieldCandidate, shows_cells};
use super::grey::usual_shrink;
use super::lit_map::{Blob, LitMap};
use super::{FieldArea, Pixels};

/// Minimum difference in brightness (0-255) of a changed pixel. Noise and compression change pixels less.
const CHANGE_MIN: u8 = 40;
/// Maximum fraction of pixels that change within a scene.
const SCENE_CHANGE_MAX: f32 = 0.3;
/// Number of frames after which the changes are forgotten. They may be from several scenes.
const FRAMES_MAX: u32 = 600;
/// Maximum distances between changed pixels of one playfield, in pixels of the map. No pixel changes between two cells.
const REACHES: [usize; 3] = [1, 2, 4];
/// Minimum height of a playfield, in pixels.
const HEIGHT_MIN: usize = 50;
/// Minimum fraction of changed pixels in the outermost column or row of a playfield. One cell is a twentieth of a column.
const LINE_MIN: f32 = 0.03;
/// Minimum fraction of changed pixels in a playfield.
const PART_MIN: f32 = 0.3;
/// Minimum fraction of changed pixels in its lowest row: pieces lie on the floor.
const FLOOR_MIN: f32 = 0.4;
/// Lit part of a playfield's width and height, in console pixels. The last pixel of the last cell is dark.
const LIT: (f32, f32) = (79.0, 159.0);
/// Certainty of a playfield without a visible edge: less than that of any other.
const SCORE: f32 = 1.0;

/// Finder of playfields without a visible edge. It marks the pixels that differ from one of its frames to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct ChangeFinder {
    width: usize,
    /// Brightness of each pixel in the last frame.
    last: Vec<u8>,
    is_changed: Vec<bool>,
    /// Number of frames since the first change.
    frames: u32,
}

impl ChangeFinder {
    /// Adds a frame. Returns the playfields that have the shape of a changed area.
    pub(super) fn add(&mut self, frame: &Pixels) -> Vec<FieldCandidate> {
        let (width, height) = (frame.width(), frame.height());
        if (self.width, self.last.len()) != (width, width * height) {
            *self = ChangeFinder {
                width,
                last: vec![0; width * height],
                is_changed: vec![false; width * height],
                frames: FRAMES_MAX,
            };
        }
        let mut changes = 0;
        let pixels = self.last.iter_mut().zip(&mut self.is_changed);
        for (place, (last, is_changed)) in pixels.enumerate() {
            let value = frame.value(place % width, place / width);
            if value.abs_diff(*last) >= CHANGE_MIN {
                *is_changed = true;
                changes += 1;
            }
            *last = value;
        }
        self.frames += 1;
        if self.frames > FRAMES_MAX || changes as f32 > SCENE_CHANGE_MAX * self.last.len() as f32 {
            self.is_changed.fill(false);
            self.frames = 0;
            return Vec::new();
        }
        let shrink = usual_shrink(frame);
        let map = LitMap::new((width / shrink, height / shrink), shrink, |x, y| {
            let mut rows = y * shrink..(y + 1) * shrink;
            rows.any(|y| self.row(y)[x * shrink..(x + 1) * shrink].contains(&true))
        });
        let mut found: Vec<FieldCandidate> = Vec::new();
        for blob in REACHES.into_iter().flat_map(|reach| map.blobs(reach)) {
            let Some(place) = self.playfield(&blob, shrink) else {
                continue;
            };
            let is_new = found.iter().all(|other| other.place != place);
            if is_new && shows_cells(frame, place) {
                found.push(FieldCandidate {
                    place,
                    score: SCORE,
                    is_bare: true,
                });
            }
        }
        found
    }

    fn row(&self, y: usize) -> &[bool] {
        &self.is_changed[y * self.width..(y + 1) * self.width]
    }

    /// Returns the playfield whose changes fill this area of the map.
    fn playfield(&self, blob: &Blob, shrink: usize) -> Option<FieldArea> {
        let mut columns = shrink * blob.left..shrink * blob.right;
        let mut rows = shrink * blob.top..shrink * blob.bottom;
        if rows.len() < HEIGHT_MIN {
            return None;
        }
        let across = |y: usize, columns: &Range<usize>| {
            count(self.row(y)[columns.clone()].iter().copied()) as f32
        };
        let down = |x: usize, rows: &Range<usize>| {
            count(rows.clone().map(|y| self.is_changed[y * self.width + x])) as f32
        };
        let is_side = |x: usize| down(x, &rows) >= LINE_MIN * rows.len() as f32;
        columns = columns.clone().find(|&x| is_side(x))?..columns.rfind(|&x| is_side(x))? + 1;
        let is_end = |y: usize| across(y, &columns) >= LINE_MIN * columns.len() as f32;
        rows = rows.clone().find(|&y| is_end(y))?..rows.rfind(|&y| is_end(y))? + 1;
        let (width, height) = (columns.len() as f32, rows.len() as f32);
        let part = |rows: Range<usize>| {
            let all = (rows.len() * columns.len()) as f32;
            rows.map(|y| across(y, &columns)).sum::<f32>() / all
        };
        let floor = rows.end - rows.len() / 20..rows.end;
        let is_field = (BARE_RATIOS.0..BARE_RATIOS.1).contains(&(width / height))
            && rows.len() >= HEIGHT_MIN
            && part(rows.clone()) >= PART_MIN
            && part(floor) >= FLOOR_MIN;
        is_field.then(|| FieldArea {
            x: columns.start as f32,
            y: rows.start as f32,
            width: width * 80.0 / LIT.0,
            height: height * 160.0 / LIT.1,
        })
    }
}

fn count(values: impl Iterator<Item = bool>) -> usize {
    values.filter(|value| *value).count()
}
