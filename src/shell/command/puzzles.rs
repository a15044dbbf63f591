//! `puzzles`: opens puzzles for the user to solve, lists them, or mines new ones.

mod mine;

use std::path::Path;
use std::sync::atomic::Ordering;

use serde::Serialize;

use rightwell::lab::puzzles::mine;
use rightwell::rules::{Piece, Region, counted};
use rightwell::session::puzzles::{self, Puzzle};
use rightwell::session::start_of_position;

use crate::error::{CliError, shown};
use crate::front::show::show_in_window;
use crate::host::arguments::command_line;
use crate::host::log;
use crate::options::scenes::PuzzlesArgs;
use crate::scene::app_context::AppContext;
use crate::scene::begin;
use crate::store::files;
use crate::work::json;
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
        return match &args.json {
            Some(path) => {
                let all: Vec<ListedPuzzle> = puzzles.iter().map(ListedPuzzle::new).collect();
                json::write(&all, path).map(drop)
            }
            None => files::print(&listed(&puzzles)),
        };
    }
    if let Some(path) = &args.export {
        let puzzles: Vec<Puzzle> = puzzles.into_iter().map(|(_, puzzle)| puzzle).collect();
        return write(&puzzles, path);
    }
    let mut context = AppContext::open();
    args.sound.apply(&mut context)?;
    let begun = begin::puzzles::begin(args, &context)?;
    show_in_window(|| Ok((begun, context)))
}

/// A puzzle in a list for other programs.
#[derive(Serialize)]
struct ListedPuzzle {
    /// Number of the puzzle in its list, from 1.
    number: usize,
    theme: &'static str,
    /// Difficulty, 1 (easy) to 5.
    stars: u8,
    /// Position as one line of text, for `--position`.
    position: String,
    /// Best lock in players' notation.
    best: String,
    /// Loss of the second-best lock, in lines.
    second_loses: f64,
}

impl ListedPuzzle {
    fn new((number, puzzle): &(usize, Puzzle)) -> ListedPuzzle {
        ListedPuzzle {
            number: *number,
            theme: puzzle.theme.name(),
            stars: puzzle.stars,
            position: start_of_position(&puzzle.position, Region::Ntsc).to_string(),
            best: puzzle.best.notation().to_string(),
            second_loses: puzzle.second_loses,
        }
    }
}

/// Writes puzzles to a file.
fn write(puzzles: &[Puzzle], path: &Path) -> Result<(), CliError> {
    let text = puzzles::to_ron(puzzles, &command_line());
    files::write_whole(path, text.as_bytes())?;
    let written = counted(puzzles.len(), "puzzle");
    log::say(format!("{written} written to {}", shown(path)));
    Ok(())
}

/// Formats the puzzles, one per line.
fn listed(puzzles: &[(usize, Puzzle)]) -> String {
    let line = |(number, puzzle): &(usize, Puzzle)| {
        let position = &puzzle.position;
        format!(
            "{number:4} {:9} {:5} {} then {} level {}: the second-best lock loses {:.1} lines\n",
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
    let is_stopped = control.stop.load(Ordering::Relaxed);
    if is_stopped && mined.is_empty() {
        let stopped = "stopped early; nothing was written";
        return Err(CliError::Interrupted(stopped.to_owned()));
    }
    write(&mined, path)?;
    match is_stopped {
        true => Err(CliError::Interrupted("stopped early".to_owned())),
        false => Ok(()),
    }
}
