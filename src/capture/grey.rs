//! Reduced frames for the playfield search: brightness and edges.

use super::Pixels;

/// Maximum width and height of the reduced frame in pixels.
const SEARCHED: (usize, usize) = (960, 540);

/// Brightness of each pixel of a reduced frame, row by row from the top.
pub(super) struct BrightnessMap {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Number of frame pixels per reduced pixel, both across and down.
    pub(super) shrink: usize,
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
        let (across, down) = (frame.width(), frame.height());
        let shrink = across
            .div_ceil(SEARCHED.0)
            .max(down.div_ceil(SEARCHED.1))
            .max(1);
        let width = (across / shrink).saturating_sub(corner.0).min(size.0);
        let height = (down / shrink).saturating_sub(corner.1).min(size.1);
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
            values,
        }
    }

    /// Returns the brightness of the brightest pixel.
    pub(super) fn brightest(&self) -> u8 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    pub(super) fn at(&self, x: usize, y: usize) -> u8 {
        self.values[y * self.width + x]
    }
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
