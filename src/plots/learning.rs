//! Plots that show how a value table converges while it is learnt.

use crate::lab::learn::CurveNote;
use crate::lab::{LearningCurve, LearningTotals};
use crate::rules::counted;

use super::Plot;
use super::axis::Axis;
use super::chart::Chart;
use super::drawing::Ink;
use super::numbers::{count, number, percent, rounded};

/// Maximum number of points in a plotted curve. Each point is the mean over its interval.
const POINTS_MAX: usize = 100;

/// Returns the plots of a learning run. Empty if there is too little data.
pub fn curves(curve: &LearningCurve, totals: &LearningTotals) -> Vec<Plot> {
    let every = curve.notes().len().div_ceil(POINTS_MAX);
    let notes: Vec<CurveNote> = curve.notes().iter().copied().step_by(every).collect();
    let (Some(last), true) = (notes.last().copied(), notes.len() > 2) else {
        return Vec::new();
    };
    let mean = |of: fn(&CurveNote, &CurveNote) -> Option<f64>| -> Vec<(f64, f64)> {
        let pairs = notes.windows(2).map(|pair| (pair[0], pair[1]));
        pairs
            .filter_map(|(from, to)| {
                let middle = (from.pieces + to.pieces) as f64 / 2.0;
                Some((middle, of(&from, &to)?))
            })
            .collect()
    };
    let x = || Axis::linear("pieces learnt from", 0.0, last.pieces as f64);
    let tetrises = mean(|from, to| {
        share(
            to.rows_by_tetrises - from.rows_by_tetrises,
            to.rows - from.rows,
        )
    });
    let losses = mean(|from, to| {
        let games = (to.games_over - from.games_over).max(1);
        Some((to.pieces - from.pieces) as f64 / games as f64)
    });
    let errors = mean(|from, to| {
        let fields = to.fields - from.fields;
        (fields > 0).then(|| (to.errors - from.errors) / fields as f64)
    });
    let highest = |points: &[(f64, f64)]| {
        points
            .iter()
            .fold(0.0, |most: f64, point| most.max(point.1))
    };
    let end = |points: &[(f64, f64)]| points.last().map_or(0.0, |point| point.1);
    let mut plots = Vec::new();
    let mut push =
        |name, title: &str, caption: &str, lines: &[String], y, points: &[(f64, f64)]| {
            if points.len() > 1 {
                let mut chart = Chart::new(title, lines, x(), y);
                chart.line(points, Ink::Data);
                plots.push(Plot {
                    name,
                    caption: caption.to_owned(),
                    drawing: chart.drawing,
                });
            }
        };
    let scaled: Vec<(f64, f64)> = tetrises
        .iter()
        .map(|&(x, share)| (x, 100.0 * share))
        .collect();
    push(
        "learning-tetrises",
        "Rows by Tetrises while learning",
        "Share of the rows cleared four at a time. Each point covers the pieces since the previous point.",
        &[format!("at the end {}", percent(end(&tetrises)))],
        Axis::linear("percent of the rows", 0.0, 100.0),
        &scaled,
    );
    let least = losses
        .iter()
        .fold(f64::MAX, |least, point| least.min(point.1));
    push(
        "learning-losses",
        "Pieces per lost game while learning",
        "Pieces per lost game since the previous point, or all pieces since then if no game was lost. Each grid step is ten times the one below.",
        &[format!(
            "{} lost in {}",
            counted(count(totals.games_over), "game"),
            counted(count(totals.pieces), "piece")
        )],
        Axis::logarithmic(
            "pieces per lost game",
            least.clamp(1.0, 1e12),
            highest(&losses).max(10.0),
        ),
        &losses,
    );
    push(
        "learning-errors",
        "Error of the costs while learning",
        "Mean error of the costs of playfields, in lines, since the previous point. Some error always \
         remains because of chance.",
        &[format!(
            "mean error at the end: {} lines; {} playfields in all",
            number(end(&errors)),
            rounded(last.fields as f64)
        )],
        Axis::linear("mean error in lines", 0.0, highest(&errors) * 1.05),
        &errors,
    );
    plots
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
