//! Puzzles of one's own mistakes, from their options.

use rightwell::rules::counted;
use rightwell::session::Category;

use crate::shell::activity::Begun;
use crate::shell::activity::practice::{Mine, PracticeActivity};
use crate::shell::error::CliError;
use crate::shell::host::clock::today;
use crate::shell::menu::context::AppContext;
use crate::shell::options::scenes::PuzzlesArgs;
use crate::shell::options::speed::Speed;
use crate::shell::store::mistakes::{self, Mistakes};

/// Mistakes one after the other, to be shown.
pub(super) fn begin(args: &PuzzlesArgs, context: &AppContext) -> Result<Begun, CliError> {
    let only = kind(args)?;
    let file = context.home()?.folders.mistakes();
    let mistakes = some(mistakes::load(&file)?, only)?;
    let all = mistakes.counts(only).all();
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

/// The kind that is asked for.
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

/// The same, if there is one of that kind at least.
pub fn some(mistakes: Mistakes, only: Option<Category>) -> Result<Mistakes, CliError> {
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
