//! How fast locks become rare towards the top, and what follows from it.

use serde::Serialize;

/// The rows that take part.
const ROWS: std::ops::RangeInclusive<usize> = 6..=15;
/// Rows with fewer locks say too little.
const LOCKS_MIN: u64 = 10;

/// A straight line through the logarithms of the shares of locks by row.
///
/// Source: the method of meatfighter.com, "Applying Artificial Intelligence to Nintendo Tetris".
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// Change of log10(percent) from a row to the one below it.
    pub slope: f64,
    /// log10(percent) at row 0.
    pub intercept: f64,
    /// Coefficient of determination.
    pub r2: f64,
    /// Pieces until one locks in row 0.
    pub expected_pieces: f64,
    /// Rows cleared until then: four cells a piece, ten a row.
    pub expected_rows: f64,
}

impl Fit {
    /// Least squares over rows 6-15 with at least ten locks; none with fewer than three such
    /// rows.
    pub fn of(locks_by_row: &[u64; 20]) -> Option<Fit> {
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
        Some(Fit {
            slope,
            intercept,
            r2: if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 },
            expected_pieces,
            expected_rows: expected_pieces * 4.0 / 10.0,
        })
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
        let fit = Fit::of(&locks).unwrap();
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
        assert_eq!(Fit::of(&locks), None);
    }
}
