//! Reduced frames for the playfield search: brightness and edges.

use super::{FieldArea, Pixels};

/// Maximum width and height of the reduced frame in pixels.
const SEARCHED: (usize, usize) = (960, 540);

/// Number of reduced pixels that two parts of a frame share, so that a small playfield is whole in one of them.
const PARTS_SHARE: usize = 180;

/// Brightness of each pixel of a reduced frame, row by row from the top.
pub(super) struct BrightnessMap {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Number of frame pixels per reduced pixel, both across and down.
    pub(super) shrink: usize,
    /// Upper left corner of the part of the frame that is shown, in reduced pixels.
    corner: (usize, usize),
    values: Vec<u8>,
}

impl BrightnessMap {
    /// Reduces a frame. Each reduced pixel is the mean of `shrink` x `shrink` pixels. `shrink` is the smallest number
    /// that makes the frame small enough.
    pub(super) fn of(frame: &Pixels) -> BrightnessMap {
        BrightnessMap::of_part(frame, (0, 0), (frame.width(), frame.height()))
    }

    /// Reduces a part of a frame in the same way. `corner` is its upper left corner in reduced pixels. `size` is the
    /// maximum width and height in reduced pixels. Parts outside the frame are left out.
    pub(super) fn of_part(
        frame: &Pixels,
        corner: (usize, usize),
        size: (usize, usize),
    ) -> BrightnessMap {
        BrightnessMap::reduced(frame, usual_shrink(frame), corner, size)
    }

    /// Returns a part of the frame that is reduced less, so that smaller playfields can be found. Returns `None` if the
    /// whole frame is not reduced. `number` chooses the part: successive numbers show the whole frame in turn.
    pub(super) fn fine_part(frame: &Pixels, number: usize) -> Option<BrightnessMap> {
        let shrinks = std::iter::successors(Some(usual_shrink(frame)), |shrink| Some(shrink / 2));
        let fine = shrinks.skip(1).take_while(|shrink| *shrink > 0);
        let starts = |length: usize, most: usize| -> Vec<usize> {
            let last = length.saturating_sub(most);
            let steps = last.div_ceil(most - PARTS_SHARE);
            let start = |step: usize| last * step / steps.max(1);
            (0..=steps).map(start).collect()
        };
        let parts: Vec<(usize, (usize, usize))> = fine
            .flat_map(|shrink| {
                let lefts = starts(frame.width() / shrink, SEARCHED.0);
                let tops = starts(frame.height() / shrink, SEARCHED.1);
                let corners = tops
                    .into_iter()
                    .flat_map(move |top| lefts.clone().into_iter().map(move |left| (left, top)));
                corners.map(move |corner| (shrink, corner))
            })
            .collect();
        let (shrink, corner) = *parts.get(number % parts.len().max(1))?;
        Some(BrightnessMap::reduced(frame, shrink, corner, SEARCHED))
    }

    fn reduced(
        frame: &Pixels,
        shrink: usize,
        corner: (usize, usize),
        size: (usize, usize),
    ) -> BrightnessMap {
        let width = (frame.width() / shrink)
            .saturating_sub(corner.0)
            .min(size.0);
        let height = (frame.height() / shrink)
            .saturating_sub(corner.1)
            .min(size.1);
        let mut values = Vec::with_capacity(width * height);
        for y in corner.1..corner.1 + height {
            for x in corner.0..corner.0 + width {
                let mut sum = 0;
                for line in y * shrink..(y + 1) * shrink {
                    for column in x * shrink..(x + 1) * shrink {
                        sum += usize::from(frame.value(column, line));
                    }
                }
                values.push((sum / (shrink * shrink)) as u8);
            }
        }
        BrightnessMap {
            width,
            height,
            shrink,
            corner,
            values,
        }
    }

    /// Converts an area of this map to pixels of the frame.
    pub(super) fn in_frame(&self, area: &FieldArea) -> FieldArea {
        let scale = self.shrink as f32;
        FieldArea {
            x: scale * (self.corner.0 as f32 + area.x),
            y: scale * (self.corner.1 as f32 + area.y),
            width: scale * area.width,
            height: scale * area.height,
        }
    }

    pub(super) fn at(&self, x: usize, y: usize) -> u8 {
        self.values[y * self.width + x]
    }
}

/// Returns the smallest number of frame pixels per reduced pixel that makes the frame small enough.
pub(super) fn usual_shrink(frame: &Pixels) -> usize {
    let across = frame.width().div_ceil(SEARCHED.0);
    across.max(frame.height().div_ceil(SEARCHED.1)).max(1)
}

/// Side of a rectangle that is dark inside and bright outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Left,
    Right,
    Top,
    Bottom,
}

/// Edges with a bright outside and a dark inside. For each line across or down, there is a running count of its edge
/// pixels.
pub(super) struct Edges {
    width: usize,
    height: usize,
    counts: [Vec<u16>; 4],
}

/// Returns whether the contrast between two pixels is high enough for an edge.
pub(super) fn is_edge(bright: u8, dark: u8) -> bool {
    let (bright, dark) = (i32::from(bright), i32::from(dark));
    20 * (bright - dark) > 3 * (bright + dark) + 200
}

impl Edges {
    pub(super) fn of(grey: &BrightnessMap) -> Edges {
        let (width, height) = (grey.width, grey.height);
        let mut counts = [(); 4].map(|()| vec![0; (width + 1) * (height + 1)]);
        // An edge lies between the pixel at a position and the pixel before it. A blurred edge has one more pixel in
        // between.
        let line = |length: usize, at: &dyn Fn(usize) -> u8, place: usize| {
            let bright = |a: usize, b: usize| at(a).max(at(b));
            let dark = |a: usize, b: usize| at(a).min(at(b));
            let (before, after) = (place - 1, place);
            let (far, beyond) = (place.saturating_sub(2), (place + 1).min(length - 1));
            (
                is_edge(bright(far, before), dark(after, beyond)),
                is_edge(bright(after, beyond), dark(far, before)),
            )
        };
        for x in 1..width {
            let [left, right, ..] = &mut counts;
            for y in 0..height {
                let (is_left, is_right) = line(width, &|x| grey.at(x, y), x);
                let place = x * (height + 1) + y;
                left[place + 1] = left[place] + u16::from(is_left);
                right[place + 1] = right[place] + u16::from(is_right);
            }
        }
        for y in 1..height {
            let [_, _, top, bottom] = &mut counts;
            for x in 0..width {
                let (is_top, is_bottom) = line(height, &|y| grey.at(x, y), y);
                let place = y * (width + 1) + x;
                top[place + 1] = top[place] + u16::from(is_top);
                bottom[place + 1] = bottom[place] + u16::from(is_bottom);
            }
        }
        Edges {
            width,
            height,
            counts,
        }
    }

    /// Returns the fraction (0-1) of a line, between two positions on it, that is an edge. `at` is the position of the
    /// line itself. Lines outside the frame have no edges.
    pub(super) fn part(&self, edge: Edge, at: i32, (from, to): (i32, i32)) -> f32 {
        let (lines, length) = match edge {
            Edge::Left | Edge::Right => (self.width, self.height),
            Edge::Top | Edge::Bottom => (self.height, self.width),
        };
        if at < 1 || at >= lines as i32 || to <= from {
            return 0.0;
        }
        let counts = &self.counts[edge as usize][at as usize * (length + 1)..][..=length];
        let place = |place: i32| usize::from(counts[place.clamp(0, length as i32) as usize]);
        (place(to) - place(from)) as f32 / (to - from) as f32
    }

    /// Returns the largest [`Edges::part`] among the lines within `reach` pixels of `at`.
    pub(super) fn best_part(&self, edge: Edge, at: i32, reach: i32, ends: (i32, i32)) -> f32 {
        let lines = at - reach..=at + reach;
        lines
            .map(|at| self.part(edge, at, ends))
            .fold(0.0, f32::max)
    }

    /// Returns the number of edge pixels on a line.
    pub(super) fn all(&self, edge: Edge, at: i32) -> u16 {
        let length = match edge {
            Edge::Left | Edge::Right => self.height,
            Edge::Top | Edge::Bottom => self.width,
        };
        self.counts[edge as usize][at as usize * (length + 1) + length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_large_frame_show_each_small_playfield_whole() {
        for (width, height, count) in [(1920, 1080, 9), (1280, 720, 4), (1280, 500, 2)] {
            let frame = Pixels::from_rgb(width, vec![[0; 3]; width * height]);
            let parts: Vec<BrightnessMap> = (0..count)
                .filter_map(|number| BrightnessMap::fine_part(&frame, number))
                .collect();
            let (wide, tall) = (PARTS_SHARE / 2, PARTS_SHARE);
            for (x, y) in (0..=height - tall).flat_map(|y| (0..=width - wide).map(move |x| (x, y)))
            {
                let is_whole = |part: &BrightnessMap| {
                    (part.corner.0..=part.corner.0 + part.width - wide).contains(&x)
                        && (part.corner.1..=part.corner.1 + part.height - tall).contains(&y)
                };
                assert!(parts.iter().any(is_whole), "{width}x{height}: {x}, {y}");
            }
            let again = BrightnessMap::fine_part(&frame, count).map(|part| part.corner);
            assert_eq!(again, Some((0, 0)), "{width}x{height}");
        }
        let small = Pixels::from_rgb(640, vec![[0; 3]; 640 * 360]);
        assert!(BrightnessMap::fine_part(&small, 0).is_none());
    }
}
