//! Command line of the rehearsal: `--minutes N`, `--seed HEX`, `--loud`, and options that `cargo test` passes to every
//! target.

use std::time::Duration;

/// Duration without `--minutes`.
const TIME: Duration = Duration::from_secs(20);

/// Parsed options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Time in which new episodes may start.
    pub time: Duration,
    pub seed: u64,
    /// True if the name of each episode is to be printed.
    pub is_loud: bool,
}

impl Options {
    /// Parses the options. Returns `None` if there is nothing to do, for example with `--list`, or with a filter for
    /// another name.
    ///
    /// # Errors
    /// If a number is invalid.
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options {
            time: TIME,
            seed: fresh_seed(),
            is_loud: false,
        };
        let mut filters = Vec::new();
        let mut is_wanted = true;
        while let Some(word) = words.next() {
            let (name, joined) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            let mut value = || joined.clone().or_else(|| words.next()).unwrap_or_default();
            match name {
                "--minutes" => {
                    let text = value();
                    let minutes: f64 = text.parse().unwrap_or(-1.0);
                    if !(0.0..=10_000.0).contains(&minutes) {
                        return Err(format!("--minutes {text}: allowed: 0 to 10000"));
                    }
                    options.time = Duration::from_secs_f64(60.0 * minutes);
                }
                "--seed" => {
                    let text = value();
                    let seed = u64::from_str_radix(&text, 16);
                    options.seed = seed.map_err(|error| format!("--seed {text}: {error}"))?;
                }
                "--loud" => options.is_loud = true,
                // Options that `cargo test` passes to every target.
                "--list" | "--ignored" | "--bench" => is_wanted = false,
                "--skip" => is_wanted &= !"rehearsal".contains(&value()),
                "--test-threads" | "--format" | "--color" | "--logfile" | "--shuffle-seed"
                | "-Z" => {
                    value();
                }
                flag if flag.starts_with('-') => {}
                filter => filters.push(filter.to_owned()),
            }
        }
        is_wanted &= filters.is_empty()
            || filters
                .iter()
                .any(|filter| "rehearsal".contains(filter.as_str()));
        Ok(is_wanted.then_some(options))
    }
}

/// Returns a seed that differs in practically every run.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id()) >> 32
}
