//! What a person sees: the loop with its window or terminal.

pub mod app;
pub mod overlay;
pub mod pacer;
pub mod terminal;
#[cfg(feature = "window")]
pub mod window;
