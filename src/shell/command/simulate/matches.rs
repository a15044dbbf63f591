//! `simulate --match A B`: plays many matches on all cores and counts the wins of each side.

use rightwell::lab::match_report::MatchDescription;
use rightwell::lab::{MatchBatch, MatchReport};
use rightwell::plots::plot_matches;
use rightwell::rules::counted;

use crate::command::rules::ComputerMatch;
use crate::command::{SimulateArgs, simulate};
use crate::error::CliError;
use crate::work::progress;

/// Default number of rounds per match. With one round per match, every round counts as a result.
const BEST_OF: u8 = 1;

pub fn run(args: &SimulateArgs) -> Result<(), CliError> {
    let Some(games) = args.games else {
        return Err(CliError::usage("`--match` needs a limit: pass `--games N`"));
    };
    let shard = simulate::shard(args)?;
    let ComputerMatch { start, opponents } = args.matches.resolve(&args.game, BEST_OF)?;
    let batch = MatchBatch {
        start,
        opponents,
        games,
        shard,
    };
    let what = (MatchDescription::from_batch(&batch), shard);
    let extent = progress::WorkAmount::Games(batch.units());
    let outcome = simulate::carry_out(args, what, batch.units(), extent, |ledger, control| {
        batch.run_on(ledger, control)
    })?;
    let (seconds, interrupted) = (outcome.seconds, outcome.interrupted);
    let report = MatchReport::new(&batch, &outcome.counts, seconds, interrupted);
    write(args, &report)
}

/// Writes the figures of matches.
pub fn write(args: &SimulateArgs, report: &MatchReport) -> Result<(), CliError> {
    // A failure to write one output does not prevent the other.
    let drawn = simulate::draw(args, |command| plot_matches(report, command));
    simulate::write_figures(args, report, &summary(report), report.interrupted)?;
    drawn
}

/// Formats the figures as readable text.
fn summary(report: &MatchReport) -> String {
    let mut lines = Vec::new();
    for (place, side) in ["left ", "right"].into_iter().zip(&report.sides) {
        let (name, dials) = (&side.who.name, &side.who.dials);
        let rate = side.tetris_rate.unwrap_or_default() * 100.0;
        lines.push(format!(
            "{place} {name} (player {}, {dials})",
            side.who.player
        ));
        lines.push(format!(
            "      {} won; {}, {} cleared, {rate:.1} % by Tetrises, {} sent",
            side.wins,
            counted(side.pieces, "piece"),
            counted(side.rows_cleared, "row"),
            counted(side.rows_sent, "row")
        ));
    }
    let rules = &report.rules;
    let [left, right] = rules.levels;
    lines.push(format!(
        "{}, best of {}, levels {left} and {right}, garbage {}, seed {}",
        counted(report.games, "match"),
        rules.best_of,
        rules.garbage,
        rules.seed
    ));
    if let (Some(rate), Some([low, high])) = (report.win_rate, report.ci95) {
        lines.push(format!(
            "left wins {:.1} % (95 %: {:.1}-{:.1})",
            100.0 * rate,
            100.0 * low,
            100.0 * high
        ));
    }
    if report.undecided > 0 || report.drawn_rounds > 0 {
        lines.push(format!(
            "{} drawn and replayed, {} undecided",
            counted(report.drawn_rounds, "round"),
            counted(report.undecided, "match")
        ));
    }
    if let Some(frames) = report.mean_round_frames {
        let longest = report.longest_round_frames;
        lines.push(format!(
            "rounds of {frames:.0} frames on average, {longest} at most"
        ));
    }
    lines.push(format!(
        "{:.1} seconds, {:.0} pieces a second",
        report.seconds, report.pieces_per_second
    ));
    lines.push(String::new());
    lines.join("\n")
}
