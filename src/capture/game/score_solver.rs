//! Finds the digits of the score's shapes by arithmetic: the score rises by the points for clears, and by a few points
//! for soft drops.

use std::collections::BTreeMap;

use crate::capture::BLANK_SHAPE;

/// Maximum soft drop points of a piece.
pub(super) const PUSH_POINTS_MAX: u32 = 25;
/// Maximum score that the cartridge shows.
pub(super) const SHOWN_SCORE_MAX: u32 = 999_999;
/// One in this many readings may be wrong.
const READINGS_PER_ERROR: usize = 8;
/// Maximum number of steps. After them, the search ends without a result.
const STEPS_MAX: u32 = 2_000_000;

/// Shapes of the score's six digits.
pub(super) type ScoreShapes = [u8; 6];

/// Digit of each shape, as far as it is known.
pub(super) type Digits = [Option<u8>; 256];

/// Score read at a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreReading {
    /// Index of the piece.
    pub(super) piece: usize,
    pub(super) shapes: ScoreShapes,
}

/// Search for all digits that explain the readings.
struct DigitSearch<'a> {
    readings: &'a [ScoreReading],
    /// Score before the first piece, if it is known.
    start: Option<ScoreReading>,
    known: &'a Digits,
    /// True if several shapes may be one digit.
    may_share: bool,
    /// Digits that the current attempt assumes.
    digits: Digits,
    /// Digits common to all solutions so far. `None` before the first solution.
    agreed: Option<Digits>,
    steps: u32,
}

/// Sum of a score and the points since then, added from the last digit on.
#[derive(Clone, Copy)]
struct Sum {
    before: ScoreShapes,
    after: ScoreShapes,
    /// Number of digits that are not added yet.
    places: usize,
    /// Points without their last digits, which are added already, plus the carry.
    points: u32,
}

/// Readings that are not explained yet: those from `index` on.
#[derive(Clone, Copy)]
struct Rest<'a> {
    index: usize,
    /// First and last reading before `index` that are no errors.
    used: [ScoreReading; 2],
    /// Number of further readings that may be errors.
    errors: usize,
    /// Points for clears before each piece that are possible after the readings so far.
    courses: &'a [&'a Vec<u32>],
}

/// Returns the digits of the shapes, as far as all explanations of the readings agree. As few readings as possible count
/// as errors. Returns `None` if too many readings are wrong, or if the search takes too long.
///
/// - `start` is the score before the first piece, if it is known.
/// - `courses` are the possible points for clears before each piece.
/// - `known` are the digits known already.
/// - `may_share` means that several shapes may be one digit.
pub(super) fn solve(
    readings: &[ScoreReading],
    start: Option<ScoreReading>,
    courses: &[Vec<u32>],
    known: &Digits,
    may_share: bool,
) -> Option<Digits> {
    let mut search = DigitSearch {
        readings,
        start,
        known,
        may_share,
        digits: [None; 256],
        agreed: None,
        steps: 0,
    };
    search.digits[usize::from(BLANK_SHAPE)] = Some(0);
    let all: Vec<&Vec<u32>> = courses.iter().collect();
    for errors in 0..=readings.len() / READINGS_PER_ERROR {
        search.explain(0, None, errors, &all)?;
        if search.agreed.is_some() {
            break;
        }
    }
    search.agreed
}

impl DigitSearch<'_> {
    /// Explains the readings from `index` on. `used` are the first and the last reading before that are no errors.
    /// `courses` are the points for clears that are possible. Returns `None` if the search takes too long.
    fn explain(
        &mut self,
        index: usize,
        used: Option<[ScoreReading; 2]>,
        errors: usize,
        courses: &[&Vec<u32>],
    ) -> Option<()> {
        let Some(&reading) = self.readings.get(index) else {
            // The start comes last: many soft drops may lie between it and the first reading.
            return match (self.start, used) {
                (Some(start), Some([first, _])) => self.rise(start, first, courses, None),
                _ => self.note(),
            };
        };
        if errors > 0 {
            self.explain(index + 1, used, errors - 1, courses)?;
        }
        match used {
            None => self.explain(index + 1, Some([reading; 2]), errors, courses),
            Some([first, last]) => {
                let rest = Rest {
                    index: index + 1,
                    used: [first, reading],
                    errors,
                    courses,
                };
                self.rise(last, reading, courses, Some(rest))
            }
        }
    }

    /// Explains the rise of the score from one reading to another, and then the `rest`.
    fn rise(
        &mut self,
        from: ScoreReading,
        to: ScoreReading,
        courses: &[&Vec<u32>],
        rest: Option<Rest>,
    ) -> Option<()> {
        let mut groups: BTreeMap<u32, Vec<&Vec<u32>>> = BTreeMap::new();
        for points in courses {
            let least = points[to.piece] - points[from.piece];
            groups.entry(least).or_default().push(points);
        }
        for (least, courses) in groups {
            let most = least + PUSH_POINTS_MAX * (to.piece - from.piece) as u32;
            let rest = rest.map(|rest| Rest {
                courses: &courses,
                ..rest
            });
            for points in least..=most {
                let sum = Sum {
                    before: from.shapes,
                    after: to.shapes,
                    places: from.shapes.len(),
                    points,
                };
                self.add(sum, rest)?;
            }
        }
        Some(())
    }

    /// Adds the next digit of a sum, and explains the `rest` if no digit is left.
    fn add(&mut self, sum: Sum, rest: Option<Rest>) -> Option<()> {
        self.steps += 1;
        if self.steps > STEPS_MAX {
            return None;
        }
        let Some(places) = sum.places.checked_sub(1) else {
            return match (sum.points, rest) {
                (0, Some(rest)) => {
                    self.explain(rest.index, Some(rest.used), rest.errors, rest.courses)
                }
                (0, None) => self.note(),
                _ => Some(()),
            };
        };
        let (before, after) = (sum.before[places], sum.after[places]);
        let more = sum.points % 10;
        let left = |points: u32| Sum {
            places,
            points,
            ..sum
        };
        let known = self.digits[usize::from(before)].or(self.known[usize::from(before)]);
        if before == after && known.is_none() {
            // Any digit stays as it is if nothing is added.
            return match more {
                0 => self.add(left(sum.points / 10), rest),
                _ => Some(()),
            };
        }
        let values = known.map_or(0..10, |known| known..known + 1);
        for value in values {
            let total = u32::from(value) + sum.points;
            let digits = self.digits;
            let (is_before, is_after) = (
                self.assign(before, value),
                self.assign(after, (total % 10) as u8),
            );
            if is_before && is_after {
                self.add(left(total / 10), rest)?;
            }
            self.digits = digits;
        }
        Some(())
    }

    /// Assigns a digit to a shape. Returns whether that is possible.
    fn assign(&mut self, shape: u8, value: u8) -> bool {
        let index = usize::from(shape);
        let known = self.digits[index].or(self.known[index]);
        let is_taken = || {
            let digits = self.digits[..usize::from(BLANK_SHAPE)].iter();
            digits.chain(self.known).any(|digit| *digit == Some(value))
        };
        let is_possible = match known {
            Some(known) => known == value,
            None => self.may_share || !is_taken(),
        };
        if is_possible {
            self.digits[index] = Some(value);
        }
        is_possible
    }

    /// Notes a solution.
    fn note(&mut self) -> Option<()> {
        match &mut self.agreed {
            None => self.agreed = Some(self.digits),
            Some(agreed) => {
                for (agreed, digit) in agreed.iter_mut().zip(self.digits) {
                    *agreed = agreed.filter(|agreed| Some(*agreed) == digit);
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shape of each digit in these tests.
    const SHAPES: &[u8; 10] = b"abcdefghij";

    const START: Option<ScoreReading> = Some(ScoreReading {
        piece: 0,
        shapes: [BLANK_SHAPE; 6],
    });

    /// Returns readings of these scores, one at each piece.
    fn readings(scores: &[u32]) -> Vec<ScoreReading> {
        let reading = |(piece, score): (usize, &u32)| {
            let text = format!("{score:6}");
            let shape = |digit: u8| match digit {
                b' ' => BLANK_SHAPE,
                digit => SHAPES[usize::from(digit - b'0')],
            };
            let shapes: Vec<u8> = text.bytes().map(shape).collect();
            ScoreReading {
                piece,
                shapes: shapes.try_into().unwrap(),
            }
        };
        scores.iter().enumerate().map(reading).collect()
    }

    fn digit(digits: &Digits, value: u8) -> Option<u8> {
        digits[usize::from(SHAPES[usize::from(value)])]
    }

    /// Points for singles and Tetrises at levels 18 and 19, at the pieces of [`SCORES`].
    const COURSES: [[u32; 7]; 2] = [
        [0, 0, 760, 23_560, 23_560, 24_320, 47_120],
        [0, 0, 800, 24_800, 24_800, 25_600, 49_600],
    ];
    /// Scores at level 18, with soft drops.
    const SCORES: [u32; 7] = [0, 4, 764, 23_578, 23_580, 24_349, 47_160];

    #[test]
    fn the_points_tell_the_digits_and_the_level() {
        let courses = COURSES.map(Vec::from);
        let digits = solve(&readings(&SCORES), START, &courses, &[None; 256], false).unwrap();
        for value in 0..10 {
            assert!(
                digit(&digits, value).is_none_or(|digit| digit == value),
                "{value}"
            );
        }
        let known = (0..10).filter(|value| digit(&digits, *value).is_some());
        assert_eq!(known.count(), 10);
        // Points of another level explain nothing.
        assert!(
            solve(
                &readings(&SCORES),
                START,
                &courses[1..],
                &[None; 256],
                false
            )
            .is_none()
        );
    }

    #[test]
    fn a_score_that_begins_in_the_middle_is_found() {
        let scores = SCORES.map(|score| score + 136_972);
        let courses = COURSES.map(Vec::from);
        let digits = solve(&readings(&scores), None, &courses, &[None; 256], false).unwrap();
        for value in 0..10 {
            assert!(
                digit(&digits, value).is_none_or(|digit| digit == value),
                "{value}"
            );
        }
        assert_eq!(digit(&digits, 1), Some(1));
    }

    #[test]
    fn known_digits_identify_a_second_shape_of_a_digit() {
        let mut seen = readings(&SCORES);
        // A noisy 5.
        seen[3].shapes[3] = b'y';
        let mut known = [None; 256];
        for (shape, value) in SHAPES.iter().zip(0..) {
            known[usize::from(*shape)] = Some(value);
        }
        let courses = COURSES.map(Vec::from);
        let solved = |may_share| solve(&seen, START, &courses, &known, may_share);
        assert_eq!(solved(true).unwrap()[usize::from(b'y')], Some(5));
        assert!(solved(false).is_none());
    }

    #[test]
    fn a_wrong_reading_is_left_out() {
        let scores: Vec<u32> = (0..12).map(|piece| 23 * piece).collect();
        let mut seen = readings(&scores);
        seen[5].shapes[5] = b'z';
        let points = vec![0; 12];
        let digits = solve(&seen, START, &[points], &[None; 256], false).unwrap();
        assert_eq!(
            (digit(&digits, 3), digits[usize::from(b'z')]),
            (Some(3), None)
        );
    }
}
