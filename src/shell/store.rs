//! What is kept: settings, scores, recordings, pictures.

pub mod files;
pub mod film;
pub mod folders;
pub mod kept;
pub mod scores;
pub mod screenshot;
pub mod settings;
