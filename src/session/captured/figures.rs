//! Reads the numbers beside the playfield of a video. The capture yields shapes, not digits. The line count, known from
//! the clears, reveals which digit each shape is. With the digits known, score and level can be read.

use crate::capture::{BLANK_SHAPE, DIGITS, GameSighting};
use crate::rules::level::level_digits;

use super::cleared_rows::ClearedRows;
use super::score_solver::{Digits, PUSH_POINTS_MAX, ScoreReading, solve};
use super::{CapturedGame, CapturedPiece, Disagreement, LinesFrom, PieceOutcome, ShownNumber};

/// Digit positions of the line count.
const LINES: std::ops::Range<usize> = 0..3;
/// Digit positions of the score.
const SCORE: std::ops::Range<usize> = 3..9;
/// Digit positions of the level.
const LEVEL: std::ops::Range<usize> = 9..11;
/// Number of values of a digit. Levels past 29 show letters.
const VALUES: usize = 16;
/// Minimum percentage of the readings of a digit position that must agree on one shape.
const CLEAR_PERCENT: u32 = 60;
/// Minimum percentage of a shape's votes that must agree on one value.
const AGREED_PERCENT: u32 = 80;
/// Minimum number of votes for a value to overrule the shape's resemblance to another digit.
const DECISIVE_VOTES: u32 = 8;
/// Reduction of the agreement, in thousandths, for each shape after the first that stands for one digit.
const SECOND_SHAPE: u32 = 10;
/// Upper limit (exclusive) of the line count at the first piece seen.
const LINES_MAX: u16 = 400;
/// Maximum number of candidates for the first line count. If there are more, the right one cannot be determined.
const LINE_COUNTS_MAX: usize = 64;
/// Number of lines at which a B-type game starts. It counts down.
const B_TYPE_LINES: u16 = 25;

/// Possible line counts on the screen at the first piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineCounts {
    /// A-type game: the count rises from one of these numbers. If there are too many, the list is empty.
    Up(Vec<u16>),
    /// B-type game: the count falls from this number.
    Down(u16),
}

impl LineCounts {
    /// Returns the line counts of an A-type game, and whether this is a B-type game.
    pub(super) fn rising(&self) -> (&[u16], bool) {
        match self {
            LineCounts::Up(counts) => (counts, false),
            LineCounts::Down(_) => (&[], true),
        }
    }

    /// Returns what the lines count from. `first` is the line count read for the first piece, if it is clear. `begins`
    /// tells whether the playfield was empty then.
    pub(super) fn origin(&self, first: Option<u16>, begins: bool) -> LinesFrom {
        match (self, first) {
            (LineCounts::Down(B_TYPE_LINES), _) => LinesFrom::Start,
            (LineCounts::Up(_), Some(first)) if first > 0 || !begins => LinesFrom::Screen,
            (LineCounts::Up(_), _) if begins => LinesFrom::Start,
            _ => LinesFrom::FirstPiece,
        }
    }
}

/// Shapes and colours read beside the playfield during one piece, with the frequency of each.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceFigures {
    shapes: [Vec<(u8, u32)>; DIGITS],
    colours: [([u32; 3], u32); 2],
}

/// Most frequent shapes and colours beside the playfield during one piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NumberReadings {
    shapes: [Option<u8>; DIGITS],
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
}

impl ShapeDigits {
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
        }
    }

    fn vote(&mut self, shape: u8, value: u8) {
        let index = usize::from(shape);
        if self.votes.len() <= index {
            self.votes.resize(index + 1, [0; VALUES]);
        }
        self.votes[index][usize::from(value) % VALUES] += 1;
    }

    /// Votes for a digit that is certain.
    fn learn(&mut self, shape: u8, value: u8) {
        (0..DECISIVE_VOTES).for_each(|_| self.vote(shape, value));
    }

    /// Returns whether a shape has any votes.
    fn has_votes(&self, shape: u8) -> bool {
        let votes = self.votes.get(usize::from(shape));
        votes.is_some_and(|votes| *votes != [0; VALUES])
    }

    /// Returns the value of a shape by its votes, or `None` without a clear majority.
    fn voted_value(&self, shape: u8) -> Option<u8> {
        let votes = self.votes.get(usize::from(shape))?;
        let (value, &most) = votes.iter().enumerate().max_by_key(|(_, votes)| **votes)?;
        let all: u32 = votes.iter().sum();
        (most > 0 && 100 * most >= AGREED_PERCENT * all).then_some(value as u8)
    }

    /// Returns the digit of a shape: by its votes or, if it has none, by resemblance. `None` if a few votes contradict
    /// the resemblance, because the shape may then be a mixture of two digits.
    fn value(&self, shape: u8) -> Option<u8> {
        if shape == BLANK_SHAPE {
            return Some(0);
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

    /// Learns those shapes of the score that the line counts did not identify, from the rises of the score in the longest
    /// part of the game without gaps. `courses` are the possible levels at each piece. `line_counts` are the possible line
    /// counts at the first piece.
    pub(super) fn learn_score_shapes(
        &mut self,
        game: &CapturedGame,
        cleared: &[ClearedRows],
        seen: &[NumberReadings],
        courses: &[Vec<u8>],
        line_counts: &LineCounts,
    ) {
        let pieces = longest_part(cleared);
        let starts = begins(game) && pieces.start == 0;
        let pieces = pieces.start..pieces.end.min(seen.len());
        let readings = pieces.filter_map(|piece| {
            let shapes: Option<Vec<u8>> = seen[piece].shapes[SCORE].iter().copied().collect();
            let shapes = shapes?.try_into().ok()?;
            Some(ScoreReading { piece, shapes })
        });
        let start = starts.then_some(ScoreReading {
            piece: 0,
            shapes: [BLANK_SHAPE; SCORE.end - SCORE.start],
        });
        let readings: Vec<ScoreReading> = readings.collect();
        let mut shapes: Vec<u8> = readings.iter().flat_map(|one| one.shapes).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let is_new = |shape: &u8| *shape != BLANK_SHAPE && !self.has_votes(*shape);
        let new: Vec<u8> = shapes.iter().copied().filter(is_new).collect();
        if new.is_empty() {
            return;
        }
        let voted = match line_counts {
            LineCounts::Up(counts) if counts.len() == 1 => self.with_lines(counts[0], game, seen),
            _ => self.clone(),
        };
        let known = |value: &dyn Fn(u8) -> Option<u8>| {
            let mut known = [None; 256];
            for &shape in shapes.iter().filter(|shape| **shape != BLANK_SHAPE) {
                known[usize::from(shape)] = value(shape);
            }
            known
        };
        let mut points: Vec<Vec<u32>> = courses
            .iter()
            .map(|levels| clear_points(cleared, levels))
            .collect();
        points.dedup();
        let solve = |known: &Digits, may_share| solve(&readings, start, &points, known, may_share);
        // Noise gives one digit several shapes, and then their resemblances help.
        let looks = known(&|shape| voted.value(shape));
        let votes = known(&|shape| voted.voted_value(shape));
        let by_looks = (looks != votes).then(|| solve(&looks, true)).flatten();
        let Some(digits) = by_looks.or_else(|| solve(&votes, false)) else {
            return;
        };
        for shape in new {
            if let Some(value) = digits[usize::from(shape)]
                && !voted.has_votes(shape)
            {
                self.learn(shape, value);
            }
        }
    }

    /// Counts the score rises that neither a clear nor a soft drop explains. `levels` contains the level of each piece.
    pub(super) fn wrong_rises(
        &self,
        cleared: &[ClearedRows],
        seen: &[NumberReadings],
        levels: &[u8],
    ) -> usize {
        let scores: Vec<Option<u32>> = seen.iter().map(|seen| self.score(seen)).collect();
        let is_wrong = |(index, pair): &(usize, &[Option<u32>])| {
            let (Some(before), Some(after)) = (pair[0], pair[1]) else {
                return false;
            };
            let cleared = cleared[*index];
            let points = levels
                .get(index + 1)
                .and_then(|level| cleared.points(*level));
            points.is_some_and(|points| {
                let least = before + points;
                !(least..=least + cleared.pieces as u32 * PUSH_POINTS_MAX).contains(&after)
            })
        };
        scores.windows(2).enumerate().filter(is_wrong).count()
    }

    /// Reads the score.
    pub(super) fn score(&self, seen: &NumberReadings) -> Option<u32> {
        self.read(seen, SCORE)
    }

    /// Reads the number at these digit positions.
    fn read(&self, seen: &NumberReadings, places: std::ops::Range<usize>) -> Option<u32> {
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
    fn agreement(&self, lines: &[(u16, &NumberReadings)]) -> u32 {
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

    fn vote_lines(&mut self, lines: u16, seen: &NumberReadings) {
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

/// Returns the pieces of the longest part of a game in which one piece follows another.
fn longest_part(cleared: &[ClearedRows]) -> std::ops::Range<usize> {
    let mut start = 0;
    let parts = cleared
        .split_inclusive(|cleared| !cleared.is_one_clear)
        .map(|part| {
            start += part.len();
            start - part.len()..start
        });
    parts.max_by_key(std::ops::Range::len).unwrap_or(0..0)
}

/// Returns the points for the clears before each piece, without soft drops. `levels` contains the level of each piece.
/// Clears of unknown size count nothing.
fn clear_points(cleared: &[ClearedRows], levels: &[u8]) -> Vec<u32> {
    let mut points = vec![0];
    for (cleared, level) in cleared.iter().zip(&levels[1..]) {
        points.push(points[points.len() - 1] + cleared.points(*level).unwrap_or(0));
    }
    points
}

/// Returns the shapes that are zeros at the first piece: equal digits of the lines and the first two of the score or, if
/// the game `begins`, equal digits of either number.
fn zeros(seen: &NumberReadings, begins: bool) -> impl Iterator<Item = u8> {
    let equal = |places: std::ops::Range<usize>| {
        let shapes = &seen.shapes[places];
        shapes[0].filter(|first| shapes.iter().all(|shape| *shape == Some(*first)))
    };
    let all = equal(LINES.start..SCORE.start + 2);
    let [lines, score] = [LINES, SCORE].map(|places| equal(places).filter(|_| begins));
    [all, lines, score].into_iter().flatten()
}

/// Returns whether the number read as the line count changes at half of the certain clears or more.
pub(super) fn changes_at_clears(pieces: &[CapturedPiece], seen: &[NumberReadings]) -> bool {
    let is_clear = |piece: &CapturedPiece| {
        matches!(piece.outcome, PieceOutcome::Locked { rows: 1.., .. }) && piece.is_certain()
    };
    let clears = pieces
        .iter()
        .zip(seen.windows(2))
        .filter(|(piece, _)| is_clear(piece));
    let changes = clears.filter_map(|(_, readings)| {
        let [before, after] = [&readings[0], &readings[1]].map(|seen| &seen.shapes[LINES]);
        let is_read = before.iter().chain(after).all(Option::is_some);
        is_read.then_some(before != after)
    });
    let changes: Vec<bool> = changes.collect();
    2 * changes.iter().filter(|change| **change).count() >= changes.len()
}

/// Sets the line count at each piece, starting from 0 at the first piece. Returns the possible line counts at the first
/// piece according to the digits. If these count down, the shapes of the digits are learnt from them.
pub(super) fn count_lines(
    game: &mut CapturedGame,
    cleared: &[ClearedRows],
    seen: &[NumberReadings],
    figures: &mut ShapeDigits,
) -> LineCounts {
    let mut lines = 0;
    for (piece, cleared) in game.pieces.iter_mut().zip(cleared) {
        piece.lines = lines;
        lines = lines.saturating_add(cleared.rows);
    }
    let counted = |first: u16| -> Vec<(u16, &NumberReadings)> {
        let pieces = game.pieces.iter().zip(seen);
        pieces
            .map(|(piece, seen)| (first + piece.lines, seen))
            .collect()
    };
    let begins = begins(game);
    let has_shapes = seen
        .iter()
        .any(|seen| seen.shapes[LINES].iter().any(Option::is_some));
    for zero in seen
        .first()
        .into_iter()
        .flat_map(|seen| zeros(seen, begins))
    {
        (0..game.pieces.len()).for_each(|_| figures.vote(zero, 0));
    }
    if !has_shapes {
        return LineCounts::Up(Vec::from_iter(begins.then_some(0)));
    }
    let agreements: Vec<u32> = (0..LINES_MAX)
        .map(|first| figures.agreement(&counted(first)))
        .collect();
    let best = agreements.iter().copied().max().unwrap_or(0);
    let bests = (0..LINES_MAX).filter(|&first| agreements[usize::from(first)] == best);
    let bests: Vec<u16> = bests.collect();
    let falling = |first: u16| -> Vec<(u16, &NumberReadings)> {
        let pieces = game.pieces.iter().zip(seen);
        pieces
            .map(|(piece, seen)| (first.saturating_sub(piece.lines), seen))
            .collect()
    };
    let starts = (1..=B_TYPE_LINES).filter(|first| *first >= lines);
    let down = starts.map(|first| (figures.agreement(&falling(first)), first));
    if let Some((agreement, first)) = down.max()
        && agreement > best
    {
        for (shown, seen) in falling(first) {
            figures.vote_lines(shown, seen);
        }
        return LineCounts::Down(first);
    }
    LineCounts::Up(match bests.first() {
        // If the beginning of the game was seen, the game started at zero, even if its zeros have two shapes. Digits that
        // fit several other line counts do not contradict it.
        _ if begins && (bests.len() > 1 || agreements[0] + SECOND_SHAPE >= best) => vec![0],
        _ if bests.len() > LINE_COUNTS_MAX => Vec::new(),
        _ => bests,
    })
}

/// Sets the number of lines at the first piece.
pub(super) fn apply_first_lines(
    first: u16,
    game: &mut CapturedGame,
    seen: &[NumberReadings],
    figures: &mut ShapeDigits,
) {
    *figures = figures.with_lines(first, game, seen);
    for piece in &mut game.pieces {
        piece.lines += first;
    }
    // If two successive readings differ from the count by the same amount, correct the count.
    let mut index = 0;
    while index + 1 < game.pieces.len().min(seen.len()) {
        let off = |index: usize| {
            let read = figures.read(&seen[index], LINES)?;
            Some(i64::from(read) - i64::from(game.pieces[index].lines))
        };
        if let (Some(one), Some(other)) = (off(index), off(index + 1))
            && one == other
            && one != 0
        {
            let counted = u32::from(game.pieces[index].lines);
            game.disagreements.push(Disagreement {
                piece: index,
                what: ShownNumber::Lines,
                counted,
                read: (i64::from(counted) + one).max(0) as u32,
            });
            for piece in &mut game.pieces[index..] {
                piece.lines = (i64::from(piece.lines) + one).clamp(0, 25_599) as u16;
            }
        }
        index += 1;
    }
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
    let digits = level_digits(level);
    std::array::from_fn(|place| figures.contradiction(shapes[place]?, digits[place]))
}
