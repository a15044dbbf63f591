//! `watch` and `replay` in the window or the terminal.

use clap::Args;

use crate::shell::activity::stage::Stage;
use crate::shell::command::options::{Display, GameArgs};
use crate::shell::error::CliError;
use crate::shell::front::app::{self, App};
use crate::shell::front::pacer::Speed;
use crate::shell::front::terminal;
#[cfg(feature = "window")]
use crate::shell::front::window;
use crate::shell::store::settings::Settings;

/// Options of `watch`.
#[derive(Args, Debug)]
pub struct WatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// PLAY_FAST: no path, no animation
    #[arg(long)]
    pub fast: bool,
    /// Times the console's speed: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::parse)]
    pub speed: Speed,
    /// Where to show it
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

/// What to do where nothing can be shown.
const INSTEAD: &str =
    "without either, `rightwell record` writes pictures and `rightwell simulate` statistics";

/// `watch`: the AI plays.
pub fn run(args: &WatchArgs) -> Result<(), CliError> {
    let game = args.game.resolve()?;
    show(args.display, args.speed, || {
        let mut exhibition = game.exhibition();
        exhibition.set_play_fast(args.fast);
        Stage::exhibition(exhibition)
    })
}

/// Shows a stage where the options and the machine allow it.
pub fn show(display: Display, speed: Speed, stage: impl FnOnce() -> Stage) -> Result<(), CliError> {
    match display {
        Display::Window if !window_is_likely() => Err(CliError::usage(format!(
            "no window: there is no display, or this program was built without windows; {INSTEAD}"
        ))),
        Display::Window => {
            match in_window(app::with_signals(stage(), speed)?, &Settings::default()) {
                Ok(()) => Ok(()),
                Err((reason, _)) => Err(CliError::usage(format!("no window: {reason}; {INSTEAD}"))),
            }
        }
        Display::Terminal if !terminal::is_likely() => Err(CliError::usage(format!(
            "no terminal: standard input and output must be one; {INSTEAD}"
        ))),
        Display::Terminal => terminal::run(app::with_signals(stage(), speed)?),
        Display::Auto => {
            let (window, terminal) = (window_is_likely(), terminal::is_likely());
            if !window && !terminal {
                return Err(CliError::usage(format!(
                    "no display for a window and no terminal to show the game; {INSTEAD}"
                )));
            }
            let app = app::with_signals(stage(), speed)?;
            if !window {
                return terminal::run(app);
            }
            match in_window(app, &Settings::default()) {
                Ok(()) => Ok(()),
                Err((_, app)) if terminal => terminal::run(*app),
                Err((reason, _)) => Err(CliError::usage(format!("no window: {reason}; {INSTEAD}"))),
            }
        }
    }
}

/// Shows a stage that needs real keys, so in the window only.
///
/// What is wrong with the settings is shown for a while.
pub fn show_in_window(
    stage: Stage,
    speed: Speed,
    settings: &Settings,
    faults: &[String],
) -> Result<(), CliError> {
    let mut app = app::with_signals(stage, speed)?;
    app.set_pad_keys(settings.help(), faults);
    in_window(app, settings).map_err(|(reason, _)| {
        CliError::usage(format!(
            "no window: {reason}; playing needs one, for a terminal does not say when a key is released; {INSTEAD}"
        ))
    })
}

/// Whether a key of that name can be chosen for the gamepad.
#[cfg(feature = "window")]
pub fn is_key(name: &str) -> bool {
    crate::shell::input::pad_keys::is_key(name)
}

/// Without a window there are no keys, and none of them is wrong.
#[cfg(not(feature = "window"))]
pub fn is_key(_: &str) -> bool {
    true
}

#[cfg(feature = "window")]
fn window_is_likely() -> bool {
    window::is_likely()
}

#[cfg(not(feature = "window"))]
fn window_is_likely() -> bool {
    false
}

#[cfg(feature = "window")]
fn in_window(app: App, settings: &Settings) -> Result<(), (String, Box<App>)> {
    if !window::is_likely() {
        let reason = "neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned();
        return Err((reason, Box::new(app)));
    }
    window::run(app, settings).map_err(|(reason, app)| (reason.0, app))
}

#[cfg(not(feature = "window"))]
fn in_window(app: App, _: &Settings) -> Result<(), (String, Box<App>)> {
    Err((
        "this program was built without it".to_owned(),
        Box::new(app),
    ))
}
