//! Grouping of digit shapes that look alike.

use super::DIGITS;
use super::layout::{CELL, DIGIT_PLACES};
use super::screen::{Screen, ScreenBrightness};

/// Shape of a digit, 8x8 console pixels row by row: 0 is black, 1 is white.
pub type Shape = [f32; 64];

/// Root mean square difference below which two shapes belong to one group.
const ALIKE: f32 = 0.2;
/// Likeness above which two shapes belong to one group even if they are offset by up to a pixel. After blurring, two
/// different digits always stay below 0.8, while one digit reaches 0.94 at any subpixel offset.
const ALIKE_NEAR: f32 = 0.87;
/// Minimum likeness of a shape to a digit. A shape with less is another character.
const LIKENESS_MIN: f32 = 0.55;
/// Minimum lead of the best digit over the second best, in likeness.
const LEAD_MIN: f32 = 0.06;
/// Minimum brightness of a digit's brightest pixel.
const BRIGHTNESS_MIN: f32 = 0.4;
/// Allowed range of the fraction of lit pixels in a digit.
const LIT_RANGE: (f32, f32) = (0.08, 0.7);
/// Maximum change of a shape between two frames at which it counts as steady.
const STEADY_CHANGE_MAX: f32 = 0.085;
/// Maximum number of shapes to distinguish. Real digits have fewer shapes; more come from noise.
const SHAPES_MAX: usize = 96;

/// Number of times that a shape was seen after which new samples change its mean only slowly.
const TIMES_MAX: f32 = 256.0;

/// Shapes found so far, each with the number of its group.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeGroups {
    seen: Vec<ShapeSample>,
    groups: u8,
    /// Shapes of the font's digits. Empty if the font is unknown.
    font: Vec<Shape>,
    /// Digit that each group looks like.
    likely_digits: Vec<Option<u8>>,
    /// Shape at each position in the previous frame.
    before: [Option<Shape>; DIGITS],
}

#[derive(Clone, Debug)]
struct ShapeSample {
    group: u8,
    shape: Shape,
    times: f32,
}

/// Offsets of LINES, SCORE and LEVEL from their expected positions (right, down), in console pixels.
pub(super) type Offsets = [(f32, f32); 3];

/// First index of each number's digits, and the index after its last one.
const NUMBERS: [(usize, usize); 3] = [(0, 3), (3, 9), (9, 11)];
/// Maximum offset to try for a number, in console pixels.
const OFFSET_MAX: f32 = 1.5;
/// Step between the offsets to try, in console pixels.
const OFFSET_STEP: f32 = 0.25;
/// Penalty per squared console pixel of offset, as a fraction of all light.
const OFFSET_COST: f32 = 0.02;

/// Returns the exact offsets of the numbers. At these offsets, there is least light between, above and below the
/// digits.
pub(super) fn find_offsets(screen: &Screen) -> Offsets {
    let light_at = |x: f32, y: f32| f32::from(screen.value(x, y));
    NUMBERS.map(|(first, end)| {
        let places = &DIGIT_PLACES[first..end];
        let between = |right: f32, down: f32| {
            let dark = places.iter().flat_map(|&(x, y)| {
                let column = (0..7).map(move |row| (x + 7.5, y + 0.5 + row as f32));
                let rows = (0..7).flat_map(move |column| {
                    let x = x + 0.5 + column as f32;
                    [(x, y - 0.5), (x, y + 7.5)]
                });
                column.chain(rows)
            });
            dark.map(|(x, y)| light_at(x + right, y + down))
                .sum::<f32>()
        };
        let all = places.iter().flat_map(|&(x, y)| {
            (0..64).map(move |place| (x + (place % 8) as f32, y + (place / 8) as f32))
        });
        let all: f32 = all.map(|(x, y)| light_at(x + 0.5, y + 0.5)).sum();
        let steps = (OFFSET_MAX / OFFSET_STEP) as i32;
        let mut best = (f32::MAX, (0.0, 0.0));
        for down in -steps..=steps {
            for right in -steps..=steps {
                let (right, down) = (OFFSET_STEP * right as f32, OFFSET_STEP * down as f32);
                let cost = OFFSET_COST * (right * right + down * down) * all;
                let found = between(right, down) + cost;
                if found < best.0 {
                    best = (found, (right, down));
                }
            }
        }
        best.1
    })
}

impl ShapeGroups {
    /// Sets the shapes of the font's ten digits. From then on, groups are compared with these shapes.
    pub(super) fn set_font(&mut self, font: &[Shape; 10]) {
        self.font = font.to_vec();
    }

    /// Returns the digit that a group looks like, if that is clear.
    pub(super) fn likely_digit(&self, group: u8) -> Option<u8> {
        *self.likely_digits.get(usize::from(group))?
    }

    /// Returns the group of each digit in a frame, or `None` for digits that are missing or changing.
    pub(super) fn read(
        &mut self,
        screen: &Screen,
        light: &ScreenBrightness,
        offsets: &Offsets,
    ) -> [Option<u8>; DIGITS] {
        std::array::from_fn(|digit| {
            let number = NUMBERS.iter().position(|(_, end)| digit < *end)?;
            let ((x, y), (right, down)) = (DIGIT_PLACES[digit], offsets[number]);
            let shape = shape(screen, light, (x + right, y + down))?;
            let before = self.before[digit].replace(shape);
            // A changing digit is a blend of two digits.
            let is_steady =
                before.is_none_or(|before| distance(&before, &shape) < STEADY_CHANGE_MAX);
            is_steady.then(|| self.group(&shape))?
        })
    }

    /// Returns the group of a shape. Creates a new group if none matches, or returns `None` if there are too many
    /// shapes.
    fn group(&mut self, shape: &Shape) -> Option<u8> {
        let distances = self
            .seen
            .iter_mut()
            .map(|seen| (distance(&seen.shape, shape), seen));
        let nearest = distances.min_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((away, seen)) = nearest
            && away < ALIKE
        {
            let is_settled = seen.times == TIMES_MAX;
            seen.times = (seen.times + 1.0).min(TIMES_MAX);
            for (mean, part) in seen.shape.iter_mut().zip(shape) {
                *mean += (part - *mean) / seen.times;
            }
            // The comparison with the font takes longer than reading a frame.
            if !is_settled && (seen.times as u32).is_power_of_two() {
                let likely = likeliest_digit(&seen.shape, &self.font);
                self.likely_digits[usize::from(seen.group)] = likely;
            }
            return Some(seen.group);
        }
        if self.seen.len() == SHAPES_MAX {
            return None;
        }
        // Perhaps a group already contains this character at another subpixel offset.
        let likenesses = self
            .seen
            .iter()
            .map(|seen| (likeness_near(&seen.shape, shape), seen.group));
        let best = likenesses.max_by(|one, other| one.0.total_cmp(&other.0));
        let group = match best {
            Some((likeness_of_best, group)) if likeness_of_best > ALIKE_NEAR => group,
            _ => {
                self.groups += 1;
                self.likely_digits.push(likeliest_digit(shape, &self.font));
                self.groups - 1
            }
        };
        self.seen.push(ShapeSample {
            group,
            shape: *shape,
            times: 1.0,
        });
        Some(group)
    }
}

/// Returns the shape at a digit's position, or `None` if it cannot be a digit.
fn shape(screen: &Screen, light: &ScreenBrightness, (x, y): (f32, f32)) -> Option<Shape> {
    if !screen.holds(x, y) || !screen.holds(x + CELL, y + CELL) {
        return None;
    }
    let mut shape = [0.0; 64];
    for (place, brightness) in shape.iter_mut().enumerate() {
        let (x, y) = (x + (place % 8) as f32, y + (place / 8) as f32);
        let places = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
        let brightnesses =
            places.map(|(right, down)| light.brightness(screen.colour(x + right, y + down)));
        *brightness = brightnesses.iter().sum::<f32>().clamp(0.0, 4.0) / 4.0;
    }
    let brightest = shape.iter().copied().fold(0.0, f32::max);
    let lit = shape
        .iter()
        .filter(|brightness| **brightness > brightest / 2.0)
        .count() as f32
        / 64.0;
    if brightest < BRIGHTNESS_MIN || !(LIT_RANGE.0..LIT_RANGE.1).contains(&lit) {
        return None;
    }
    Some(shape.map(|brightness| brightness / brightest))
}

/// Returns the root mean square difference of two shapes.
fn distance(one: &Shape, other: &Shape) -> f32 {
    let squares = one
        .iter()
        .zip(other)
        .map(|(one, other)| (one - other).powi(2));
    (squares.sum::<f32>() / 64.0).sqrt()
}

/// Returns the digit that a shape resembles most, if it resembles all other digits clearly less.
fn likeliest_digit(shape: &Shape, digits: &[Shape]) -> Option<u8> {
    let all = digits.iter().zip(0..);
    let mut all: Vec<(f32, u8)> = all
        .map(|(digit, value)| (likeness_near(digit, shape), value))
        .collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    let [(likeness_of_best, value), (second, _), ..] = *all.as_slice() else {
        return None;
    };
    (likeness_of_best > LIKENESS_MIN && likeness_of_best - second > LEAD_MIN).then_some(value)
}

/// Returns the likeness of two shapes: 1 if they are equal. Tolerates an offset of up to one pixel.
fn likeness_near(one: &Shape, other: &Shape) -> f32 {
    let (one, other) = (blurred(one), blurred(other));
    let halves = (-2..=2).flat_map(|down| (-2..=2).map(move |across| (across, down)));
    let all = halves.map(|(across, down)| likeness(&one, &moved(&other, across, down)));
    all.fold(-1.0, f32::max)
}

/// Returns a pixel of a shape. Pixels outside the shape are black.
fn at(shape: &Shape, x: i32, y: i32) -> f32 {
    match (0..8).contains(&x) && (0..8).contains(&y) {
        true => shape[(8 * y + x) as usize],
        false => 0.0,
    }
}

/// Returns a shape blurred as on a television screen.
fn blurred(shape: &Shape) -> Shape {
    std::array::from_fn(|place| {
        let (x, y) = (place as i32 % 8, place as i32 / 8);
        let sides = at(shape, x - 1, y) + at(shape, x + 1, y);
        let ends = at(shape, x, y - 1) + at(shape, x, y + 1);
        0.6 * at(shape, x, y) + 0.15 * sides + 0.05 * ends
    })
}

/// Returns a shape moved to the right by `across` and down by `down`, both in half pixels.
fn moved(shape: &Shape, across: i32, down: i32) -> Shape {
    let (right, left) = ((across + 1).div_euclid(2), across.div_euclid(2));
    let (lower, upper) = ((down + 1).div_euclid(2), down.div_euclid(2));
    std::array::from_fn(|place| {
        let (x, y) = (place as i32 % 8, place as i32 / 8);
        let row = |y: i32| at(shape, x - left, y) + at(shape, x - right, y);
        (row(y - upper) + row(y - lower)) / 4.0
    })
}

/// Returns the likeness of two shapes without an offset: 1 if they are equal.
fn likeness(one: &Shape, other: &Shape) -> f32 {
    let mean = |shape: &Shape| shape.iter().sum::<f32>() / 64.0;
    let (first, second) = (mean(one), mean(other));
    let (mut both, mut ones, mut others) = (0.0, 0.0, 0.0);
    for (one, other) in one.iter().zip(other) {
        let (one, other) = (one - first, other - second);
        both += one * other;
        ones += one * one;
        others += other * other;
    }
    both / f32::max((ones * others).sqrt(), 1e-3)
}
