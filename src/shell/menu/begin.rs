//! Scenes from their options: checks the options, finds the files that they name and begins.

pub mod controls;
pub mod games;
pub mod mine;
pub mod play;
pub mod puzzles;
mod training;
pub mod versus;
pub mod watch;
