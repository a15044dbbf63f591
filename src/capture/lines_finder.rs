//! Finds the line count of a playfield that stands alone: the number whose last digit changes exactly when rows clear,
//! wherever it is in the frame and in any font.

use super::grey::BrightnessMap;
use super::lit_map::{Blob, LitMap};
use super::screen::ScreenBrightness;
use super::spawn_detector::TopEvent;
use super::{FieldArea, LINES_DIGITS};

/// Minimum brightness of a lit pixel, as a distance from black.
const LIT_MIN: f32 = 0.45;
/// Minimum and maximum height of a digit, in pixels.
const HEIGHTS: std::ops::RangeInclusive<usize> = 5..=60;
/// Minimum and maximum width of a digit, as a fraction of its height.
const RATIOS: std::ops::RangeInclusive<f32> = 0.12..=1.3;
/// Maximum distance between the ends of two digits side by side, as a fraction of their height.
const LEVEL_MAX: f32 = 0.2;
/// Maximum gap between two digits of one number, as a fraction of their height.
const GAP_MAX: f32 = 0.8;
/// Minimum gap between the last digit and other text, as a fraction of its height.
const END_GAP_MIN: f32 = 0.5;
/// Minimum width in which a digit is compared, as a fraction of its height.
const COMPARED_WIDTH: f32 = 0.7;
/// Minimum difference in brightness of a pixel that differs. Black and white have a difference of 1.
const DIFFERENCE_MIN: f32 = 0.3;
/// Maximum fraction of such pixels in equal digits.
const DIFFERENT_PIXELS_MAX: f32 = 0.02;
/// Minimum difference in brightness of a pixel that differs between two digits side by side. Their edges may fall on
/// different parts of a pixel.
const SIDE_DIFFERENCE_MIN: f32 = 0.55;
/// Number of the first shape, so that the shapes differ from those of [`super::digits::ShapeGroups`].
const FIRST_SHAPE: u8 = 100;
/// Maximum number of digits to remember.
const SLOTS_MAX: usize = 256;
/// Number of clears with which a digit must have changed before it belongs to the line count.
const CHANGES_MIN: u32 = 3;
/// Number of pieces without a clear with which it must have stayed.
const STAYS_MIN: u32 = 3;
/// Number of searches after which a number is searched at one of several spawns only.
const SEARCHES_MAX: u32 = 120;
/// Number of spawns from one of these rarer searches to the next.
const RARE_INTERVAL: u32 = 8;

/// Finder of one playfield's line count.
#[derive(Clone, Debug, Default)]
pub(super) struct LinesFinder {
    slots: Vec<DigitSlot>,
    /// Last digit of the line count, once it is known.
    known: Option<DigitSlot>,
    /// Last event, if it was a spawn: the rows cleared before it.
    cleared: Option<Option<u32>>,
    searches: u32,
    /// Number of line counts found so far. Each has its own shapes, because it starts at another digit.
    found: u8,
    /// Shapes of the digits, and the number of occupied cells in the frame that shows them.
    reading: ([Option<u8>; LINES_DIGITS], u32),
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

/// Pixels of a digit, row by row from the top.
#[derive(Clone, Debug)]
struct Glyph {
    width: usize,
    pixels: Vec<u8>,
}

impl LinesFinder {
    /// Forgets everything, because the size of the frames changes.
    pub(super) fn clear(&mut self) {
        *self = LinesFinder {
            found: self.found,
            ..LinesFinder::default()
        };
    }

    /// Returns the shapes of the line count's digits, or `None` for digits that are missing or unknown. `cells` is the
    /// number of occupied cells. It changes when a row begins to clear, before the line count does.
    pub(super) fn reading(&mut self, cells: u32) -> [Option<u8>; LINES_DIGITS] {
        if self.reading.1 != cells {
            self.reading = ([None; LINES_DIGITS], cells);
        }
        self.reading.0
    }

    /// Notes what the top rows of the playfield at `field` show. Looks at the frame only after a spawn that was seen.
    pub(super) fn see(
        &mut self,
        event: TopEvent,
        frame: impl FnOnce() -> BrightnessMap,
        field: &FieldArea,
        light: &ScreenBrightness,
        cells: u32,
    ) {
        if let TopEvent::Spawn { rows, .. } = event {
            self.cleared = Some(rows);
            self.reading.0 = [None; LINES_DIGITS];
            return;
        }
        let Some(rows) = self.cleared.take() else {
            return;
        };
        self.searches += 1;
        if self.known.is_none()
            && self.searches > SEARCHES_MAX
            && !self.searches.is_multiple_of(RARE_INTERVAL)
        {
            self.slots.clear();
            return;
        }
        let grey = frame();
        let map = LitMap::of(&grey, light.level(LIT_MIN), field);
        let mut glyphs = map.blobs(1);
        glyphs.retain(is_glyph);
        match &mut self.known {
            Some(known) => {
                let is_right = match rows {
                    Some(rows) => known.compare(rows, &grey, light),
                    None => known.recognize(&grey, light),
                };
                if !is_right {
                    self.clear();
                    return;
                }
                self.reading = (known.read(&grey, &glyphs, light, self.found), cells);
            }
            None => self.search(rows, &grey, &glyphs, field, light),
        }
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
        let (x, y) = field.middle();
        let distance = |slot: &&DigitSlot| {
            let scale = grey.shrink as f32;
            let (across, down) = (slot.area.left as f32, slot.area.top as f32);
            (scale * across - x).abs() + (scale * down - y).abs()
        };
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

    /// Returns the shapes of the last digit and of the two digits before it. The shape of a digit is the number of lines
    /// from the digit of the first frame to this one. `found` is the number of line counts found so far.
    fn read(
        &mut self,
        grey: &BrightnessMap,
        glyphs: &[Blob],
        light: &ScreenBrightness,
        found: u8,
    ) -> [Option<u8>; LINES_DIGITS] {
        let mut reading = [None; LINES_DIGITS];
        let first = FIRST_SHAPE.checked_add(found.saturating_mul(10));
        let last = glyphs.iter().find(|glyph| self.area.shares(glyph));
        let (Some(mut digit), Some(first)) = (last, first.filter(|first| *first < 240)) else {
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

impl Glyph {
    fn of(grey: &BrightnessMap, area: &Blob) -> Glyph {
        Glyph {
            width: area.right - area.left,
            pixels: patch(grey, area),
        }
    }

    /// Returns whether both are the same digit, side by side in one number.
    fn is_equal(&self, other: &Glyph, light: &ScreenBrightness) -> bool {
        let heights = [self, other].map(|glyph| glyph.pixels.len() / glyph.width);
        if self.width.abs_diff(other.width) > 1 || heights[0].abs_diff(heights[1]) > 1 {
            return false;
        }
        let (width, height) = (self.width.min(other.width), heights[0].min(heights[1]));
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let different = pixels.filter(|&(x, y)| {
            let [one, two] = [self, other].map(|glyph| glyph.pixels[y * glyph.width + x]);
            f32::from(one.abs_diff(two)) > SIDE_DIFFERENCE_MIN * light.span
        });
        different.count() as f32 <= DIFFERENT_PIXELS_MAX * (width * height) as f32
    }
}

impl Blob {
    fn height(&self) -> usize {
        self.bottom - self.top
    }

    /// Returns whether both may be digits of one number, and `other` follows within this gap, given as a fraction of the
    /// height.
    fn is_before(&self, other: &Blob, gap: f32) -> bool {
        let reach = LEVEL_MAX * self.height() as f32;
        let is_level = self.top.abs_diff(other.top) as f32 <= reach
            && self.bottom.abs_diff(other.bottom) as f32 <= reach;
        let gap = (gap * self.height() as f32) as usize;
        is_level && (self.right..=self.right + gap).contains(&other.left)
    }

    /// Returns whether the middle of `other` is inside this one.
    fn shares(&self, other: &Blob) -> bool {
        let (x, y) = (
            (other.left + other.right) / 2,
            (other.top + other.bottom) / 2,
        );
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

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

fn is_glyph(blob: &Blob) -> bool {
    let ratio = (blob.right - blob.left) as f32 / blob.height() as f32;
    HEIGHTS.contains(&blob.height()) && RATIOS.contains(&ratio)
}

/// Returns the brightness of the pixels in an area.
fn patch(grey: &BrightnessMap, area: &Blob) -> Vec<u8> {
    let rows = area.top..area.bottom;
    let pixels = rows.flat_map(|y| (area.left..area.right).map(move |x| (x, y)));
    pixels.map(|(x, y)| grey.at(x, y)).collect()
}

/// Returns whether two patches of one place show different digits.
fn differ(one: &[u8], other: &[u8], light: &ScreenBrightness) -> bool {
    let pixels = one.iter().zip(other);
    let different = pixels
        .filter(|(one, other)| f32::from(one.abs_diff(**other)) > DIFFERENCE_MIN * light.span);
    different.count() as f32 > DIFFERENT_PIXELS_MAX * other.len() as f32
}
