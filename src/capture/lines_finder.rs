//! Finds the line count of a playfield that stands alone: the number whose last digit changes exactly when rows clear,
//! wherever it is in the frame and in any font.

use super::glyph::{Glyph, patch};
use super::grey::BrightnessMap;
use super::lit_map::Blob;
use super::screen::ScreenBrightness;
use super::{FieldArea, LINES_DIGITS};

/// Maximum gap between two digits of one number, as a fraction of their height. A narrow 1 leaves a wide gap, and so
/// does a comma.
pub(super) const GAP_MAX: f32 = 0.8;
/// Minimum gap between the last digit and other text, as a fraction of its height.
const END_GAP_MIN: f32 = 0.5;
/// Minimum width in which a digit is compared, as a fraction of its height.
const COMPARED_WIDTH: f32 = 0.7;
/// Minimum difference in brightness of a pixel that differs. Black and white have a difference of 1.
const DIFFERENCE_MIN: f32 = 0.3;
/// Maximum fraction of such pixels in equal digits.
const DIFFERENT_PIXELS_MAX: f32 = 0.02;
/// Number of the first shape, so that the shapes differ from those of [`super::digits::ShapeGroups`].
const FIRST_SHAPE: u8 = 100;
/// Number of shapes. Each line count has ten.
const SHAPES: u8 = 80;
/// Maximum number of digits to remember.
const SLOTS_MAX: usize = 256;
/// Minimum number of clears that have changed a number before it is known.
pub(super) const CHANGES_MIN: u32 = 3;
/// Minimum number of other pieces that have left it.
pub(super) const STAYS_MIN: u32 = 3;

/// Finder of one playfield's line count.
#[derive(Clone, Debug, Default)]
pub(super) struct LinesFinder {
    slots: Vec<DigitSlot>,
    /// Last digit of the line count, once it is known.
    known: Option<DigitSlot>,
    /// Number of line counts found so far. Each has its own shapes, because it starts at another digit.
    found: u8,
}

/// Place of a digit, and its pixels for each line count. The count starts at 0 in the first frame.
#[derive(Clone, Debug)]
struct DigitSlot {
    area: Blob,
    count: u32,
    patches: [Vec<u8>; 10],
    /// Digit for each line count, as soon as the slot is known to be the last digit.
    digits: [Option<Glyph>; 10],
    changes: u32,
    stays: u32,
}

impl LinesFinder {
    /// Forgets all digits: the known one was wrong, or the size of the frames changes. The shapes of the next line count
    /// get new numbers.
    pub(super) fn clear(&mut self) {
        *self = LinesFinder {
            found: self.found,
            ..LinesFinder::default()
        };
    }

    /// Returns whether the line count's place is known.
    pub(super) fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// Forgets the digits seen so far, because a piece has not been compared. A known line count stays known.
    pub(super) fn skip(&mut self) {
        self.slots.clear();
    }

    /// Compares the frame with the rows that were cleared since the last one. `rows` is `None` if their number is not
    /// clear. Returns the shapes of the line count's digits, or `None` for digits that are missing or unknown.
    pub(super) fn see(
        &mut self,
        rows: Option<u32>,
        grey: &BrightnessMap,
        glyphs: &[Blob],
        field: &FieldArea,
        light: &ScreenBrightness,
    ) -> [Option<u8>; LINES_DIGITS] {
        let Some(known) = &mut self.known else {
            self.search(rows, grey, glyphs, field, light);
            return [None; LINES_DIGITS];
        };
        let is_right = match rows {
            Some(rows) => known.compare(rows, grey, light),
            None => known.recognize(grey, light),
        };
        if !is_right {
            self.clear();
            return [None; LINES_DIGITS];
        }
        known.read(grey, glyphs, light, first_shape(self.found))
    }

    /// Returns the shape of the last digit that is equal to this glyph.
    pub(super) fn equal_shape(&self, glyph: &Glyph, light: &ScreenBrightness) -> Option<u8> {
        let count = self.known.as_ref()?.equal_digit(glyph, light)?;
        Some(first_shape(self.found)? + count)
    }

    /// Compares the digits with the rows that were cleared since the last search.
    fn search(
        &mut self,
        rows: Option<u32>,
        grey: &BrightnessMap,
        glyphs: &[Blob],
        field: &FieldArea,
        light: &ScreenBrightness,
    ) {
        match rows {
            None => self.slots.clear(),
            Some(rows) => self
                .slots
                .retain_mut(|slot| slot.compare(rows, grey, light)),
        }
        let distance = |slot: &DigitSlot| slot.area.distance_from(field, grey);
        let sure = self.slots.iter().filter(|slot| slot.is_sure());
        self.known = sure
            .min_by(|one, other| distance(one).total_cmp(&distance(other)))
            .cloned();
        if self.known.is_some() {
            self.slots.clear();
            self.found = self.found.saturating_add(1);
            return;
        }
        for glyph in glyphs {
            let is_last = !glyphs
                .iter()
                .any(|other| glyph.is_before(other, END_GAP_MIN));
            let is_new = !self.slots.iter().any(|slot| slot.area.shares(glyph));
            if is_last && is_new && self.slots.len() < SLOTS_MAX {
                let area = glyph.compared(grey);
                let mut patches = [const { Vec::new() }; 10];
                patches[0] = patch(grey, &area);
                self.slots.push(DigitSlot {
                    area,
                    count: 0,
                    patches,
                    digits: [const { None }; 10],
                    changes: 0,
                    stays: 0,
                });
            }
        }
    }
}

impl DigitSlot {
    /// Counts these cleared rows. Returns whether the digit looks as it did at an equal last digit, and unlike
    /// at all others.
    fn compare(&mut self, rows: u32, grey: &BrightnessMap, light: &ScreenBrightness) -> bool {
        self.count = (self.count + rows) % 10;
        let now = patch(grey, &self.area);
        let is_right = self.patches.iter().zip(0..).all(|(patch, count)| {
            patch.is_empty() || differ(patch, &now, light) == (count != self.count)
        });
        if rows == 0 {
            self.stays += 1;
        } else {
            self.changes += 1;
        }
        self.patches[self.count as usize] = now;
        is_right
    }

    /// Recognizes the digit after an unknown number of cleared rows. Returns whether it has been seen before.
    fn recognize(&mut self, grey: &BrightnessMap, light: &ScreenBrightness) -> bool {
        let now = patch(grey, &self.area);
        let is_it = |patch: &Vec<u8>| !patch.is_empty() && !differ(patch, &now, light);
        let found = self.patches.iter().position(is_it);
        self.count = found.map_or(self.count, |count| count as u32);
        found.is_some()
    }

    fn is_sure(&self) -> bool {
        self.changes >= CHANGES_MIN && self.stays >= STAYS_MIN
    }

    /// Returns the shapes of the last digit and of the two digits before it. The shape of a digit is `first` plus the
    /// number of lines from the digit of the first frame to this one.
    fn read(
        &mut self,
        grey: &BrightnessMap,
        glyphs: &[Blob],
        light: &ScreenBrightness,
        first: Option<u8>,
    ) -> [Option<u8>; LINES_DIGITS] {
        let mut reading = [None; LINES_DIGITS];
        let last = glyphs.iter().find(|glyph| self.area.shares(glyph));
        let (Some(mut digit), Some(first)) = (last, first) else {
            return reading;
        };
        self.digits[self.count as usize] = Some(Glyph::of(grey, digit));
        reading[LINES_DIGITS - 1] = Some(first + self.count as u8);
        for place in reading.iter_mut().rev().skip(1) {
            let before = glyphs
                .iter()
                .filter(|other| other.is_before(digit, GAP_MAX));
            let Some(before) = before.max_by_key(|other| other.right) else {
                break;
            };
            *place = self
                .equal_digit(&Glyph::of(grey, before), light)
                .map(|shape| first + shape);
            digit = before;
        }
        reading
    }

    /// Returns the line count at which the last digit looked like this one.
    fn equal_digit(&self, glyph: &Glyph, light: &ScreenBrightness) -> Option<u8> {
        let digits = self.digits.iter().zip(0..);
        let digits = digits.filter_map(|(digit, count)| Some((digit.as_ref()?, count)));
        let mut equal = digits.filter(|(digit, _)| glyph.is_equal(digit, light));
        let (_, count) = equal.next()?;
        equal.next().is_none().then_some(count)
    }
}

/// Returns the number of a line count's first shape. `found` is the number of line counts found so far.
fn first_shape(found: u8) -> Option<u8> {
    let before = found.checked_sub(1)?.checked_mul(10)?;
    (before < SHAPES).then_some(FIRST_SHAPE + before)
}

impl Blob {
    /// Returns the area in which a digit is compared: narrow digits have wide ones at their place later.
    fn compared(&self, grey: &BrightnessMap) -> Blob {
        let wide = (COMPARED_WIDTH * self.height() as f32) as usize;
        let more = wide.saturating_sub(self.right - self.left).div_ceil(2);
        Blob {
            left: self.left.saturating_sub(more),
            right: (self.right + more).min(grey.width),
            ..*self
        }
    }
}

/// Returns whether two patches of one place show different digits.
fn differ(one: &[u8], other: &[u8], light: &ScreenBrightness) -> bool {
    let pixels = one.iter().zip(other);
    let different = pixels
        .filter(|(one, other)| f32::from(one.abs_diff(**other)) > DIFFERENCE_MIN * light.span);
    different.count() as f32 > DIFFERENT_PIXELS_MAX * other.len() as f32
}
