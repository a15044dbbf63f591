//! What is kept: settings, scores, recordings, pictures.

pub mod archive;
pub mod files;
pub mod film;
pub mod folders;
pub mod screenshot;
pub mod settings;
