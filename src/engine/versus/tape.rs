//! Recordings of matches in RON: the start, and both pads' buttons in every frame.
//!
//! Inputs are words of the letters `RLDUTSBA`, or `-` for none, for both pads with a bar between
//! them, each with the number of frames it is held behind a star: `-|-*96 L|A R|-*3`.

use serde::{Deserialize, Serialize};

use crate::engine::words;
use crate::rules::Buttons;

use super::{Versus, VersusStart};

/// The version this program writes and reads.
const VERSION: u32 = 1;

/// A recording of a match from its first frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersusTape {
    /// What the match began with.
    pub start: VersusStart,
    /// What was held in each frame, left pad first.
    pub inputs: Vec<[Buttons; 2]>,
    /// How it ended, if that was noted.
    pub end: Option<VersusEnd>,
}

/// Where a recording ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersusEnd {
    /// The last frame.
    pub frame: u64,
    /// The fingerprint of the state then, in hexadecimal.
    pub hash: String,
}

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    versus: VersusStart,
    inputs: Vec<String>,
    end: Option<VersusEnd>,
}

/// Why a text is no recording of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VersusTapeError {
    /// The text is not of this form.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// Line in the file, from 1.
        line: usize,
        /// Column in the line, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// A field has a value that is not allowed.
    #[error("{0}")]
    Field(String),
}

impl VersusTape {
    /// Whether a text is meant to be one of these rather than another recording.
    pub fn is_meant(text: &str) -> bool {
        text.contains("versus:")
    }

    /// The recording of a match that was played with these inputs.
    pub fn of(versus: &Versus, inputs: Vec<[Buttons; 2]>) -> VersusTape {
        VersusTape {
            start: versus.start().clone(),
            end: Some(VersusEnd {
                frame: versus.frames(),
                hash: format!("{:016X}", versus.hash()),
            }),
            inputs,
        }
    }

    /// Reads a recording.
    ///
    /// # Errors
    /// [`VersusTapeError`] with the place, or the field and what is allowed.
    pub fn from_ron(text: &str) -> Result<VersusTape, VersusTapeError> {
        let file: File = ron::from_str(text).map_err(|error| VersusTapeError::Syntax {
            line: error.span.start.line,
            column: error.span.start.col,
            message: error.code.to_string(),
        })?;
        if file.version != VERSION {
            let message = format!("version {}; allowed: {VERSION}", file.version);
            return Err(VersusTapeError::Field(message));
        }
        let wrong_start = |error| VersusTapeError::Field(format!("versus: {error}"));
        file.versus.check().map_err(wrong_start)?;
        Ok(VersusTape {
            start: file.versus,
            inputs: words::read(&file.inputs, pads_of).map_err(VersusTapeError::Field)?,
            end: file.end,
        })
    }

    /// The recording as a text.
    pub fn to_ron(&self) -> String {
        let file = File {
            version: VERSION,
            versus: self.start.clone(),
            inputs: words::write(self.inputs.iter().copied(), |[left, right]| {
                format!("{}|{}", words::letters(left), words::letters(right))
            }),
            end: self.end.clone(),
        };
        let config = ron::ser::PrettyConfig::new().new_line("\n");
        let text = ron::ser::to_string_pretty(&file, config);
        text.expect("a recording holds only numbers and texts") + "\n"
    }
}

/// Both pads of a word.
fn pads_of(word: &str) -> Option<[Buttons; 2]> {
    let (left, right) = word.split_once('|')?;
    Some([words::buttons(left)?, words::buttons(right)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_read_as_it_was_written() {
        let mut versus = Versus::new(VersusStart::default()).unwrap();
        let inputs: Vec<[Buttons; 2]> = (0..900_u32)
            .map(|frame| [frame / 7, frame / 3].map(|bits| Buttons::from_bits(bits as u8)))
            .collect();
        for &held in &inputs {
            versus.step(held);
        }
        let tape = VersusTape::of(&versus, inputs);
        let text = tape.to_ron();
        assert!(VersusTape::is_meant(&text));
        assert_eq!(VersusTape::from_ron(&text).unwrap(), tape);
    }

    #[test]
    fn what_is_wrong_in_a_file_is_named() {
        let good = VersusTape {
            start: VersusStart::default(),
            inputs: vec![[Buttons::A, Buttons::NONE]; 3],
            end: None,
        };
        let good = good.to_ron();
        assert!(good.contains("A|-*3"), "{good}");
        for (from, to, message) in [
            ("A|-*3", "A|Q*3", "A|Q*3"),
            ("A|-*3", "A*3", "A*3"),
            ("A|-*3", "A|-*0", "A|-*0"),
            ("best_of: 3", "best_of: 4", "versus: best of 4; allowed"),
            ("version: 1", "version: 2", "version 2; allowed: 1"),
            ("versus:", "verses:", "line 3"),
        ] {
            let error = VersusTape::from_ron(&good.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
