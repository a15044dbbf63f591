//! `train --swarm`: optimizes a player's weights with a swarm.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use rightwell::engine::{CrashRule, DragStart, GameType};
use rightwell::lab::Control;
use rightwell::lab::swarm::{
    Iteration, Objective, Swarm, SwarmCheckpoint, SwarmGames, SwarmRecipe, SwarmTrial,
    VariedNumbers,
};
use rightwell::players::{Player, PlayerFile};
use rightwell::plots::plot_swarm;
use rightwell::rules::{RandomizerKind, Region, counted};
use rightwell::search::Hand;
use rightwell::session::{Controls, PadControls, SeriesSettings};

use crate::error::{CliError, shown};
use crate::host::arguments::command_line;
use crate::host::log;
use crate::scene::begin::controls::check_drag;
use crate::scene::begin::games::{fresh_seed, say_seed};
use crate::store::{files, load};
use crate::work::plot_files as plots;
use crate::work::progress::{self, WorkAmount, with_note};

use super::saved::{TrainedFileKind, TrainedFiles};
use super::{TrainArgs, input_in_words};

/// Options of `train --swarm`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of --swarm")]
pub struct SwarmArgs {
    /// Quantity to maximize [default: survival]
    #[arg(long, value_enum, requires = "swarm", conflicts_with = "table")]
    objective: Option<ObjectiveArg>,
    /// Parameters that may vary: weights, offsets, powers, or several of them separated by commas [default: weights]
    #[arg(
        long,
        value_name = "NUMBERS",
        requires = "swarm",
        conflicts_with = "table"
    )]
    vary: Option<VariedNumbers>,
    /// Number of iterations. All particles play in each [default: 50]. With --resume it may be higher than before
    #[arg(long, value_name = "N", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    iterations: Option<u64>,
    /// Number of particles, the players tried in each iteration [default: 20]
    #[arg(long, value_name = "N", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u16).range(2..=256))]
    particles: Option<u16>,
    /// Number of games that each particle plays per iteration. All iterations use the same games [default: 100]
    #[arg(long, value_name = "N", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u64).range(4..=10_000))]
    games: Option<u64>,
    /// Iterations without a better player before all particles restart with random weights. The best player is kept
    /// [default: 20]
    #[arg(long, value_name = "N", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    patience: Option<u64>,
    /// Distance of the particles from the initial player at the start, and maximum step per iteration, 0.001-10; 1 is
    /// about the size of a usual weight [default: 0.5]
    #[arg(long, value_name = "X", requires = "swarm", conflicts_with = "table")]
    spread: Option<f64>,
    /// End a game at this many lines; only with --objective score [default: 230]
    #[arg(long, value_name = "N", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u16).range(1..=25_599))]
    lines: Option<u16>,
    /// Percentage of a particle's best games that count for its average; only with --objective score [default: 33]
    #[arg(long, value_name = "PERCENT", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u8).range(1..=100))]
    best: Option<u8>,
    /// Number of pieces after which one more piece in a hundred is an S or a Z; only with --objective survival
    /// [default: 10]
    #[arg(long, value_name = "PIECES", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    rise: Option<u64>,
    /// Pieces per game; only with --objective garbage [default: 200], heights or length [default: 2000]
    #[arg(long, value_name = "N", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pieces_per_game: Option<u64>,
    /// Percentage of pieces that are replaced by an S or a Z; only with --objective heights [default: 0]
    #[arg(long, value_name = "PERCENT", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u8).range(0..=100))]
    skew: Option<u8>,
    /// Number of new games in which the resulting player is compared with the initial one [default: 200]
    #[arg(long, value_name = "N", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    fresh_games: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", requires = "swarm", conflicts_with = "table", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// The objectives, by their names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ObjectiveArg {
    /// Points in games of 230 lines at most (see --lines), from level 19 unless --level is given
    Score,
    /// Pieces until the game is lost, while S and Z become more and more frequent
    Survival,
    /// Rows cleared per piece, with garbage added for each cleared row
    Garbage,
    /// Rows near the top: how quickly locks become rarer from row to row
    Heights,
    /// Pieces until the game is lost, at most --pieces-per-game
    Length,
}

/// Level at which games for points start by default.
const SCORE_LEVEL: u8 = 19;

pub fn run(args: &TrainArgs, path: &Path) -> Result<(), CliError> {
    let mut saved = TrainedFiles::beside(TrainedFileKind::Player, path)?;
    args.plots.as_deref().map(plots::check).transpose()?;
    let checkpoint = if args.resume {
        Some(saved.read(SwarmCheckpoint::from_bytes)?)
    } else {
        saved.check_none()?;
        None
    };
    let objective = objective(&args.swarm_args)?;
    let pad = args.moves.pad()?;
    let level = level(args, objective, pad)?;
    let name = args.from.as_deref().unwrap_or("survival");
    let (player, from) = load::player_with_file(name).map_err(CliError::usage)?;
    saved.check_overwrites(args.plots.as_deref())?;
    let mut recipe = SwarmRecipe {
        input: input_in_words(&[level], false, pad),
        ..recipe(args, objective, name, &player)
    };
    match &checkpoint {
        Some(checkpoint) => {
            let known = checkpoint.recipe();
            recipe.seed = args.seed.unwrap_or(known.seed);
            if let Some(difference) = recipe.difference(known) {
                return Err(saved.other(&difference));
            }
            let (wanted, done) = (recipe.iterations, checkpoint.iterations());
            if wanted < done {
                return Err(CliError::usage(format!(
                    "--iterations {wanted} is too low: {done} are done; allowed: {done} to 10000"
                )));
            }
        }
        None => {
            let fresh = || fresh_seed(RandomizerKind::NesOdds);
            recipe.seed = args.seed.map_or_else(fresh, Ok)?;
        }
    }
    let ground =
        SwarmGames::new(objective, series(level, pad, recipe.seed)).map_err(CliError::usage)?;
    let is_resumed = checkpoint.is_some();
    let swarm = match checkpoint {
        Some(checkpoint) => checkpoint.into_swarm(&recipe, &ground, &from),
        None => Swarm::new(&recipe, &ground, &from),
    };
    let swarm = swarm.map_err(CliError::usage)?;
    let name = name_of(path, &from)?;
    if args.seed.is_none() && !is_resumed {
        say_seed(recipe.seed);
    }
    let pool = progress::pool(args.swarm_args.threads)?;
    let mut work = SwarmWork {
        recipe: &recipe,
        ground: &ground,
        from: &from,
        name,
        fresh_games: args.swarm_args.fresh_games.unwrap_or(200),
        plots: args.plots.clone(),
    };
    pool.install(|| work.seek(swarm, &mut saved, is_resumed))
}

/// Optimization of one player.
struct SwarmWork<'a> {
    recipe: &'a SwarmRecipe,
    ground: &'a SwarmGames,
    from: &'a PlayerFile,
    /// Name to give to the resulting player.
    name: String,
    fresh_games: u64,
    plots: Option<PathBuf>,
}

impl SwarmWork<'_> {
    /// Optimizes the player, and saves the result even if the run is stopped.
    fn seek(
        &mut self,
        mut swarm: Swarm<'_>,
        saved: &mut TrainedFiles,
        is_resumed: bool,
    ) -> Result<(), CliError> {
        let control = progress::stopped_by_keys()?;
        let each = self.recipe.games * self.recipe.particles as u64;
        control
            .games
            .store(each * swarm.iterations(), Ordering::Relaxed);
        let all = WorkAmount::Games(each * self.recipe.iterations + 2 * self.fresh_games);
        let last = swarm.course().last().map(|last| self.in_words(last));
        let note = Mutex::new(last.unwrap_or_default());
        let say = || note.lock().map(|note| note.clone()).unwrap_or_default();
        let trial = with_note(all, &control, say, || {
            self.iterate(&mut swarm, saved, &note, &control)?;
            self.compare(&swarm, &control)
        })?;
        let is_stopped = control.stop.load(Ordering::Relaxed);
        let Some((best, mut found)) = swarm.best() else {
            log::say("stopped before the end of the first iteration; nothing was written");
            return Ok(());
        };
        found.name.clone_from(&self.name);
        found.about = format!(
            "{} with {} found by a swarm, for {}",
            self.from.name,
            self.recipe.varied,
            self.recipe.objective.name()
        );
        let mut remarks = vec![format!(
            "Found by a swarm: {}; {} iterations done.",
            self.recipe,
            swarm.iterations()
        )];
        let objective = self.recipe.objective;
        let compared = trial.map(|trial| trial.in_words(objective));
        remarks.extend(compared.clone());
        let file = found.to_ron(&remarks);
        if swarm.is_done() && !is_stopped {
            saved.write_whole(file.as_bytes(), is_resumed);
        } else {
            saved.write_partial(file.as_bytes());
        }
        let mut summary = format!(
            "{} of {} with {} each, {} a particle: best {} {}\n",
            counted(swarm.iterations(), "iteration"),
            counted(self.recipe.particles, "particle"),
            counted(swarm.numbers(), "number"),
            counted(self.recipe.games, "game"),
            objective.in_words(best),
            objective.unit()
        );
        summary.extend(compared.map(|compared| compared + "\n"));
        let printed = files::print(&summary);
        if let Some(folder) = &self.plots {
            let drawn = plot_swarm(self.recipe, swarm.course(), &command_line());
            plots::write(folder, &drawn)?;
        }
        printed
    }

    /// Runs all iterations and saves a checkpoint after each.
    fn iterate(
        &self,
        swarm: &mut Swarm<'_>,
        saved: &mut TrainedFiles,
        note: &Mutex<String>,
        control: &Control,
    ) -> Result<(), CliError> {
        let is_seen = std::io::stderr().is_terminal();
        while let Some(iteration) = swarm.step(control) {
            if swarm.best().is_none() {
                return Err(CliError::usage(format!(
                    "--objective {}: too few games to rate any particle; use more `--games` or `--pieces-per-game`",
                    self.recipe.objective.name()
                )));
            }
            saved.write_checkpoint(&SwarmCheckpoint::from_swarm(swarm).to_bytes());
            let words = self.in_words(&iteration);
            if is_seen {
                if let Ok(mut note) = note.lock() {
                    *note = words;
                }
            } else {
                let number = swarm.iterations();
                log::say(format!("iteration {number}: {words}"));
            }
        }
        Ok(())
    }

    /// Describes an iteration in one line.
    fn in_words(&self, iteration: &Iteration) -> String {
        let say = |value: f64| self.recipe.objective.in_words(value);
        let anew = if iteration.restarts { ", restarts" } else { "" };
        format!(
            "best {}, mean {}, spread {:.3}{anew}",
            say(iteration.best),
            say(iteration.mean),
            iteration.spread
        )
    }

    /// Compares the result with the initial player in new games. If the run was stopped, skips the comparison.
    fn compare(
        &self,
        swarm: &Swarm<'_>,
        control: &Control,
    ) -> Result<Option<SwarmTrial>, CliError> {
        let Some((_, found)) = swarm.best().filter(|_| swarm.is_done()) else {
            return Ok(None);
        };
        let seed = SwarmTrial::fresh_seed(self.recipe.seed);
        let players = [self.from, &found];
        SwarmTrial::run(self.ground, seed, self.fresh_games, players, control)
            .map_err(CliError::failed)
    }
}

/// Builds the recipe from the options. The caller fills in the input and the seed.
fn recipe(args: &TrainArgs, objective: Objective, from: &str, player: &Player) -> SwarmRecipe {
    let swarm = &args.swarm_args;
    SwarmRecipe {
        from: from.to_owned(),
        from_fingerprint: player.fingerprint(),
        objective,
        varied: swarm.vary.unwrap_or(VariedNumbers::WEIGHTS),
        games: swarm.games.unwrap_or(100),
        particles: swarm.particles.unwrap_or(20).into(),
        iterations: swarm.iterations.unwrap_or(50),
        patience: swarm.patience.unwrap_or(20),
        spread: swarm.spread.unwrap_or(0.5),
        input: String::new(),
        seed: 0,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// Builds the objective from the options. Rejects options that belong to another objective.
fn objective(args: &SwarmArgs) -> Result<Objective, CliError> {
    use ObjectiveArg::{Garbage, Heights, Length, Score, Survival};
    let objective = args.objective.unwrap_or(Survival);
    let given: [(bool, &str, &str, &[ObjectiveArg]); 5] = [
        (args.lines.is_some(), "--lines", "score", &[Score]),
        (args.best.is_some(), "--best", "score", &[Score]),
        (args.rise.is_some(), "--rise", "survival", &[Survival]),
        (args.skew.is_some(), "--skew", "heights", &[Heights]),
        (
            args.pieces_per_game.is_some(),
            "--pieces-per-game",
            "garbage, heights or length",
            &[Garbage, Heights, Length],
        ),
    ];
    let wrong = given
        .iter()
        .find(|(is_given, .., those)| *is_given && !those.contains(&objective));
    if let Some((_, option, those, _)) = wrong {
        return Err(CliError::usage(format!(
            "{option} requires `--objective {those}`"
        )));
    }
    Ok(match objective {
        Score => Objective::Score {
            lines: args.lines.unwrap_or(230),
            best: args.best.unwrap_or(33),
        },
        Survival => Objective::Survival {
            rise: args.rise.unwrap_or(10),
        },
        Garbage => Objective::Garbage {
            pieces: args.pieces_per_game.unwrap_or(200),
        },
        Heights => Objective::Heights {
            pieces: args.pieces_per_game.unwrap_or(2000),
            skew: args.skew.unwrap_or(0),
        },
        Length => Objective::Length {
            pieces: args.pieces_per_game.unwrap_or(2000),
        },
    })
}

/// Returns the level of all games.
fn level(
    args: &TrainArgs,
    objective: Objective,
    pad: Option<(Hand, Region)>,
) -> Result<u8, CliError> {
    let is_score = matches!(objective, Objective::Score { .. });
    if pad.is_none() && !is_score {
        check_drag(&[(!args.level.is_empty(), "--level")])?;
    }
    match args.level.as_slice() {
        [] if is_score => Ok(SCORE_LEVEL),
        [] => Ok(0),
        [level] if *level <= DragStart::LEVEL_MAX => Ok(*level),
        [level] => Err(CliError::usage(format!(
            "--level {level} is out of range; allowed with `--swarm`: 0 to {}",
            DragStart::LEVEL_MAX
        ))),
        levels => Err(CliError::usage(format!(
            "--level has {} levels; allowed with `--swarm`: one",
            levels.len()
        ))),
    }
}

/// Returns the series of games that the particles play.
fn series(level: u8, pad: Option<(Hand, Region)>, seed: u64) -> SeriesSettings {
    let controls = match pad {
        None => Controls::Drag,
        Some((hand, region)) => Controls::Pad(PadControls {
            hand,
            region,
            game_type: GameType::A,
            double_killscreen: false,
            crash: CrashRule::Off,
            training: None,
        }),
    };
    SeriesSettings {
        level,
        randomizer: RandomizerKind::NesOdds,
        seed,
        controls,
        position: None,
    }
}

/// Returns the name of the new player: the name of its file without the extension, if it is valid.
fn name_of(path: &Path, from: &PlayerFile) -> Result<String, CliError> {
    let name = path.file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let called = PlayerFile {
        name: name.clone(),
        ..from.clone()
    };
    let no_files = |_: &str| Err("reading files is not supported here".to_owned());
    match Player::build(called, &no_files) {
        Ok(_) => Ok(name),
        Err(faults) => Err(CliError::usage(format!(
            "--swarm {}: {}",
            shown(path),
            faults.join("; ")
        ))),
    }
}
