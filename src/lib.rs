//! stub
pub mod engine;
pub mod players;
pub mod rules;
pub mod search;
