//! `watch`: an AI plays, in the window or the terminal.

use crate::shell::command::record;
use crate::shell::error::CliError;
use crate::shell::front::show::show;
use crate::shell::options::scenes::{SceneArgs, WatchArgs};
use crate::shell::scene::app_context::AppContext;
use crate::shell::scene::begin;

/// Runs `watch`.
pub fn run(args: &WatchArgs) -> Result<(), CliError> {
    let game = args.demo.resolve(&args.game)?;
    show(args.display, || {
        let mut context = AppContext::open(record::film);
        args.sound.apply(&mut context)?;
        context.begun = Some(SceneArgs::Watch(args.clone()));
        Ok((begin::games::begun(game, args), context))
    })
}
