//! Plot of the stack height during a game.

use crate::lab::Report;

use super::Plot;
use super::axis::Axis;
use super::chart::Chart;
use super::drawing::Ink;
use super::numbers::number;

/// Maximum number of pieces on a linear x axis. If games are longer, the axis is logarithmic.
const PIECES_MAX: u64 = 3000;

/// Returns the plot of stack heights. `None` if the batch did not count heights.
pub fn stack_heights(report: &Report) -> Option<Plot> {
    let means: Vec<(u64, u64, f64)> = report.tally.heights.means().collect();
    let &(first, ..) = means.first()?;
    let &(_, last, _) = means.last()?;
    let points: Vec<(f64, f64)> = means
        .iter()
        .map(|&(from, to, mean)| ((from + to) as f64 / 2.0, mean))
        .collect();
    let &(end, _) = points.last()?;
    let highest = points
        .iter()
        .fold(0.0, |most: f64, point| most.max(point.1));
    let label = "pieces of the game so far";
    let x = if last > PIECES_MAX {
        Axis::logarithmic(label, first as f64, end)
    } else {
        Axis::linear(label, 0.0, end)
    };
    let y = Axis::linear("mean height in rows", 0.0, highest.ceil().clamp(4.0, 20.0));
    let line = format!("highest on average: {} rows", number(highest));
    let mut chart = Chart::new("Stack height during a game", &[line], x, y);
    if points.len() == 1 {
        chart.dots(&points, Ink::Data);
    }
    chart.line(&points, Ink::Data);
    Some(Plot {
        name: "heights",
        caption:
            "Mean height of the highest column by number of pieces, over all games that lasted that long. The curve has one point per ten pieces from piece 100 on, and one per hundred from piece 1,000 on."
                .to_owned(),
        drawing: chart.drawing,
    })
}
