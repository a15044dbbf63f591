//! `train`: learns a value table, or optimizes a player's weights with a swarm, and saves the result.

mod saved;
mod swarm;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use rightwell::lab::{Checkpoint, Control, Learner, LearningSettings, LearningTotals, Recipe};
use rightwell::players::value_table::Table;
use rightwell::plots::plot_learning;
use rightwell::rules::{self, RandomizerKind, Region, counted, sanitized};
use rightwell::search::{Hand, MoveGenerator, NoFilter, PadMoves, Rhythm};

use crate::error::CliError;
use crate::host::arguments::command_line;
use crate::host::clock::now;
use crate::options::controls::MoveArgs;
use crate::options::words::parse_seed;
use crate::scene::begin::controls::check_drag;
use crate::scene::begin::games::{fresh_seed, say_seed};
use crate::store::files;
use crate::store::read::{self, FileKind};
use crate::work::plot_files as plots;
use crate::work::progress::{self, WorkAmount, with_progress};

use saved::{TrainedFileKind, TrainedFiles};
use swarm::SwarmArgs;

/// Options of `train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// Learn a value table and write it to this file. An existing file is replaced at the end
    #[arg(long, value_name = "FILE.table", conflicts_with = "swarm")]
    pub table: Option<PathBuf>,
    /// Optimize a player's weights with a swarm and write the player to this file. An existing file is replaced at the
    /// end
    #[arg(long, value_name = "FILE.ron")]
    pub swarm: Option<PathBuf>,
    /// Start from this table, built in or a file, instead of from scratch. With --swarm, start from this player, a name
    /// or a file [default: survival]
    #[arg(long, value_name = "NAME|FILE")]
    pub from: Option<String>,
    /// Continue an interrupted run. Repeat its command and add this option
    #[arg(long)]
    pub resume: bool,
    /// Number of pieces to learn from; a few more are played to finish the last round (required with --table)
    #[arg(long, value_name = "N", conflicts_with = "swarm", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces: Option<u64>,
    /// Seed of the games, up to 16 hexadecimal digits [default: random; the program prints it]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Cost of a lost game, in lines, 0-1000
    #[arg(
        long,
        value_name = "LINES",
        default_value_t = 60.0,
        conflicts_with = "swarm"
    )]
    pub game_over: f64,
    /// Costs of clearing one, two or three rows at once, in lines, 0-1000 each
    #[arg(long, value_name = "A,B,C", default_value = "0.867,1.667,2", value_parser = parse_burns, conflicts_with = "swarm")]
    pub burns: [f64; 3],
    /// Learning rate at the start, 0-1: how much of the error each correction of a playfield's cost removes. A lower
    /// rate learns more slowly and more steadily
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.5,
        conflicts_with = "swarm"
    )]
    pub step: f64,
    /// Number of pieces that each decision knows, 1 or 2 [default: 2, or 1 for hands that see NEXT late]. 1 is about
    /// six times as fast. Without --from, the first quarter of the pieces always uses 1
    #[arg(long, value_name = "N", conflicts_with = "swarm", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub known_pieces: Option<u8>,
    /// Mean number of garbage rows per hundred pieces, 0-100
    #[arg(
        long,
        value_name = "ROWS",
        default_value_t = 0.0,
        conflicts_with = "swarm"
    )]
    pub garbage: f64,
    /// Percentage of pieces that get one of the ten cheapest locks at random, 0-100, so that playfields after a mistake
    /// are learned as well
    #[arg(
        long,
        value_name = "PIECES",
        default_value_t = 0.0,
        conflicts_with = "swarm"
    )]
    pub mistakes: f64,
    /// Level that sets the gravity: 0-39, or 0-29 with --swarm [default: 0] (only with --input pad). A table can learn up
    /// to 16 levels, separated by commas, such as 18,19,29
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(0..=39))]
    pub level: Vec<u8>,
    /// Let pieces fall two rows a frame at level 39, as in tournaments (only with --input pad and --table)
    #[arg(long, conflicts_with = "swarm")]
    pub double_killscreen: bool,
    #[command(flatten)]
    pub moves: MoveArgs,
    /// Write plots of the learning curve to a folder: SVG and PNG files, and report.html with all of them
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
    #[command(flatten)]
    pub swarm_args: SwarmArgs,
}

/// Text after the options in `--help`.
pub const NOTES: &str = "\
A checkpoint, the file's name plus .checkpoint, is written every 20 seconds (with --swarm after each iteration) \
and at Ctrl-C or SIGTERM. Even after kill -9 or a power cut, repeat the command with --resume to continue. The \
result is exactly that of a run without the break; --seed may then be omitted. The checkpoint is deleted once \
the file is written.\n\n\
A stopped run writes what it has learnt so far beside the file, with .partial appended to its name, and exits \
with code 130 or 143. If the file cannot be written there, it goes to the folder for temporary files, with a \
message, and the exit code is 1.\n\n\
A table's header (head -n 3) says how it was made and contains a checksum of its costs. A player's file begins \
with a comment on how it was made and its gain in fresh games.";

/// Maximum number of levels. Each level is a game, and all games run in parallel.
const LEVELS_MAX: usize = 16;
/// Number of pieces between two checks of the clock.
const SLICE: u64 = 500;
/// Time between two checkpoints.
const CHECKPOINT_TIME: Duration = Duration::from_secs(20);

pub fn run(args: &TrainArgs) -> Result<(), CliError> {
    match (&args.table, &args.swarm, args.pieces) {
        (_, Some(file), _) => swarm::run(args, file),
        (Some(file), None, Some(pieces)) => learn(args, file, pieces),
        (Some(_), None, None) => Err(CliError::usage(
            "`--table` needs `--pieces N`, the number of pieces to learn from",
        )),
        (None, None, _) => Err(CliError::usage(
            "`train` needs an output: pass `--table FILE.table` or `--swarm FILE.ron`",
        )),
    }
}

/// Learns a table.
fn learn(args: &TrainArgs, path: &Path, pieces: u64) -> Result<(), CliError> {
    let saved = TrainedFiles::beside(TrainedFileKind::Table, path)?;
    args.plots.as_deref().map(plots::check).transpose()?;
    let checkpoint = if args.resume {
        Some(saved.read(Checkpoint::from_bytes)?)
    } else {
        saved.check_none()?;
        None
    };
    let pad = args.moves.pad()?;
    if pad.is_none() {
        check_drag(&[
            (!args.level.is_empty(), "--level"),
            (args.double_killscreen, "--double-killscreen"),
        ])?;
    }
    if args.level.len() > LEVELS_MAX {
        return Err(CliError::usage(format!(
            "--level has {} levels; allowed: up to {LEVELS_MAX}",
            args.level.len()
        )));
    }
    if pad.is_some_and(|(hand, _)| hand.tuck_misdrops()) {
        return Err(CliError::usage(
            "tables cannot be learnt with tuck misdrops; remove `--tuck-misdrops`, or choose hands without \
            tuck_misdrops: true in their file",
        ));
    }
    let mut recipe = recipe(args, pieces, pad);
    recipe.lesson.check().map_err(CliError::usage)?;
    let from = match &checkpoint {
        Some(checkpoint) => {
            let known = checkpoint.recipe();
            recipe.from_checksum = known.from_checksum;
            recipe.lesson.seed = args.seed.unwrap_or(known.lesson.seed);
            if let Some(difference) = recipe.difference(known) {
                return Err(saved.other(&difference));
            }
            None
        }
        None => {
            let from = args.from.as_deref().map(find).transpose()?;
            recipe.from_checksum = from.as_ref().map(|table| table.checksum());
            if args.seed.is_none() {
                recipe.lesson.seed = fresh_seed(RandomizerKind::NesOdds)?;
                say_seed(recipe.lesson.seed);
            }
            from
        }
    };
    saved.check_overwrites(args.plots.as_deref())?;
    let work = TableLearning {
        recipe: &recipe,
        from: from.as_deref(),
        checkpoint,
        saved,
        plots: args.plots.as_deref(),
    };
    match pad {
        None => work.learn(&[&NoFilter]),
        Some((hand, region)) => {
            let levels = levels(args).into_iter();
            let moves: Vec<_> = levels
                .map(|level| match falls_double(args.double_killscreen, level) {
                    true => PadMoves::double_killscreen(hand, region),
                    false => PadMoves::new(hand, level, region),
                })
                .collect();
            let moves: Vec<&dyn MoveGenerator> = moves.iter().map(|moves| moves as _).collect();
            work.learn(&moves)
        }
    }
}

/// Returns the levels of the games.
fn levels(args: &TrainArgs) -> Vec<u8> {
    match args.level.as_slice() {
        [] => vec![0],
        levels => levels.to_vec(),
    }
}

/// Returns whether pieces fall two rows per frame at this level.
const fn falls_double(double_killscreen: bool, level: u8) -> bool {
    double_killscreen && level >= rules::Control::DOUBLE_LEVEL
}

/// Builds the recipe from the options. The caller fills in a drawn seed and the checksum of the initial table.
fn recipe(args: &TrainArgs, pieces: u64, pad: Option<(Hand, Region)>) -> Recipe {
    // Hands that see NEXT late make most decisions before they see it.
    let by_sight = match pad {
        Some((hand, _)) if hand.begins_unseen() => 1,
        _ => 2,
    };
    Recipe {
        lesson: LearningSettings {
            burns: args.burns,
            game_over: args.game_over,
            garbage: args.garbage,
            mistakes: args.mistakes,
            known_pieces: args.known_pieces.map_or(by_sight, usize::from),
            pieces,
            step: args.step,
            seed: args.seed.unwrap_or(0),
            ..LearningSettings::default()
        },
        from: args.from.clone().unwrap_or_else(|| "nothing".to_owned()),
        from_checksum: None,
        input: input_in_words(&levels(args), args.double_killscreen, pad),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// Describes the input in the form that recipes use.
fn input_in_words(levels: &[u8], double_killscreen: bool, pad: Option<(Hand, Region)>) -> String {
    let in_words = |&level: &u8| match falls_double(double_killscreen, level) {
        true => format!("{level} double"),
        false => level.to_string(),
    };
    let level: Vec<String> = levels.iter().map(in_words).collect();
    let level = level.join(",");
    match pad {
        None => "drag".to_owned(),
        Some((hand, region)) => {
            let taps = match hand.rhythm() {
                Rhythm::Rate(rate) => format!("tap-hz {rate}"),
                other => format!("taps {other}"),
            };
            let reaction = hand.reaction_frames();
            let region = region.name();
            format!("pad level {level} {taps} reaction {reaction} {region}")
        }
    }
}

/// Training of one table.
struct TableLearning<'a> {
    recipe: &'a Recipe,
    from: Option<&'a Table>,
    checkpoint: Option<Checkpoint>,
    saved: TrainedFiles,
    /// Folder for the plots.
    plots: Option<&'a Path>,
}

impl TableLearning<'_> {
    /// Trains the table, and saves the result even if the run is stopped.
    fn learn(mut self, moves: &[&dyn MoveGenerator]) -> Result<(), CliError> {
        let lesson = &self.recipe.lesson;
        let is_resumed = self.checkpoint.is_some();
        let learner = match self.checkpoint.take() {
            Some(checkpoint) => checkpoint.into_learner(lesson, moves),
            None => Learner::new(lesson, moves, self.from),
        };
        let mut learner = learner.map_err(CliError::usage)?;
        let control = progress::stopped_by_keys()?;
        with_progress(WorkAmount::Pieces(lesson.pieces), &control, || {
            self.learn_on(&mut learner, &control);
        });
        let course = learner.totals();
        let made = format!("{}; {} pieces played", self.recipe, course.pieces);
        let table = learner.table().to_bytes(&made);
        if course.pieces >= lesson.pieces {
            self.saved.write_whole(&table, is_resumed);
        } else {
            let checkpoint = Checkpoint::from_learner(&learner, self.recipe);
            self.saved.write_checkpoint(&checkpoint.to_bytes());
            self.saved.write_partial(&table);
        }
        let printed = files::print(&summary(course));
        if let Some(folder) = self.plots {
            let recipe = self.recipe.to_string();
            let drawn = plot_learning(learner.curve(), course, &recipe, &command_line());
            plots::write(folder, &drawn)?;
        }
        printed
    }

    /// Trains the table and saves checkpoints, the first one right away.
    fn learn_on(&mut self, learner: &mut Learner<'_>, control: &Control) {
        let pieces = self.recipe.lesson.pieces;
        let mut due = now();
        while learner.totals().pieces < pieces && !control.stop.load(Ordering::Relaxed) {
            learner.run_to(learner.totals().pieces + SLICE, control);
            if now() >= due {
                let checkpoint = Checkpoint::from_learner(learner, self.recipe);
                self.saved.write_checkpoint(&checkpoint.to_bytes());
                due = now() + CHECKPOINT_TIME;
            }
        }
    }
}

/// Returns the built-in table with this name, or the table in this file.
fn find(name: &str) -> Result<Arc<Table>, CliError> {
    if let Some(table) = Table::built_in(name) {
        return Ok(table);
    }
    let wrong = |fault: String| {
        CliError::usage(format!(
            "--from {}: {fault}; allowed: {}, or a table file",
            sanitized(name),
            Table::names().join(", ")
        ))
    };
    let bytes = read::bytes(Path::new(name), FileKind::Table)
        .map_err(|error| wrong(error.fault.to_string()))?;
    Table::from_bytes(&bytes).map(Arc::new).map_err(wrong)
}

/// Formats a summary of the training games as readable text.
fn summary(course: &LearningTotals) -> String {
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let share = percent(course.rows_by_tetrises(), course.rows);
    let tetrises: u64 = course.tetrises.iter().sum();
    let [.., in_well] = course.tetrises;
    let right = percent(in_well, tetrises);
    format!(
        "{}, {} lost; {} cleared, {share:.1} % of them by Tetrises, {right:.1} % of \
         these in the rightmost column\n",
        counted(course.pieces, "piece"),
        counted(course.games_over, "game"),
        counted(course.rows, "row")
    )
}

/// Parses the costs of single, double and triple burns.
pub fn parse_burns(text: &str) -> Result<[f64; 3], String> {
    let burns: Option<Vec<f64>> = text.split(',').map(|burn| burn.parse().ok()).collect();
    burns
        .and_then(|burns| burns.try_into().ok())
        .ok_or_else(|| "expected three line counts: A,B,C".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// A command line.
    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        args: TrainArgs,
    }

    #[test]
    fn a_recipe_states_the_levels_with_two_rows_per_frame() {
        for (options, wanted) in [
            ("--level 29,39", "pad level 29,39 tap-hz 30"),
            (
                "--level 29,39 --double-killscreen",
                "pad level 29,39 double tap-hz 30",
            ),
        ] {
            let line = format!("train --table a.table --pieces 1 --input pad {options}");
            let args = CommandLine::parse_from(line.split_whitespace()).args;
            let input = recipe(&args, 1, args.moves.pad().unwrap()).input;
            assert!(input.starts_with(wanted), "{input}");
        }
    }

    #[test]
    fn hands_that_see_next_late_decide_with_one_known_piece_by_default() {
        for (options, wanted) in [
            ("", 2),
            ("--known-pieces 1", 1),
            ("--input pad --hand machine", 2),
            ("--input pad --hand tapper", 1),
            ("--input pad --sight never", 1),
            ("--input pad --reaction 20 --sight 20", 2),
            ("--input pad --hand tapper --known-pieces 2", 2),
        ] {
            let line = format!("train --table a.table --pieces 1 {options}");
            let args = CommandLine::parse_from(line.split_whitespace()).args;
            let recipe = recipe(&args, 1, args.moves.pad().unwrap());
            assert_eq!(recipe.lesson.known_pieces, wanted, "{options}");
        }
    }
}
