//! Tests of the repository: its sources are in order, and its pages and scripts are accurate.

#[path = "../support/with_program/mod.rs"]
mod support;

mod doc_comments;
mod machines;
mod pages;
mod security;
mod suites;
mod tidy;
