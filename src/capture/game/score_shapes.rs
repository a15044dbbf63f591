//! Learns the digits of the score from its rises, and counts the rises that clears and soft drops do not explain.

use crate::capture::BLANK_SHAPE;

use super::CapturedGame;
use super::cleared_rows::ClearedRows;
use super::figures::{NumberReadings, SCORE, ShapeDigits, begins};
use super::line_count::LineCounts;
use super::score_solver::{Digits, PUSH_POINTS_MAX, ScoreReading, solve};

impl ShapeDigits {
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
        if self.is_exact() {
            return;
        }
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
