//! Games of an AI to watch, from their options.

use crate::shell::activity::Begun;
use crate::shell::activity::autoplay::AutoplayActivity;
use crate::shell::error::CliError;
use crate::shell::options::scenes::WatchArgs;

use super::games::Game;

/// The AI's games, to be shown.
pub fn begin(args: &WatchArgs) -> Result<Begun, CliError> {
    Ok(begun(args.demo.resolve(&args.game)?, args))
}

/// Begins games whose options were checked.
pub fn begun(game: Game, args: &WatchArgs) -> Begun {
    let mut autoplay = game.autoplay();
    autoplay.set_play_fast(args.fast);
    Begun {
        activity: Box::new(AutoplayActivity::new(autoplay)),
        speed: args.speed,
    }
}
