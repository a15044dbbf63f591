//! Support for the suites that start the program: all other support, and functions that know where the program is.
//! Cargo tells this only to the suites of the program's own package, so each of them includes this file.
#![allow(dead_code, unused_imports, reason = "each suite uses its own part")]

pub use rightwell_test_support::*;

pub mod engine;
pub mod program;
