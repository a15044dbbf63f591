//! Tests of the lab: figures of many games, tables and players that were learned, and plots of both.

use rightwell_test_support as support;

mod batches;
mod figures;
mod playouts;
mod plots;
