//! What can be on the screen.

pub mod arena;
pub mod filters;
pub mod stage;
pub mod worker;
