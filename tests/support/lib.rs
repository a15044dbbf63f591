//! Code that several suites use: plain references, random boards, and games with given pieces. Most tests spend their
//! time here, so this package is compiled for speed.
#![allow(missing_docs, reason = "the suites are the only readers")]

pub mod boards;
pub mod broadcast;
pub mod cases;
pub mod drawn_move;
pub mod duel;
pub mod games;
pub mod markup;
pub mod naive;
pub mod naive_autoshift;
pub mod naive_pad;
pub mod pad_play;
pub mod plain_features;
pub mod random_duel;
pub mod sightings;
pub mod tasks;
