//! `puzzles --mine`: mistakes of the user's own games.

use rightwell::rules::{Piece, counted};
use rightwell::session::Category;

use crate::shell::activity::Begun;
use crate::shell::activity::practice::{Mine, PracticeActivity};
use crate::shell::activity::speed::Speed;
use crate::shell::command::begin;
use crate::shell::error::CliError;
use crate::shell::front::show::show_in_window;
use crate::shell::host::clock::today;
use crate::shell::host::log;
use crate::shell::menu::context::AppContext;
use crate::shell::store::files;
use crate::shell::store::folders::Folders;
use crate::shell::store::mistakes::{self, Kept, Mistakes, Solved};
use crate::shell::store::saver::Saver;

use super::PuzzlesArgs;

pub fn run(args: &PuzzlesArgs) -> Result<(), CliError> {
    let only = kind(args)?;
    let file = Folders::of_user()?.mistakes();
    if args.empty {
        let gone = mistakes::empty(&file, only)?;
        log::say(format!("{} taken out", counted(gone, "mistake")));
        return Ok(());
    }
    let mistakes = some(mistakes::load(&file)?, only)?;
    if args.list {
        return files::print(&listed(&mistakes, only));
    }
    let mut context = AppContext::open(begin::LAUNCH);
    args.sound.apply(&mut context)?;
    show_in_window(begin(args, &context)?, context)
}

/// Opens the mistakes as puzzles.
pub fn begin(args: &PuzzlesArgs, context: &AppContext) -> Result<Begun, CliError> {
    let only = kind(args)?;
    let home = context.home()?;
    let path = home.folders.mistakes();
    let mistakes = some(mistakes::load(&path)?, only)?;
    let all = mistakes.counts(only).all();
    let file = (path, Saver::new(&home.disk));
    let mine = Mine::new(mistakes, only, file, today).ok_or_else(|| {
        let all = counted(all, "mistake");
        CliError::usage(format!("{all}, solved on two days: none comes back"))
    })?;
    let activity = PracticeActivity::puzzle(mine.start(), Box::new(mine));
    Ok(Begun {
        activity: Box::new(activity),
        speed: Speed::Times(1.0),
    })
}

/// Parses the requested kind.
fn kind(args: &PuzzlesArgs) -> Result<Option<Category>, CliError> {
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

/// Returns the mistakes if there is one of this kind.
fn some(mistakes: Mistakes, only: Option<Category>) -> Result<Mistakes, CliError> {
    let all = mistakes.counts(None).all();
    match (mistakes.counts(only).all(), only) {
        (0, Some(kind)) if all > 0 => Err(CliError::usage(format!(
            "--theme {}: none of your {}",
            kind.word(),
            counted(all, "mistake")
        ))),
        (0, _) => Err(CliError::usage(
            "no mistake of yours is kept: turn KEEP MISTAKES on in the settings and review a game, \
             or rightwell review FILE --keep-mistakes",
        )),
        _ => Ok(mistakes),
    }
}

/// Formats a line per mistake, and the totals by progress.
fn listed(mistakes: &Mistakes, only: Option<Category>) -> String {
    let line = |(number, kept): (usize, &Kept)| {
        let Kept { mistake, solved } = kept;
        let position = &mistake.position;
        format!(
            "{number:4} {:13} {} then {} level {}: lost {:.1} lines{}\n",
            mistake.kind.word(),
            position.current,
            position.next.map_or('-', Piece::letter),
            position.level,
            mistake.lost,
            match solved {
                Solved::No => "",
                Solved::Once(_) => ", solved once",
                Solved::Twice => ", done",
            }
        )
    };
    let lines: String = (1..).zip(mistakes.of(only)).map(line).collect();
    format!("{lines}{}\n", mistakes.counts(only).told())
}
