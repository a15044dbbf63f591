//! Sight of NEXT as written in files: a number of frames, or the word `never`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::search::Sight;

/// Sight of NEXT in a file, as a number or a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SightFile {
    /// Number of frames after the player gains control of a piece.
    Frames(u64),
    /// Word; only `never` is allowed.
    Word(String),
}

impl From<Sight> for SightFile {
    fn from(sight: Sight) -> SightFile {
        match sight.frames() {
            Some(frames) => SightFile::Frames(frames.into()),
            None => SightFile::Word(sight.to_string()),
        }
    }
}

/// Formats the value as on the command line.
impl fmt::Display for SightFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SightFile::Frames(frames) => write!(f, "{frames}"),
            SightFile::Word(word) => f.write_str(word),
        }
    }
}
