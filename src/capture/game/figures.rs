//! Reads the numbers beside the playfield of a video. The capture yields shapes, not digits. The line count, known from
//! the clears, reveals which digit each shape is. With the digits known, score and level can be read.

use crate::capture::{BLANK_SHAPE, DIGITS, GameSighting};
use crate::rules::level::level_digits;

use super::CapturedGame;

/// Digit positions of the line count.
pub(super) const LINES: std::ops::Range<usize> = 0..3;
/// Digit positions of the score.
pub(super) const SCORE: std::ops::Range<usize> = 3..9;
/// Digit positions of the level.
pub(super) const LEVEL: std::ops::Range<usize> = 9..11;
/// Number of values of a digit. Levels past 29 show letters.
const VALUES: usize = 16;
/// Minimum percentage of the readings of a digit position that must agree on one shape.
const CLEAR_PERCENT: u32 = 60;
/// Minimum percentage of a shape's votes that must agree on one value.
const AGREED_PERCENT: u32 = 80;
/// Minimum number of votes for a value to overrule the shape's resemblance to another digit.
const DECISIVE_VOTES: u32 = 8;
/// Reduction of the agreement, in thousandths, for each shape after the first that stands for one digit.
pub(super) const SECOND_SHAPE: u32 = 10;

/// Shapes and colours read beside the playfield during one piece, with the frequency of each.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceFigures {
    shapes: [Vec<(u8, u32)>; DIGITS],
    colours: [([u32; 3], u32); 2],
}

/// Most frequent shapes and colours beside the playfield during one piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NumberReadings {
    /// Shape at each digit position.
    pub(super) shapes: [Option<u8>; DIGITS],
    /// The two colours of the level.
    pub(super) colours: [Option<[u8; 3]>; 2],
}

impl NumberReadings {
    /// Forgets the line count and the level.
    pub(super) fn forget_counts(&mut self) {
        self.shapes[LINES].fill(None);
        self.shapes[LEVEL].fill(None);
    }

    /// Returns the shapes read in one frame, without colours.
    pub(super) fn of(seen: &GameSighting) -> NumberReadings {
        NumberReadings {
            shapes: seen.digits,
            colours: [None; 2],
        }
    }
}

impl PieceFigures {
    pub(super) fn see(&mut self, seen: &GameSighting) {
        for (shapes, shape) in self.shapes.iter_mut().zip(seen.digits) {
            let Some(shape) = shape else { continue };
            match shapes.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, count)) => *count += 1,
                None => shapes.push((shape, 1)),
            }
        }
        if seen.flashes {
            return;
        }
        for (sum, colour) in self.colours.iter_mut().zip(&seen.colours[1..]) {
            let Some(colour) = colour else { continue };
            for (sum, &part) in sum.0.iter_mut().zip(colour) {
                *sum += u32::from(part);
            }
            sum.1 += 1;
        }
    }

    pub(super) fn seen(&self) -> NumberReadings {
        let usual = |shapes: &Vec<(u8, u32)>| {
            let all: u32 = shapes.iter().map(|(_, count)| count).sum();
            let &(shape, count) = shapes.iter().max_by_key(|(_, count)| *count)?;
            (100 * count >= CLEAR_PERCENT * all).then_some(shape)
        };
        let mean = |&(sum, count): &([u32; 3], u32)| {
            (count > 0).then(|| sum.map(|part| (part / count.max(1)) as u8))
        };
        NumberReadings {
            shapes: std::array::from_fn(|index| usual(&self.shapes[index])),
            colours: std::array::from_fn(|kind| mean(&self.colours[kind])),
        }
    }
}

/// Reason why a shape cannot be some digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WrongDigit {
    /// This shape shows another digit.
    Known(u8),
    /// Another shape shows this digit.
    Taken(u8),
}

/// Digit of each shape in a video. Shapes gather votes for their digits.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeDigits {
    /// Votes for each value, by shape.
    votes: Vec<[u32; VALUES]>,
    /// Digit that each shape looks like.
    likely_digits: Vec<Option<u8>>,
    /// True if each shape is the digit itself.
    is_exact: bool,
}

impl ShapeDigits {
    /// Returns the digits of readings whose shapes are the digits themselves.
    pub(super) fn exact() -> ShapeDigits {
        ShapeDigits {
            is_exact: true,
            ..ShapeDigits::default()
        }
    }

    /// Returns whether each shape is the digit itself.
    pub(super) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Records the digit that each shape in a frame looks like.
    pub(super) fn set_likely_digits(&mut self, seen: &GameSighting) {
        for (shape, likely) in seen.digits.iter().zip(seen.likely_digits) {
            let Some(index) = shape.map(usize::from) else {
                continue;
            };
            if self.likely_digits.len() <= index {
                self.likely_digits.resize(index + 1, None);
            }
            self.likely_digits[index] = likely;
        }
    }

    /// Returns a copy that knows the digits only from the votes, not from the look of the shapes.
    pub(super) fn without_likely_digits(&self) -> ShapeDigits {
        ShapeDigits {
            votes: self.votes.clone(),
            likely_digits: Vec::new(),
            is_exact: self.is_exact,
        }
    }

    pub(super) fn vote(&mut self, shape: u8, value: u8) {
        let index = usize::from(shape);
        if self.votes.len() <= index {
            self.votes.resize(index + 1, [0; VALUES]);
        }
        self.votes[index][usize::from(value) % VALUES] += 1;
    }

    /// Votes for a digit that is certain.
    pub(super) fn learn(&mut self, shape: u8, value: u8) {
        (0..DECISIVE_VOTES).for_each(|_| self.vote(shape, value));
    }

    /// Returns whether a shape has any votes.
    pub(super) fn has_votes(&self, shape: u8) -> bool {
        let votes = self.votes.get(usize::from(shape));
        votes.is_some_and(|votes| *votes != [0; VALUES])
    }

    /// Returns the value of a shape by its votes, or `None` without a clear majority.
    pub(super) fn voted_value(&self, shape: u8) -> Option<u8> {
        let votes = self.votes.get(usize::from(shape))?;
        let (value, &most) = votes.iter().enumerate().max_by_key(|(_, votes)| **votes)?;
        let all: u32 = votes.iter().sum();
        (most > 0 && 100 * most >= AGREED_PERCENT * all).then_some(value as u8)
    }

    /// Returns the digit of a shape: by its votes or, if it has none, by resemblance. `None` if a few votes contradict
    /// the resemblance, because the shape may then be a mixture of two digits.
    pub(super) fn value(&self, shape: u8) -> Option<u8> {
        if shape == BLANK_SHAPE {
            return Some(0);
        }
        if self.is_exact {
            return Some(shape);
        }
        let index = usize::from(shape);
        let likely = self.likely_digits.get(index).copied().flatten();
        if !self.has_votes(shape) {
            return likely;
        }
        let votes = self.votes[index].iter().sum::<u32>();
        let voted = self.voted_value(shape);
        voted
            .filter(|voted| votes >= DECISIVE_VOTES || likely.is_none_or(|likely| likely == *voted))
    }

    /// Returns why `shape` cannot be the digit `value`, or `None` if it can.
    fn contradiction(&self, shape: u8, value: u8) -> Option<WrongDigit> {
        match self.value(shape) {
            Some(known) => (known != value).then_some(WrongDigit::Known(shape)),
            None => (0..self.votes.len())
                .any(|other| self.voted_value(other as u8) == Some(value))
                .then_some(WrongDigit::Taken(value)),
        }
    }

    /// Returns the digits that show a level. The cartridge shows other digits past level 29, but exact readings tell the
    /// level itself.
    pub(super) fn level_digits(&self, level: u8) -> [u8; 2] {
        match self.is_exact {
            true => [level / 10, level % 10],
            false => level_digits(level),
        }
    }

    /// Reads the score.
    pub(super) fn score(&self, seen: &NumberReadings) -> Option<u32> {
        self.read(seen, SCORE)
    }

    /// Reads the number at these digit positions.
    pub(super) fn read(
        &self,
        seen: &NumberReadings,
        places: std::ops::Range<usize>,
    ) -> Option<u32> {
        seen.shapes[places].iter().try_fold(0, |number, shape| {
            let value = self.value((*shape)?)?;
            Some(10 * number + u32::from(value))
        })
    }

    /// Returns the rise of the line count between two readings. `None` if it falls or is not legible.
    pub(super) fn lines_between(
        &self,
        before: &NumberReadings,
        after: &NumberReadings,
    ) -> Option<u16> {
        let [first, last] = [before, after].map(|seen| &seen.shapes[LINES]);
        if first == last && first.iter().all(Option::is_some) {
            return Some(0);
        }
        let [first, last] = [before, after].map(|seen| self.read(seen, LINES));
        last?.checked_sub(first?)?.try_into().ok()
    }

    /// Returns how well these line counts fit the readings: the share of agreeing votes, in thousandths (0-1,000).
    pub(super) fn agreement(&self, lines: &[(u16, &NumberReadings)]) -> u32 {
        if self.is_exact {
            let fits = |(lines, seen): &&(u16, &NumberReadings)| {
                self.read(seen, LINES) == Some(u32::from(*lines))
            };
            return (1_000 * lines.iter().filter(fits).count() / lines.len().max(1)) as u32;
        }
        let mut voted = self.clone();
        for (lines, seen) in lines {
            voted.vote_lines(*lines, seen);
        }
        for (shape, likely) in self.likely_digits.iter().enumerate() {
            if let Some(likely) = likely
                && voted.has_votes(shape as u8)
            {
                voted.vote(shape as u8, *likely);
            }
        }
        let (mut most, mut all) = (0, 0);
        let mut values = [0; VALUES];
        for votes in &voted.votes {
            let (value, &best) = (votes.iter().enumerate().max_by_key(|(_, votes)| **votes))
                .expect("the array has sixteen values");
            most += best;
            all += votes.iter().sum::<u32>();
            values[value] += u32::from(best > 0);
        }
        let double: u32 = values.iter().map(|count| count.saturating_sub(1)).sum();
        (1_000 * most / all.max(1)).saturating_sub(SECOND_SHAPE * double)
    }

    /// Returns a copy that includes the votes of a game that begins with `first` lines.
    pub(super) fn with_lines(
        &self,
        first: u16,
        game: &CapturedGame,
        seen: &[NumberReadings],
    ) -> ShapeDigits {
        let mut figures = self.clone();
        for (piece, seen) in game.pieces.iter().zip(seen) {
            figures.vote_lines(first + piece.lines, seen);
        }
        figures
    }

    pub(super) fn vote_lines(&mut self, lines: u16, seen: &NumberReadings) {
        let digits = [lines / 100, lines / 10 % 10, lines % 10];
        for (shape, digit) in seen.shapes[LINES].iter().zip(digits) {
            if let Some(shape) = shape {
                self.vote(*shape, digit as u8);
            }
        }
    }
}

/// Returns whether the start of the game was seen: its first piece fell into an empty playfield. If no lock is certain,
/// the empty cells are not either.
pub(super) fn begins(game: &CapturedGame) -> bool {
    game.pieces[0].board.is_empty() && game.certain() > 0
}

/// Returns the two digits of the level, if they are known.
pub(super) fn shown_level(seen: &NumberReadings, figures: &ShapeDigits) -> Option<[u8; 2]> {
    let digits = seen.shapes[LEVEL].iter();
    let digits: Option<Vec<u8>> = digits.map(|shape| figures.value((*shape)?)).collect();
    digits?.try_into().ok()
}

/// Returns why the shapes of the level's two digits cannot show `level`.
pub(super) fn wrong_level_digits(
    seen: &NumberReadings,
    figures: &ShapeDigits,
    level: u8,
) -> [Option<WrongDigit>; 2] {
    let shapes = &seen.shapes[LEVEL];
    let digits = figures.level_digits(level);
    std::array::from_fn(|place| figures.contradiction(shapes[place]?, digits[place]))
}
