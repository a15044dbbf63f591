//! Number of random and filmed cases in long tests.
//!
//! `RIGHTWELL_TESTS=all` runs all cases. Without it, long tests run every eleventh. `RIGHTWELL_TEST_SEED=NUMBER` draws
//! other random cases. A failed test prints its number.

use std::ops::Div;

/// Interval of the cases that run by default. It shares no divisor with the numbers of levels, hands and the like, so
/// each of these still occurs.
const INTERVAL: u8 = 11;

/// Returns `true` if all cases are wanted.
pub fn are_all_wanted() -> bool {
    std::env::var_os("RIGHTWELL_TESTS").is_some_and(|wanted| wanted == "all")
}

/// Returns the indices of the cases to run.
pub fn sample(all: usize) -> impl Iterator<Item = usize> {
    let interval = if are_all_wanted() { 1 } else { INTERVAL };
    (0..all).step_by(interval.into())
}

/// Returns a count over all cases, reduced to the cases that run.
pub fn share<T: Div<Output = T> + From<u8>>(all: T) -> T {
    match are_all_wanted() {
        true => all,
        false => all / T::from(INTERVAL),
    }
}

/// Returns the number that is added to the seed of random cases.
pub fn seed() -> u64 {
    let Ok(seed) = std::env::var("RIGHTWELL_TEST_SEED") else {
        return 0;
    };
    // The test harness shows this line only for tests that fail.
    println!("RIGHTWELL_TEST_SEED={seed}");
    seed.parse().expect("RIGHTWELL_TEST_SEED must be a number")
}
