//! Tests of the search: what hands can reach, and what searches decide, each compared with a plain reference.

use rightwell_test_support as support;

mod autoshift;
mod hands;
mod lookahead;
mod pad_paths;
mod pad_reach;
mod search_reference;
mod sight;
mod tie_order;
mod tree_search;
mod tuck_misdrops;
