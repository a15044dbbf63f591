//! Sight of NEXT in files: a number of frames, or the word `never`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::search::Sight;

/// Sight of NEXT in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SightFile {
    /// This many frames after a piece came under control.
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

/// Writes the form of the command line.
impl fmt::Display for SightFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SightFile::Frames(frames) => write!(f, "{frames}"),
            SightFile::Word(word) => f.write_str(word),
        }
    }
}
