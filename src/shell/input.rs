//! What keys mean.

pub mod action;
#[cfg(feature = "window")]
pub mod pad_keys;
pub mod terminal_keys;
