//! `watch`: an AI plays, in the window or the terminal.

use crate::error::CliError;
use crate::front::show::show;
use crate::options::scenes::{SceneArgs, WatchArgs};
use crate::scene::app_context::AppContext;
use crate::scene::begin;

/// Runs `watch`.
pub fn run(args: &WatchArgs) -> Result<(), CliError> {
    let game = args.demo.resolve(&args.game)?;
    show(args.display, || {
        let mut context = AppContext::open();
        args.sound.apply(&mut context)?;
        context.begun = Some(SceneArgs::Watch(args.clone()));
        Ok((begin::games::begun(game, args), context))
    })
}
