//! Finds the score of a playfield that stands alone: the number whose higher digits change when rows clear, and hardly
//! ever at other pieces.

use super::glyph::{Glyph, glyph_areas};
use super::grey::BrightnessMap;
use super::lines_finder::{CHANGES_MIN, GAP_MAX, LinesFinder, STAYS_MIN};
use super::lit_map::Blob;
use super::screen::ScreenBrightness;
use super::{BLANK_SHAPE, FieldArea, Pixels, SCORE_DIGITS};

/// Minimum number of digits of a score that is followed.
const DIGITS_MIN: usize = 3;
/// Number of the first shape, so that the shapes differ from those of the lines.
const FIRST_SHAPE: u8 = 180;
/// Maximum number of shapes to distinguish.
const SHAPES_MAX: usize = 70;
/// Maximum number of candidates to remember.
const CANDIDATES_MAX: usize = 64;
/// A number is wrong if its errors outnumber its agreements divided by this number by more than one. Soft drops change
/// the third digit now and then.
const AGREEMENTS_PER_ERROR: u32 = 4;
/// Maximum number of stays to count. More would delay the end of a wrong score.
const STAYS_MAX: u32 = 24;

/// Finder of one playfield's score.
#[derive(Clone, Debug, Default)]
pub(super) struct ScoreFinder {
    candidates: Vec<ScoreCandidate>,
    /// The score, once it is known.
    known: Option<ScoreCandidate>,
    /// Digits of the score that are no digits of the line count.
    shapes: Vec<Glyph>,
}

/// Number that may be the score.
#[derive(Clone, Debug)]
struct ScoreCandidate {
    /// Rectangle around its digits in the last frame.
    area: Blob,
    /// Digits in the last frame, the last one first.
    digits: Vec<Glyph>,
    /// Number of clears that have changed its higher digits.
    changes: u32,
    /// Number of other pieces that have left them.
    stays: u32,
    /// Number of clears that have changed at most the last digit, and of other pieces that have changed the third digit or
    /// a higher one.
    errors: u32,
}

impl ScoreFinder {
    /// Forgets everything except the shapes: the known score was wrong, or the size of the frames changes.
    pub(super) fn clear(&mut self) {
        self.candidates.clear();
        self.known = None;
    }

    /// Returns whether the score's place is known.
    pub(super) fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// Forgets the candidates, because a piece has not been compared. A known score stays known.
    pub(super) fn skip(&mut self) {
        self.candidates.clear();
    }

    /// Compares the frame with the rows that were cleared since the last one. `rows` is `None` if their number is not
    /// clear.
    pub(super) fn see(
        &mut self,
        rows: Option<u32>,
        grey: &BrightnessMap,
        glyphs: &[Blob],
        field: &FieldArea,
        light: &ScreenBrightness,
        lines: &LinesFinder,
    ) {
        let numbers = numbers(glyphs);
        let Some(known) = &mut self.known else {
            self.search(rows, grey, &numbers, field, light);
            return;
        };
        let Some(number) = number_at(&known.area, &numbers) else {
            return;
        };
        known.compare(rows, number, grey, light);
        if known.is_wrong() {
            self.clear();
            return;
        }
        for digit in digits(number, grey) {
            if self.shape(&digit, light, lines).is_none() && self.shapes.len() < SHAPES_MAX {
                self.shapes.push(digit);
            }
        }
    }

    /// Reads the shapes of the score's digits, or `None` if the score is not known or not visible.
    pub(super) fn read(
        &self,
        frame: &Pixels,
        field: &FieldArea,
        light: &ScreenBrightness,
        lines: &LinesFinder,
    ) -> [Option<u8>; SCORE_DIGITS] {
        let mut reading = [None; SCORE_DIGITS];
        let Some(known) = &self.known else {
            return reading;
        };
        // The score may grow by a digit at either side.
        let Blob { left, top, .. } = known.area;
        let margin = known.area.height();
        let corner = (left.saturating_sub(margin), top.saturating_sub(margin));
        let end = (known.area.right + margin, known.area.bottom + margin);
        let grey = BrightnessMap::of_part(frame, corner, (end.0 - corner.0, end.1 - corner.1));
        let scale = grey.shrink as f32;
        let field = FieldArea {
            x: field.x - scale * corner.0 as f32,
            y: field.y - scale * corner.1 as f32,
            ..*field
        };
        let numbers = numbers(&glyph_areas(&grey, &field, light));
        let area = known.area.moved(corner);
        let number = number_at(&area, &numbers).filter(|number| number.len() <= SCORE_DIGITS);
        let Some(number) = number else {
            return reading;
        };
        reading.fill(Some(BLANK_SHAPE));
        for (place, digit) in reading.iter_mut().rev().zip(digits(number, &grey)) {
            *place = self.shape(&digit, light, lines);
        }
        reading
    }

    /// Returns the number of a digit's shape. It may also be a digit of the line count.
    fn shape(&self, digit: &Glyph, light: &ScreenBrightness, lines: &LinesFinder) -> Option<u8> {
        let mut own = self.shapes.iter();
        let own = own.position(|shape| shape.is_equal(digit, light));
        own.map(|index| FIRST_SHAPE + index as u8)
            .or_else(|| lines.equal_shape(digit, light))
    }

    /// Compares all numbers with the rows that were cleared since the last search.
    fn search(
        &mut self,
        rows: Option<u32>,
        grey: &BrightnessMap,
        numbers: &[Vec<Blob>],
        field: &FieldArea,
        light: &ScreenBrightness,
    ) {
        self.candidates.retain_mut(|candidate| {
            let number = number_at(&candidate.area, numbers);
            if let Some(number) = number {
                candidate.compare(rows, number, grey, light);
            }
            number.is_some() && !candidate.is_wrong()
        });
        let distance = |candidate: &ScoreCandidate| candidate.area.distance_from(field, grey);
        let sure = self.candidates.iter().filter(|one| one.is_sure());
        self.known = sure
            .min_by(|one, other| distance(one).total_cmp(&distance(other)))
            .cloned();
        if self.known.is_some() {
            self.candidates.clear();
            return;
        }
        for number in numbers {
            let area = around(number);
            let is_new = !self.candidates.iter().any(|one| one.area.shares(&area));
            if is_new && self.candidates.len() < CANDIDATES_MAX {
                self.candidates.push(ScoreCandidate {
                    area,
                    digits: digits(number, grey),
                    changes: 0,
                    stays: 0,
                    errors: 0,
                });
            }
        }
    }
}

impl ScoreCandidate {
    /// Compares the digits with the digits of the last frame, and replaces these.
    fn compare(
        &mut self,
        rows: Option<u32>,
        number: &[Blob],
        grey: &BrightnessMap,
        light: &ScreenBrightness,
    ) {
        let now = digits(number, grey);
        let before = std::mem::replace(&mut self.digits, now);
        self.area = around(number);
        let Some(rows) = rows else { return };
        let pairs = before.iter().zip(&self.digits);
        let changed = pairs.map(|(one, other)| !one.is_equal(other, light));
        // Place of the highest digit that has changed, from the last digit.
        let highest = match before.len() == self.digits.len() {
            true => changed
                .rev()
                .position(|changed| changed)
                .map(|place| before.len() - 1 - place),
            false => Some(before.len().max(self.digits.len()) - 1),
        };
        match (rows, highest) {
            (0, None | Some(0 | 1)) => self.stays += 1,
            (0, Some(_)) | (_, None | Some(0)) => self.errors += 1,
            // At low levels, a single may leave the third digit.
            (_, Some(1)) => {}
            (_, Some(_)) => self.changes += 1,
        }
        if self.stays > STAYS_MAX {
            (self.stays, self.errors) = (self.stays / 2, self.errors / 2);
        }
    }

    fn is_wrong(&self) -> bool {
        AGREEMENTS_PER_ERROR * self.errors > self.changes + self.stays + AGREEMENTS_PER_ERROR
    }

    fn is_sure(&self) -> bool {
        self.digits.len() >= DIGITS_MIN
            && self.changes >= CHANGES_MIN
            && self.stays >= STAYS_MIN
            && AGREEMENTS_PER_ERROR * self.errors <= self.changes + self.stays
    }
}

/// Returns the numbers and words in a frame: glyphs side by side, from the left.
fn numbers(glyphs: &[Blob]) -> Vec<Vec<Blob>> {
    let next = |glyph: &Blob| {
        let others = glyphs
            .iter()
            .filter(|other| glyph.is_before(other, GAP_MAX));
        others.min_by_key(|other| other.left).copied()
    };
    let is_first = |glyph: &&Blob| !glyphs.iter().any(|other| other.is_before(glyph, GAP_MAX));
    let first = glyphs.iter().filter(is_first);
    first
        .map(|glyph| std::iter::successors(Some(*glyph), next).collect())
        .collect()
}

/// Returns the number at the place of `area`.
fn number_at<'a>(area: &Blob, numbers: &'a [Vec<Blob>]) -> Option<&'a [Blob]> {
    let is_here = |number: &&Vec<Blob>| {
        let other = around(number);
        other.is_level_with(area) && (other.shares(area) || area.shares(&other))
    };
    numbers.iter().find(is_here).map(Vec::as_slice)
}

/// Returns the rectangle around a number.
fn around(number: &[Blob]) -> Blob {
    number[1..]
        .iter()
        .fold(number[0], |area, digit| area.union(digit))
}

/// Returns the digits of a number, the last one first.
fn digits(number: &[Blob], grey: &BrightnessMap) -> Vec<Glyph> {
    number
        .iter()
        .rev()
        .map(|digit| Glyph::of(grey, digit))
        .collect()
}
