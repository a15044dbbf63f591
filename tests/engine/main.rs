//! Tests of the engine: the cartridge frame by frame, games without gravity, matches, and their recordings.

use rightwell_test_support as support;

mod console_demo;
mod console_endings;
mod console_power_on;
mod console_recordings;
mod drag_results;
mod drag_timeline;
mod pad_direct_start;
mod pad_fuzz;
mod pad_quirks;
mod pad_vectors;
mod parsers;
mod positions;
mod randomizer;
mod recordings;
mod score_time;
mod taken_back;
mod training;
mod versus_random;
mod versus_rules;
