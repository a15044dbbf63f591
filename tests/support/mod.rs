//! Code that several tests use: plain references, random boards, games with given pieces, and functions that run the
//! program.
#![allow(dead_code, reason = "each test uses its own part")]

pub mod boards;
pub mod broadcast;
pub mod drawn_move;
pub mod duel;
#[cfg(feature = "program")]
pub mod engine;
pub mod games;
pub mod markup;
pub mod naive;
pub mod naive_autoshift;
pub mod naive_pad;
pub mod pad_play;
pub mod plain_features;
#[cfg(feature = "program")]
pub mod program;
pub mod random_duel;
pub mod sightings;
pub mod tasks;
