//! `puzzles --mine`: opens the mistakes of the user's own games as puzzles.

use rightwell::rules::{Piece, counted};
use rightwell::session::Category;

use crate::error::CliError;
use crate::front::show::show_in_window;
use crate::host::log;
use crate::options::scenes::PuzzlesArgs;
use crate::scene::app_context::AppContext;
use crate::scene::begin;
use crate::scene::begin::puzzles::{kind, some};
use crate::store::files;
use crate::store::folders::Folders;
use crate::store::mistakes::{self, MistakeProgress, Mistakes, QueuedMistake};

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
    let mut context = AppContext::open();
    args.sound.apply(&mut context)?;
    let begun = begin::puzzles::begin(args, &context)?;
    show_in_window(|| Ok((begun, context)))
}

/// Formats one line per mistake, then the number of mistakes waiting, solved once and done.
fn listed(mistakes: &Mistakes, only: Option<Category>) -> String {
    let line = |(number, kept): (usize, &QueuedMistake)| {
        let QueuedMistake { mistake, solved } = kept;
        let position = &mistake.position;
        format!(
            "{number:4} {:13} {} then {} level {}: lost {:.1} lines{}\n",
            mistake.kind.word(),
            position.current,
            position.next.map_or('-', Piece::letter),
            position.level,
            mistake.lost,
            match solved {
                MistakeProgress::No => "",
                MistakeProgress::Once(_) => ", solved once",
                MistakeProgress::Twice => ", done",
            }
        )
    };
    let lines: String = (1..).zip(mistakes.of(only)).map(line).collect();
    format!("{lines}{}\n", mistakes.counts(only).told())
}
