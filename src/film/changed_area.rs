//! Changed area between two frames.

use crate::render::Surface;

/// Rectangle that contains all pixels that differ between two frames.
pub struct ChangedArea {
    /// First column of the area.
    pub left: usize,
    /// First row of the area.
    pub top: usize,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
}

impl ChangedArea {
    /// Returns the smallest area that contains all differences, or one pixel if nothing differs.
    pub fn between(before: Option<&Surface>, now: &Surface) -> ChangedArea {
        let Some(before) = before else {
            return ChangedArea {
                left: 0,
                top: 0,
                width: now.width(),
                height: now.height(),
            };
        };
        let width = now.width();
        let (mut left, mut right, mut top, mut bottom) = (width, 0, now.height(), 0);
        let [old_rows, new_rows] = [before, now].map(|frame| frame.pixels().chunks(width));
        for (y, (old, new)) in old_rows.zip(new_rows).enumerate() {
            let differs = |x: &usize| old[*x] != new[*x];
            if let Some(first) = (0..width).find(differs) {
                let last = (0..width).rev().find(differs).unwrap_or(first);
                (left, right) = (left.min(first), right.max(last));
                (top, bottom) = (top.min(y), y);
            }
        }
        if left > right {
            (left, right, top, bottom) = (0, 0, 0, 0);
        }
        ChangedArea {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
        }
    }

    /// Returns the pixels of the area, each as a square of `scale` x `scale`, row by row.
    pub fn pixels(&self, frame: &Surface, scale: usize) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(self.width * self.height * scale * scale);
        for y in self.top..self.top + self.height {
            let row: Vec<u8> = (self.left..self.left + self.width)
                .flat_map(|x| std::iter::repeat_n(frame.pixel(x, y), scale))
                .collect();
            for _ in 0..scale {
                pixels.extend_from_slice(&row);
            }
        }
        pixels
    }
}
