//! Reading of RON texts, with readable messages for their faults.

use ron::de::SpannedError;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use super::sanitize::{sanitized, sanitized_ends};

/// A fault in a RON text, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct RonFault {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The fault. Text quoted from the file is shortened; a list of known names is complete.
    pub message: String,
}

impl From<SpannedError> for RonFault {
    fn from(error: SpannedError) -> RonFault {
        RonFault {
            line: error.span.start.line,
            column: error.span.start.col,
            message: message(&error.code),
        }
    }
}

fn message(error: &ron::Error) -> String {
    match error {
        ron::Error::NoSuchEnumVariant {
            expected, found, ..
        }
        | ron::Error::NoSuchStructField {
            expected, found, ..
        } => format!(
            "unknown name '{}'; allowed: {}",
            sanitized(found),
            expected.join(", ")
        ),
        other => sanitized_ends(&other.to_string()),
    }
}

/// Reads RON in which the `Some` around a value may be left out.
///
/// # Errors
/// The first fault in the text.
pub fn read_ron<T: DeserializeOwned>(text: &str) -> Result<T, RonFault> {
    let reader = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    Ok(reader.from_str(text)?)
}
