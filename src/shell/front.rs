//! What a person sees: the loop with its window or terminal.

pub mod show;

mod app;
mod overlay;
mod pace;
mod pacer;
mod status;
mod stop;
mod strip;
mod terminal;
#[cfg(feature = "window")]
mod window;
