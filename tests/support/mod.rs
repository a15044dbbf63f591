//! What several tests share: a plain reference of the search, random boards, games to order.
#![allow(dead_code, reason = "each test uses its own part")]

pub mod boards;
pub mod duel;
pub mod games;
pub mod naive;
pub mod naive_autoshift;
pub mod naive_pad;
pub mod pad_play;
pub mod plain_features;
pub mod random_duel;
pub mod tasks;
