//! Summary of `simulate`'s games as readable text.

use rightwell::lab::{BatchDescription, Report};
use rightwell::rules::counted;

/// Describes how pieces were moved.
fn input(what: &BatchDescription) -> String {
    let (Some(reaction), Some(region)) = (what.reaction, &what.region) else {
        return what.input.clone();
    };
    let taps = match (&what.taps, what.tap_hz) {
        (Some(pattern), _) => pattern.clone(),
        (None, Some(rate)) => format!("{rate} Hz"),
        (None, None) => return what.input.clone(),
    };
    let hand = what.hand.as_ref();
    let hand = hand.map_or_else(String::new, |hand| format!("{hand}: "));
    let height = what.height;
    let height = height.map_or_else(String::new, |height| format!(", B-type {height}"));
    let sight = what.sight.as_ref();
    let sight = sight.map_or_else(String::new, |sight| format!(", sight {sight}"));
    let slips = if what.tuck_misdrops {
        ", tuck misdrops"
    } else {
        ""
    };
    format!("pad ({hand}{taps}, reaction {reaction}{sight}{slips}, {region}{height})")
}

/// Formats the figures as readable text.
pub fn summary(report: &Report, threads: usize) -> String {
    let mut lines = vec![
        format!(
            "player {}, filter {}, input {}, randomizer {}, seed {}, level {}",
            report.description.player,
            report.description.filter,
            input(&report.description),
            report.description.randomizer,
            report.description.seed,
            report.description.level
        ),
        format!(
            "{}, {} of them lost; {}, {} cleared",
            counted(report.games, "game"),
            report.games_over,
            counted(report.pieces, "piece"),
            counted(report.rows_cleared, "row")
        ),
        format!(
            "{:.1} seconds, {:.0} pieces a second, {:.0} per thread",
            report.seconds,
            report.pieces_per_second,
            report.pieces_per_second / threads as f64
        ),
    ];
    if let Some(rate) = report.tetris_rate {
        lines.push(format!(
            "{:.1} % of the rows cleared by Tetrises",
            100.0 * rate
        ));
    }
    if let Some(rows) = report.row_percent {
        lines.push("locks by row (0 = top), percent:".to_owned());
        let rows = rows
            .iter()
            .enumerate()
            .filter(|(_, percent)| **percent > 0.0);
        lines.extend(rows.map(|(row, percent)| format!("  {row:2} {percent:10.6}")));
    }
    if let Some(clears) = &report.complete_clears {
        lines.push(format!(
            "playfield emptied {}, every {:.1} pieces",
            counted(clears.count, "time"),
            clears.mean_pieces
        ));
    }
    if let Some(scores) = &report.scores {
        lines.push(format!(
            "score mean {:.0} (95 %: {:.0}-{:.0}), median {:.0}, {} to {}",
            scores.mean, scores.ci95[0], scores.ci95[1], scores.median, scores.min, scores.max
        ));
        let percentiles = scores.percentiles.iter();
        let percentiles = percentiles.map(|(percent, score)| format!("{percent} %: {score}"));
        let percentiles: Vec<String> = percentiles.collect();
        lines.push(format!("scores not above {}", percentiles.join(", ")));
        lines.push(format!(
            "{:.1} rows per game on average, {:.2} ms per piece",
            report.rows_cleared as f64 / report.games as f64,
            1000.0 * report.seconds * threads as f64 / report.pieces as f64
        ));
    }
    if let Some(share) = report.share_reached_lines {
        lines.push(format!(
            "{:.1} % of the games reached the limit of lines",
            100.0 * share
        ));
    }
    if !report.share_at_lines.is_empty() {
        let shares = report.share_at_lines.iter();
        let shares = shares.map(|(lines, share)| format!("{lines}: {:.1} %", 100.0 * share));
        let shares: Vec<String> = shares.collect();
        lines.push(format!("games that reached lines {}", shares.join(", ")));
    }
    if let Some((head, rows)) = report.endings() {
        lines.push(
            "what ended the lost games, by level, with their mean number of lines:".to_owned(),
        );
        let head = head.into_iter().map(str::to_owned).collect();
        lines.extend([head].iter().chain(&rows).map(|row| ending(row)));
    }
    if let Some(pattern) = &report.pattern {
        let pieces = pattern
            .pieces_mean
            .map_or_else(String::new, |pieces| format!(" after {pieces:.0} pieces"));
        lines.push(format!(
            "pattern {} completed in {:.1} % of the games{pieces}; on average, {:.2} rows of it were built",
            pattern.name,
            100.0 * pattern.completed_share,
            pattern.rows_done_mean
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Formats a row of the table of endings.
fn ending(row: &[String]) -> String {
    let figures = row[1..].iter();
    let figures: String = figures.map(|figure| format!(" {figure:>6}")).collect();
    format!("  {:<41}{figures}", row[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::simulate::games::tests::batch_of;

    #[test]
    fn the_summary_describes_the_known_input() {
        let batch = batch_of("simulate --input pad --tap-hz 12 --games 1 --seed 2A");
        let mut what = BatchDescription::from_batch(&batch);
        assert_eq!(input(&what), "pad (12 Hz, reaction 0, ntsc)");
        what.tap_hz = None;
        assert_eq!(
            input(&what),
            "pad",
            "the summary must not invent a tap rate"
        );
    }
}
