//! `puzzles`: opens puzzles for the user to solve, lists them, or mines new ones.

mod mine;

use std::path::Path;
use std::sync::atomic::Ordering;

use rightwell::lab::puzzles::mine;
use rightwell::rules::{Piece, counted};
use rightwell::session::puzzles::{self, Puzzle};

use crate::error::{CliError, shown};
use crate::front::show::show_in_window;
use crate::host::arguments::command_line;
use crate::host::log;
use crate::options::scenes::PuzzlesArgs;
use crate::scene::app_context::AppContext;
use crate::scene::begin;
use crate::store::files;
use crate::work::progress::{self, WorkAmount};

pub fn run(args: &PuzzlesArgs) -> Result<(), CliError> {
    if args.mine {
        return mine::run(args);
    }
    if let Some(path) = &args.make {
        return make(args, path);
    }
    let (puzzles, _) = begin::puzzles::chosen(args)?;
    if args.list {
        return files::print(&listed(&puzzles));
    }
    let mut context = AppContext::open();
    args.sound.apply(&mut context)?;
    let begun = begin::puzzles::begin(args, &context)?;
    show_in_window(|| Ok((begun, context)))
}

/// Formats the puzzles, one per line.
fn listed(puzzles: &[(usize, Puzzle)]) -> String {
    let line = |(number, puzzle): &(usize, Puzzle)| {
        let position = &puzzle.position;
        format!(
            "{number:4} {:6} {:5} {} then {} level {}: the second-best lock loses {:.1} lines\n",
            puzzle.theme.name(),
            "*".repeat(puzzle.stars.into()),
            position.current,
            position.next.map_or('-', Piece::letter),
            position.level,
            puzzle.second_loses
        )
    };
    puzzles.iter().map(line).collect()
}

/// Mines puzzles and writes them.
fn make(args: &PuzzlesArgs, path: &Path) -> Result<(), CliError> {
    files::check_writable(path)?;
    let count = args.count.unwrap_or(200);
    let pool = progress::pool(args.threads)?;
    let control = progress::stopped_by_keys()?;
    let mined = progress::with_progress(WorkAmount::Puzzles(count.into()), &control, || {
        pool.install(|| mine(count.into(), args.seed.unwrap_or(1), &control))
    });
    if control.stop.load(Ordering::Relaxed) {
        let stopped = "stopped early; nothing was written";
        return Err(CliError::Interrupted(stopped.to_owned()));
    }
    files::write_whole(path, puzzles::to_ron(&mined, &command_line()).as_bytes())?;
    log::say(format!(
        "{} written to {}",
        counted(mined.len(), "puzzle"),
        shown(path)
    ));
    Ok(())
}
