//! What is kept: settings, scores, recordings, pictures; and what is loaded: players, patterns.

pub mod files;
pub mod film;
pub mod folders;
pub mod kept;
pub mod load;
pub mod scores;
pub mod screenshot;
pub mod settings;
