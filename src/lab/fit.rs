//! Fits two curves to the figures of a batch. One curve shows how much rarer locks become from row to row towards the
//! top; the expected game length follows from it. The other curve describes how many pieces lock between two empty
//! playfields.

use std::collections::BTreeMap;

use serde::Serialize;

/// Rows that the fit uses; row 0 is the top row.
const ROWS: std::ops::RangeInclusive<usize> = 6..=15;
/// Minimum number of locks in a row for the fit. Rows with fewer locks are too noisy.
const LOCKS_MIN: u64 = 10;

/// Straight line fitted to the logarithms of the rows' shares of all locks.
///
/// Source: the method of meatfighter.com, "Applying Artificial Intelligence to Nintendo Tetris".
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RowShareFit {
    /// Change of log10(percent) from a row to the row below.
    pub slope: f64,
    /// log10(percent) at row 0.
    pub intercept: f64,
    /// Coefficient of determination.
    pub r2: f64,
    /// Expected number of pieces until a piece locks in row 0.
    pub expected_pieces: f64,
    /// Expected number of rows cleared by these pieces, with four cells per piece and ten per row.
    pub expected_rows: f64,
}

impl RowShareFit {
    /// Fits a line, by least squares, to those of the rows 6-15 that have at least ten locks. `None` if there are fewer
    /// than three such rows.
    pub fn from_locks(locks_by_row: &[u64; 20]) -> Option<RowShareFit> {
        let all: u64 = locks_by_row.iter().sum();
        let points: Vec<(f64, f64)> = ROWS
            .filter(|&row| locks_by_row[row] >= LOCKS_MIN)
            .map(|row| {
                let percent = 100.0 * locks_by_row[row] as f64 / all as f64;
                (row as f64, percent.log10())
            })
            .collect();
        if points.len() < 3 {
            return None;
        }
        let count = points.len() as f64;
        let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
        let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
        let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|&(x, y)| f(x - mean_x, y - mean_y)).sum()
        };
        let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
        let slope = xy / xx;
        let intercept = mean_y - slope * mean_x;
        let expected_pieces = 100.0 / 10f64.powf(intercept);
        Some(RowShareFit {
            slope,
            intercept,
            r2: if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 },
            expected_pieces,
            expected_rows: expected_pieces * 4.0 / 10.0,
        })
    }
}

/// Minimum coefficient of determination at which the points look like a straight line.
const STRAIGHT: f64 = 0.95;
/// Ratio between actual and expected number of lost games, in either direction, that chance cannot explain.
const TIMES_OFF: f64 = 3.0;

impl RowShareFit {
    /// Returns the reason why the fit is not valid, given the numbers of lost games and of pieces. `None` if it is
    /// valid.
    pub fn fault(&self, games_over: u64, pieces: u64) -> Option<String> {
        if self.r2 < STRAIGHT {
            return Some(format!(
                "the rows do not lie on a line (r2 = {:.3})",
                self.r2
            ));
        }
        let (lost, expected) = (games_over as f64, pieces as f64 / self.expected_pieces);
        let is_off = |more: f64, fewer: f64| more > TIMES_OFF * (fewer + 1.0);
        (is_off(lost, expected) || is_off(expected, lost)).then(|| {
            format!("the line predicts {expected:.0} lost games, but {games_over} were lost")
        })
    }
}

/// Number of pieces between two points at which the playfield can be empty. With ten columns and four cells per piece,
/// only a multiple of five pieces can empty the playfield again.
pub const CLEAR_STEP: u32 = 5;

/// Geometric distribution of the wait between two empty playfields, in pieces. At the shortest wait and at every fifth
/// piece after it, the wait ends with a constant probability. The fit uses the observed shortest wait and the observed
/// mean; this is the most likely distribution of this form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EmptyFieldWait {
    /// Shortest wait in pieces.
    pub shortest: u32,
    /// Probability (0-1) that a wait continues at a point where it could end.
    pub goes_on: f64,
}

impl EmptyFieldWait {
    /// Fits a histogram of waits in pieces. `None` if the histogram is empty.
    pub fn from_histogram(histogram: &BTreeMap<u32, u64>) -> Option<EmptyFieldWait> {
        let (&shortest, _) = histogram.first_key_value()?;
        let count: u64 = histogram.values().sum();
        let sum: f64 = histogram
            .iter()
            .map(|(&pieces, &count)| f64::from(pieces) * count as f64)
            .sum();
        let beyond = sum / count as f64 - f64::from(shortest);
        Some(EmptyFieldWait {
            shortest,
            goes_on: beyond / (beyond + f64::from(CLEAR_STEP)),
        })
    }

    /// Returns the share (0-1) of waits that are shorter than `pieces` pieces.
    pub fn share_below(&self, pieces: f64) -> f64 {
        let steps = (pieces - f64::from(self.shortest)) / f64::from(CLEAR_STEP);
        1.0 - self.goes_on.powf(steps.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenfold_fall_per_row_is_a_slope_of_one() {
        let mut locks = [0; 20];
        for (row, count) in locks.iter_mut().enumerate().take(16).skip(6) {
            *count = 10u64.pow(row as u32 - 5);
        }
        let fit = RowShareFit::from_locks(&locks).unwrap();
        assert!((fit.slope - 1.0).abs() < 1e-12 && (fit.r2 - 1.0).abs() < 1e-12);
        let all: u64 = locks.iter().sum();
        let at_row_0 = 1e-5 / all as f64;
        assert!((fit.expected_pieces * at_row_0 - 1.0).abs() < 1e-9);
        assert!((fit.expected_rows / fit.expected_pieces - 0.4).abs() < 1e-12);
    }

    #[test]
    fn two_rows_are_too_few() {
        let mut locks = [0; 20];
        locks[14] = 10;
        locks[15] = 100;
        locks[16] = 100_000;
        assert_eq!(RowShareFit::from_locks(&locks), None);
    }

    #[test]
    fn a_halving_wait_is_fitted_exactly() {
        let histogram = (0..20)
            .map(|step| (10 + 5 * step, 1 << (20 - step)))
            .collect();
        let wait = EmptyFieldWait::from_histogram(&histogram).unwrap();
        assert_eq!(wait.shortest, 10);
        assert!((wait.goes_on - 0.5).abs() < 1e-4, "{wait:?}");
        assert_eq!(wait.share_below(10.0), 0.0);
        assert!((wait.share_below(20.0) - 0.75).abs() < 1e-4);
        assert_eq!(EmptyFieldWait::from_histogram(&BTreeMap::new()), None);
        let only = EmptyFieldWait::from_histogram(&BTreeMap::from([(5, 7)])).unwrap();
        assert_eq!((only.goes_on, only.share_below(10.0)), (0.0, 1.0));
    }

    #[test]
    fn a_line_is_valid_if_it_predicts_the_lost_games() {
        let fit = RowShareFit {
            slope: 1.0,
            intercept: 0.0,
            r2: 0.99,
            expected_pieces: 100.0,
            expected_rows: 40.0,
        };
        for (games_over, pieces, holds) in [
            (0, 250, true),
            (0, 1_000, false),
            (7, 1_000, true),
            (100, 1_000, false),
        ] {
            let fault = fit.fault(games_over, pieces);
            assert_eq!(
                fault.is_none(),
                holds,
                "{games_over} of {pieces}: {fault:?}"
            );
        }
        assert!(RowShareFit { r2: 0.9, ..fit }.fault(7, 1_000).is_some());
    }
}
