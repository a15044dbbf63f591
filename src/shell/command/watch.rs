//! `watch`: an AI plays, in the window or the terminal.

use crate::shell::command::begin::LAUNCH;
use crate::shell::error::CliError;
use crate::shell::front::show::show;
use crate::shell::menu::begin;
use crate::shell::menu::context::AppContext;
use crate::shell::options::scenes::WatchArgs;

/// `watch`: the AI plays.
pub fn run(args: &WatchArgs) -> Result<(), CliError> {
    let game = args.demo.resolve(&args.game)?;
    show(args.display, || {
        let mut context = AppContext::open(LAUNCH);
        args.sound.apply(&mut context)?;
        Ok((begin::watch::begun(game, args), context))
    })
}
