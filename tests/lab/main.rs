//! Tests of the lab: figures of many games, tables and players that were learned, and plots of both.

#[path = "../support/mod.rs"]
mod support;

mod batches;
mod figures;
#[cfg(feature = "program")]
mod learning;
#[cfg(feature = "program")]
mod learning_goes_on;
mod playouts;
mod plots;
#[cfg(feature = "program")]
mod swarm;
