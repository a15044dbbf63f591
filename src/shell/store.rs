//! What is kept: settings, scores, recordings, pictures; and what is loaded: players, patterns.

pub mod files;
pub mod film;
pub mod folders;
pub mod home;
pub mod journal;
pub mod kept;
pub mod leftovers;
pub mod load;
pub mod lock;
pub mod scores;
pub mod screenshot;
pub mod settings;
