//! Tests of whole games: games that computers play, and games that are watched and reviewed.

use rightwell_test_support as support;

mod autoplay;
mod borderless_playfields;
mod broadcasts;
mod counters_read;
mod crashes;
mod endless;
mod games_captured;
mod games_sighted;
mod match_play;
mod numbers_sighted;
mod pad_autoplay;
mod played;
mod races;
mod random_broadcasts;
mod reasons;
mod reasons_hold;
mod reasons_told;
mod scene_cuts;
mod small_playfields;
mod versus_matches;
