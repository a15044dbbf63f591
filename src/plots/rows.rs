//! Plot of each row's share of all locks, with the fitted line.

use crate::lab::Report;
use crate::lab::fit::RowShareFit;

use super::Plot;
use super::axis::Axis;
use super::chart::Chart;
use super::drawing::Ink;
use super::numbers::rounded;

/// First and last row of the fit. Above the first of these rows, the fitted line is dashed.
const ROWS: (f64, f64) = (6.0, 15.0);

/// Returns the plot of locks by row. `None` without any locks.
pub fn locks_by_row(report: &Report) -> Option<Plot> {
    let percents = report.row_percent?;
    let points: Vec<(f64, f64)> = (0..)
        .zip(percents)
        .filter(|(_, percent)| *percent > 0.0)
        .map(|(row, percent)| (f64::from(row), percent))
        .collect();
    let least = points
        .iter()
        .fold(100.0, |least: f64, point| least.min(point.1));
    let fit = report.good_fit();
    let (lines, least) = match &fit {
        Ok(fit) => {
            let pieces = rounded(fit.expected_pieces);
            let rows = rounded(fit.expected_rows);
            let lines = vec![
                format!(
                    "the fitted line (r2 = {:.3}) predicts {pieces} pieces and",
                    fit.r2
                ),
                format!("{rows} rows until a piece locks in row 0 and ends the game"),
            ];
            (lines, least.min(on_line(fit, 0.0)))
        }
        Err(why) => (vec![format!("no fitted line: {why}")], least),
    };
    // Limit the axis of percentages: the fitted share at row 0 can be so small that nothing else could be seen.
    let y = Axis::logarithmic("percent of all locks", least.max(1e-18), 100.0);
    let floor = y.from;
    let x = Axis::linear("row, 0 at the top", 0.0, 19.0);
    let mut chart = Chart::new("Locks by row", &lines, x, y);
    if let Ok(fit) = fit {
        let at = |row: f64| (row, on_line(&fit, row));
        chart.name(Ink::Computed, "fitted to rows 6-15");
        // Draw the line only where it is between the lower end of the axis and 100 %.
        let reaches = |percent: f64| (percent.log10() - fit.intercept) / fit.slope;
        let (first, last) = match fit.slope > 0.0 {
            true => (reaches(floor).max(0.0), reaches(100.0).min(ROWS.1)),
            false => (0.0, ROWS.1),
        };
        chart.dashes(&[at(first), at(ROWS.0.max(first))], Ink::Computed);
        chart.line(&[at(ROWS.0.max(first)), at(last)], Ink::Computed);
    }
    chart.dots(&points, Ink::Data);
    Some(Plot {
        name: "rows",
        caption: "Share of locks in each row. Each grid step is ten times the one below. If the points lie on \
                  the line through rows 6 to 15, its value at row 0 tells how many pieces and rows a game is \
                  expected to last."
            .to_owned(),
        drawing: chart.drawing,
    })
}

/// Returns the percentage that the fit gives for a row.
fn on_line(fit: &RowShareFit, row: f64) -> f64 {
    10f64.powf(fit.intercept + fit.slope * row)
}
