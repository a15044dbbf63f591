//! Outlook of a game: the runway to a level, the projected score, and a lead in Tetrises.

use crate::rules::score::line_points;
use crate::rules::{Counter, LineCounter};

use super::clears::ROW_POINTS;

/// Maximum number of lines to look ahead. Level 39 is 390 lines away from a start at level 0.
const LINES_MAX: usize = 400;
/// EFF of a game in which every clear is a Tetris.
const PERFECT: f64 = ROW_POINTS[3] as f64;

/// Returns the maximum points until the game reaches level `goal`, including the clear that reaches it. `lines` is the
/// line counter. `None` if the level is already reached or too far away.
///
/// Source: the runway of NestrisChamps.
pub fn most_points(lines: u16, level: u8, goal: u8) -> Option<u64> {
    if goal <= level {
        return None;
    }
    let mut counter = LineCounter(Counter::new(lines));
    let mut levels = vec![level];
    let mut rise = |levels: &mut Vec<u8>| {
        let level = counter.count(1, levels[levels.len() - 1]);
        levels.push(level);
        level
    };
    while rise(&mut levels) != goal {
        if levels.len() > LINES_MAX {
            return None;
        }
    }
    let rest = levels.len() - 1;
    // The last clear may go up to three lines past the goal.
    for _ in 0..3 {
        rise(&mut levels);
    }
    let mut best = vec![0; levels.len()];
    for line in (0..rest).rev() {
        let clears = (1..=4).map(|rows| {
            let after = line + rows;
            u64::from(line_points(rows as u8, levels[after])) + best[after]
        });
        best[line] = clears.max().unwrap_or(0);
    }
    Some(best[0])
}

/// Returns the projected score on reaching a level if the player stays as efficient as so far. `rest` is the rest of
/// the runway, `efficiency` is EFF.
///
/// Source: the projection of NestrisChamps, except that the present score is included.
pub fn projected(score: u64, rest: u64, efficiency: f64) -> u64 {
    score + (rest as f64 * efficiency / PERFECT).round() as u64
}

/// Converts a lead of `points` to the number of Tetrises that the trailing side needs to catch up. `lines` and `level`
/// are those of the trailing side. The result may end with a fraction of the last Tetris.
///
/// Source: the match view of NestrisChamps.
pub fn in_tetrises(points: u64, lines: u16, level: u8) -> f64 {
    let mut counter = LineCounter(Counter::new(lines));
    let (mut level, mut rest, mut tetrises) = (level, points, 0.0);
    while rest > 0 {
        level = counter.count(4, level);
        let worth = u64::from(line_points(4, level));
        tetrises += if rest < worth {
            rest as f64 / worth as f64
        } else {
            1.0
        };
        rest = rest.saturating_sub(worth);
    }
    tetrises
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simple reference implementation of `most_points`: tries every sequence of clears up to the goal.
    fn plainly(lines: u16, level: u8, goal: u8) -> u64 {
        if level >= goal {
            return 0;
        }
        let ways = (1..=4).map(|rows| {
            let mut counter = LineCounter(Counter::new(lines));
            let after = counter.count(rows, level);
            u64::from(line_points(rows, after)) + plainly(counter.0.value(), after, goal)
        });
        ways.max().unwrap()
    }

    #[test]
    fn the_runway_is_the_best_of_all_sequences() {
        for (lines, level, goal) in [(110, 18, 19), (127, 18, 19), (129, 18, 19), (122, 18, 20)] {
            let most = most_points(lines, level, goal);
            assert_eq!(
                most,
                Some(plainly(lines, level, goal)),
                "{lines} {level} {goal}"
            );
        }
        assert_eq!(most_points(0, 0, 2), Some(plainly(0, 0, 2)));
    }

    #[test]
    fn runways_by_hand() {
        // One line is left: a Tetris that leads to level 19.
        assert_eq!(most_points(129, 18, 19), Some(24_000));
        // Four lines are left: a triple at level 18, then a Tetris that leads to level 19.
        assert_eq!(most_points(126, 18, 19), Some(5_700 + 24_000));
        // Ten lines are left: two Tetrises, a single, and a Tetris that leads to level 20.
        assert_eq!(most_points(130, 19, 20), Some(2 * 24_000 + 800 + 25_200));
        assert_eq!(most_points(0, 19, 19), None);
        assert_eq!(most_points(0, 29, 19), None);
        assert_eq!(most_points(2190, 219, 220), None, "it lasts 810 lines");
        assert!(most_points(0, 0, 39).is_some());
    }

    #[test]
    fn the_projection_adds_the_expected_points() {
        assert_eq!(projected(300_000, 90_000, 200.0), 360_000);
        assert_eq!(projected(5, 10, 150.0), 10);
        assert_eq!(projected(7, 1, 100.0), 7);
    }

    #[test]
    fn a_lead_is_counted_in_tetrises_with_a_fraction() {
        assert_eq!(in_tetrises(0, 100, 18), 0.0);
        // A Tetris at level 18 scores 22,800 points.
        assert_eq!(in_tetrises(22_800, 110, 18), 1.0);
        assert_eq!(in_tetrises(11_400, 110, 18), 0.5);
        // From line 126, the first Tetris scores 24,000 points, because it leads to level 19.
        assert_eq!(in_tetrises(36_000, 126, 18), 1.5);
        // From line 122, the Tetrises score 22,800 and 24,000 points.
        assert_eq!(in_tetrises(34_800, 122, 18), 1.5);
    }
}
