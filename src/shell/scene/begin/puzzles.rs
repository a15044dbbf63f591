//! Starts puzzles, or exercises from the user's mistakes.

use std::path::Path;

use rightwell::engine::StartPosition;
use rightwell::players::{Input, Player};
use rightwell::rules::{Region, counted};
use rightwell::search::Hand;
use rightwell::session::puzzles::{self, Puzzle, PuzzleMiner, Theme};
use rightwell::session::{Category, Rater, position_of_start};

use crate::error::{CliError, shown};
use crate::host::clock::today;
use crate::options::scenes::PuzzlesArgs;
use crate::options::speed::Speed;
use crate::scene::BegunScene;
use crate::scene::app_context::AppContext;
use crate::scene::practice::{MistakeSeries, PracticeScene, PuzzleSeries};
use crate::store::load;
use crate::store::mistakes::{self, Mistakes};
use crate::store::puzzle_results::{self, PuzzleResults};
use crate::store::read::{self, FileKind};
use crate::store::saver::SaveQueue;

/// Starts a series of puzzles.
pub fn begin(args: &PuzzlesArgs, context: &AppContext) -> Result<BegunScene, CliError> {
    if args.mine {
        return begin_mine(args, context);
    }
    let (chosen, all) = chosen(args)?;
    let hand = hand(args)?;
    let judge = Player::named(Rater::JUDGE).map_err(CliError::usage)?;
    let region = args
        .position
        .map_or(Region::Ntsc, |position| position.whole().region);
    let rater = Rater::new(judge, Some((hand, region)));
    // The program saves no results for puzzles of the user's own.
    let is_own = args.file.is_some() || args.position.is_some();
    let home = context.home().ok().filter(|_| !is_own);
    let file = home.map(|home| (home.folders.puzzles(), SaveQueue::new(&home.disk)));
    let results = match &file {
        Some((path, _)) => puzzle_results::load(path)?,
        None => PuzzleResults::default(),
    };
    let results = (results, args.rated, args.pieces.unwrap_or(1).into());
    let series = PuzzleSeries::new((rater, region), chosen, all, results, file);
    let scene = PracticeScene::puzzle(series.start(), Box::new(series));
    Ok(BegunScene {
        scene: Box::new(scene),
        speed: Speed::Times(1.0),
    })
}

/// Puzzles with their numbers, counted from 1.
pub type NumberedPuzzles = Vec<(usize, Puzzle)>;

/// Returns the puzzles that the options select, at least one, and the number of all puzzles.
pub fn chosen(args: &PuzzlesArgs) -> Result<(NumberedPuzzles, usize), CliError> {
    if let Some(position) = args.position {
        return Ok((vec![(1, of_position(&position.whole(), args)?)], 1));
    }
    let names = Theme::ALL.map(Theme::name);
    if let Some(kind) = args.theme.as_deref().filter(|theme| !names.contains(theme)) {
        return Err(CliError::usage(format!(
            "--theme {kind} is a kind of mistake and requires `--mine`; allowed without it: {}",
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
    let chosen: NumberedPuzzles = numbered.filter(|(_, puzzle)| is_chosen(puzzle)).collect();
    if chosen.is_empty() {
        let theme = args.theme.as_deref().unwrap_or("any");
        let stars = args
            .stars
            .map_or("any".to_owned(), |stars| stars.to_string());
        return Err(CliError::usage(format!(
            "--theme {theme} --stars {stars}: none of the {all} puzzles matches; `--list` shows them all"
        )));
    }
    Ok((chosen, all))
}

/// Returns the puzzle for the current piece of a position.
fn of_position(position: &StartPosition, args: &PuzzlesArgs) -> Result<Puzzle, CliError> {
    let hand = hand(args)?;
    let moves = Rater::moves_of(hand, position.region).at(position.level);
    let puzzle = PuzzleMiner::default().any(&position_of_start(position), &Input::Pad(moves));
    puzzle.ok_or_else(|| {
        CliError::usage(format!(
            "--position {position}: these hands cannot reach any lock of its piece"
        ))
    })
}

/// Returns the hands that the rating assumes.
fn hand(args: &PuzzlesArgs) -> Result<Hand, CliError> {
    let hand = args.hand.as_deref().unwrap_or(Rater::HAND);
    Ok(load::hand(hand).map_err(CliError::usage)?.hand())
}

/// Loads the puzzles of a file, or the built-in ones.
fn load_file(path: Option<&Path>) -> Result<Vec<Puzzle>, CliError> {
    let Some(path) = path else {
        return Ok(puzzles::built_in());
    };
    let text = read::text(path, FileKind::Puzzles)?;
    puzzles::from_ron(&text).map_err(|error| CliError::usage(format!("{}: {error}", shown(path))))
}

/// Starts exercises from the user's mistakes.
fn begin_mine(args: &PuzzlesArgs, context: &AppContext) -> Result<BegunScene, CliError> {
    let only = kind(args)?;
    let home = context.home()?;
    let file = (home.folders.mistakes(), SaveQueue::new(&home.disk));
    let mistakes = some(mistakes::load(&file.0)?, only)?;
    let all = mistakes.counts(only).all();
    let pieces = args.pieces.unwrap_or(1).into();
    let mine = MistakeSeries::new(mistakes, (only, pieces), file, today).ok_or_else(|| {
        let all = counted(all, "mistake");
        CliError::usage(format!(
            "all {all} mistakes are done: each was solved on two different days"
        ))
    })?;
    let scene = PracticeScene::puzzle(mine.start(), Box::new(mine));
    Ok(BegunScene {
        scene: Box::new(scene),
        speed: Speed::Times(1.0),
    })
}

/// Returns the kind of mistakes that the options select, or `None` for all kinds.
pub fn kind(args: &PuzzlesArgs) -> Result<Option<Category>, CliError> {
    let Some(word) = &args.theme else {
        return Ok(None);
    };
    let known = Category::from_word(word);
    let wrong = || {
        let words = Category::ALL.map(Category::word).join(", ");
        CliError::usage(format!("--theme {word} with --mine: allowed: {words}"))
    };
    known.map(Some).ok_or_else(wrong)
}

/// Returns the mistakes. If none is of this kind, returns an error.
pub fn some(mistakes: Mistakes, only: Option<Category>) -> Result<Mistakes, CliError> {
    let all = mistakes.counts(None).all();
    match (mistakes.counts(only).all(), only) {
        (0, Some(kind)) if all > 0 => Err(CliError::usage(format!(
            "--theme {}: none of your {} is of this kind",
            kind.word(),
            counted(all, "mistake")
        ))),
        (0, _) => Err(CliError::usage(
            "no mistakes are saved yet: review one of your games, with KEEP MISTAKES on in the settings, or run \
             `rightwell review FILE --keep-mistakes`",
        )),
        _ => Ok(mistakes),
    }
}
