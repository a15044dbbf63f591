//! Files on disk: saves settings, scores, recordings and screenshots, and loads players and patterns.
//!
//! All reading goes through `read`, and all writing through `files`.

pub mod catalogue;
pub mod choices;
pub mod descriptions;
pub mod drill_results;
pub mod files;
pub mod folders;
pub mod home;
pub mod journal;
pub mod leftovers;
pub mod load;
pub mod lock;
pub mod mistakes;
pub mod own;
pub mod pack;
pub mod personal_best;
pub mod playouts;
pub mod puzzle_results;
pub mod read;
pub mod recorded;
pub mod recorder;
pub mod recording_list;
pub mod recording_store;
pub mod saver;
pub mod scores;
pub mod screenshot;
pub mod settings;
pub mod states;
pub mod tunes;
mod versioned;
pub mod video;
#[cfg(feature = "window")]
pub mod window_place;
