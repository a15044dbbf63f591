//! `simulate`: plays many games on all cores and prints statistics.

mod compare;
mod games;
mod matches;
mod resume;
mod summary;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use rightwell::lab::merge::{BatchPart, MergedBatch, merge};
use rightwell::lab::{Control, Counts, RunResults, Shard};
use rightwell::plots::PlotFile;
use rightwell::rules::RandomizerKind;
use rightwell::rules::sanitize::plain;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::command::rules::MatchArgs;
use crate::error::{CliError, shown};
use crate::host::arguments::command_line;
use crate::host::{log, page};
use crate::options::controls::InputArg;
use crate::options::games::GameArgs;
use crate::options::given::refuse_beside;
use crate::store::files;
use crate::store::read::{self, FileKind};
use crate::work::{plot_files as plots, progress};

use resume::ResumableRun;

/// Options of `simulate`.
#[derive(Args, Clone, Debug)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Play the standard games in which published programs are compared: with a gamepad, from level 18 to line 430, two
    /// rows a frame from level 39 on, with the cartridge's odds. Hands, games and seed remain your choice
    #[arg(long, conflicts_with_all = ["contestants", "lines", "pieces_per_game", "position", "filter", "level", "randomizer", "input", "region", "game_type", "height", "double_killscreen", "crash", "mode", "linecap", "das_only", "no_pause", "score", "clears"])]
    pub yardstick: bool,
    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Number of pieces. Without --games, they are played in streams of 250,000 pieces, each from an empty playfield
    #[arg(long, value_name = "N", conflicts_with = "contestants", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces: Option<u64>,
    /// End a game at this many lines
    #[arg(long, value_name = "N", conflicts_with = "contestants", value_parser = clap::value_parser!(u16).range(1..=25_599))]
    pub lines: Option<u16>,
    /// End a game after this many pieces
    #[arg(long, value_name = "N", conflicts_with = "contestants", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces_per_game: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Play only part I of K, counted from 1. --merge puts the parts together
    #[arg(long, value_name = "I/K", value_parser = parse_shard)]
    pub shard: Option<Shard>,
    /// Save the run to this file every few seconds, and continue from the file if it exists. A killed run loses only
    /// seconds, and its final figures stay the same
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Also play the same games with this player, and report which one is better
    #[arg(long, value_name = "PLAYER", conflicts_with = "contestants")]
    pub compare: Option<String>,
    /// Merge the JSON figures of all parts instead of playing. The figures of a whole run can be drawn again with --plots
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["contestants", "resume", "compare", "games", "pieces", "lines", "pieces_per_game", "threads", "shard", "yardstick"])]
    pub merge: Vec<PathBuf>,
    #[command(flatten)]
    pub matches: MatchArgs,
    /// Write all figures as JSON to a file, or to standard output with -
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
    /// Write plots of the figures to a folder: SVG and PNG files, and report.html with all of them
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
}

pub fn run(args: &SimulateArgs) -> Result<(), CliError> {
    if !args.merge.is_empty() {
        refuse_beside("--merge", &args.game)?;
    }
    let args = &args.clone().filled_in();
    if let Some(path) = json_file(args) {
        files::check_writable(path)?;
    }
    args.plots.as_deref().map(plots::check).transpose()?;
    if !args.merge.is_empty() {
        let merged = merged(&args.merge)?;
        check_overwrites(args)?;
        return match merged {
            MergedBatch::Games(report) => games::write(args, &report, 1),
            MergedBatch::Matches(report) => matches::write(args, &report),
            MergedBatch::Comparison(report) => compare::write(args, &report, 1),
        };
    }
    if args.matches.is_asked_for() {
        return matches::run(args);
    }
    if args.compare.is_some() {
        return compare::run(args);
    }
    games::run(args)
}

impl SimulateArgs {
    /// Fills in the options that `--yardstick` implies.
    fn filled_in(mut self) -> SimulateArgs {
        if self.yardstick {
            self.game.level = 18;
            self.game.randomizer = Some(RandomizerKind::NesOdds);
            self.game.controls.moves.input = InputArg::Pad;
            self.game.controls.double_killscreen = true;
            self.lines = Some(430);
        }
        self
    }
}

/// Result of a run.
pub struct RunOutcome<C> {
    pub counts: C,
    /// Duration in seconds, including earlier runs.
    pub seconds: f64,
    /// True if the run was stopped early.
    pub interrupted: bool,
    pub threads: usize,
}

/// Does `units` units of work with a progress bar. Saves the run regularly if the options ask for it.
pub fn carry_out<D, C>(
    args: &SimulateArgs,
    (description, shard): (D, Shard),
    units: u64,
    extent: progress::WorkAmount,
    work: impl FnOnce(&RunResults<C>, &Control) -> C + Send,
) -> Result<RunOutcome<C>, CliError>
where
    D: Clone + PartialEq + Serialize + DeserializeOwned + Sync,
    C: Counts + Serialize + DeserializeOwned,
{
    check_overwrites(args)?;
    let pool = progress::pool(args.threads)?;
    let run = ResumableRun::open(args.resume.as_deref(), description, shard, units)?;
    let control = progress::stopped_by_keys()?;
    let [pieces, games] = run.played();
    control.pieces.store(pieces, Ordering::Relaxed);
    control.games.store(games, Ordering::Relaxed);
    let played = progress::with_progress(extent, &control, || {
        run.play(&control, |ledger| pool.install(|| work(ledger, &control)))
    });
    let (counts, seconds) = played?;
    Ok(RunOutcome {
        counts,
        seconds,
        interrupted: control.stop.load(Ordering::Relaxed),
        threads: pool.current_num_threads(),
    })
}

/// Reads the figures of all parts of a batch from their files and merges them.
fn merged(files: &[PathBuf]) -> Result<MergedBatch, CliError> {
    if page::IS_HERE {
        return Err(CliError::usage(
            "`--merge` is not available in the browser version",
        ));
    }
    let mut parts = Vec::new();
    for path in files {
        let file = path.to_string_lossy().into_owned();
        let part = BatchPart::read(&file, &read::text(path, FileKind::Figures)?)
            .map_err(CliError::usage)?;
        if !part.is_detailed() {
            log::say(format!(
                "{} is from an older version, without locks by piece and without heights, so the total lacks them too",
                shown(path)
            ));
        }
        parts.push((file, part));
    }
    merge(&parts).map_err(CliError::usage)
}

/// Parses a part of a batch, as `I/K` with I from 1 to K.
pub fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let numbers =
        numbers.and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match numbers {
        Some((index, count)) if (1..=count).contains(&index) => Ok(Shard {
            index: index - 1,
            count,
        }),
        _ => Err("allowed: I/K (part I of K), with I from 1 to K".to_owned()),
    }
}

/// Returns the part of the batch to play.
pub fn shard(args: &SimulateArgs) -> Result<Shard, CliError> {
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    if shard != Shard::WHOLE && args.game.seed.is_none() {
        return Err(CliError::usage(
            "`--shard` needs `--seed HEX`: all parts must have the same seed",
        ));
    }
    if args.resume.is_some() && args.game.seed.is_none() {
        return Err(CliError::usage(
            "`--resume` needs `--seed HEX`: the run must continue with the same games",
        ));
    }
    Ok(shard)
}

/// Returns the file for the JSON figures. `None` if they go to standard output or nowhere.
fn json_file(args: &SimulateArgs) -> Option<&Path> {
    args.json.as_deref().filter(|path| *path != Path::new("-"))
}

/// Checks that no output overwrites an input.
fn check_overwrites(args: &SimulateArgs) -> Result<(), CliError> {
    let plots = args.plots.as_deref().map(plots::all).unwrap_or_default();
    let files = json_file(args).into_iter().chain(args.resume.as_deref());
    files::check_overwrites(files.chain(plots.iter().map(PathBuf::as_path)))
}

/// Writes the plots if the options ask for them.
pub fn draw(args: &SimulateArgs, of: impl Fn(&str) -> Vec<PlotFile>) -> Result<(), CliError> {
    match &args.plots {
        Some(folder) if !page::IS_HERE => plots::write(folder, &of(&command_line())),
        _ => Ok(()),
    }
}

/// Writes the figures as JSON, as readable text, or as both.
pub fn write_figures(
    args: &SimulateArgs,
    report: &impl Serialize,
    summary: &str,
    interrupted: bool,
) -> Result<(), CliError> {
    // Names of players may contain control characters.
    let lines = summary.lines().map(|line| plain(line) + "\n");
    let summary: String = lines.collect();
    let mut json = serde_json::to_string_pretty(report).map_err(CliError::failed)?;
    json.push('\n');
    match (&args.json, json_file(args)) {
        (Some(_), None) => files::print(&json)?,
        (_, Some(path)) => {
            // If standard output is closed, the file is still written.
            let printed = files::print(&summary);
            files::write_whole(path, json.as_bytes())?;
            log::say(format!("figures written to {}", shown(path)));
            printed?;
        }
        (None, None) => files::print(&summary)?,
    }
    if interrupted {
        log::say("stopped early; the figures cover what was played until then");
    }
    Ok(())
}
