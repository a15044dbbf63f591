//! `puzzles`: where does this piece go? And new ones, mined.

mod mine;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use clap::builder::PossibleValuesParser;
use rightwell::engine::StartPosition;
use rightwell::lab::puzzles::mine;
use rightwell::players::{Input, Player};
use rightwell::rules::{Piece, Region, counted};
use rightwell::search::Hand;
use rightwell::session::puzzles::{self, Miner, Puzzle, Theme};
use rightwell::session::{Category, Rater, position_of_start};

use crate::shell::activity::Begun;
use crate::shell::activity::practice::{PracticeActivity, Series};
use crate::shell::activity::speed::Speed;
use crate::shell::command::begin;
use crate::shell::command::options::{SoundArgs, parse_position};
use crate::shell::command::progress::{self, Extent};
use crate::shell::error::{CliError, shown};
use crate::shell::front::show::show_in_window;
use crate::shell::host::arguments::command_line;
use crate::shell::host::clock::today;
use crate::shell::host::log;
use crate::shell::menu::context::AppContext;
use crate::shell::store::puzzle_results::{self, PuzzleResults};
use crate::shell::store::read::{self, FileKind};
use crate::shell::store::saver::Saver;
use crate::shell::store::{files, load};

/// Options of `puzzles`.
#[derive(Args, Debug)]
pub struct PuzzlesArgs {
    /// Puzzles from a file instead of those compiled in
    #[arg(value_name = "FILE.ron")]
    pub file: Option<PathBuf>,
    /// A puzzle of your own: the piece of this position, a line of text (see the page on commands), on the
    /// NTSC or PAL cartridge as it says
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["file", "theme", "stars", "make"], value_parser = parse_position)]
    pub position: Option<StartPosition>,
    /// Your own mistakes instead, of games that were reviewed: each comes back until you solved it on two days
    #[arg(long, conflicts_with_all = ["file", "position", "stars", "hand", "make"])]
    pub mine: bool,
    /// The puzzle of today: the same for everybody, another one every day
    #[arg(long, conflicts_with_all = ["file", "position", "mine", "theme", "stars", "make"])]
    pub daily: bool,
    /// Take them out, or those of a kind with --theme, and say how many they were
    #[arg(long, requires = "mine", conflicts_with = "list")]
    pub empty: bool,
    /// Only those about this: a field without holes, an overhang, burning rows, holes, the well; with --mine
    /// only those of this kind, as the report of `rightwell review` names them
    #[arg(long, value_name = "THEME|KIND", value_parser = PossibleValuesParser::new(themes_and_kinds()), conflicts_with = "make")]
    pub theme: Option<String>,
    /// Only those with so many stars, 1 (easy) to 5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(Puzzle::STARS_MAX)), conflicts_with = "make")]
    pub stars: Option<u8>,
    /// The hands that places are rated for, by name (see `rightwell hands`) or from a file [default:
    /// tournament]
    #[arg(long, value_name = "NAME|FILE.ron", conflicts_with_all = ["make", "list"])]
    pub hand: Option<String>,
    #[command(flatten)]
    pub sound: SoundArgs,
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

/// What `--theme` may name.
fn themes_and_kinds() -> Vec<&'static str> {
    let mut words = Theme::ALL.map(Theme::name).to_vec();
    let kinds = Category::ALL.map(Category::word).into_iter();
    let kinds: Vec<_> = kinds.filter(|kind| !words.contains(kind)).collect();
    words.extend(kinds);
    words
}

pub fn run(args: &PuzzlesArgs) -> Result<(), CliError> {
    if args.mine {
        return mine::run(args);
    }
    if let Some(path) = &args.make {
        return make(args, path);
    }
    let (puzzles, _) = chosen(args)?;
    if args.list {
        return files::print(&listed(&puzzles));
    }
    let mut context = AppContext::open(begin::LAUNCH);
    args.sound.apply(&mut context)?;
    show_in_window(begin(args, &context)?, context)
}

/// Puzzles one after the other, to be shown.
pub fn begin(args: &PuzzlesArgs, context: &AppContext) -> Result<Begun, CliError> {
    if args.mine {
        return mine::begin(args, context);
    }
    let (chosen, all) = chosen(args)?;
    let hand = hand(args)?;
    let judge = Player::named(Rater::JUDGE).map_err(CliError::usage)?;
    let region = args
        .position
        .map_or(Region::Ntsc, |position| position.region);
    let rater = Rater::new(judge, Some((hand, region)));
    // Of the user's own puzzles nothing is kept.
    let is_own = args.file.is_some() || args.position.is_some();
    let home = context.home().ok().filter(|_| !is_own);
    let file = home.map(|home| (home.folders.puzzles(), Saver::new(&home.disk)));
    let results = match &file {
        Some((path, _)) => puzzle_results::load(path)?,
        None => PuzzleResults::default(),
    };
    let series = Series::new((rater, region), chosen, all, results, file);
    let activity = PracticeActivity::puzzle(series.start(), Box::new(series));
    Ok(Begun {
        activity: Box::new(activity),
        speed: Speed::Times(1.0),
    })
}

/// Puzzles, each with its number from 1.
type Numbered = Vec<(usize, Puzzle)>;

/// Those that are asked for, at least one, and how many there are in all.
fn chosen(args: &PuzzlesArgs) -> Result<(Numbered, usize), CliError> {
    if let Some(position) = &args.position {
        return Ok((vec![(1, of_position(position, args)?)], 1));
    }
    let names = Theme::ALL.map(Theme::name);
    if let Some(kind) = args.theme.as_deref().filter(|theme| !names.contains(theme)) {
        return Err(CliError::usage(format!(
            "--theme {kind}: a kind of mistakes, for --mine; allowed: {}",
            names.join(", ")
        )));
    }
    let puzzles = load_file(args.file.as_deref())?;
    let all = puzzles.len();
    if args.daily {
        let place = puzzles::of_day(today(), all);
        return Ok((vec![(place + 1, puzzles[place].clone())], all));
    }
    let is_chosen = |puzzle: &Puzzle| {
        args.stars.is_none_or(|stars| puzzle.stars == stars)
            && (args.theme.as_ref()).is_none_or(|theme| puzzle.theme.name() == theme)
    };
    let numbered = (1..).zip(puzzles);
    let chosen: Numbered = numbered.filter(|(_, puzzle)| is_chosen(puzzle)).collect();
    if chosen.is_empty() {
        let theme = args.theme.as_deref().unwrap_or("any");
        let stars = args
            .stars
            .map_or("any".to_owned(), |stars| stars.to_string());
        return Err(CliError::usage(format!(
            "--theme {theme} --stars {stars}: none of the {all} puzzles; `--list` shows what there is"
        )));
    }
    Ok((chosen, all))
}

/// The puzzle of a position.
fn of_position(position: &StartPosition, args: &PuzzlesArgs) -> Result<Puzzle, CliError> {
    let hand = hand(args)?;
    let moves = Rater::moves_of(hand, position.region).at(position.level);
    let puzzle = Miner::default().any(&position_of_start(position), &Input::Pad(moves));
    puzzle.ok_or_else(|| {
        CliError::usage(format!(
            "--position {position}: there is no place for its piece that these hands can reach"
        ))
    })
}

/// The hands that places are rated for.
fn hand(args: &PuzzlesArgs) -> Result<Hand, CliError> {
    let hand = args.hand.as_deref().unwrap_or(Rater::HAND);
    Ok(load::hand(hand).map_err(CliError::usage)?.hand())
}

/// The puzzles of a file, or those compiled in.
fn load_file(path: Option<&Path>) -> Result<Vec<Puzzle>, CliError> {
    let Some(path) = path else {
        return Ok(puzzles::built_in());
    };
    let text = read::text(path, FileKind::Puzzles)?;
    puzzles::from_ron(&text).map_err(|error| CliError::usage(format!("{}: {error}", shown(path))))
}

/// One line a puzzle.
fn listed(puzzles: &[(usize, Puzzle)]) -> String {
    let line = |(number, puzzle): &(usize, Puzzle)| {
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
    puzzles.iter().map(line).collect()
}

/// Mines puzzles and writes them.
fn make(args: &PuzzlesArgs, path: &Path) -> Result<(), CliError> {
    files::check_writable(path)?;
    let count = args.count.unwrap_or(200);
    let pool = progress::pool(args.threads)?;
    let control = progress::stopped_by_keys()?;
    let mined = progress::with_progress(Extent::Puzzles(count.into()), &control, || {
        pool.install(|| mine(count.into(), args.seed.unwrap_or(1), &control))
    });
    if control.stop.load(Ordering::Relaxed) {
        return Err(CliError::failed("stopped early; nothing is written"));
    }
    files::write_whole(path, puzzles::to_ron(&mined, &command_line()).as_bytes())?;
    log::say(format!(
        "{} written to {}",
        counted(mined.len(), "puzzle"),
        shown(path)
    ));
    Ok(())
}
