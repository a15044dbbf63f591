//! The parts of a batch put together again.

use serde::Deserialize;

use crate::rules::echo;
use crate::rules::echo::echo_ends;

use super::description::Description;
use super::report::Report;
use super::tally::Tally;

/// The report of a part, as far as it is needed.
#[derive(Clone, Debug, Deserialize)]
pub struct Part {
    #[serde(flatten)]
    description: Description,
    shard: Option<String>,
    seconds: f64,
    #[serde(default)]
    interrupted: bool,
    tally: Tally,
}

/// Why reports are not the parts of one batch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// The file is no report, or one of an older program.
    #[error("{}: no figures of simulate: {message}", echo(file))]
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// Two of them were played with other options.
    #[error(
        "{} and {} are of different batches: all options but --shard must be the same",
        echo(one),
        echo(other)
    )]
    Different {
        /// A file.
        one: String,
        /// Another file.
        other: String,
    },
    /// A file is all of a batch.
    #[error("{}: all of a batch already; allowed: figures of simulate --shard I/K", echo(.0))]
    Whole(String),
    /// Two files hold the same part, or not of so many parts as the first.
    #[error(
        "{}: part {} does not go with the others; allowed: each of the {count} parts once",
        echo(file),
        echo(shard)
    )]
    Twice {
        /// The file.
        file: String,
        /// The part.
        shard: String,
        /// How many parts there are.
        count: u64,
    },
    /// A part is not there.
    #[error("part {missing}/{count} is missing; needed: all {count} parts")]
    Missing {
        /// The part, from 1.
        missing: u64,
        /// How many parts there are.
        count: u64,
    },
}

impl Part {
    /// Reads the report of a part; `file` names it in errors.
    ///
    /// # Errors
    /// [`MergeError::Unreadable`].
    pub fn read(file: &str, text: &str) -> Result<Part, MergeError> {
        serde_json::from_str(text).map_err(|error| MergeError::Unreadable {
            file: file.to_owned(),
            message: echo_ends(&error.to_string()),
        })
    }
}

/// The report of a whole batch from those of its parts, each with the name of its file. The time is
/// that of all parts together.
///
/// # Errors
/// [`MergeError`] when they are not the parts of one batch, each once.
pub fn merge(parts: &[(String, Part)]) -> Result<Report, MergeError> {
    let missing = |missing, count| MergeError::Missing { missing, count };
    let (first_file, first) = parts.first().ok_or_else(|| missing(1, 1))?;
    let mut count = 0;
    let mut found: Vec<u64> = Vec::new();
    let mut tally = Tally::default();
    let (mut seconds, mut interrupted) = (0.0, false);
    for (file, part) in parts {
        if part.description != first.description {
            return Err(MergeError::Different {
                one: first_file.clone(),
                other: file.clone(),
            });
        }
        let Some(shard) = &part.shard else {
            return Err(MergeError::Whole(file.clone()));
        };
        let (index, of) = numbers(shard).unwrap_or((0, 0));
        count = if count == 0 { of } else { count };
        if of != count || found.contains(&index) || !(1..=count).contains(&index) {
            return Err(MergeError::Twice {
                file: file.clone(),
                shard: shard.clone(),
                count,
            });
        }
        found.push(index);
        tally.add(&part.tally);
        seconds += part.seconds;
        interrupted |= part.interrupted;
    }
    match (1..=count).find(|index| !found.contains(index)) {
        Some(index) => Err(missing(index, count)),
        None => Ok(Report::of(
            first.description.clone(),
            &tally,
            seconds,
            interrupted,
        )),
    }
}

/// The numbers of `I/K`.
fn numbers(shard: &str) -> Option<(u64, u64)> {
    let (index, count) = shard.split_once('/')?;
    Some((index.parse().ok()?, count.parse().ok()?))
}
