//! A run as bytes, so that one that was broken off goes on as if it had not been.
//!
//! A line that says what it is, a line of JSON with what was played and all counts, what was decided in
//! the units in play, and the CRC-32 of all before it.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::rules::sanitize::sanitized_ends;

use super::batch::Shard;
use super::run::{Counts, Done, Entries};
use super::sealed::{Broken, seal, unseal};

/// The first line.
const HEADER: &[u8] = b"rightwell run 1\n";

/// What is kept of a run: `D` says what is played, `C` is what is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept<D, C> {
    /// What is played.
    pub description: D,
    /// Which part of it.
    pub shard: Shard,
    /// How long it was played for, in seconds.
    pub seconds: f64,
    /// What was done.
    pub entries: Entries<C>,
}

/// What is written as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head<D, C> {
    description: D,
    /// Which part, from 0, of how many.
    shard: [u64; 2],
    seconds: f64,
    done: Done,
    tally: C,
    /// How many bytes were decided in each unit in play.
    open: BTreeMap<u64, usize>,
}

impl<D, C> Kept<D, C>
where
    D: Clone + Serialize + DeserializeOwned,
    C: Counts + Serialize + DeserializeOwned,
{
    /// The run as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let entries = &self.entries;
        let lengths = entries.open.iter().map(|(&unit, kept)| (unit, kept.len()));
        let head = Head {
            description: self.description.clone(),
            shard: [self.shard.index, self.shard.count],
            seconds: self.seconds,
            done: entries.done.clone(),
            tally: entries.sum.clone(),
            open: lengths.collect(),
        };
        let mut content = serde_json::to_vec(&head).expect("counts can be written");
        content.push(b'\n');
        for kept in entries.open.values() {
            content.extend(kept);
        }
        seal(HEADER, &content)
    }

    /// Reads a file of a run.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Kept<D, C>, String> {
        const SPOILT: &str = "its checksum is wrong: the file is spoilt";
        let content = unseal(HEADER, bytes).map_err(|broken| match broken {
            Broken::Foreign => "no run of simulate --resume",
            Broken::Spoilt => SPOILT,
        })?;
        let end = content.iter().position(|&byte| byte == b'\n');
        let (head, mut decisions) = content.split_at(end.ok_or(SPOILT)?);
        decisions = &decisions[1..];
        let head: Head<D, C> =
            serde_json::from_slice(head).map_err(|error| sanitized_ends(&error.to_string()))?;
        head.tally.check()?;
        let [index, count] = head.shard;
        let mut open = BTreeMap::new();
        for (unit, length) in head.open {
            let (kept, others) = decisions.split_at_checked(length).ok_or(SPOILT)?;
            open.insert(unit, kept.to_vec());
            decisions = others;
        }
        let is_possible = index < count && head.seconds >= 0.0 && head.seconds.is_finite();
        if !is_possible || !decisions.is_empty() {
            return Err("no run can be as it says".to_owned());
        }
        Ok(Kept {
            description: head.description,
            shard: Shard { index, count },
            seconds: head.seconds,
            entries: Entries {
                done: head.done,
                sum: head.tally,
                open,
            },
        })
    }

    /// Whether so many units can have been played so.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, units: u64) -> Result<(), String> {
        let entries = &self.entries;
        let mut open = entries.open.keys();
        let is_open = open.all(|&unit| unit < units && !entries.done.contains(unit));
        if entries.done.fits(units) && is_open {
            Ok(())
        } else {
            Err("no run can be as it says".to_owned())
        }
    }
}
