//! What recordings have in common: which kind a text is, where one ends, why one cannot be read.

use std::fmt;

use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::rules::RonFault;

/// Frames of a recording, at most: 24 hours of the NTSC console, 60.0988 frames a second.
///
/// A word of a recording can hold a button for very many frames, so its length does not bound the
/// time and memory that playing it takes.
pub const FRAMES_MAX: u64 = 5_192_536;

/// Most settings between the frames of a recording: about two a second for 24 hours. A setting takes a few bytes in a
/// file and some 200 in memory.
pub const SETTINGS_MAX: usize = 200_000;

/// The kinds of recordings in RON. Each has a field that no other has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingKind {
    /// A console's history, with the field `console`: [`History`](super::History).
    Console,
    /// A match, with the field `versus`: [`MatchRecording`](super::MatchRecording).
    Match,
    /// Games without gravity, with the field `games`: [`DragRecording`](super::DragRecording).
    Drag,
    /// A game that was seen, with the field `captured`: the session's `CapturedGame`.
    Captured,
}

impl RecordingKind {
    /// The kind of a recording in RON by its first field that tells; none without such a field.
    ///
    /// Only the names of fields count, whatever comments and values hold. The text may be wrong
    /// behind that field: then reading it as this kind says what is wrong.
    pub fn detect(text: &str) -> Option<RecordingKind> {
        let mut found = None;
        if let Ok(mut reader) = ron::Deserializer::from_str(text) {
            // What is read so far counts, so an error does not matter.
            drop(reader.deserialize_any(FirstField(&mut found)));
        }
        found
    }
}

/// Looks for the field that tells the kind.
struct FirstField<'a>(&'a mut Option<RecordingKind>);

/// The fields of recordings, as far as they tell kinds apart.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
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
                Some(Field::Console) => Some(RecordingKind::Console),
                Some(Field::Versus) => Some(RecordingKind::Match),
                Some(Field::Games) => Some(RecordingKind::Drag),
                Some(Field::Captured) => Some(RecordingKind::Captured),
                Some(Field::Other) => {
                    fields.next_value::<IgnoredAny>()?;
                    None
                }
            };
        }
        Ok(())
    }
}

/// Where a recording ends, to check its playback against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Frames from its beginning.
    pub frame: u64,
    /// Fingerprint of the state there; in files as 16 hexadecimal digits.
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
            D::Error::custom(format!("hash '{text}' is not hexadecimal"))
        })
    }
}

/// Why a text is no recording of its kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// The text is not of this form.
    #[error(transparent)]
    Syntax(#[from] RonFault),
    /// A field has a value that is not allowed.
    #[error("{0}")]
    Field(String),
}

/// Reads a list of at most [`FRAMES_MAX`] elements: a few bytes of text each can be many in memory.
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

/// Reads a list of at most [`SETTINGS_MAX`] elements.
pub(super) fn bounded_settings<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_seq(BoundedList {
        max: SETTINGS_MAX,
        allowed: "two settings a second",
        element: PhantomData,
    })
}

/// Reader of a list, see [`bounded`].
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
                let message = format!("a list of more than {max}; allowed: {allowed}");
                return Err(S::Error::custom(message));
            }
            list.push(element);
        }
        Ok(list)
    }
}

/// Reads a file's own form.
///
/// # Errors
/// [`RecordingError::Syntax`] with the place.
pub(super) fn read_ron<F: DeserializeOwned>(text: &str) -> Result<F, RecordingError> {
    Ok(ron::from_str(text).map_err(RonFault::from)?)
}

/// A file's own form as a text with a line feed at its end.
pub(super) fn write_ron(file: &impl Serialize) -> String {
    let config = ron::ser::PrettyConfig::new().new_line("\n");
    let text = ron::ser::to_string_pretty(file, config);
    text.expect("a recording holds only numbers, names and texts") + "\n"
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
    fn the_kind_is_known_though_the_text_is_wrong_behind_it() {
        let text = "(version: 1, console: Pal, inputs: [\"";
        assert_eq!(RecordingKind::detect(text), Some(RecordingKind::Console));
        for text in ["", "(", "version", "(version: 1,", "[1, 2]", "\u{0}"] {
            assert_eq!(RecordingKind::detect(text), None, "{text}");
        }
    }
}
