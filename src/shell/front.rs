//! Main loop of the program, and the window or terminal in which it runs.

pub mod show;

mod app;
mod overlay;
mod pacer;
mod piece_rate;
#[cfg(any(feature = "window", test))]
mod scanlines;
mod status;
mod stop;
mod strip;
#[cfg_attr(target_family = "wasm", path = "front/no_terminal.rs")]
mod terminal;
#[cfg(feature = "window")]
mod window;
