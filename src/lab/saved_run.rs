//! Saved runs. A resumed run continues as if it had never been interrupted.
//!
//! File format: a header line; one line of JSON with the description and all counts; the decisions of the unfinished
//! units; the CRC-32 of everything before it.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::rules::sanitize::sanitized_ends;

use super::batch::Shard;
use super::run::{Counts, DoneUnits, RunResultsContent};
use super::sealed::{UnsealError, seal, unseal};

/// Header line of a saved run.
const HEADER: &[u8] = b"rightwell run 1\n";

/// Saved run. `D` is the type of its description, `C` the type of its counts.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedRun<D, C> {
    /// Description of the run.
    pub description: D,
    /// Part of the batch that the run plays.
    pub shard: Shard,
    /// Time played, in seconds.
    pub seconds: f64,
    /// Results so far.
    pub entries: RunResultsContent<C>,
}

/// Line of JSON after the header line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRunHeader<D, C> {
    description: D,
    /// Index of the part from 0, and number of parts.
    shard: [u64; 2],
    seconds: f64,
    done: DoneUnits,
    tally: C,
    /// Size of the recorded decisions of each unfinished unit, in bytes.
    open: BTreeMap<u64, usize>,
}

impl<D, C> SavedRun<D, C>
where
    D: Clone + Serialize + DeserializeOwned,
    C: Counts + Serialize + DeserializeOwned,
{
    /// Serializes the run.
    pub fn to_bytes(&self) -> Vec<u8> {
        let entries = &self.entries;
        let lengths = entries
            .open
            .iter()
            .map(|(&unit, decisions_of_unit)| (unit, decisions_of_unit.len()));
        let head = SavedRunHeader {
            description: self.description.clone(),
            shard: [self.shard.index, self.shard.count],
            seconds: self.seconds,
            done: entries.done.clone(),
            tally: entries.sum.clone(),
            open: lengths.collect(),
        };
        let mut content = serde_json::to_vec(&head).expect("counts can always be serialized");
        content.push(b'\n');
        for decisions_of_unit in entries.open.values() {
            content.extend(decisions_of_unit);
        }
        seal(HEADER, &content)
    }

    /// Reads the file of a run.
    ///
    /// # Errors
    /// Returns the fault if the file is damaged or has another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<SavedRun<D, C>, String> {
        const CORRUPT: &str = "the file is corrupt: checksum mismatch";
        let content = unseal(HEADER, bytes).map_err(|broken| match broken {
            UnsealError::Header => "not a run saved by `simulate --resume`",
            UnsealError::Checksum => CORRUPT,
        })?;
        let end = content.iter().position(|&byte| byte == b'\n');
        let (head, mut decisions) = content.split_at(end.ok_or(CORRUPT)?);
        decisions = &decisions[1..];
        let head: SavedRunHeader<D, C> =
            serde_json::from_slice(head).map_err(|error| sanitized_ends(&error.to_string()))?;
        head.tally.check()?;
        let [index, count] = head.shard;
        let mut open = BTreeMap::new();
        for (unit, length) in head.open {
            let (decisions_of_unit, others) = decisions.split_at_checked(length).ok_or(CORRUPT)?;
            open.insert(unit, decisions_of_unit.to_vec());
            decisions = others;
        }
        let is_possible = index < count && head.seconds >= 0.0 && head.seconds.is_finite();
        if !is_possible || !decisions.is_empty() {
            return Err("the run is inconsistent".to_owned());
        }
        Ok(SavedRun {
            description: head.description,
            shard: Shard { index, count },
            seconds: head.seconds,
            entries: RunResultsContent {
                done: head.done,
                sum: head.tally,
                open,
            },
        })
    }

    /// Checks that a run of `units` units can have produced these results.
    ///
    /// # Errors
    /// The fault.
    pub fn check(&self, units: u64) -> Result<(), String> {
        let entries = &self.entries;
        let mut open = entries.open.keys();
        let is_open = open.all(|&unit| unit < units && !entries.done.contains(unit));
        if entries.done.fits(units) && is_open {
            Ok(())
        } else {
            Err("the run is inconsistent".to_owned())
        }
    }
}
