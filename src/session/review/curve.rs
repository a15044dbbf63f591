//! Value of a game at each piece: the expected score at line 230, and why it changes.

use serde::Serialize;

use crate::players::rating::points;
use crate::rules::counter::{Counter, LineCounter};
use crate::rules::score::line_points;

use super::{LAST_LINE, ReviewedMove};

/// Value of a game at one of its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Number of the piece, from 1.
    pub number: usize,
    /// Clear points so far, plus the clear points expected from the best move until line 230.
    pub expected: f64,
    /// Sum of the losses of all moves up to and including this one, in points.
    pub lost: f64,
    /// Luck so far, in points: how much more the pieces that came are worth than the mean of all possible pieces. Over
    /// many games its mean is 0.
    pub luck: f64,
}

/// Share of the maximum points that good play reaches. The player `scorer` with tournament hands makes 1,309,000 of
/// 1,504,760 points up to line 230.
const KEPT: f64 = 0.87;

impl CurvePoint {
    /// Returns the curve up to line 230. Empty if the game starts later.
    ///
    /// The points still expected are the maximum clear points times the share that good play reaches. If the board
    /// costs more than usual in this game, the additional cost is subtracted.
    pub fn curve(moves: &[ReviewedMove]) -> Vec<CurvePoint> {
        let counted = moves.partition_point(|reviewed| reviewed.played.position.lines < LAST_LINE);
        let counted = &moves[..counted];
        let usual = median(counted.iter().map(|reviewed| reviewed.rating.best().cost));
        let (mut score, mut lost, mut luck) = (0.0, 0.0, 0.0);
        let mut lines = counted
            .first()
            .map_or(0, |first| first.played.position.lines);
        let mut curve: Vec<CurvePoint> = Vec::with_capacity(counted.len());
        for reviewed in counted {
            let position = &reviewed.played.position;
            // The line counter also contains the clears of pieces with unknown locks.
            while lines < position.lines {
                let rows = (position.lines - lines).min(4) as u8;
                score += clear_points(lines, position.level, rows);
                lines += u16::from(rows);
            }
            let to_come = usual_to_come(position.lines, position.level);
            let worth =
                |cost: f64| score + (to_come - points(cost - usual, position.level)).max(0.0);
            let best = worth(reviewed.rating.best().cost);
            let played = worth(reviewed.rating.played.cost);
            // The first point is the start of the game, so it contains no luck.
            if !curve.is_empty() {
                luck += points(reviewed.rating.luck, position.level);
            }
            if !reviewed.played.is_guess() {
                lost += best - played;
            }
            curve.push(CurvePoint {
                number: reviewed.number,
                expected: best,
                lost,
                luck,
            });
            score += clear_points(position.lines, position.level, reviewed.played.rows);
            lines = position.lines + u16::from(reviewed.played.rows);
        }
        curve
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// Returns the points of a clear, at the level after the clear.
pub fn clear_points(lines: u16, level: u8, rows: u8) -> f64 {
    let level = LineCounter(Counter::new(lines)).count(rows, level);
    f64::from(line_points(rows, level))
}

/// Returns the clear points that good play makes until line 230, whatever the board.
pub fn usual_to_come(lines: u16, level: u8) -> f64 {
    KEPT * most_to_come(lines, level)
}

/// Returns the maximum clear points until line 230. The last clear may go past line 230.
pub(super) fn most_to_come(lines: u16, level: u8) -> f64 {
    most_until(LAST_LINE, lines, level)
}

/// Returns the maximum clear points from `lines` at `level` until line `last`. The last clear may go past that line.
pub(super) fn most_until(last: u16, lines: u16, level: u8) -> f64 {
    let to_come = usize::from(last.saturating_sub(lines));
    let mut counter = LineCounter(Counter::new(lines));
    let mut levels = vec![level];
    for _ in 0..to_come + 3 {
        let level = counter.count(1, levels[levels.len() - 1]);
        levels.push(level);
    }
    let mut most = vec![0.0_f64; to_come + 4];
    for done in (0..to_come).rev() {
        let clears = (1..=4_u8).map(|rows| {
            let after = done + usize::from(rows);
            f64::from(line_points(rows, levels[after])) + most[after]
        });
        most[done] = clears.fold(0.0, f64::max);
    }
    most[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_is_one_tetris_after_another() {
        assert_eq!(most_to_come(LAST_LINE, 29), 0.0);
        // The last clear scores the points of the level that it reaches.
        assert_eq!(most_to_come(229, 28), 36_000.0, "lines past the end count");
        assert_eq!(most_to_come(226, 28), 8_700.0 + 36_000.0, "a triple before");
        assert_eq!(most_to_come(222, 28), 34_800.0 + 8_700.0 + 36_000.0);
        let all = most_to_come(0, 18);
        assert_eq!(all, 1_504_760.0);
        assert!((KEPT - 1_309_000.0 / all).abs() < 0.005);
    }
}
