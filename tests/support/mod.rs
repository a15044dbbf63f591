//! What several tests share: a plain twin of the search, and random boards.
#![allow(dead_code, reason = "each test uses its own part")]

pub mod boards;
pub mod naive;
