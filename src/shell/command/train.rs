//! `train`: learns a value table and writes it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use rightwell::lab::{Control, Course, Learner, Lesson};
use rightwell::players::value_table::Table;
use rightwell::rules::{RandomizerKind, echo};
use rightwell::search::{MoveGenerator, NoFilter, PadMoves};

use crate::shell::command::controls::{MoveArgs, check_drag};
use crate::shell::command::options::{fresh_seed, parse_seed, say_seed};
use crate::shell::command::progress::{self, Extent, with_progress};
use crate::shell::error::{CliError, shown};
use crate::shell::host::log;
use crate::shell::store::files;
use crate::shell::store::read::{self, Kind};

/// Options of `train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// Write the table to this file; it replaces one of that name
    #[arg(long, value_name = "FILE.table")]
    pub table: PathBuf,
    /// Go on from a table, scorer, well or a file, instead of from nothing
    #[arg(long, value_name = "NAME|FILE.table")]
    pub from: Option<String>,
    /// How many pieces to learn from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces: u64,
    /// Seed of the games, up to 16 hexadecimal digits [default: fresh, and said]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// What a lost game loses, in lines, 0-1000
    #[arg(long, value_name = "LINES", default_value_t = 60.0)]
    pub game_over: f64,
    /// What clearing one, two or three rows at once loses, in lines, 0-1000 each
    #[arg(long, value_name = "A,B,C", default_value = "0.867,1.667,2", value_parser = parse_burns)]
    pub burns: [f64; 3],
    /// Share of an error that a field's cost moves by while nothing is known, 0-1; less learns more
    /// slowly and more steadily
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub step: f64,
    /// Rows of garbage that come in with a hundred pieces, on average, 0-100
    #[arg(long, value_name = "ROWS", default_value_t = 0.0)]
    pub garbage: f64,
    /// Level whose gravity pulls, 0-29 [default: 0] (with --input pad)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=29))]
    pub level: Option<u8>,
    #[command(flatten)]
    pub moves: MoveArgs,
}

pub fn run(args: &TrainArgs) -> Result<(), CliError> {
    let path = &args.table;
    if path.extension().is_none_or(|ending| ending != "table") {
        return Err(CliError::usage(format!(
            "--table {}; allowed: a name ending in .table",
            shown(path)
        )));
    }
    files::check_writable(path)?;
    let pad = args.moves.pad()?;
    if pad.is_none() {
        check_drag(&[(args.level.is_some(), "--level")])?;
    }
    let from = args.from.as_deref().map(find).transpose()?;
    let mut lesson = Lesson {
        burns: args.burns,
        game_over: args.game_over,
        garbage: args.garbage,
        pieces: args.pieces,
        step: args.step,
        ..Lesson::default()
    };
    lesson.check().map_err(CliError::usage)?;
    lesson.seed = match args.seed {
        Some(seed) => seed,
        None => {
            let seed = fresh_seed(RandomizerKind::NesOdds)?;
            say_seed(seed);
            seed
        }
    };
    let control = progress::stopped_by_keys()?;
    let from = from.as_deref();
    let (table, course) = match pad {
        None => learn(&lesson, &NoFilter, from, &control),
        Some((hand, region)) => {
            let moves = PadMoves::new(hand, args.level.unwrap_or(0), region);
            learn(&lesson, &moves, from, &control)
        }
    }?;
    files::write_whole(path, &table.to_bytes())?;
    files::print(&summary(&course))?;
    log::say(format!("table written to {}", shown(path)));
    if control.stop.load(Ordering::Relaxed) {
        log::say("stopped early; the table is what was learnt until then");
    }
    Ok(())
}

fn learn(
    lesson: &Lesson,
    moves: &impl MoveGenerator,
    from: Option<&Table>,
    control: &Control,
) -> Result<(Table, Course), CliError> {
    let mut learner = Learner::new(lesson, moves, from).map_err(CliError::usage)?;
    let extent = Extent::Pieces(lesson.pieces);
    let course = with_progress(extent, control, || learner.run(control));
    Ok((learner.table(), course))
}

/// The table compiled in under that name, or the one in that file.
fn find(name: &str) -> Result<Arc<Table>, CliError> {
    if let Some(table) = Table::built_in(name) {
        return Ok(table);
    }
    let wrong = |fault: String| {
        CliError::usage(format!(
            "--from {}: {fault}; allowed: scorer, well, or a table file",
            echo(name)
        ))
    };
    let bytes = read::bytes(Path::new(name), Kind::Table)
        .map_err(|error| wrong(error.fault.to_string()))?;
    Table::from_bytes(&bytes).map(Arc::new).map_err(wrong)
}

/// What was played, for a person.
fn summary(course: &Course) -> String {
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let share = percent(course.rows_by_tetrises(), course.rows);
    let tetrises: u64 = course.tetrises.iter().sum();
    let [.., in_well] = course.tetrises;
    let right = percent(in_well, tetrises);
    format!(
        "{} pieces, {} games lost; {} rows cleared, {share:.1} % of them by Tetrises, {right:.1} % of \
         these in the rightmost column\n",
        course.pieces, course.games_over, course.rows
    )
}

/// The burns of one, two and three rows as typed.
pub fn parse_burns(text: &str) -> Result<[f64; 3], String> {
    let burns: Option<Vec<f64>> = text.split(',').map(|burn| burn.parse().ok()).collect();
    burns
        .and_then(|burns| burns.try_into().ok())
        .ok_or_else(|| "allowed: A,B,C, three numbers of lines".to_owned())
}
