//! Choice between window and terminal, depending on the options and the machine.

use crate::error::CliError;
use crate::options::scenes::Display;
use crate::scene::BegunScene;
use crate::scene::app_context::AppContext;

use super::app::App;
use super::stop::StopFlag;
use super::terminal;
#[cfg(feature = "window")]
use super::window;

/// Advice if nothing can be shown.
const INSTEAD: &str =
    "without a display, use `rightwell record` for films and `rightwell simulate` for statistics";

/// Opens the scene and shows it in a window or a terminal. Does not open the scene if neither is possible.
pub fn show(
    display: Display,
    open: impl FnOnce() -> Result<(BegunScene, AppContext), CliError>,
) -> Result<(), CliError> {
    let app = || open().and_then(|(begun, context)| with_signals(begun, context));
    match display {
        Display::Window if !window_is_likely() => Err(CliError::usage(format!(
            "no window: {NO_DISPLAY}; {INSTEAD}"
        ))),
        Display::Window => match in_window(app()?) {
            Ok(()) => Ok(()),
            Err((reason, _)) => Err(CliError::usage(format!("no window: {reason}; {INSTEAD}"))),
        },
        Display::Terminal if !terminal::is_likely() => Err(CliError::usage(format!(
            "no terminal: standard input and output must be a terminal; {INSTEAD}"
        ))),
        Display::Terminal => terminal::run(app()?),
        Display::Auto => {
            let (window, terminal) = (window_is_likely(), terminal::is_likely());
            if !window && !terminal {
                return Err(CliError::usage(format!(
                    "no display for a window, and no terminal; {INSTEAD}"
                )));
            }
            let app = app()?;
            if !window {
                return terminal::run(app);
            }
            match in_window(app) {
                Ok(()) => Ok(()),
                Err((_, app)) if terminal => terminal::run(*app),
                Err((reason, _)) => Err(CliError::usage(format!("no window: {reason}; {INSTEAD}"))),
            }
        }
    }
}

/// Opens a scene that needs key releases, and shows it in a window. Does not open the scene if there is no display.
pub fn show_in_window(
    open: impl FnOnce() -> Result<(BegunScene, AppContext), CliError>,
) -> Result<(), CliError> {
    let missing = |reason: &str| {
        CliError::usage(format!(
            "no window: {reason}; playing needs one, because terminals do not report key releases; {INSTEAD}"
        ))
    };
    if !window_is_likely() {
        return Err(missing(NO_DISPLAY));
    }
    let (begun, context) = open()?;
    in_window(with_signals(begun, context)?).map_err(|(reason, _)| missing(&reason))
}

/// Creates an app that ends on Ctrl-C, SIGTERM or a closed terminal.
fn with_signals(begun: BegunScene, context: AppContext) -> Result<App, CliError> {
    Ok(App::new(begun, context, StopFlag::by_signals()?))
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
const NO_DISPLAY: &str = "neither DISPLAY nor WAYLAND_DISPLAY is set";

#[cfg(not(feature = "window"))]
const NO_DISPLAY: &str = "this program was built without windows";

#[cfg(feature = "window")]
fn in_window(app: App) -> Result<(), (String, Box<App>)> {
    window::run(app).map_err(|(reason, app)| (reason.0, app))
}

#[cfg(not(feature = "window"))]
fn in_window(app: App) -> Result<(), (String, Box<App>)> {
    Err((NO_DISPLAY.to_owned(), Box::new(app)))
}
