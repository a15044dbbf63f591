//! The program around the library: command line, window, terminal, keys, threads and files.
//!
//! It contains no rules of the game, and the library does not use it. Each folder may use only the folders in its last
//! column; `tests/house/tidy.rs` checks that:
//!
//! | folder | owns | uses |
//! | --- | --- | --- |
//! | `command/` | one file per command, with the command's own options | all |
//! | `front/` | the main loop, the window, the terminal, and the panels over the frame | menu, scene, input, stage, store, host, options |
//! | `menu/` | the pages of the program's menu, and starting scenes from their options | scene, work, input, store, host, options |
//! | `scene/` | the scenes that can be on the screen | work, input, stage, store, host, options |
//! | `work/` | work that commands and scenes share: games of videos, hands for reviews, films, progress | stage, store, host, options |
//! | `input/` | keys and gamepads | store, host |
//! | `stage/` | the picture of a game in windows and films: the screen's overlay, and columns of panels beside it | store |
//! | `store/` | all files: settings, scores, recordings, images, and videos to read | host, options |
//! | `options/` | options of the scenes, with their words and defaults | nothing |
//! | `host/` | services of the system, or of the web page in a browser: clock, randomness, folders, standard error, ffmpeg | nothing |

#![cfg_attr(
    target_family = "wasm",
    allow(
        dead_code,
        reason = "a page has no terminal, no signals and no devices of Linux"
    )
)]

mod command;
mod error;
mod front;
#[cfg(test)]
#[path = "../../tests/screens/golden.rs"]
mod golden;
mod host;
mod input;
mod menu;
mod options;
mod scene;
mod stage;
mod store;
mod work;

pub use error::CliError;
pub use host::exit::code as exit_code;
pub use host::log::say;

/// Runs the command that the user typed.
pub fn run() -> Result<(), CliError> {
    host::page::begin();
    command::run()
}
