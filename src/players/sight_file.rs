//! When NEXT is seen, as files say it: a number of frames, or the word `never`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::search::Sight;

/// When NEXT is seen, as files say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SightFile {
    /// So many frames after a piece came under control.
    Frames(u64),
    /// A word: `never`.
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

/// As on the command line.
impl fmt::Display for SightFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SightFile::Frames(frames) => write!(f, "{frames}"),
            SightFile::Word(word) => f.write_str(word),
        }
    }
}
