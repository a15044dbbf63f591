//! The shapes of the digits, in groups that look alike.

use super::DIGITS;
use super::layout::{CELL, DIGIT_PLACES};
use super::screen::{Light, Screen};

/// A digit's 8x8 pixels of the console: 0 black, 1 white.
pub type Shape = [f32; 64];

/// Shapes that differ by less than this, root mean square, are of one group.
const ALIKE: f32 = 0.2;
/// The brightest pixel of a digit at least, and what part of its pixels is lit.
const BRIGHT: f32 = 0.4;
const LIT: (f32, f32) = (0.08, 0.7);
/// More groups than there are signs are noise.
const GROUPS: usize = 64;

/// The groups of shapes that were seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups(Vec<Group>);

#[derive(Clone, Debug)]
struct Group {
    shape: Shape,
    seen: f32,
}

impl Groups {
    /// The groups of the digits in a picture.
    pub(super) fn read(&mut self, screen: &Screen, light: &Light) -> [Option<u8>; DIGITS] {
        DIGIT_PLACES.map(|place| self.group(&shape(screen, light, place)?))
    }

    /// The mean shape of a group.
    pub(super) fn shape(&self, group: u8) -> Option<&Shape> {
        self.0.get(usize::from(group)).map(|group| &group.shape)
    }

    /// The group that a shape is most like, or a new one.
    fn group(&mut self, shape: &Shape) -> Option<u8> {
        let distances = self
            .0
            .iter()
            .enumerate()
            .map(|(place, group)| (place, distance(&group.shape, shape)));
        let nearest = distances.min_by(|one, other| one.1.total_cmp(&other.1));
        if let Some((place, away)) = nearest
            && away < ALIKE
        {
            let group = &mut self.0[place];
            group.seen = (group.seen + 1.0).min(256.0);
            for (mean, part) in group.shape.iter_mut().zip(shape) {
                *mean += (part - *mean) / group.seen;
            }
            return Some(place as u8);
        }
        if self.0.len() == GROUPS {
            return None;
        }
        self.0.push(Group {
            shape: *shape,
            seen: 1.0,
        });
        Some(self.0.len() as u8 - 1)
    }
}

/// What stands where a digit should; none where nothing does.
fn shape(screen: &Screen, light: &Light, (x, y): (f32, f32)) -> Option<Shape> {
    if !screen.holds(x, y) || !screen.holds(x + CELL, y + CELL) {
        return None;
    }
    let mut shape = [0.0; 64];
    for (place, height) in shape.iter_mut().enumerate() {
        let (x, y) = (x + (place % 8) as f32, y + (place / 8) as f32);
        let places = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
        let heights = places.map(|(right, down)| light.height(screen.colour(x + right, y + down)));
        *height = heights.iter().sum::<f32>().clamp(0.0, 4.0) / 4.0;
    }
    let brightest = shape.iter().copied().fold(0.0, f32::max);
    let lit = shape
        .iter()
        .filter(|height| **height > brightest / 2.0)
        .count() as f32
        / 64.0;
    if brightest < BRIGHT || !(LIT.0..LIT.1).contains(&lit) {
        return None;
    }
    Some(shape.map(|height| height / brightest))
}

/// How much two shapes differ, root mean square.
fn distance(one: &Shape, other: &Shape) -> f32 {
    let squares = one
        .iter()
        .zip(other)
        .map(|(one, other)| (one - other).powi(2));
    (squares.sum::<f32>() / 64.0).sqrt()
}

/// The one of some shapes that a shape is most like, if no other is nearly as like: each may be a pixel aside.
pub fn likest(shape: &Shape, among: &[Shape]) -> Option<usize> {
    let shape = blurred(shape);
    let away = |other: &Shape| {
        let other = blurred(other);
        let shifts = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (across, down)));
        let distances = shifts.map(|shift| 1.0 - likeness(&shape, &other, shift));
        distances.fold(f32::MAX, f32::min)
    };
    let mut all: Vec<(f32, usize)> = among
        .iter()
        .enumerate()
        .map(|(place, other)| (away(other), place))
        .collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (best, place) = *all.first()?;
    let second = all.get(1).map_or(1.0, |second| second.0);
    (best < 0.45 && best < 0.9 * second).then_some(place)
}

/// A shape whose pixels run into each other, as on a screen.
fn blurred(shape: &Shape) -> Shape {
    let at = |x: i32, y: i32| match (0..8).contains(&x) && (0..8).contains(&y) {
        true => shape[(8 * y + x) as usize],
        false => 0.0,
    };
    std::array::from_fn(|place| {
        let (x, y) = (place as i32 % 8, place as i32 / 8);
        0.6 * at(x, y) + 0.15 * (at(x - 1, y) + at(x + 1, y)) + 0.05 * (at(x, y - 1) + at(x, y + 1))
    })
}

/// How much two shapes go together, 1 wholly, where one is that much right of and below the other.
fn likeness(one: &Shape, other: &Shape, (across, down): (i32, i32)) -> f32 {
    let at = |x: i32, y: i32| match (0..8).contains(&x) && (0..8).contains(&y) {
        true => other[(8 * y + x) as usize],
        false => 0.0,
    };
    let moved: Shape =
        std::array::from_fn(|place| at(place as i32 % 8 - across, place as i32 / 8 - down));
    let mean = |shape: &Shape| shape.iter().sum::<f32>() / 64.0;
    let (first, second) = (mean(one), mean(&moved));
    let (mut both, mut ones, mut others) = (0.0, 0.0, 0.0);
    for (one, other) in one.iter().zip(&moved) {
        let (one, other) = (one - first, other - second);
        both += one * other;
        ones += one * one;
        others += other * other;
    }
    both / f32::max((ones * others).sqrt(), 1e-3)
}
