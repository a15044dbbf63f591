//! Recordings of matches in RON: the start, and the buttons of both pads in every frame.
//!
//! Inputs are words of the letters `RLDUTSBA`, or `-` for none. A bar separates the two pads, and a number after a
//! star gives the frames they are held: `-|-*96 L|A R|-*3`.

use serde::{Deserialize, Serialize};

use crate::engine::recording::{self, RecordingEnd, RecordingError};
use crate::engine::words;
use crate::rules::Buttons;

use super::{Versus, VersusStart};

/// Version that this program writes and reads.
const VERSION: u32 = 1;

/// Recording of a match from its first frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRecording {
    /// Start of the match.
    pub start: VersusStart,
    /// Buttons held in each frame, left pad first.
    pub inputs: Vec<[Buttons; 2]>,
    /// End of the match, if it was recorded.
    pub end: Option<RecordingEnd>,
}

/// Format of the file. The field `versus` is specific to this kind of recording, see
/// [`RecordingKind`](recording::RecordingKind).
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    versus: VersusStart,
    #[serde(deserialize_with = "recording::bounded")]
    inputs: Vec<String>,
    end: Option<RecordingEnd>,
}

impl MatchRecording {
    /// Returns the recording of a match that was played with these inputs.
    pub fn from_versus(versus: &Versus, inputs: Vec<[Buttons; 2]>) -> MatchRecording {
        MatchRecording {
            start: versus.start().clone(),
            end: Some(RecordingEnd {
                frame: versus.frames(),
                hash: versus.hash(),
            }),
            inputs,
        }
    }

    /// Reads a recording.
    ///
    /// # Errors
    /// [`RecordingError`] with the position in the text, or with the field and the allowed values.
    pub fn from_ron(text: &str) -> Result<MatchRecording, RecordingError> {
        let file: File = recording::read_ron(text)?;
        if file.version != VERSION {
            let message = format!("unsupported version {}; allowed: {VERSION}", file.version);
            return Err(RecordingError::Field(message));
        }
        let wrong_start = |error| RecordingError::Field(format!("versus: {error}"));
        file.versus.check().map_err(wrong_start)?;
        Ok(MatchRecording {
            start: file.versus,
            inputs: words::read(&file.inputs, pads_of).map_err(RecordingError::Field)?,
            end: file.end,
        })
    }

    /// Returns the recording as text.
    pub fn to_ron(&self) -> String {
        let file = File {
            version: VERSION,
            versus: self.start.clone(),
            inputs: words::write(self.inputs.iter().copied(), |[left, right]| {
                format!("{}|{}", words::letters(left), words::letters(right))
            }),
            end: self.end,
        };
        recording::write_ron(&file)
    }
}

/// Parses a word into the buttons of both pads.
fn pads_of(word: &str) -> Option<[Buttons; 2]> {
    let (left, right) = word.split_once('|')?;
    Some([words::buttons(left)?, words::buttons(right)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::recording::RecordingKind;

    #[test]
    fn a_match_is_read_as_it_was_written() {
        let mut versus = Versus::new(VersusStart::default()).unwrap();
        let inputs: Vec<[Buttons; 2]> = (0..900_u32)
            .map(|frame| [frame / 7, frame / 3].map(|bits| Buttons::from_bits(bits as u8)))
            .collect();
        for &held in &inputs {
            versus.step(held);
        }
        let recording = MatchRecording::from_versus(&versus, inputs);
        let text = recording.to_ron();
        assert_eq!(RecordingKind::detect(&text), Some(RecordingKind::Match));
        assert_eq!(MatchRecording::from_ron(&text).unwrap(), recording);
    }

    #[test]
    fn faults_in_a_file_are_reported() {
        let good = MatchRecording {
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
            (
                "best_of: 3",
                "best_of: 4",
                "versus: invalid best of 4; allowed",
            ),
            (
                "version: 1",
                "version: 2",
                "unsupported version 2; allowed: 1",
            ),
            ("versus:", "verses:", "line 3"),
        ] {
            let error = MatchRecording::from_ron(&good.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
