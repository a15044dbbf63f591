//! Tests of the program, started as a user starts it: its commands, files and exit codes.

#[path = "../support/with_program/mod.rs"]
mod support;

mod broken_videos;
mod capture;
mod captured_damaged;
mod captured_films;
mod captured_live;
mod cli;
mod cli_demo;
mod cli_hands;
mod cli_plots;
mod cli_versus;
mod films;
mod interrupted;
mod kept_recordings;
mod known_pieces;
mod learning;
mod learning_goes_on;
mod limits;
mod merge;
mod outputs;
mod overwrites;
mod packed;
mod positions;
mod protocol;
mod puzzles;
mod races;
mod runs_go_on;
mod streams;
mod surroundings;
mod swarm;
mod training;
mod tree_request;
