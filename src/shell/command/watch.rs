//! `watch`: an AI plays, in the window or the terminal.

use clap::Args;

use crate::shell::activity::Begun;
use crate::shell::activity::autoplay::AutoplayActivity;
use crate::shell::activity::speed::Speed;
use crate::shell::command::begin;
use crate::shell::command::options::{DemoArgs, Game, GameArgs, SoundArgs};
use crate::shell::error::CliError;
use crate::shell::front::show::{Display, show};
use crate::shell::menu::context::AppContext;

/// Options of `watch`.
#[derive(Args, Debug)]
pub struct WatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub demo: DemoArgs,
    /// PLAY_FAST: no path, no animation
    #[arg(long)]
    pub fast: bool,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// Times the console's speed: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::parse)]
    pub speed: Speed,
    /// Where to show it
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

/// `watch`: the AI plays.
pub fn run(args: &WatchArgs) -> Result<(), CliError> {
    let game = args.demo.resolve(&args.game)?;
    show(args.display, || {
        let mut context = AppContext::open(begin::LAUNCH);
        args.sound.apply(&mut context)?;
        Ok((begun(game, args), context))
    })
}

/// The AI's games, to be shown.
pub fn begin(args: &WatchArgs) -> Result<Begun, CliError> {
    Ok(begun(args.demo.resolve(&args.game)?, args))
}

fn begun(game: Game, args: &WatchArgs) -> Begun {
    let mut autoplay = game.autoplay();
    autoplay.set_play_fast(args.fast);
    Begun {
        activity: Box::new(AutoplayActivity::new(autoplay)),
        speed: args.speed,
    }
}
