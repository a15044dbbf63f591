//! What is asked of the system: the clock, randomness, places, standard error, signals, threads that
//! work beside the screen, the exit code, and the one other program that is started.
//!
//! Nothing else in the program asks for them (held by `tests/house/tidy.rs`), so another system, such as
//! a browser, takes the place of these files.

pub mod arguments;
pub mod clock;
#[cfg(feature = "window")]
pub mod console;
pub mod disk;
pub mod drawing;
pub mod exit;
pub mod ffmpeg;
pub mod files;
pub mod listener;
pub mod log;
pub mod page;
pub mod places;
pub mod randomness;
pub mod signals;
#[cfg(feature = "window")]
pub mod speaker;
pub mod worker;
