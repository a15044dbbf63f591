//! Tests of reviews and of the coach, which rate the moves of people's games.

#[path = "../support/with_program/mod.rs"]
mod support;

mod coach;
mod playout_reviews;
mod reports;
mod reviews;
