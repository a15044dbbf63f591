//! Rightwell's games as arrays, for the environments in the Python package `rightwell`.
//!
//! Each class plays many games at once. Python owns the arrays; a step writes into them, without Python's lock and on
//! several threads. A game depends only on its seed and its actions, not on the other games or threads.

use pyo3::prelude::*;

mod batch;
mod console;
mod placement;
mod rules;
mod versus;

/// The compiled part of the package.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::console::{ConsoleGames, ConsoleState};
    #[pymodule_export]
    use super::placement::{PlacementGames, PlacementState};
    #[pymodule_export]
    use super::versus::VersusRound;
}
