//! Plots of the distribution of scores, and of the chance to reach a score.

use crate::lab::Report;
use crate::lab::scores::ScoreFigures;
use crate::rules::counted;

use super::Plot;
use super::axis::{Axis, round_step};
use super::chart::Chart;
use super::drawing::Ink;
use super::numbers::{count, number, tick};

/// Number of steps in the curve of chances.
const PLACES: u64 = 240;

/// Returns the histogram of scores. `None` if the batch did not count scores.
pub fn distribution(report: &Report) -> Option<Plot> {
    let figures = report.scores.as_ref()?;
    let scores = &report.tally.scores;
    let games = scores.games() as f64;
    let (min, max) = (figures.min as f64, figures.max as f64);
    // The more games, the more bars.
    let bars = (1.5 * games.sqrt()).clamp(6.0, 40.0) as usize;
    let width = round_step((max - min).max(1.0), bars + 1).max(1.0);
    let first = (min / width).floor();
    let count_of_bars = ((max / width).floor() - first) as usize + 1;
    let mut counts = vec![0u64; count_of_bars];
    for (score, count) in scores.each() {
        counts[((score as f64 / width).floor() - first) as usize] += count;
    }
    let from = |bar: usize| (first + bar as f64) * width;
    let largest = counts.iter().max().copied().unwrap_or(0) as f64;
    let x = Axis::linear("points", from(0), from(count_of_bars));
    let y = Axis::linear(
        &format!("games, in steps of {} points", tick(width)),
        0.0,
        // Leave space above the bars for the label of the mean.
        largest * 1.15,
    );
    let mut chart = Chart::new("Scores", &lines(figures, games as u64), x, y);
    let bars: Vec<_> = (0..)
        .zip(&counts)
        .map(|(bar, &count)| (from(bar), from(bar + 1), count as f64))
        .collect();
    chart.bars(&bars);
    chart.mark(figures.mean, "mean", Ink::Computed);
    Some(Plot {
        name: "scores",
        caption: "Number of games by score. Scores are not capped at 999,999.".to_owned(),
        drawing: chart.drawing,
    })
}

/// Returns the plot of the share of games that reached each score. `None` if the batch did not count scores.
pub fn chances(report: &Report) -> Option<Plot> {
    let figures = report.scores.as_ref()?;
    let scores = &report.tally.scores;
    let spread = figures.max - figures.min;
    // Extend both ends a little, so that the curve reaches 1 and 0.
    let from = figures.min.saturating_sub(spread / 8);
    let to = figures.max + spread / 8 + 1;
    let way = |place: u64| u128::from(to - from) * u128::from(place) / u128::from(PLACES);
    let mut places: Vec<u64> = (0..=PLACES).map(|place| from + way(place) as u64).collect();
    places.dedup();
    let points: Vec<(f64, f64)> = places
        .into_iter()
        .map(|score| (score as f64, 100.0 * scores.share_at_least(score)))
        .collect();
    let x = Axis::linear("points", from as f64, to as f64);
    let y = Axis::linear(
        "percent of games with at least that many points",
        0.0,
        100.0,
    );
    let half = format!("half of the games have {} or more", number(figures.median));
    let mut chart = Chart::new("Chance of reaching a score", &[half], x, y);
    chart.line(&points, Ink::Data);
    chart.mark(figures.median, "median", Ink::Computed);
    Some(Plot {
        name: "chances",
        caption: "Share of the games that reached at least the score on the horizontal axis."
            .to_owned(),
        drawing: chart.drawing,
    })
}

fn lines(figures: &ScoreFigures, games: u64) -> Vec<String> {
    let [low, high] = figures.ci95;
    vec![
        format!(
            "{}, mean {}",
            counted(count(games), "game"),
            number(figures.mean)
        ),
        format!("95 % confidence: {} to {}", number(low), number(high)),
    ]
}
