//! Lit pixels of a frame, and their groups.

use std::ops::RangeBounds;

use super::FieldArea;
use super::grey::BrightnessMap;

/// Map of a reduced frame: each pixel is lit or not.
pub(super) struct LitMap {
    width: usize,
    height: usize,
    /// Number of frame pixels per pixel of the map, both across and down.
    shrink: usize,
    lit: Vec<bool>,
    /// Number of lit pixels above and to the left of each corner of a pixel.
    sums: Vec<u32>,
}

/// Rectangle around a group of lit pixels, in pixels of the map. The right and lower ends are outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blob {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

/// Lit pixels side by side in one row. The end is outside.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    end: usize,
}

impl LitMap {
    /// Returns the pixels of a frame whose brightness is in `range`. The pixels of `field` count as unlit.
    pub(super) fn of(
        grey: &BrightnessMap,
        range: impl RangeBounds<u8>,
        field: &FieldArea,
    ) -> LitMap {
        let scale = grey.shrink as f32;
        let columns = field.x / scale..(field.x + field.width) / scale;
        let rows = field.y / scale..(field.y + field.height) / scale;
        LitMap::new((grey.width, grey.height), grey.shrink, |x, y| {
            let is_field = rows.contains(&(y as f32)) && columns.contains(&(x as f32));
            !is_field && range.contains(&grey.at(x, y))
        })
    }

    /// Returns a map of this width and height. `is_lit` says whether the pixel in a column and row is lit.
    pub(super) fn new(
        (width, height): (usize, usize),
        shrink: usize,
        is_lit: impl Fn(usize, usize) -> bool,
    ) -> LitMap {
        let mut lit = Vec::with_capacity(width * height);
        let mut sums = vec![0; (width + 1) * (height + 1)];
        for y in 0..height {
            let mut sum = 0;
            for x in 0..width {
                let is_lit = is_lit(x, y);
                lit.push(is_lit);
                sum += u32::from(is_lit);
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + sum;
            }
        }
        LitMap {
            width,
            height,
            shrink,
            lit,
            sums,
        }
    }

    /// Returns the number of frame pixels per pixel of the map.
    pub(super) fn scale(&self) -> f32 {
        self.shrink as f32
    }

    /// Returns the number of lit pixels in a rectangle, and the number of all its pixels. The parts of the rectangle
    /// outside the frame do not count.
    pub(super) fn count(&self, (left, top, right, bottom): (f32, f32, f32, f32)) -> (u32, u32) {
        let across = |x: f32| (x.round().max(0.0) as usize).min(self.width);
        let down = |y: f32| (y.round().max(0.0) as usize).min(self.height);
        let (left, right) = (across(left), across(right));
        let (top, bottom) = (down(top), down(bottom));
        if left >= right || top >= bottom {
            return (0, 0);
        }
        let sum = |x: usize, y: usize| self.sums[y * (self.width + 1) + x];
        let lit = sum(right, bottom) + sum(left, top) - sum(right, top) - sum(left, bottom);
        (lit, ((right - left) * (bottom - top)) as u32)
    }

    /// Returns the groups of lit pixels. Pixels at a distance of at most `reach` belong to one group.
    pub(super) fn blobs(&self, reach: usize) -> Vec<Blob> {
        let mut blobs: Vec<Blob> = Vec::new();
        // Each blob points to the blob that it has become part of, or to itself.
        let mut parents: Vec<usize> = Vec::new();
        let mut above: Vec<Vec<(Run, usize)>> = Vec::new();
        for y in 0..self.height {
            let mut here: Vec<(Run, usize)> = Vec::new();
            for run in self.runs(y, reach) {
                let mut own = blobs.len();
                blobs.push(Blob {
                    left: run.start,
                    top: y,
                    right: run.end,
                    bottom: y + 1,
                });
                parents.push(own);
                for row in &above {
                    let first = row.partition_point(|(other, _)| other.end + reach <= run.start);
                    let touching = row[first..]
                        .iter()
                        .take_while(|(other, _)| other.start < run.end + reach);
                    for (_, other) in touching {
                        let other = root(&mut parents, *other);
                        if other != own {
                            let (low, high) = (own.min(other), own.max(other));
                            parents[high] = low;
                            blobs[low] = blobs[low].union(&blobs[high]);
                            own = low;
                        }
                    }
                }
                here.push((run, own));
            }
            above.insert(0, here);
            above.truncate(reach);
        }
        let roots = parents.iter().enumerate().filter(|(own, of)| own == *of);
        roots.map(|(own, _)| blobs[own]).collect()
    }

    /// Returns the runs of lit pixels in a row. Gaps of fewer than `reach` pixels count as lit.
    fn runs(&self, y: usize, reach: usize) -> Vec<Run> {
        let row = &self.lit[y * self.width..(y + 1) * self.width];
        let mut runs: Vec<Run> = Vec::new();
        for x in (0..self.width).filter(|&x| row[x]) {
            match runs.last_mut() {
                Some(last) if x < last.end + reach => last.end = x + 1,
                _ => runs.push(Run {
                    start: x,
                    end: x + 1,
                }),
            }
        }
        runs
    }
}

impl Blob {
    pub(super) fn union(&self, other: &Blob) -> Blob {
        Blob {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// Returns the blob that this one has become part of.
fn root(parents: &mut [usize], mut own: usize) -> usize {
    while parents[own] != own {
        parents[own] = parents[parents[own]];
        own = parents[own];
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::Pixels;

    /// Returns the map of a frame that shows `#` as white.
    fn map(rows: [&str; 4]) -> LitMap {
        let pixels = rows.iter().flat_map(|row| row.bytes());
        let pixels = pixels.map(|letter| [if letter == b'#' { 255 } else { 0 }; 3]);
        let nowhere = FieldArea {
            x: -9.0,
            y: -9.0,
            width: 1.0,
            height: 1.0,
        };
        LitMap::of(
            &BrightnessMap::of(&Pixels::from_rgb(rows[0].len(), pixels.collect())),
            128..,
            &nowhere,
        )
    }

    #[test]
    fn lit_pixels_within_reach_belong_to_one_blob() {
        let map = map(["##.##....", ".........", "#..#...##", "##.#...##"]);
        assert_eq!(map.blobs(1).len(), 5);
        let of_two = map.blobs(2);
        let corners = |blob: &Blob| (blob.left, blob.top, blob.right, blob.bottom);
        let mut corners: Vec<_> = of_two.iter().map(corners).collect();
        corners.sort_unstable();
        assert_eq!(corners, [(0, 0, 5, 4), (7, 2, 9, 4)]);
    }

    #[test]
    fn only_the_pixels_inside_the_frame_are_counted() {
        let map = map(["##.##....", ".........", "#..#...##", "##.#...##"]);
        assert_eq!(map.count((-2.0, -2.0, 2.0, 3.0)), (3, 6));
        assert_eq!(map.count((7.0, 2.0, 20.0, 20.0)), (4, 4));
        assert_eq!(map.count((9.0, 0.0, 12.0, 4.0)), (0, 0));
    }
}
