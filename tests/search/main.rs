//! Tests of the search: the reach of hands and the decisions of searches, each against a plain reference.

#[path = "../support/mod.rs"]
mod support;

mod autoshift;
mod hands;
mod lookahead;
mod pad_paths;
mod pad_reach;
mod search_reference;
mod sight;
mod tree_search;
mod tuck_misdrops;
