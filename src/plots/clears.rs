//! Plot of the number of pieces between two empty playfields.

use crate::lab::Report;
use crate::lab::fit::{CLEAR_STEP, EmptyFieldWait};
use crate::rules::counted;

use super::Plot;
use super::axis::{Axis, round_step};
use super::chart::Chart;
use super::drawing::Ink;
use super::numbers::{count, number, percent, tick};

/// Maximum number of bars. It is reached if there are many clears.
const BARS_MAX: f64 = 50.0;
/// Minimum number of bars, for few clears.
const BARS_MIN: f64 = 6.0;
/// Share of all waits that the plot shows. The longest ones are left out.
const SHOWN: f64 = 0.995;

/// Returns the plot of waits between two empty playfields. `None` if the playfield never became empty again.
pub fn intervals(report: &Report) -> Option<Plot> {
    let clears = report.complete_clears.as_ref()?;
    let wait = EmptyFieldWait::from_histogram(&clears.histogram)?;
    let all = clears.count as f64;
    let shortest = f64::from(wait.shortest);
    let mut seen = 0;
    let longest = clears.histogram.iter().find(|(_, count)| {
        seen += **count;
        seen as f64 >= SHOWN * all
    });
    let longest = f64::from(longest.map_or(wait.shortest, |(&pieces, _)| pieces));
    let step = f64::from(CLEAR_STEP);
    let steps = (longest - shortest) / step + 1.0;
    // The more clears, the more bars.
    let most = (1.5 * all.sqrt()).clamp(BARS_MIN, BARS_MAX);
    let width = step * round_step(steps, most as usize + 1).max(1.0);
    let bars = ((longest - shortest) / width).floor() as usize + 1;
    let from = |bar: usize| shortest + bar as f64 * width;
    let mut counts = vec![0; bars];
    for (&pieces, &count) in &clears.histogram {
        let bar = ((f64::from(pieces) - shortest) / width) as usize;
        if let Some(sum) = counts.get_mut(bar) {
            *sum += count;
        }
    }
    let shares: Vec<f64> = counts
        .iter()
        .map(|&count| 100.0 * count as f64 / all)
        .collect();
    let fitted =
        |bar: usize| 100.0 * (wait.share_below(from(bar + 1)) - wait.share_below(from(bar)));
    let largest = shares
        .iter()
        .copied()
        .chain([fitted(0)])
        .fold(0.0, f64::max);
    let beyond = clears.count - counts.iter().sum::<u64>();
    let lines = [
        format!(
            "{}, every {} pieces on average",
            counted(count(clears.count), "time"),
            number(clears.mean_pieces)
        ),
        format!(
            "fitted line: in each {CLEAR_STEP} pieces, the wait ends with a chance of {}{}",
            percent(1.0 - wait.goes_on),
            match beyond {
                0 => String::new(),
                beyond => format!("; {} longer waits not shown", count(beyond)),
            }
        ),
    ];
    let label = format!("percent, in steps of {} pieces", tick(width));
    let x = Axis::linear("pieces since the playfield was empty", shortest, from(bars));
    let y = Axis::linear(&label, 0.0, largest * 1.05);
    let mut chart = Chart::new("Pieces between complete clears", &lines, x, y);
    let places = shares.iter().enumerate();
    let drawn: Vec<_> = places
        .map(|(bar, &share)| (from(bar), from(bar + 1), share))
        .collect();
    chart.bars(&drawn);
    let curve: Vec<_> = (0..bars)
        .map(|bar| (from(bar) + width / 2.0, fitted(bar)))
        .collect();
    if bars > 1 {
        chart.line(&curve, Ink::Computed);
    }
    Some(Plot {
        name: "clears",
        caption: "Pieces between two empty playfields, always a multiple of five. The fitted line assumes that every five pieces have the same chance to empty the playfield."
            .to_owned(),
        drawing: chart.drawing,
    })
}
