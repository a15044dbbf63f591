//! Options of the scenes: their types, words and defaults. The command line, the menu, links and the file of choices
//! share them.

pub mod controls;
pub mod forms;
pub mod games;
pub mod given;
pub mod hint_mode;
pub mod position;
pub mod scenes;
pub mod speed;
pub mod words;
