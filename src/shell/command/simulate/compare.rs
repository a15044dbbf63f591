//! `simulate --compare PLAYER`: compares two players in games with equal pieces.

use std::sync::Arc;

use rightwell::lab::compare::{ComparisonVerdict, DifferenceFigures};
use rightwell::lab::{Batch, BatchSize, Comparison, ComparisonReport, Report};
use rightwell::plots::plot_games;

use crate::command::simulate::games;
use crate::command::simulate::summary::summary;
use crate::command::{SimulateArgs, simulate};
use crate::error::CliError;
use crate::scene::begin::games::check_known_pieces;
use crate::store::load;
use crate::work::progress;

/// Plays the games and writes the results.
pub fn run(args: &SimulateArgs) -> Result<(), CliError> {
    let Some(player) = &args.compare else {
        unreachable!("`--compare` is given");
    };
    if args.games.is_none() || args.pieces.is_some() {
        return Err(CliError::usage(
            "`--compare` needs `--games N` instead of `--pieces`, because it compares game by game; to limit a game, use `--lines N` or `--pieces-per-game N`",
        ));
    }
    let other = load::strategy(player, &args.game.filter)
        .map_err(|error| CliError::usage(format!("--compare: {error}")))?;
    let one = games::batch(args)?;
    check_known_pieces(&other, &one.series)?;
    games::say_if_endless(&one);
    let comparison = Comparison {
        other: Batch {
            strategy: Arc::new(other.ending_with(one.lines.map(u32::from))),
            ..one.clone()
        },
        one,
    };
    let one = &comparison.one;
    let BatchSize::Games { .. } = one.extent else {
        unreachable!("games are compared");
    };
    let (description, units) = (comparison.description(), one.units());
    let what = (description.clone(), one.shard);
    let extent = progress::WorkAmount::Games(2 * units);
    let outcome = simulate::carry_out(args, what, units, extent, |ledger, control| {
        comparison.run_on(ledger, control)
    })?;
    let counts = &outcome.counts;
    let (seconds, interrupted) = (outcome.seconds, outcome.interrupted);
    let report = Report::new(one, &counts.one, seconds, interrupted);
    let report = ComparisonReport::new(&description, counts, report);
    write(args, &report, outcome.threads)
}

/// Writes the figures of a comparison. The plots show the first player.
pub fn write(
    args: &SimulateArgs,
    report: &ComparisonReport,
    threads: usize,
) -> Result<(), CliError> {
    // A failure to write one output does not prevent the other.
    let drawn = simulate::draw(args, |command| plot_games(&report.one, command));
    let text = format!("{}{}", summary(&report.one, threads), comparison(report));
    simulate::write_figures(args, report, &text, report.one.interrupted)?;
    drawn
}

/// Formats the differences as readable text.
fn comparison(report: &ComparisonReport) -> String {
    let (one, other) = (&report.one.description.player, &report.compare.who.player);
    let mut text = format!("compared with {other} in the same games:\n");
    let kinds = [
        ("score", report.compare.scores, 0),
        ("rows cleared", report.compare.rows, 1),
    ];
    for (what, figures, digits) in kinds {
        text += &match figures {
            None => format!("  {what}: fewer than two games ended for both players\n"),
            Some(figures) => difference(what, &figures, [one, other], digits),
        };
    }
    text
}

fn difference(
    what: &str,
    figures: &DifferenceFigures,
    [one, other]: [&str; 2],
    digits: usize,
) -> String {
    let DifferenceFigures {
        mean,
        ci95: [low, high],
        ..
    } = figures;
    let verdict = match figures.verdict {
        ComparisonVerdict::Better => format!("{one} is better with 95 % confidence"),
        ComparisonVerdict::Worse => format!("{other} is better with 95 % confidence"),
        ComparisonVerdict::Equal => "the same in every game".to_owned(),
        ComparisonVerdict::Open => match figures.pairs_to_decide {
            Some(more) => {
                format!("not decided; at this rate, about {more} more games would decide it")
            }
            None => "not decided: no difference on average".to_owned(),
        },
    };
    format!(
        "  {what}: {mean:+.digits$} a game (95 %: {low:+.digits$} to {high:+.digits$}): {verdict}\n"
    )
}
