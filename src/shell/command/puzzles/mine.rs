//! `puzzles --mine`: opens the mistakes of the user's own games as puzzles.

use rightwell::rules::{Piece, counted};
use rightwell::session::Category;

use crate::shell::command::record;
use crate::shell::error::CliError;
use crate::shell::front::show::show_in_window;
use crate::shell::host::log;
use crate::shell::options::scenes::PuzzlesArgs;
use crate::shell::scene::app_context::AppContext;
use crate::shell::scene::begin;
use crate::shell::scene::begin::puzzles::{kind, some};
use crate::shell::store::files;
use crate::shell::store::folders::Folders;
use crate::shell::store::mistakes::{self, MistakeProgress, Mistakes, QueuedMistake};

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
    let mut context = AppContext::open(record::film);
    args.sound.apply(&mut context)?;
    show_in_window(begin::puzzles::begin(args, &context)?, context)
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
