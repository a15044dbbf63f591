//! Where the cells are exactly: their edges repeat every eighth of a way, across and down.

use super::layout::CELL;
use super::{Pixels, Place};

/// How far the edges of the border may mislead, in pixels of the console.
const REACH: f32 = 3.0;
/// The steps in which places are tried, in pixels of the console.
const STEP: f32 = 0.2;
/// What a way off from the first guess costs, for each pixel of the console squared, as a part of all edges.
const AWAY: f32 = 0.006;
/// Brightness at whose edges cells are believed: as that of two cells.
const BELIEVED: f32 = 2.0 * 7.0 * 120.0;

/// How much brighter and darker it becomes at each line of a picture, inside a field.
#[derive(Clone, Debug, Default)]
struct Profile {
    brighter: Vec<f32>,
    darker: Vec<f32>,
}

/// The edges of the cells in one or more pictures of the same field.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    guess: Place,
    across: Profile,
    down: Profile,
    pictures: f32,
}

impl Fit {
    /// Nothing seen yet of a field that stands about there.
    pub(super) fn new(guess: Place) -> Fit {
        Fit {
            guess,
            across: Profile::default(),
            down: Profile::default(),
            pictures: 0.0,
        }
    }

    /// Takes the edges of one more picture.
    pub(super) fn add(&mut self, picture: &Pixels) {
        let Place {
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
        let columns = inside(x - 4.0 * column, x + 84.0 * column, picture.width());
        let rows = inside(y - 4.0 * row, y + 164.0 * row, picture.height());
        let (wide, high) = (picture.width(), picture.height());
        self.across.brighter.resize(wide + 1, 0.0);
        self.across.darker.resize(wide + 1, 0.0);
        self.down.brighter.resize(high + 1, 0.0);
        self.down.darker.resize(high + 1, 0.0);
        let add = |profile: &mut Profile, at: usize, before: u8, here: u8, part: f32| {
            let change = f32::from(here) - f32::from(before);
            if change > 0.0 {
                profile.brighter[at] += part * change;
            } else {
                profile.darker[at] -= part * change;
            }
        };
        // Each line counts as so many of the console, whatever the picture's size.
        let (part_across, part_down) = (1.0 / row, 1.0 / column);
        let field = inside(x + column, x + 79.0 * column, wide);
        let field_rows = inside(y + row, y + 159.0 * row, high);
        let mut above: Vec<u8> = columns
            .clone()
            .map(|x| picture.value(x, rows.start))
            .collect();
        for line in rows.skip(1) {
            let mut before = picture.value(columns.start, line);
            for (place, at) in columns.clone().enumerate() {
                let here = picture.value(at, line);
                if field_rows.contains(&line) {
                    add(&mut self.across, at, before, here, part_across);
                }
                if field.contains(&at) {
                    add(&mut self.down, line, above[place], here, part_down);
                }
                before = here;
                above[place] = here;
            }
        }
        self.pictures += 1.0;
    }

    /// Where the field's cells are.
    pub(super) fn place(&self) -> Place {
        let Place {
            x,
            y,
            width,
            height,
        } = self.guess;
        let (x, width) = self.across.fitted(x, width, 10, self.pictures);
        let (y, height) = self.down.fitted(y, height, 20, self.pictures);
        Place {
            x,
            y,
            width,
            height,
        }
    }
}

impl Profile {
    /// Where so many cells begin and how long they are together, near a guess.
    fn fitted(&self, from: f32, length: f32, cells: usize, pictures: f32) -> (f32, f32) {
        let pixel = length / (CELL * cells as f32);
        // The border is brighter on its outer side too, which is no cell's edge.
        let (begins, ends) = (from - 1.5 * pixel, from + length + pixel);
        let inside = |changes: &[f32]| -> Vec<f32> {
            let inside = |(at, change): (usize, &f32)| {
                let is_inside = (begins..=ends).contains(&(at as f32));
                if is_inside { *change } else { 0.0 }
            };
            changes.iter().enumerate().map(inside).collect()
        };
        let (brighter, darker) = (inside(&self.brighter), inside(&self.darker));
        let all = brighter.iter().chain(&darker).sum::<f32>() + pictures * BELIEVED;
        let steps = (REACH / STEP) as i32;
        let mut best = (f32::MIN, from, length);
        for first in -steps..=steps {
            for last in -steps..=steps {
                let (first, last) = (STEP * first as f32, STEP * last as f32);
                let begin = from + first * pixel;
                let cell = (length + (last - first) * pixel) / cells as f32;
                let edges = (0..cells).map(|number| {
                    let left = begin + number as f32 * cell;
                    near(&brighter, left, pixel) + near(&darker, left + cell * 7.0 / CELL, pixel)
                });
                let score = edges.sum::<f32>() / all - AWAY * (first * first + last * last);
                if score > best.0 {
                    best = (score, begin, cell * cells as f32);
                }
            }
        }
        (best.1, best.2)
    }
}

/// The changes about a place, the less the farther off they are.
fn near(changes: &[f32], place: f32, pixel: f32) -> f32 {
    let reach = (0.8 * pixel).max(1.0);
    let first = (place - reach).ceil().max(0.0) as usize;
    let last = ((place + reach).max(0.0) as usize + 1).min(changes.len());
    let weighed = (first..last).map(|at| changes[at] * (1.0 - (at as f32 - place).abs() / reach));
    weighed.sum()
}
