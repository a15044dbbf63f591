//! Parts that all kinds of recordings share: kind, end, and errors.

use std::fmt;

use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::rules::RonFault;

/// Maximum frames of a recording: 24 hours of the NTSC console at 60.0988 frames a second.
///
/// One word of a recording can hold a button for very many frames. So only this limit, not the length of the text,
/// bounds the time and memory needed to play a recording.
pub const FRAMES_MAX: u64 = 5_192_536;

/// Maximum settings between the frames of a recording: about two a second for 24 hours. A setting takes a few bytes
/// in a file and some 200 in memory.
pub const SETTINGS_MAX: usize = 200_000;

/// Kinds of recordings in RON. Each kind has one field that no other kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingKind {
    /// A console's history, with the field `console`: [`History`](super::History).
    Console,
    /// A match, with the field `versus`: [`MatchRecording`](super::MatchRecording).
    Match,
    /// Games without gravity, with the field `games`: [`DragRecording`](super::DragRecording).
    Drag,
    /// A game read from a video, with the field `captured`: `CapturedGame` of the room `session`.
    Captured,
}

impl RecordingKind {
    /// Returns the kind of a recording in RON, which the first distinctive field determines. `None` if no field is
    /// distinctive.
    ///
    /// Only field names count, not comments or values. A syntax error after the distinctive field has no effect here;
    /// parsing the recording as the detected kind reports it.
    pub fn detect(text: &str) -> Option<RecordingKind> {
        let mut found = None;
        if let Ok(mut reader) = ron::Deserializer::from_str(text) {
            // The visitor stops at the distinctive field, so an error is harmless.
            drop(reader.deserialize_any(FirstField(&mut found)));
        }
        found
    }
}

/// Visitor that looks for the distinctive field.
struct FirstField<'a>(&'a mut Option<RecordingKind>);

/// Distinctive fields of recordings.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum RecordingField {
    Console,
    Versus,
    Games,
    Captured,
    #[serde(other)]
    Other,
}

impl<'de> Visitor<'de> for FirstField<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a recording")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<(), M::Error> {
        while self.0.is_none() {
            *self.0 = match fields.next_key()? {
                None => return Ok(()),
                Some(RecordingField::Console) => Some(RecordingKind::Console),
                Some(RecordingField::Versus) => Some(RecordingKind::Match),
                Some(RecordingField::Games) => Some(RecordingKind::Drag),
                Some(RecordingField::Captured) => Some(RecordingKind::Captured),
                Some(RecordingField::Other) => {
                    fields.next_value::<IgnoredAny>()?;
                    None
                }
            };
        }
        Ok(())
    }
}

/// End of a recording, used to verify its playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordingEnd {
    /// Number of frames since the beginning.
    pub frame: u64,
    /// State hash at the end; 16 hexadecimal digits in files.
    #[serde(with = "hexadecimal")]
    pub hash: u64,
}

/// Numbers as texts of 16 hexadecimal digits.
mod hexadecimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::rules::sanitized;

    pub(super) fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{number:016X}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        u64::from_str_radix(&text, 16).map_err(|_| {
            let text = sanitized(&text);
            D::Error::custom(format!("hash '{text}' is not a hexadecimal number"))
        })
    }
}

/// Reason why a recording cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// The text is not valid RON for a recording.
    #[error(transparent)]
    Syntax(#[from] RonFault),
    /// A field has an illegal value.
    #[error("{0}")]
    Field(String),
}

/// Reads a list of at most [`FRAMES_MAX`] elements. The limit bounds memory: an element can take more bytes in memory
/// than in the text.
pub(super) fn bounded<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_seq(BoundedList {
        max: FRAMES_MAX as usize,
        allowed: "24 hours of play",
        element: PhantomData,
    })
}

/// Reads a list of at most [`SETTINGS_MAX`] elements, see [`bounded`].
pub(super) fn bounded_settings<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_seq(BoundedList {
        max: SETTINGS_MAX,
        allowed: "two settings per second",
        element: PhantomData,
    })
}

/// Visitor that reads a list, see [`bounded`].
struct BoundedList<T> {
    max: usize,
    allowed: &'static str,
    element: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for BoundedList<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut elements: S) -> Result<Vec<T>, S::Error> {
        let BoundedList { max, allowed, .. } = self;
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            if list.len() == max {
                let message = format!("a list has more than {max} entries; allowed: {allowed}");
                return Err(S::Error::custom(message));
            }
            list.push(element);
        }
        Ok(list)
    }
}

/// Parses the RON text of a recording.
///
/// # Errors
/// [`RecordingError::Syntax`] with the position.
pub(super) fn read_ron<F: DeserializeOwned>(text: &str) -> Result<F, RecordingError> {
    Ok(ron::from_str(text).map_err(RonFault::from)?)
}

/// Returns a recording as RON text, with a line feed at its end.
pub(super) fn write_ron(file: &impl Serialize) -> String {
    let config = ron::ser::PrettyConfig::new().new_line("\n");
    let text = ron::ser::to_string_pretty(file, config);
    text.expect("a recording can always be serialized") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_says_the_kind_and_comments_do_not() {
        let comment = "// console: PAL, versus: nobody, games: many\n";
        for (field, kind) in [
            ("console: Pal", Some(RecordingKind::Console)),
            (
                "versus: (names: (\"a\", \"b\"))",
                Some(RecordingKind::Match),
            ),
            ("games: []", Some(RecordingKind::Drag)),
            ("captured: (region: Ntsc)", Some(RecordingKind::Captured)),
            ("consule: Pal", None),
            ("note: \"console: Pal, games: []\"", None),
            ("note: (console: Pal)", None),
        ] {
            for text in [
                format!("{comment}(\n{comment}version: 1, {field})"),
                format!("(version: 1, /* {comment} */ {field}, end: None)"),
                format!("({field}, version: 1)"),
            ] {
                assert_eq!(RecordingKind::detect(&text), kind, "{text}");
            }
        }
    }

    #[test]
    fn the_kind_is_detected_even_if_the_text_is_invalid_after_it() {
        let text = "(version: 1, console: Pal, inputs: [\"";
        assert_eq!(RecordingKind::detect(text), Some(RecordingKind::Console));
        for text in ["", "(", "version", "(version: 1,", "[1, 2]", "\u{0}"] {
            assert_eq!(RecordingKind::detect(text), None, "{text}");
        }
    }
}
