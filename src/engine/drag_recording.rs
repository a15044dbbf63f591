//! Recordings of games without gravity: their starts and inputs, in RON.
//!
//! A recording is a series of games with one text per piece. Each word of a text is an input:
//!
//! | word | meaning |
//! | --- | --- |
//! | `5,3,1` | show the piece with its pivot in column 5, row 3, one clockwise turn from spawn |
//! | `5,3,1*4` | show the piece in this pose for four frames |
//! | `=5,18,1` | lock the piece in this pose |
//! | `#5,18,1` | lock the piece in this pose at once, without animation |
//! | `over` | no legal lock exists: the last pieces drop by themselves |
//! | `over#` | like `over`, but at once, without animation |

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::{Piece, Pose, sanitized};

use super::drag_game::{DragInput, DragStart};
use super::recording::{self, FRAMES_MAX, RecordingEnd, RecordingError};

/// Version that this program writes and reads.
const VERSION: u32 = 1;

/// Maximum frames for which one word can hold a piece: one minute. A longer wait repeats the word, so the length of a
/// recording bounds its playing time.
const HELD_FRAMES_MAX: u32 = 3_600;

/// A series of games that can be played back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DragRecording {
    version: u32,
    /// Games in the order they were played. This field is specific to this kind of recording: see
    /// [`RecordingKind`](super::RecordingKind).
    #[serde(deserialize_with = "recording::bounded")]
    pub games: Vec<RecordedGame>,
    /// End of the recording.
    pub end: Option<RecordingEnd>,
}

/// One game of a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedGame {
    /// Start of the game.
    pub start: DragStart,
    /// Length of this game in frames, idle frames included.
    pub frames: u64,
    /// Inputs, one text per piece.
    #[serde(deserialize_with = "recording::bounded")]
    pub pieces: Vec<PieceInputs>,
}

/// Inputs for one piece.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PieceInputs(pub Vec<HeldInput>);

/// An input held for some frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldInput {
    /// The input.
    pub input: RecordedInput,
    /// Number of frames, 1-3,600.
    pub frames: u32,
}

/// A [`DragInput`] as a recording stores it: without the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedInput {
    /// Recorded form of [`DragInput::Pose`].
    Pose(StoredPose),
    /// Recorded form of [`DragInput::Lock`].
    Lock {
        /// Position of the lock.
        place: StoredPose,
        /// True if the lock is animated.
        animate: bool,
    },
    /// Recorded form of [`DragInput::GiveUp`].
    GiveUp {
        /// True if the end of the game is animated.
        animate: bool,
    },
}

/// A pose without its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredPose {
    /// Pivot column, 0-9.
    pub x: i8,
    /// Pivot row, 0-19.
    pub y: i8,
    /// Clockwise quarter turns from the spawn orientation, 0-3.
    pub rotation: u8,
}

impl From<Pose> for StoredPose {
    fn from(pose: Pose) -> StoredPose {
        StoredPose {
            x: pose.x,
            y: pose.y,
            rotation: pose.orientation.rotation(),
        }
    }
}

impl StoredPose {
    fn pose(self, piece: Piece) -> Option<Pose> {
        (self.rotation < piece.rotation_count()).then(|| Pose {
            orientation: piece.orientation(self.rotation),
            x: self.x,
            y: self.y,
        })
    }
}

impl From<DragInput> for RecordedInput {
    fn from(input: DragInput) -> RecordedInput {
        match input {
            DragInput::Pose(pose) => RecordedInput::Pose(pose.into()),
            DragInput::Lock { pose, animate } => RecordedInput::Lock {
                place: pose.into(),
                animate,
            },
            DragInput::GiveUp { animate } => RecordedInput::GiveUp { animate },
        }
    }
}

impl RecordedInput {
    /// Returns whether this is the last input of its piece.
    pub const fn ends_piece(self) -> bool {
        !matches!(self, RecordedInput::Pose(_))
    }

    /// Returns the input for `piece`, or `None` if the piece has no such rotation.
    pub fn input(self, piece: Piece) -> Option<DragInput> {
        Some(match self {
            RecordedInput::Pose(place) => DragInput::Pose(place.pose(piece)?),
            RecordedInput::Lock { place, animate } => DragInput::Lock {
                pose: place.pose(piece)?,
                animate,
            },
            RecordedInput::GiveUp { animate } => DragInput::GiveUp { animate },
        })
    }
}

/// Reason why a recording cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DragRecordingError {
    /// The text is not a valid recording.
    #[error(transparent)]
    Text(#[from] RecordingError),
    /// Another version of the program wrote the recording.
    #[error("unsupported version {0}; allowed: {VERSION}")]
    Version(u32),
    /// The recording has no games.
    #[error("the recording contains no game")]
    NoGame,
    /// The start of a game is invalid.
    #[error("game {game}: {message}")]
    Start {
        /// Number of the game, from 1.
        game: usize,
        /// The fault and the allowed values.
        message: String,
    },
    /// An input is illegal.
    #[error("game {game}, piece {piece}: {message}")]
    Input {
        /// Number of the game, from 1.
        game: usize,
        /// Number of the piece, from 1.
        piece: usize,
        /// Description of the fault.
        message: String,
    },
}

impl DragRecording {
    /// Returns an empty recording.
    pub fn new() -> DragRecording {
        DragRecording {
            version: VERSION,
            games: Vec::new(),
            end: None,
        }
    }

    /// Reads a recording from RON.
    ///
    /// # Errors
    /// [`DragRecordingError`] with line and column, or with the game whose start is wrong. Inputs are read here but
    /// checked only when they are played.
    pub fn from_ron(text: &str) -> Result<DragRecording, DragRecordingError> {
        let recording: DragRecording = recording::read_ron(text)?;
        recording.check()?;
        Ok(recording)
    }

    fn check(&self) -> Result<(), DragRecordingError> {
        if self.version != VERSION {
            return Err(DragRecordingError::Version(self.version));
        }
        if self.games.is_empty() {
            return Err(DragRecordingError::NoGame);
        }
        let mut frames = 0u64;
        for (index, game) in self.games.iter().enumerate() {
            let start = |message| DragRecordingError::Start {
                game: index + 1,
                message,
            };
            game.start.check().map_err(start)?;
            // Resuming an endless demo generates all earlier pieces one by one, so they count as frames.
            let before = game.start.endless.as_ref().map_or(0, |place| place.before);
            frames = frames
                .saturating_add(game.frames)
                .saturating_add(before.into());
            if frames > FRAMES_MAX {
                return Err(start(format!(
                    "frames {}: the total exceeds {FRAMES_MAX}; allowed: 24 hours of play",
                    game.frames
                )));
            }
            if game.frames == 0 && index + 1 < self.games.len() {
                return Err(start(
                    "frames 0; allowed: at least 1, except in the last game".to_owned(),
                ));
            }
        }
        Ok(())
    }

    /// Returns the recording in its text format.
    pub fn to_ron(&self) -> String {
        recording::write_ron(self)
    }
}

impl Default for DragRecording {
    fn default() -> DragRecording {
        DragRecording::new()
    }
}

impl PieceInputs {
    /// Returns whether the inputs end the piece: it locks, or the player gives up.
    pub fn is_complete(&self) -> bool {
        self.0.last().is_some_and(|held| held.input.ends_piece())
    }

    /// Adds one frame of `input`.
    pub fn push(&mut self, input: RecordedInput) {
        match self.0.last_mut() {
            Some(held) if held.input == input && held.frames < HELD_FRAMES_MAX => {
                held.frames += 1;
            }
            _ => self.0.push(HeldInput { input, frames: 1 }),
        }
    }
}

impl fmt::Display for HeldInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.input {
            RecordedInput::Pose(place) => write!(f, "{place}")?,
            RecordedInput::Lock { place, animate } => {
                write!(f, "{}{place}", if animate { '=' } else { '#' })?;
            }
            RecordedInput::GiveUp { animate } => {
                f.write_str(if animate { "over" } else { "over#" })?;
            }
        }
        if self.frames > 1 {
            write!(f, "*{}", self.frames)?;
        }
        Ok(())
    }
}

impl fmt::Display for StoredPose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.rotation)
    }
}

impl From<PieceInputs> for String {
    fn from(inputs: PieceInputs) -> String {
        let words: Vec<String> = inputs.0.iter().map(ToString::to_string).collect();
        words.join(" ")
    }
}

impl TryFrom<String> for PieceInputs {
    type Error = String;

    fn try_from(text: String) -> Result<PieceInputs, String> {
        text.split_whitespace()
            .map(str::parse)
            .collect::<Result<Vec<HeldInput>, String>>()
            .map(PieceInputs)
    }
}

impl FromStr for HeldInput {
    type Err = String;

    fn from_str(word: &str) -> Result<HeldInput, String> {
        let wrong = || {
            format!(
                "'{}' is not an input; expected x,y,rotation with an optional prefix = or # and an optional suffix \
                *FRAMES (up to {HELD_FRAMES_MAX}), or over, or over#",
                sanitized(word)
            )
        };
        let (input, frames) = match word.split_once('*') {
            Some((input, frames)) => (input, frames.parse().map_err(|_| wrong())?),
            None => (word, 1),
        };
        let place = |text: &str| text.parse::<StoredPose>().map_err(|()| wrong());
        let input = match (input, input.chars().next()) {
            ("over", _) => RecordedInput::GiveUp { animate: true },
            ("over#", _) => RecordedInput::GiveUp { animate: false },
            (_, Some(mark @ ('=' | '#'))) => RecordedInput::Lock {
                place: place(&input[1..])?,
                animate: mark == '=',
            },
            _ => RecordedInput::Pose(place(input)?),
        };
        // Only a pose can last several frames. A lock or giving up is a single input.
        let held = matches!(input, RecordedInput::Pose(_));
        let allowed = if held { HELD_FRAMES_MAX } else { 1 };
        if !(1..=allowed).contains(&frames) {
            return Err(wrong());
        }
        Ok(HeldInput { input, frames })
    }
}

impl FromStr for StoredPose {
    type Err = ();

    fn from_str(text: &str) -> Result<StoredPose, ()> {
        let mut numbers = text
            .split(',')
            .map(|number| number.parse::<u8>().map_err(|_| ()));
        let mut below = |limit: u8| match numbers.next() {
            Some(Ok(number)) if number < limit => Ok(number),
            _ => Err(()),
        };
        let place = StoredPose {
            x: below(10)? as i8,
            y: below(20)? as i8,
            rotation: below(4)?,
        };
        if numbers.next().is_some() {
            return Err(());
        }
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(text: &str) -> Result<PieceInputs, String> {
        PieceInputs::try_from(text.to_owned())
    }

    #[test]
    fn inputs_are_written_as_they_are_read() {
        let text = "5,0,0*4 4,0,1 =4,18,1";
        assert_eq!(String::from(inputs(text).unwrap()), text);
        for text in ["#0,19,3", "over", "over#"] {
            assert_eq!(String::from(inputs(text).unwrap()), text);
        }
    }

    #[test]
    fn equal_frames_are_counted() {
        let place = StoredPose {
            x: 5,
            y: 0,
            rotation: 0,
        };
        let mut inputs = PieceInputs::default();
        inputs.push(RecordedInput::Pose(place));
        inputs.push(RecordedInput::Pose(place));
        assert_eq!(String::from(inputs), "5,0,0*2");
    }

    #[test]
    fn words_that_are_no_input_are_named() {
        for word in [
            "10,0,0",
            "5,20,0",
            "5,0,4",
            "5,0",
            "5,0,0,0",
            "x",
            "=",
            "over*2",
            "=5,18,0*2",
            "5,0,0*0",
            "5,0,0*x",
            "5,0,0*3601",
            "-1,0,0",
        ] {
            let error = inputs(word).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn a_wrong_file_is_named_by_line_and_column() {
        let error = DragRecording::from_ron("(\n version: 1,\n games: 5,\n)").unwrap_err();
        assert!(error.to_string().starts_with("line 3, column"), "{error}");
        let error = DragRecording::from_ron("(version: 2, games: [], end: None)").unwrap_err();
        assert_eq!(error, DragRecordingError::Version(2));
        let error = DragRecording::from_ron("(version: 1, games: [], end: None)").unwrap_err();
        assert_eq!(error, DragRecordingError::NoGame);
    }
}
