//! Access to the system: clock, randomness, folders, standard error, signals, worker threads, exit code, sound, and
//! ffmpeg.
//!
//! The rest of the program uses the system only through this module; `tests/house/tidy.rs` checks that. To run on
//! another system, such as a browser, only these files change.

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
mod local_time;
pub mod log;
pub mod page;
pub mod places;
pub mod randomness;
pub mod signals;
#[cfg(feature = "window")]
pub mod speaker;
pub mod threads;
pub mod worker;
