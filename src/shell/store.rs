//! What is kept: settings, scores, recordings, pictures; and what is loaded: players, patterns.

pub mod archive;
pub mod files;
pub mod film;
pub mod folders;
pub mod load;
pub mod screenshot;
pub mod settings;
