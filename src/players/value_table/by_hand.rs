//! Tables for hands that are slower than the fastest, and for levels at which pieces fall faster.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::search::{Hand, Rhythm};

use super::file::{ReadFile, Table};

/// A table as a player file says for whom it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandTableFile {
    /// How such hands tap, as in a file of hands: `12 Hz`, a pattern, `das`.
    pub taps: String,
    /// From that level on (0-255).
    pub level: u8,
    /// The table: one that is compiled in, or a file beside the player file.
    pub table: String,
    /// With these hands a game counts up to this many lines, as hardly any goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_line: Option<u32>,
}

/// A table and for whom it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HandTable {
    frames: u32,
    level: u8,
    pub(super) table: Arc<Table>,
    pub(super) last_line: Option<u32>,
}

/// The tables that can be read, and what is wrong with the others.
pub(super) fn read_all(
    files: &[HandTableFile],
    read: ReadFile<'_>,
) -> (Vec<HandTable>, Vec<String>) {
    let (mut tables, mut faults) = (Vec::new(), Vec::new());
    for file in files {
        let rhythm = file.taps.parse::<Rhythm>();
        let rhythm = rhythm.map_err(|error| error.to_string());
        match (rhythm, Table::find(&file.table, read)) {
            (Ok(rhythm), Ok(table)) => tables.push(HandTable {
                frames: rhythm.frames_of_five_taps(),
                level: file.level,
                table,
                last_line: file.last_line,
            }),
            (rhythm, table) => faults.extend(rhythm.err().into_iter().chain(table.err())),
        }
    }
    (tables, faults)
}

/// The table for these hands at that level, unless it is that for the fastest: among those for hands
/// that tap most nearly alike the one of the highest level that has been reached.
pub(super) fn nearest(tables: &[HandTable], hand: Hand, level: u8) -> Option<&HandTable> {
    let frames = hand.rhythm().frames_of_five_taps();
    let apart = |table: &HandTable| table.frames.abs_diff(frames);
    let least = tables.iter().map(apart).min()?;
    let fastest = Rhythm::Rate(crate::search::TapHz::MAX).frames_of_five_taps();
    let is_fastest = frames.abs_diff(fastest) < least;
    let alike = tables.iter().filter(|table| apart(table) == least);
    let reached = alike.filter(|table| table.level <= level && !is_fastest);
    reached.max_by_key(|table| table.level)
}
