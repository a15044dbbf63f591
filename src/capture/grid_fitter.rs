//! Finds the exact position of the cells from their edges, which repeat every eight console pixels, across and down.

use super::layout::CELL;
use super::{FieldArea, Pixels};
use crate::rules::motion::{COLUMNS, ROWS};

/// Maximum error, in console pixels, of the position that the console's border gives.
const ERROR_MAX: f32 = 5.0;
/// Maximum error of the position that another border gives: in pixels of the frame, and its minimum and maximum in
/// console pixels.
const BARE_ERROR_MAX: (f32, f32, f32) = (2.0, 0.8, 2.0);
/// Dark gaps between another border and the cells to try, in console pixels. The same gap is on all sides.
const GAPS: [f32; 5] = [0.0, 1.0, 2.0, 3.0, 4.0];
/// Step between the positions to try, in console pixels.
const STEP: f32 = 0.2;
/// Penalty per squared console pixel of distance from the initial position, as a fraction of the sum over all edges.
const DISTANCE_PENALTY: f32 = 0.006;
/// Penalty for the maximum error if the border is not the console's.
const BARE_ERROR_PENALTY: f32 = 0.064;
/// Amount added to the sum over all edges for each frame, so that faint edges are not trusted. It is the brightness
/// change at the edges of two cells.
const FRAME_PRIOR: f32 = 2.0 * 7.0 * 120.0;

/// Width of one line of a profile, in console pixels.
const LINE: f32 = 0.1;
/// Length of a profile before and after the playfield, in console pixels.
const MARGIN: f32 = 6.0;
/// Distance from the playfield, in console pixels, beyond which lines belong to the outer edges of the console's border.
const BORDER: f32 = 2.6;
/// Distance inwards from the edge of the playfield, in console pixels, up to which lines may belong to another border.
const BARE_BORDER: f32 = 0.9;
/// Minimum radius of the blur applied to edges, in console pixels. No video is sharper.
const BLUR_MIN: f32 = 0.8;

/// Profile of a playfield across or down: for each line, the sum of brightness increases and the sum of brightness
/// decreases.
#[derive(Clone, Debug)]
struct Profile {
    /// Length of the playfield in console pixels.
    length: f32,
    /// Radius of the blur that [`Profile::without_border`] applies to its edges, in console pixels: at least a pixel of
    /// the frame, so that an edge inside a pixel counts in full.
    blur: f32,
    brighter: Vec<f32>,
    darker: Vec<f32>,
}

/// Fitter of a playfield's position. It sums the edges of the cells over several frames.
#[derive(Clone, Debug)]
pub(super) struct GridFitter {
    guess: FieldArea,
    across: Profile,
    down: Profile,
    frames: f32,
    /// True if the border is not the console's.
    is_bare: bool,
}

/// Column of pixels in a frame that is added to a fit.
struct FitColumn {
    /// Position in the frame.
    at: usize,
    /// Position in console pixels, from the left edge of the playfield.
    across: f32,
    /// True in the right half of the playfield.
    is_right: bool,
    /// True if the cells there may be seen: in the upper half of the playfield, and in the lower half.
    is_seen: [bool; 2],
}

/// Sums of the brightness changes along a column or row of pixels.
#[derive(Clone, Copy, Default)]
struct ChangeSums {
    brighter: u32,
    darker: u32,
}

impl ChangeSums {
    fn add(&mut self, before: u8, here: u8) {
        self.brighter += u32::from(here.saturating_sub(before));
        self.darker += u32::from(before.saturating_sub(here));
    }
}

impl GridFitter {
    /// Returns a fitter without any edges, for a playfield at about this position. `is_bare` means that the border is
    /// not the console's.
    pub(super) fn new(guess: FieldArea, is_bare: bool) -> GridFitter {
        GridFitter {
            guess,
            is_bare,
            across: Profile::new(80.0, guess.width),
            down: Profile::new(160.0, guess.height),
            frames: 0.0,
        }
    }

    /// Returns the initial position.
    pub(super) fn guess(&self) -> &FieldArea {
        &self.guess
    }

    /// Converts the position to frames of another size.
    pub(super) fn scale(&mut self, part: (f32, f32)) {
        self.guess = self.guess.scaled(part);
    }

    /// Adds the edges of a frame. If a border spot is invisible, something may cover the half of the row or column next
    /// to it, so that half is skipped. `border` has the bits of [`super::screen::ScreenBrightness::border`].
    pub(super) fn add(&mut self, frame: &Pixels, border: u64) {
        let FieldArea {
            x,
            y,
            width,
            height,
        } = self.guess;
        let (column, row) = (width / 80.0, height / 160.0);
        let inside = |from: f32, to: f32, end: usize| {
            let end = end.max(1) - 1;
            (from.max(0.0) as usize).min(end)..(to.max(0.0) as usize).min(end)
        };
        let columns = inside(
            x - MARGIN * column,
            x + (80.0 + MARGIN) * column,
            frame.width(),
        );
        let rows = inside(y - MARGIN * row, y + (160.0 + MARGIN) * row, frame.height());
        let field_columns = inside(x + column, x + 79.0 * column, frame.width());
        let field_rows = inside(y + row, y + 159.0 * row, frame.height());
        let seen = |place: f32, count: i8, first: i8, is_far: bool| {
            let place = (place / CELL).clamp(0.0, f32::from(count - 1)) as i8;
            border >> (first + 2 * place + i8::from(is_far)) & 1 == 1
        };
        let middle = (x + width / 2.0, y + height / 2.0);
        let columns: Vec<FitColumn> = columns
            .map(|at| {
                let across = (at as f32 - x) / column;
                let is_inside = field_columns.contains(&at);
                let is_seen = [false, true]
                    .map(|is_low| seen(across, COLUMNS, 2 * ROWS, is_low) && is_inside);
                FitColumn {
                    at,
                    across,
                    is_right: at as f32 > middle.0,
                    is_seen,
                }
            })
            .collect();
        let Some(first) = columns.first().map(|column| column.at) else {
            return;
        };
        let mut above: Vec<u8> = columns
            .iter()
            .map(|column| frame.value(column.at, rows.start))
            .collect();
        let mut sums = vec![ChangeSums::default(); columns.len()];
        for line in rows.skip(1) {
            let down = (line as f32 - y) / row;
            let is_inside = field_rows.contains(&line);
            let is_seen = [false, true].map(|is_right| is_inside && seen(down, ROWS, 0, is_right));
            let is_low = usize::from(line as f32 > middle.1);
            let mut before = frame.value(first, line);
            let mut row_sums = ChangeSums::default();
            for ((pixels, sums), above) in columns.iter().zip(&mut sums).zip(&mut above) {
                let here = frame.value(pixels.at, line);
                if is_seen[usize::from(pixels.is_right)] {
                    sums.add(before, here);
                }
                if pixels.is_seen[is_low] {
                    row_sums.add(*above, here);
                }
                before = here;
                *above = here;
            }
            // Weights are per console pixel, so that the size of the frame does not matter.
            self.down.add(down, row_sums, 1.0 / column);
        }
        for (column, sums) in columns.iter().zip(sums) {
            self.across.add(column.across, sums, 1.0 / row);
        }
        self.frames += 1.0;
    }

    /// Returns the fitted position of the playfield's cells.
    pub(super) fn place(&self) -> FieldArea {
        let FieldArea {
            x,
            y,
            width,
            height,
        } = self.guess;
        let axes = [(&self.across, width), (&self.down, height)];
        let axes = axes.map(|(profile, size)| {
            let limits = self.limits(profile.length / size);
            (profile.without_border(self.is_bare), limits)
        });
        let fitted = |gap: f32| {
            let axes = axes.each_ref();
            let [across, down] =
                axes.map(|(profile, limits)| profile.fitted(self.frames, gap, *limits));
            (across.0 + down.0, across.1, down.1)
        };
        let gaps = if self.is_bare { &GAPS[..] } else { &GAPS[..1] };
        // If several gaps fit equally well, the smallest one wins.
        let best = gaps
            .iter()
            .map(|gap| fitted(*gap))
            .reduce(|one, other| if other.0 > one.0 { other } else { one });
        let (_, (left, right), (top, bottom)) = best.unwrap_or_default();
        let (column, row) = (width / 80.0, height / 160.0);
        FieldArea {
            x: x + left * column,
            y: y + top * row,
            width: width + (right - left) * column,
            height: height + (bottom - top) * row,
        }
    }

    /// Returns the maximum distance of the cells from the initial position, in console pixels, and its penalty per squared
    /// console pixel. `pixel` is the size of a frame pixel in console pixels.
    fn limits(&self, pixel: f32) -> (f32, f32) {
        if !self.is_bare {
            return (ERROR_MAX, DISTANCE_PENALTY);
        }
        let (pixels, least, most) = BARE_ERROR_MAX;
        let error = (pixels * pixel).clamp(least, most);
        (error, BARE_ERROR_PENALTY / (error * error))
    }
}

impl Profile {
    /// Returns an empty profile of a playfield with this length in console pixels, and this one in pixels of the frame.
    fn new(length: f32, pixels: f32) -> Profile {
        let lines = ((length + 2.0 * MARGIN) / LINE) as usize + 1;
        Profile {
            length,
            blur: BLUR_MIN.max(length / pixels),
            brighter: vec![0.0; lines],
            darker: vec![0.0; lines],
        }
    }

    /// Adds brightness changes `at` console pixels after the start of the playfield.
    fn add(&mut self, at: f32, sums: ChangeSums, weight: f32) {
        let line = ((at + MARGIN) / LINE).round();
        if line < 0.0 {
            return;
        }
        let parts = [
            (&mut self.brighter, sums.brighter),
            (&mut self.darker, sums.darker),
        ];
        for (changes, sum) in parts {
            if let Some(line) = changes.get_mut(line as usize) {
                *line += weight * sum as f32;
            }
        }
    }

    /// Returns the changes without noise, and without the edges of the border.
    fn without_border(&self, is_bare: bool) -> Profile {
        let border = if is_bare { -BARE_BORDER } else { BORDER };
        let cleared = |changes: &[f32]| {
            let mut changes = blurred(changes, self.blur);
            for (line, change) in changes.iter_mut().enumerate() {
                let at = line as f32 * LINE - MARGIN;
                if !(-border..=self.length + border).contains(&at) {
                    *change = 0.0;
                }
            }
            // Half of the lines have a change of this size or more. So a change of this size is noise.
            let mut sorted = changes.clone();
            sorted.sort_by(f32::total_cmp);
            let noise = sorted[sorted.len() / 2];
            let changes = changes.iter().map(|change| (change - noise).max(0.0));
            changes.collect()
        };
        Profile {
            length: self.length,
            blur: self.blur,
            brighter: cleared(&self.brighter),
            darker: cleared(&self.darker),
        }
    }

    /// Returns how well the cells fit between two gaps of this width, and how far the start of the first cell and the end
    /// of the last cell are from their initial positions. All distances are in console pixels.
    fn fitted(&self, frames: f32, gap: f32, (error, penalty): (f32, f32)) -> (f32, (f32, f32)) {
        let length = self.length;
        let cells = (length / CELL) as usize;
        // The initial position has the length of the cells, although the gaps are in it.
        let gap = gap * length / (length + 2.0 * gap);
        // The blur counts each change in several lines. This factor compensates for that.
        let all = self.brighter.iter().chain(&self.darker).sum::<f32>() * LINE / self.blur
            + frames * FRAME_PRIOR;
        let change = |changes: &[f32], at: f32| {
            let line = (at + MARGIN) / LINE + 0.5;
            changes.get(line as usize).copied().unwrap_or(0.0)
        };
        let score = |(first, last): (i32, i32)| {
            let off = (STEP * first as f32, STEP * last as f32);
            let (first, last) = (gap + off.0, off.1 - gap);
            let cell = (length + last - first) / cells as f32;
            let edges = (0..cells).map(|number| {
                let left = first + number as f32 * cell;
                change(&self.brighter, left) + change(&self.darker, left + cell * 7.0 / CELL)
            });
            edges.sum::<f32>() / all - penalty * (off.0 * off.0 + off.1 * off.1)
        };
        // Every second step first. The blur is wider than two steps.
        let steps = (error / STEP) as i32;
        let coarse = (-steps / 2..=steps / 2).map(|step| 2 * step);
        let pairs = coarse
            .clone()
            .flat_map(|one| coarse.clone().map(move |other| (one, other)));
        let (first, last) = best_of(pairs, score).unwrap_or_default();
        let around = |step: i32| step - 1..=step + 1;
        let pairs = around(first).flat_map(|one| around(last).map(move |other| (one, other)));
        let is_within = |(first, last): &(i32, i32)| first.abs().max(last.abs()) <= steps;
        let best = best_of(pairs.filter(is_within), score).unwrap_or_default();
        let off = (STEP * best.0 as f32, STEP * best.1 as f32);
        (score(best), (gap + off.0, off.1 - gap))
    }
}

/// Returns the pair with the highest score, or the first one of several.
fn best_of(
    pairs: impl Iterator<Item = (i32, i32)>,
    score: impl Fn((i32, i32)) -> f32,
) -> Option<(i32, i32)> {
    let scored = pairs.map(|pair| (score(pair), pair));
    let best = scored.reduce(|one, other| if other.0 > one.0 { other } else { one });
    best.map(|(_, pair)| pair)
}

/// Returns for each line the sum of the changes around it, weighted by distance.
fn blurred(changes: &[f32], blur: f32) -> Vec<f32> {
    let reach = (blur / LINE) as usize;
    let about = |line: usize| {
        let lines = line.saturating_sub(reach)..(line + reach + 1).min(changes.len());
        let weighed = lines.map(|at| changes[at] * (1.0 - at.abs_diff(line) as f32 / reach as f32));
        weighed.sum()
    };
    (0..changes.len()).map(about).collect()
}
