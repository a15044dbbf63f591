//! `puzzles`: where does this piece go? And new ones, mined.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use rightwell::lab::puzzles::mine;
use rightwell::rules::Piece;
use rightwell::session::puzzles::{self, Puzzle};

use crate::shell::command::progress::{self, Extent};
use crate::shell::error::{CliError, shown};
use crate::shell::host::arguments::command_line;
use crate::shell::host::log;
use crate::shell::store::files;

/// Options of `puzzles`.
#[derive(Args, Debug)]
pub struct PuzzlesArgs {
    /// Puzzles from a file instead of those compiled in
    #[arg(value_name = "FILE.ron")]
    pub file: Option<PathBuf>,
    /// Print them instead: number, theme, stars, pieces and level of each
    #[arg(long)]
    pub list: bool,
    /// Mine new ones from games of our players and write them to a file
    #[arg(long, value_name = "FILE.ron", conflicts_with_all = ["file", "list"])]
    pub make: Option<PathBuf>,
    /// How many to mine [default: 200]
    #[arg(long, value_name = "N", requires = "make", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub count: Option<u16>,
    /// Seed of the games they are mined from [default: 1]
    #[arg(long, value_name = "N", requires = "make")]
    pub seed: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", requires = "make", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

pub fn run(args: &PuzzlesArgs) -> Result<(), CliError> {
    if let Some(path) = &args.make {
        return make(args, path);
    }
    let puzzles = load(args.file.as_deref())?;
    files::print(&listed(&puzzles))
}

/// The puzzles of a file, or those compiled in.
pub fn load(path: Option<&Path>) -> Result<Vec<Puzzle>, CliError> {
    let Some(path) = path else {
        return Ok(puzzles::built_in());
    };
    let text = crate::shell::store::read::text(path, crate::shell::store::read::Kind::Puzzles)?;
    puzzles::from_ron(&text).map_err(|error| CliError::usage(format!("{}: {error}", shown(path))))
}

/// One line a puzzle.
fn listed(puzzles: &[Puzzle]) -> String {
    let line = |(number, puzzle): (usize, &Puzzle)| {
        let position = &puzzle.position;
        format!(
            "{number:4} {:6} {:5} {} then {} level {}: the second best loses {:.1} lines\n",
            puzzle.theme.name(),
            "*".repeat(puzzle.stars.into()),
            position.current,
            position.next.map_or('-', Piece::letter),
            position.level,
            puzzle.second_loses
        )
    };
    (1..).zip(puzzles).map(line).collect()
}

/// Mines puzzles and writes them.
fn make(args: &PuzzlesArgs, path: &Path) -> Result<(), CliError> {
    files::check_writable(path)?;
    let count = args.count.unwrap_or(200);
    let pool = progress::pool(args.threads)?;
    let control = progress::stopped_by_keys()?;
    let mined = progress::with_progress(Extent::Games(count.into()), &control, || {
        pool.install(|| mine(count.into(), args.seed.unwrap_or(1), &control))
    });
    if control.stop.load(Ordering::Relaxed) {
        return Err(CliError::failed("stopped early; nothing is written"));
    }
    files::write_whole(path, puzzles::to_ron(&mined, &command_line()).as_bytes())?;
    log::say(format!(
        "{} puzzles written to {}",
        mined.len(),
        shown(path)
    ));
    Ok(())
}
