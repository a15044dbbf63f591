//! Tests of the lab: figures of many games, tables and players that were learned, and plots of both.

#[path = "../support/mod.rs"]
mod support;

mod batches;
mod figures;
mod learning;
mod learning_goes_on;
mod playouts;
mod plots;
mod swarm;
