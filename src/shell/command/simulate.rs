//! `simulate`: many games on all cores, figures at the end.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use rightwell::engine::GameType;
use rightwell::lab::merge::{Part, Whole, merge};
use rightwell::lab::{Batch, Control, Description, Extent, Report, Shard, Tally};
use rightwell::plots::{PlotFile, of_games};
use rightwell::session::Controls;
use serde::Serialize;

use crate::shell::command::options::{GameArgs, TypeArg};
use crate::shell::command::rules::MatchArgs;
use crate::shell::command::{plots, progress, simulate_match};
use crate::shell::error::{CliError, shown};
use crate::shell::host::arguments::command_line;
use crate::shell::host::clock::now;
use crate::shell::host::log;
use crate::shell::store::files;
use crate::shell::store::read::{self, Kind};

/// Options of `simulate`.
#[derive(Args, Debug)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// How many pieces; without --games in streams of 250,000, each from an empty field
    #[arg(long, value_name = "N", conflicts_with = "contestants", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces: Option<u64>,
    /// End a game at that many lines
    #[arg(long, value_name = "N", conflicts_with = "contestants", value_parser = clap::value_parser!(u16).range(1..=25_599))]
    pub lines: Option<u16>,
    /// End a game after that many pieces
    #[arg(long, value_name = "N", conflicts_with = "contestants", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces_per_game: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Play only part I of K, I from 1; parts are put together with --merge
    #[arg(long, value_name = "I/K", value_parser = parse_shard)]
    pub shard: Option<Shard>,
    /// Put the JSON figures of all parts together instead of playing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["contestants", "games", "pieces", "lines", "pieces_per_game", "threads", "shard", "player", "filter", "level", "seed", "randomizer", "input", "tap_hz", "taps", "hand", "reaction", "sight", "tuck_misdrops", "region", "game_type", "height", "double_killscreen"])]
    pub merge: Vec<PathBuf>,
    #[command(flatten)]
    pub matches: MatchArgs,
    /// Write all figures as JSON to a file, or with - to standard output
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
    /// Draw the figures: SVG and PNG pictures and report.html, a page with all of them, in a folder
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
}

pub fn run(args: &SimulateArgs) -> Result<(), CliError> {
    if let Some(path) = json_file(args) {
        files::check_writable(path)?;
    }
    args.plots.as_deref().map(plots::check).transpose()?;
    if !args.merge.is_empty() {
        return match merged(&args.merge)? {
            Whole::Games(report) => write(args, &report, 1),
            Whole::Matches(report) => simulate_match::write(args, &report),
        };
    }
    if args.matches.is_asked_for() {
        return simulate_match::run(args);
    }
    let batch = batch(args)?;
    if is_endless(&batch) {
        log::say(
            "nothing but its loss ends a game here, so this run may not end by itself: Ctrl-C ends it and prints the figures; ends are --pieces N, --pieces-per-game N, --lines N",
        );
    }
    let control = progress::stopped_by_keys()?;
    let pool = pool(args)?;
    let begin = now();
    let tally = with_progress(&batch, &control, || pool.install(|| batch.run(&control)));
    let seconds = (now() - begin).as_secs_f64();
    let interrupted = control.stop.load(Ordering::Relaxed);
    let report = Report::new(&batch, &tally, seconds, interrupted);
    write(args, &report, pool.current_num_threads())
}

/// The threads to be used.
pub fn pool(args: &SimulateArgs) -> Result<rayon::ThreadPool, CliError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0).into())
        .build()
        .map_err(CliError::failed)
}

/// The figures of a batch whose parts are in these files.
fn merged(files: &[PathBuf]) -> Result<Whole, CliError> {
    let mut parts = Vec::new();
    for path in files {
        let file = path.to_string_lossy().into_owned();
        let part = Part::read(&file, &read::text(path, Kind::Figures)?).map_err(CliError::usage)?;
        if !part.is_detailed() {
            log::say(format!(
                "{} is of an older program: no locks by piece and no heights are in it, so there are none of the whole",
                shown(path)
            ));
        }
        parts.push((file, part));
    }
    merge(&parts).map_err(CliError::usage)
}

/// A part of a batch as typed: `I/K`, I from 1.
pub fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let numbers =
        numbers.and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match numbers {
        Some((index, count)) if (1..=count).contains(&index) => Ok(Shard {
            index: index - 1,
            count,
        }),
        _ => Err("allowed: I/K, part I of K, with I from 1 to K".to_owned()),
    }
}

fn batch(args: &SimulateArgs) -> Result<Batch, CliError> {
    args.matches.check_absent()?;
    let extent = match (args.games, args.pieces) {
        (Some(games), pieces) => Extent::Games { games, pieces },
        (None, Some(pieces)) => Extent::Pieces(pieces),
        (None, None) => {
            return Err(CliError::usage(
                "simulate needs an end; allowed: --games N, --pieces N, or both",
            ));
        }
    };
    let shard = shard(args)?;
    if shard != Shard::WHOLE && args.games.is_some() && args.pieces.is_some() {
        return Err(CliError::usage(
            "--shard goes with --games or with --pieces, not with both: where the pieces run out depends on all games",
        ));
    }
    let game = args.game.resolve()?;
    if let (Some(lines), Some(TypeArg::B)) = (args.lines, args.game.controls.game_type) {
        return Err(CliError::usage(format!(
            "--lines {lines} goes with --type a only: a B-type game ends at its 25 lines"
        )));
    }
    game.say_seed();
    Ok(Batch {
        series: game.series,
        // Who plays with an eye to the end should know it.
        strategy: Arc::new(game.strategy.ending_with(args.lines.map(u32::from))),
        extent,
        lines: args.lines,
        pieces_per_game: args.pieces_per_game,
        shard,
    })
}

/// Whether games go on as long as the player does not lose.
fn is_endless(batch: &Batch) -> bool {
    let is_cut = batch.lines.is_some() || batch.pieces_per_game.is_some();
    let is_counted = !matches!(batch.extent, Extent::Games { pieces: None, .. });
    let has_goal =
        matches!(batch.series.controls, Controls::Pad(pad) if pad.game_type != GameType::A);
    !(is_cut || is_counted || has_goal || batch.strategy.pattern().is_some())
}

/// Which part is played.
pub fn shard(args: &SimulateArgs) -> Result<Shard, CliError> {
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    if shard != Shard::WHOLE && args.game.seed.is_none() {
        return Err(CliError::usage(
            "--shard needs --seed HEX: all parts must have the same seed",
        ));
    }
    Ok(shard)
}

/// The file for the figures, if they go to one.
fn json_file(args: &SimulateArgs) -> Option<&Path> {
    args.json.as_deref().filter(|path| *path != Path::new("-"))
}

/// Runs `work` while a bar shows how far it is.
fn with_progress(batch: &Batch, control: &Control, work: impl FnOnce() -> Tally) -> Tally {
    let extent = match batch.extent {
        Extent::Pieces(pieces) => progress::Extent::Pieces(pieces / batch.shard.count),
        Extent::Games { games, .. } => progress::Extent::Games(games / batch.shard.count),
    };
    progress::with_progress(extent, control, work)
}

fn write(args: &SimulateArgs, report: &Report, threads: usize) -> Result<(), CliError> {
    let drawn = draw(args, |command| of_games(report, command));
    write_figures(args, report, &summary(report, threads), report.interrupted)?;
    drawn
}

/// Draws figures if that is wanted.
pub fn draw(args: &SimulateArgs, of: impl Fn(&str) -> Vec<PlotFile>) -> Result<(), CliError> {
    match &args.plots {
        Some(folder) => plots::write(folder, &of(&command_line())),
        None => Ok(()),
    }
}

/// Writes figures where they are wanted: all as JSON, or a summary for a person, or both.
pub fn write_figures(
    args: &SimulateArgs,
    report: &impl Serialize,
    summary: &str,
    interrupted: bool,
) -> Result<(), CliError> {
    let mut json = serde_json::to_string_pretty(report).map_err(CliError::failed)?;
    json.push('\n');
    match (&args.json, json_file(args)) {
        (Some(_), None) => files::print(&json)?,
        (_, Some(path)) => {
            // Nobody may be there to read the summary: the file is written in any case.
            let printed = files::print(summary);
            files::write_whole(path, json.as_bytes())?;
            log::say(format!("figures written to {}", shown(path)));
            printed?;
        }
        (None, None) => files::print(summary)?,
    }
    if interrupted {
        log::say("stopped early; the figures are those of what was played until then");
    }
    Ok(())
}

/// How the pieces were moved.
fn input(what: &Description) -> String {
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

/// The figures for a person.
fn summary(report: &Report, threads: usize) -> String {
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
            "{} games, {} of them lost; {} pieces, {} rows cleared",
            report.games, report.games_over, report.pieces, report.rows_cleared
        ),
        format!(
            "{:.1} seconds, {:.0} pieces a second, {:.0} a thread",
            report.seconds,
            report.pieces_per_second,
            report.pieces_per_second / threads as f64
        ),
    ];
    if let Some(rate) = report.tetris_rate {
        lines.push(format!("{:.1} % of the rows by Tetrises", 100.0 * rate));
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
            "field empty {} times, every {:.1} pieces",
            clears.count, clears.mean_pieces
        ));
    }
    if let Some(scores) = &report.scores {
        lines.push(format!(
            "score mean {:.0} (95 %: {:.0}-{:.0}), median {:.0}, {} to {}",
            scores.mean, scores.ci95[0], scores.ci95[1], scores.median, scores.min, scores.max
        ));
    }
    if let Some(share) = report.share_reached_lines {
        lines.push(format!(
            "{:.1} % of the games reached the lines",
            100.0 * share
        ));
    }
    if !report.share_at_lines.is_empty() {
        let shares = report.share_at_lines.iter();
        let shares = shares.map(|(lines, share)| format!("{lines}: {:.1} %", 100.0 * share));
        let shares: Vec<String> = shares.collect();
        lines.push(format!("games that came to lines {}", shares.join(", ")));
    }
    if let Some(pattern) = &report.pattern {
        let pieces = pattern
            .pieces_mean
            .map_or_else(String::new, |pieces| format!(" after {pieces:.0} pieces"));
        lines.push(format!(
            "picture {} done in {:.1} % of the games{pieces}, {:.2} rows on average",
            pattern.name,
            100.0 * pattern.completed_share,
            pattern.rows_done_mean
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use rightwell::players::Player;

    use super::*;

    /// A command line.
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: SimulateArgs,
    }

    #[test]
    fn who_plays_up_to_so_many_lines_knows_it() {
        let scorer = Player::named("scorer").unwrap();
        for (options, end) in [("", None), ("--lines 50", Some(50))] {
            let line = format!("simulate --player scorer --games 1 --seed 1 {options}");
            let line = Line::parse_from(line.split_whitespace());
            let batch = batch(&line.args).unwrap();
            assert_eq!(**batch.strategy.player(), scorer.ending_with(end));
        }
        assert_ne!(scorer.ending_with(Some(50)), scorer);
    }

    #[test]
    fn how_pieces_were_moved_is_said_as_far_as_it_is_known() {
        let line = "simulate --input pad --tap-hz 12 --games 1 --seed 2A";
        let line = Line::parse_from(line.split_whitespace());
        let mut what = Description::of(&batch(&line.args).unwrap());
        assert_eq!(input(&what), "pad (12 Hz, reaction 0, ntsc)");
        what.tap_hz = None;
        assert_eq!(input(&what), "pad", "no rate is made up");
    }
}
