//! Everything that touches the world: command line, window, terminal, keys, threads, files.
//!
//! Belongs to the program, not to the library. Knows no rule of the game. A folder may use only
//! those named behind it (held by `tests/house/tidy.rs`):
//!
//! | folder | owns | uses |
//! | --- | --- | --- |
//! | `command/` | one file a command, with options of its own | all |
//! | `front/` | the loop, window and terminal, what is laid over the picture | menu, scene, input, store, host, options |
//! | `menu/` | the pages of the program's menu, and scenes from their options | scene, input, store, host, options |
//! | `scene/` | what can be on the screen | input, store, host, options |
//! | `input/` | what keys mean, game pads | store, host |
//! | `store/` | settings, scores, recordings, pictures: all that is kept, and videos that are read | host, options |
//! | `options/` | options of the scenes, with their words and defaults | nothing |
//! | `host/` | clock, randomness, places, standard error, ffmpeg: all that is asked of the system, or of the page in a browser | nothing |

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
#[path = "../tests/screens/golden.rs"]
mod golden;
mod host;
mod input;
mod menu;
mod options;
mod scene;
mod store;

pub use error::CliError;
pub use host::exit::code as exit_code;
pub use host::log::say;

/// Runs the command that the command line asks for.
pub fn run() -> Result<(), CliError> {
    host::page::begin();
    command::run()
}
