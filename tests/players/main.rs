//! Tests of the players: files, features, goals and strength.

use rightwell_test_support as support;

mod child_filters;
mod endurance;
mod feature_reference;
mod opponents;
mod pattern_building;
mod patterns;
mod player_files;
mod strategies;
mod weighted_sums;
mod well_side;
