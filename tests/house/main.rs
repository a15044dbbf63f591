//! The house itself: its sources are in order, and what its pages and scripts say is so.

#[path = "../support/mod.rs"]
mod support;

mod machines;
mod pages;
mod security;
mod suites;
mod tidy;
