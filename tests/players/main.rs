//! The players: their files, what they look at in a field, what they want, and how well they do.

#[path = "../support/mod.rs"]
mod support;

mod endurance;
mod feature_reference;
mod opponents;
mod pattern_building;
mod patterns;
mod player_files;
mod strategies;
mod weighted_sums;
mod well_side;
