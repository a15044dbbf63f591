//! Tests of whole games: games that computers play, and games that are watched and reviewed.

#[path = "../support/mod.rs"]
mod support;

mod autoplay;
mod borderless_playfields;
mod broadcasts;
#[cfg(feature = "program")]
mod coach;
mod crashes;
mod endless;
mod games_captured;
mod games_sighted;
mod match_play;
mod numbers_sighted;
mod pad_autoplay;
mod played;
#[cfg(feature = "program")]
mod playout_reviews;
mod races;
mod random_broadcasts;
mod reasons;
mod reasons_hold;
mod reasons_told;
#[cfg(feature = "program")]
mod reports;
#[cfg(feature = "program")]
mod reviews;
mod scene_cuts;
mod small_playfields;
mod versus_matches;
