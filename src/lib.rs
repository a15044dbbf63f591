//! stub
pub mod engine;
pub mod lab;
pub mod players;
pub mod rules;
pub mod search;
pub mod session;
