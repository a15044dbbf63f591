//! Merging of the parts of a batch.

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::rules::sanitize::sanitized_ends;
use crate::rules::sanitized;

use super::compare::{ComparedPlayer, ComparisonDescription, ComparisonReport, ComparisonTally};
use super::description::BatchDescription;
use super::match_report::{MatchDescription, MatchReport};
use super::matches::MatchTally;
use super::report::Report;
use super::run::Counts;
use super::tally::Tally;

/// Report of one part of a batch, reduced to the values that merging uses.
#[derive(Clone, Debug)]
pub enum BatchPart {
    /// Report of games.
    Games(Box<BatchPartReport<BatchDescription, Tally>>),
    /// Report of matches.
    Matches(Box<BatchPartReport<MatchDescription, MatchTally>>),
    /// Report of a comparison.
    Comparison(Box<BatchPartReport<ComparisonDescription, ComparisonTally>>),
}

/// Description and results of a part.
#[derive(Clone, Debug, Deserialize)]
pub struct BatchPartReport<D, T> {
    #[serde(flatten)]
    description: D,
    shard: Option<String>,
    seconds: f64,
    #[serde(default)]
    interrupted: bool,
    tally: T,
}

/// Report of a whole batch.
#[derive(Clone, Debug, PartialEq)]
pub enum MergedBatch {
    /// Report of games.
    Games(Box<Report>),
    /// Report of matches.
    Matches(Box<MatchReport>),
    /// Report of a comparison.
    Comparison(Box<ComparisonReport>),
}

/// Reason why reports are not the parts of one batch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// A file is not a report, or it is the report of an older version.
    #[error("{}: not a report of `simulate`: {message}", sanitized(file))]
    Unreadable {
        /// Name of the file.
        file: String,
        /// Description of the fault.
        message: String,
    },
    /// Two parts were played with different options.
    #[error(
        "{} and {} belong to different batches; all options except `--shard` must match",
        sanitized(one),
        sanitized(other)
    )]
    Different {
        /// Name of a file.
        one: String,
        /// Name of another file.
        other: String,
    },
    /// Two parts were played by different versions of the program.
    #[error(
        "{} was played by version {} and {} by version {}; all parts need the same version",
        sanitized(one), sanitized(&versions[0]), sanitized(other), sanitized(&versions[1])
    )]
    Versions {
        /// Name of a file.
        one: String,
        /// Name of another file.
        other: String,
        /// Versions of the program that played the two parts.
        versions: [String; 2],
    },
    /// Two parts were played by different players of the same name.
    #[error(
        "{} and {} were played by different players named {}; a player, table or pattern file has changed",
        sanitized(one),
        sanitized(other),
        sanitized(name)
    )]
    Players {
        /// Name of a file.
        one: String,
        /// Name of another file.
        other: String,
        /// Name of both players.
        name: String,
    },
    /// One of several files contains a whole batch.
    #[error("{} contains a whole batch; only parts made with `simulate --shard I/K` can be merged", sanitized(.0))]
    Whole(String),
    /// Two files contain the same part, or a file counts more or fewer parts than the first file does.
    #[error(
        "{}: part {} is given twice or does not exist; merge each of the {count} parts once",
        sanitized(file),
        sanitized(shard)
    )]
    UnexpectedPart {
        /// Name of the file.
        file: String,
        /// Part as text, such as `1/8`.
        shard: String,
        /// Number of parts.
        count: u64,
    },
    /// A part is missing.
    #[error("part {missing}/{count} is missing; merge all {count} parts")]
    Missing {
        /// Number of the part, from 1.
        missing: u64,
        /// Number of parts.
        count: u64,
    },
}

/// Description of games or matches, common to all parts of a batch.
trait PartDescription: Clone + PartialEq {
    fn version(&self) -> &str;

    /// Returns each player's name, its filter or dials, and its fingerprint.
    fn players(&self) -> Vec<[&str; 3]>;
}

impl PartDescription for BatchDescription {
    fn version(&self) -> &str {
        &self.version
    }

    fn players(&self) -> Vec<[&str; 3]> {
        vec![[&self.player, &self.filter, &self.fingerprint]]
    }
}

impl PartDescription for MatchDescription {
    fn version(&self) -> &str {
        &self.rules.version
    }

    fn players(&self) -> Vec<[&str; 3]> {
        let sides = self.sides.each_ref();
        let words = sides.map(|side| [&side.name, &side.dials, &side.fingerprint]);
        words.map(|words| words.map(String::as_str)).into()
    }
}

impl PartDescription for ComparisonDescription {
    fn version(&self) -> &str {
        self.one.version()
    }

    fn players(&self) -> Vec<[&str; 3]> {
        let other = &self.compared_with;
        let other = [&other.player, &other.filter, &other.fingerprint];
        let mut players = self.one.players();
        players.push(other.map(String::as_str));
        players
    }
}

impl BatchPart {
    /// Reads the report of a part. Error messages call it `file`.
    ///
    /// # Errors
    /// [`MergeError::Unreadable`].
    pub fn read(file: &str, text: &str) -> Result<BatchPart, MergeError> {
        #[derive(Deserialize)]
        struct PartKind {
            #[serde(rename = "match")]
            sides: Option<IgnoredAny>,
            compare: Option<IgnoredAny>,
        }
        let kind: PartKind = parse(file, text)?;
        Ok(match (kind.sides, kind.compare) {
            (Some(_), _) => BatchPart::Matches(checked_figures(file, parse(file, text)?)?),
            (_, Some(_)) => BatchPart::Comparison(comparison(file, text)?),
            (None, None) => BatchPart::Games(checked_figures(file, parse(file, text)?)?),
        })
    }

    /// Returns whether the report contains locks by piece and stack heights. Reports of older versions lack them, and
    /// so do merged reports that include such a part.
    pub fn is_detailed(&self) -> bool {
        match self {
            BatchPart::Games(figures) => figures.tally.is_detailed(),
            BatchPart::Comparison(figures) => figures.tally.one.is_detailed(),
            BatchPart::Matches(_) => true,
        }
    }
}

fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, MergeError> {
    serde_json::from_str(text)
        .map_err(|error| unreadable(file, &sanitized_ends(&error.to_string())))
}

fn unreadable(file: &str, message: &str) -> MergeError {
    MergeError::Unreadable {
        file: file.to_owned(),
        message: message.to_owned(),
    }
}

/// Checks that the figures are plausible.
fn checked_figures<D, T: Counts>(
    file: &str,
    figures: BatchPartReport<D, T>,
) -> Result<Box<BatchPartReport<D, T>>, MergeError> {
    if !(figures.seconds >= 0.0 && figures.seconds.is_finite()) {
        return Err(unreadable(file, &format!("{} seconds", figures.seconds)));
    }
    let checked = figures.tally.check();
    checked.map_err(|fault| unreadable(file, &fault))?;
    Ok(Box::new(figures))
}

/// Reads the figures of a comparison. The file stores them inside the figures of the first player.
fn comparison(
    file: &str,
    text: &str,
) -> Result<Box<BatchPartReport<ComparisonDescription, ComparisonTally>>, MergeError> {
    #[derive(Deserialize)]
    struct Compare {
        #[serde(flatten)]
        compared_with: ComparedPlayer,
        tally: ComparisonTally,
    }
    #[derive(Deserialize)]
    struct ComparePart {
        compare: Compare,
    }
    let one: BatchPartReport<BatchDescription, Tally> = parse(file, text)?;
    let ComparePart { compare } = parse(file, text)?;
    let figures_of_both = BatchPartReport {
        description: ComparisonDescription {
            one: one.description,
            compared_with: compare.compared_with,
        },
        shard: one.shard,
        seconds: one.seconds,
        interrupted: one.interrupted,
        tally: compare.tally,
    };
    checked_figures(file, figures_of_both)
}

/// Merges the reports of all parts, each given with its file name. The merged time is the sum of the parts' times. One
/// report of a whole batch is its own merger.
///
/// # Errors
/// [`MergeError`] if the files are neither a whole batch nor the parts of one batch, each once.
pub fn merge(parts: &[(String, BatchPart)]) -> Result<MergedBatch, MergeError> {
    let (mut games, mut matches, mut comparisons) = (Vec::new(), Vec::new(), Vec::new());
    for (file, part) in parts {
        match part {
            BatchPart::Games(figures) => games.push((file.as_str(), &**figures)),
            BatchPart::Matches(figures) => matches.push((file.as_str(), &**figures)),
            BatchPart::Comparison(figures) => comparisons.push((file.as_str(), &**figures)),
        }
    }
    let kinds = [
        games.first().map(|(file, _)| file),
        matches.first().map(|(file, _)| file),
        comparisons.first().map(|(file, _)| file),
    ];
    let mut kinds = kinds.into_iter().flatten();
    if let (Some(one), Some(other)) = (kinds.next(), kinds.next()) {
        return Err(different(one, other));
    }
    if !matches.is_empty() {
        let (description, sum) = sum(&matches)?;
        let (seconds, interrupted) = (sum.seconds, sum.interrupted);
        let report = MatchReport::from_description(description, &sum.tally, seconds, interrupted);
        return Ok(MergedBatch::Matches(Box::new(report)));
    }
    if !comparisons.is_empty() {
        let (description, sum) = sum(&comparisons)?;
        let (seconds, interrupted) = (sum.seconds, sum.interrupted);
        let one = description.one.clone();
        let one = Report::from_description(one, &sum.tally.one, seconds, interrupted);
        let report = ComparisonReport::new(&description, &sum.tally, one);
        return Ok(MergedBatch::Comparison(Box::new(report)));
    }
    let (description, sum) = sum(&games)?;
    let report = Report::from_description(description, &sum.tally, sum.seconds, sum.interrupted);
    Ok(MergedBatch::Games(Box::new(report)))
}

fn different(one: &str, other: &str) -> MergeError {
    MergeError::Different {
        one: one.to_owned(),
        other: other.to_owned(),
    }
}

/// Shard of a whole batch.
const WHOLE: &str = "1/1";

/// Sum over the parts read so far.
#[derive(Default)]
struct PartSum<T> {
    tally: T,
    seconds: f64,
    interrupted: bool,
}

/// Checks that the parts form one batch and adds them up.
fn sum<D: PartDescription, T: Counts>(
    parts: &[(&str, &BatchPartReport<D, T>)],
) -> Result<(D, PartSum<T>), MergeError> {
    let missing = |missing, count| MergeError::Missing { missing, count };
    let (first_file, first) = parts.first().ok_or_else(|| missing(1, 1))?;
    let mut count = 0;
    let mut found: Vec<u64> = Vec::new();
    let mut sum: PartSum<T> = PartSum::default();
    for (file, part) in parts {
        check_same_batch((first_file, &first.description), (file, &part.description))?;
        let shard = match &part.shard {
            Some(shard) => shard,
            None if parts.len() == 1 => WHOLE,
            None => return Err(MergeError::Whole((*file).to_owned())),
        };
        let (index, of) = parse_shard(shard).unwrap_or((0, 0));
        count = if count == 0 { of } else { count };
        if of != count || found.contains(&index) || !(1..=count).contains(&index) {
            return Err(MergeError::UnexpectedPart {
                file: (*file).to_owned(),
                shard: shard.to_owned(),
                count,
            });
        }
        found.push(index);
        sum.tally.add(&part.tally);
        // Both addends were small enough to be added. The sum must be small enough to be added to the next part.
        let checked = sum.tally.check();
        checked.map_err(|fault| {
            unreadable(
                file,
                &format!("the counts are too large when added to the previous files: {fault}"),
            )
        })?;
        sum.seconds += part.seconds;
        sum.interrupted |= part.interrupted;
    }
    match (1..=count).find(|index| !found.contains(index)) {
        Some(index) => Err(missing(index, count)),
        None => Ok((first.description.clone(), sum)),
    }
}

/// Checks that two parts, each given with its file name, belong to one batch.
fn check_same_batch<D: PartDescription>(
    (one, first): (&str, &D),
    (other, second): (&str, &D),
) -> Result<(), MergeError> {
    if first == second {
        return Ok(());
    }
    if first.version() != second.version() {
        return Err(MergeError::Versions {
            one: one.to_owned(),
            other: other.to_owned(),
            versions: [first, second].map(|played| played.version().to_owned()),
        });
    }
    let mut pairs = first.players().into_iter().zip(second.players());
    let changed = pairs.find(|(a, b)| a[..2] == b[..2] && a[2] != b[2]);
    Err(match changed {
        Some(([name, ..], _)) => MergeError::Players {
            one: one.to_owned(),
            other: other.to_owned(),
            name: name.to_owned(),
        },
        None => different(one, other),
    })
}

/// Parses `I/K`.
fn parse_shard(shard: &str) -> Option<(u64, u64)> {
    let (index, count) = shard.split_once('/')?;
    Some((index.parse().ok()?, count.parse().ok()?))
}
