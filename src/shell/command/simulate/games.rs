//! `simulate` with games of one player.

use std::sync::Arc;

use rightwell::lab::{Batch, BatchDescription, BatchSize, Report, Shard};
use rightwell::plots::plot_games;
use rightwell::session::{Controls, SeriesSettings};

use crate::command::simulate::summary::summary;
use crate::command::{SimulateArgs, simulate};
use crate::error::CliError;
use crate::host::log;
use crate::work::progress;

/// Plays the games and writes the results.
pub fn run(args: &SimulateArgs) -> Result<(), CliError> {
    let batch = batch(args)?;
    say_if_endless(&batch);
    let (description, shard) = (BatchDescription::from_batch(&batch), batch.shard);
    let (units, extent) = match batch.extent {
        BatchSize::Games {
            games,
            pieces: Some(_),
        } => (0, progress::WorkAmount::Games(games)),
        BatchSize::Games { .. } => (batch.units(), progress::WorkAmount::Games(batch.units())),
        BatchSize::Pieces(pieces) => {
            let pieces = progress::WorkAmount::Pieces(pieces / shard.count);
            (batch.units(), pieces)
        }
    };
    let outcome = simulate::carry_out(
        args,
        (description, shard),
        units,
        extent,
        |ledger, control| match batch.extent {
            BatchSize::Games {
                pieces: Some(_), ..
            } => batch.run(control),
            _ => batch.run_on(ledger, control),
        },
    )?;
    let report = Report::new(
        &batch,
        &outcome.counts,
        outcome.seconds,
        outcome.interrupted,
    );
    write(args, &report, outcome.threads)
}

/// Writes the figures of games.
pub fn write(args: &SimulateArgs, report: &Report, threads: usize) -> Result<(), CliError> {
    // A failure to write one output does not prevent the other.
    let drawn = simulate::draw(args, |command| plot_games(report, command));
    simulate::write_figures(args, report, &summary(report, threads), report.interrupted)?;
    drawn
}

/// Warns if a game can end only by being lost.
pub fn say_if_endless(batch: &Batch) {
    if is_endless(batch) {
        log::say(
            "games end only when they are lost, so this run may not end by itself; press Ctrl-C to stop it and print the figures, or limit it with `--pieces N`, `--pieces-per-game N` or `--lines N`",
        );
    }
}

/// Builds the batch from the options.
pub fn batch(args: &SimulateArgs) -> Result<Batch, CliError> {
    args.matches.check_absent()?;
    let extent = match (args.games, args.pieces) {
        (Some(games), pieces) => BatchSize::Games { games, pieces },
        (None, Some(pieces)) => BatchSize::Pieces(pieces),
        (None, None) => {
            return Err(CliError::usage(
                "`simulate` needs a limit: pass `--games N`, `--pieces N`, or both",
            ));
        }
    };
    let shard = simulate::shard(args)?;
    if shard != Shard::WHOLE && args.games.is_some() && args.pieces.is_some() {
        return Err(CliError::usage(
            "`--shard` needs either `--games` or `--pieces`, not both: with both, each part would depend on the games of the others",
        ));
    }
    if args.resume.is_some() && args.games.is_some() && args.pieces.is_some() {
        return Err(CliError::usage(
            "`--resume` needs either `--games` or `--pieces`, not both: with both, the end of the run would depend on all games at once",
        ));
    }
    let game = args.game.resolve()?;
    if let Some(lines) = args.lines
        && has_goal(&game.series)
    {
        return Err(CliError::usage(format!(
            "--lines {lines} requires `--type a`: a B-type game ends after 25 lines"
        )));
    }
    game.say_seed();
    Ok(Batch {
        series: game.series,
        // Some players plan for the end of the game, so tell them the limit of lines.
        strategy: Arc::new(game.strategy.ending_with(args.lines.map(u32::from))),
        extent,
        lines: args.lines,
        pieces_per_game: args.pieces_per_game,
        shard,
    })
}

/// Returns whether games continue until the player loses.
fn is_endless(batch: &Batch) -> bool {
    let is_cut = batch.lines.is_some() || batch.pieces_per_game.is_some();
    let is_counted = !matches!(batch.extent, BatchSize::Games { pieces: None, .. });
    !(is_cut || is_counted || has_goal(&batch.series) || batch.strategy.pattern().is_some())
}

/// Returns whether games end after 25 lines.
fn has_goal(series: &SeriesSettings) -> bool {
    matches!(series.controls, Controls::Pad(pad) if pad.has_goal())
}

#[cfg(test)]
pub(super) mod tests {
    use clap::Parser;
    use rightwell::players::Player;

    use super::*;

    /// Returns the batch that a command line describes.
    pub(crate) fn batch_of(line: &str) -> Batch {
        #[derive(Parser)]
        struct CommandLine {
            #[command(flatten)]
            args: SimulateArgs,
        }
        batch(&CommandLine::parse_from(line.split_whitespace()).args).unwrap()
    }

    #[test]
    fn a_player_knows_the_limit_of_lines() {
        let scorer = Player::named("scorer").unwrap();
        for (options, end) in [("", None), ("--lines 50", Some(50))] {
            let batch = batch_of(&format!(
                "simulate --player scorer --games 1 --seed 1 {options}"
            ));
            assert_eq!(**batch.strategy.player(), scorer.ending_with(end));
        }
        assert_ne!(scorer.ending_with(Some(50)), scorer);
    }
}
