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
const LIKENESS_MIN: f32 = 0.78;
/// Amount by which the minimum rises for a sharp shape. Blur makes a digit less like itself, but also like the others.
const SHARP_LIKENESS: f32 = 0.14;
/// Fraction of grey pixels from which a shape counts as blurred.
const BLURRED_GREY: f32 = 0.25;
/// Brightness of the grey pixels between the black and the white ones of a shape.
const GREYS: std::ops::RangeInclusive<f32> = 0.2..=0.8;
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

/// Common shapes of digits besides those of [`ShapeGroups::set_font`]: the digit, then a byte for each of its seven rows
/// from the top, one bit a pixel. The eighth row is black.
const OTHER_SHAPES: [(u8, u64); 18] = [
    (0, 0x7C_C6_C6_C6_C6_C6_7C),
    (0, 0x7C_C6_CE_D6_E6_C6_7C),
    (0, 0x7C_C6_C6_D6_C6_C6_7C),
    (1, 0x30_70_30_30_30_30_78),
    (1, 0x18_38_78_18_18_18_18),
    (2, 0x7C_C6_0E_3C_78_E0_FE),
    (2, 0x7C_C6_06_0C_18_30_FE),
    (2, 0xFC_06_06_7C_C0_C0_FE),
    (3, 0xFE_0C_1C_06_06_C6_7C),
    (3, 0x7E_0C_18_3C_06_C6_7C),
    (3, 0x7C_C6_06_3C_06_C6_7C),
    (4, 0x1C_3C_6C_CC_FE_0C_0C),
    (4, 0xCC_CC_CC_FE_0C_0C_0C),
    (5, 0xFC_C0_FC_06_06_C6_7C),
    (6, 0x7C_C6_C0_FC_C6_C6_7C),
    (7, 0xFE_06_0C_18_30_30_30),
    (7, 0xFE_06_06_0C_0C_18_18),
    (9, 0x7C_C6_C6_7E_06_C6_7C),
];

/// Shapes of the letters A to F, drawn as in [`OTHER_SHAPES`]: some counters show them instead of digits above 9.
const LETTERS: [u64; 6] = [
    0x38_6C_C6_C6_FE_C6_C6,
    0xFC_C6_C6_FC_C6_C6_FC,
    0x3C_66_C0_C0_C0_66_3C,
    0xF8_CC_C6_C6_C6_CC_F8,
    0xFE_C0_C0_FC_C0_C0_FE,
    0xFE_C0_C0_FC_C0_C0_C0,
];

/// Shapes found so far, each with the number of its group.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeGroups {
    seen: Vec<ShapeSample>,
    groups: u8,
    /// Digits with their shapes, several of each. Empty if the font is unknown.
    font: Vec<(u8, Shape)>,
    /// Number of frames read.
    frames: u64,
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
    /// Sets the shapes of the font's ten digits. From then on, groups are compared with these shapes and with other common
    /// ones.
    pub(super) fn set_font(&mut self, font: &[Shape; 10]) {
        let other = OTHER_SHAPES.map(|(digit, rows)| (digit, of_rows(rows)));
        self.font = (0..).zip(font.iter().copied()).chain(other).collect();
    }

    /// Returns the digits that the groups of the last frame look like, where that is clear. In the first frame, each shape
    /// counts by itself: a group may still contain two digits that resemble each other.
    pub(super) fn likely_digits(&self, groups: &[Option<u8>; DIGITS]) -> [Option<u8>; DIGITS] {
        std::array::from_fn(|digit| {
            let group = groups[digit]?;
            match self.frames {
                1 => alone(self.before[digit].as_ref()?, &self.font),
                _ => *self.likely_digits.get(usize::from(group))?,
            }
        })
    }

    /// Returns the group of each digit in a frame, or `None` for digits that are missing or changing.
    pub(super) fn read(
        &mut self,
        screen: &Screen,
        light: &ScreenBrightness,
        offsets: &Offsets,
    ) -> [Option<u8>; DIGITS] {
        self.frames += 1;
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
    // A line of a border goes on above and below the shape.
    let is_lit = |right: f32, down: f32| {
        light.brightness(screen.colour(x + right, y + down)) > brightest / 2.0
    };
    let mut columns = (0..8).map(|column| column as f32 + 0.5);
    if columns.any(|right| is_lit(right, -0.75) && is_lit(right, CELL + 0.75)) {
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

/// Returns the shape with a byte for each of its seven rows from the top.
fn of_rows(rows: u64) -> Shape {
    std::array::from_fn(|place| (rows << 8 >> (63 - place) & 1) as f32)
}

/// Returns the digit that a shape of a single frame looks like. `None` if a letter is more like it: no other frame can tell
/// that the counter shows letters.
fn alone(shape: &Shape, font: &[(u8, Shape)]) -> Option<u8> {
    let value = likeliest_digit(shape, font)?;
    let own = font.iter().filter(|(digit, _)| *digit == value);
    let own = own.map(|(_, known)| likeness_near(known, shape));
    let own = own.fold(-1.0, f32::max);
    let mut letters = LETTERS.iter();
    letters
        .all(|&rows| likeness_near(&of_rows(rows), shape) <= own)
        .then_some(value)
}

/// Returns the digit that a shape resembles most, if it resembles all other digits clearly less.
fn likeliest_digit(shape: &Shape, font: &[(u8, Shape)]) -> Option<u8> {
    let mut all = [-1.0_f32; 10];
    for (digit, known) in font {
        let likeness = &mut all[usize::from(*digit)];
        *likeness = likeness.max(likeness_near(known, shape));
    }
    let mut all: Vec<(f32, u8)> = all.into_iter().zip(0..).collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    let ((likeness_of_best, value), second) = (all[0], all[1].0);
    let grey = shape.iter().filter(|part| GREYS.contains(part)).count() as f32 / 64.0;
    let least = LIKENESS_MIN + SHARP_LIKENESS * (1.0 - grey / BLURRED_GREY).max(0.0);
    (likeness_of_best > least && likeness_of_best - second > LEAD_MIN).then_some(value)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a shape with a byte for each row.
    fn drawn(rows: u64) -> Shape {
        std::array::from_fn(|place| (rows >> (63 - place) & 1) as f32)
    }

    fn groups() -> ShapeGroups {
        let mut groups = ShapeGroups::default();
        let font = [
            0x38_6C_C6_C6_C6_6C_38_00,
            0x38_78_18_18_18_18_7E_00,
            0x7C_C6_06_3C_E0_C0_FE_00,
            0xFC_06_06_3C_06_06_FC_00,
            0x0E_1E_36_66_FE_06_06_00,
            0xFE_C0_FC_06_06_C6_7C_00,
            0x3C_60_C0_FC_C6_C6_7C_00,
            0xFE_C6_0C_18_30_30_30_00,
            0x7C_C6_C6_7C_C6_C6_7C_00,
            0x7C_C6_C6_7E_06_0C_78_00,
        ];
        groups.set_font(&font.map(drawn));
        groups
    }

    #[test]
    fn each_common_shape_of_a_digit_is_read_and_never_as_another_digit() {
        let ShapeGroups { font, .. } = groups();
        for (digit, shape) in &font {
            let read = |shape: Shape| {
                let brightest = shape.iter().copied().fold(0.0, f32::max);
                likeliest_digit(&shape.map(|part| part / brightest), &font)
            };
            assert_eq!(read(*shape), Some(*digit), "{shape:?}");
            for (across, down) in [(1, 0), (0, 1), (1, 1)] {
                let soft = read(blurred(&moved(shape, across, down)));
                assert!(
                    soft.is_none_or(|soft| soft == *digit),
                    "{soft:?}: {shape:?}"
                );
            }
        }
    }

    #[test]
    fn a_letter_in_a_single_frame_is_no_digit_however_soft_it_is() {
        let ShapeGroups { font, .. } = groups();
        let softer = |shape: &Shape, times| (0..times).fold(*shape, |shape, _| blurred(&shape));
        let offsets = [(0, 0), (1, 0), (0, 1), (1, 1)];
        for (across, down) in offsets {
            for times in 0..3 {
                let read = |shape: &Shape| {
                    let shape = softer(&moved(shape, across, down), times);
                    let brightest = shape.iter().copied().fold(0.0, f32::max);
                    alone(&shape.map(|part| part / brightest), &font)
                };
                for rows in LETTERS {
                    assert_eq!(read(&of_rows(rows)), None, "{rows:x}, {times}");
                }
                for (digit, shape) in &font {
                    let read = read(shape);
                    assert!(
                        read.is_none_or(|read| read == *digit),
                        "{read:?}: {shape:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_sharp_shape_that_is_no_digit_is_unknown() {
        let ShapeGroups { font, .. } = groups();
        // A, C, E, H, K, X, and a 4 with a slanted foot.
        for rows in [
            0x38_6C_C6_C6_FE_C6_C6_00,
            0x3C_66_C0_C0_C0_66_3C_00,
            0xFE_C0_C0_FC_C0_C0_FE_00,
            0xC6_C6_C6_FE_C6_C6_C6_00,
            0xC6_CC_D8_F0_F8_DC_CE_00,
            0xC6_EE_7C_38_7C_EE_C6_00,
            0x60_6C_6C_FE_0C_18_30_00,
        ] {
            assert_eq!(likeliest_digit(&drawn(rows), &font), None, "{rows:x}");
        }
    }
}
