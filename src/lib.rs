//! stub
pub mod engine;
pub mod render;
pub mod rules;
