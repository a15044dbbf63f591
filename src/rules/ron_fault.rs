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
        // The names of types are internal to the program.
        ron::Error::ExpectedNamedStructLike(_)
        | ron::Error::ExpectedDifferentStructName { .. }
        | ron::Error::ExpectedStructName(_) => "expected fields in parentheses".to_owned(),
        ron::Error::MissingStructField { field, .. } => format!("missing field '{field}'"),
        ron::Error::DuplicateStructField { field, .. } => format!("duplicate field '{field}'"),
        ron::Error::InvalidValueForType { expected, found } => sanitized_ends(&format!(
            "expected {}, found {found}",
            without_type(expected)
        )),
        ron::Error::ExpectedDifferentLength { expected, found } => {
            format!("expected {}, found {found}", without_type(expected))
        }
        other => sanitized_ends(&other.to_string()),
    }
}

/// Returns the text of serde about an expected value, without the name of its type.
fn without_type(expected: &str) -> &str {
    let (kind, rest) = expected.split_once(' ').unwrap_or((expected, ""));
    match kind {
        "enum" | "variant" => "a name",
        "struct" | "tuple" | "unit" => match rest.split_once(" with ") {
            Some((_, length)) => length,
            None => "fields in parentheses",
        },
        _ => expected,
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

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its faults are read")]
    struct InternalFile {
        number: u8,
        pair: InternalPair,
        kind: InternalKind,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its faults are read")]
    struct InternalPair(u8, u8);

    #[derive(Debug, Deserialize)]
    enum InternalKind {
        First,
    }

    #[test]
    fn faults_name_fields_and_values_but_no_types() {
        for (text, said) in [
            (
                "root:x:0:0",
                "line 1, column 1: expected fields in parentheses",
            ),
            ("7", "line 1, column 1: expected fields in parentheses"),
            ("(number: 1)", "line 1, column 11: missing field 'pair'"),
            ("(number: 1, number: 2)", "duplicate field 'number'"),
            (
                "(other: 1)",
                "unknown name 'other'; allowed: number, pair, kind",
            ),
            ("(kind: Other)", "unknown name 'Other'; allowed: First"),
            ("(number: 1, pair: (1))", "expected 2 elements, found 1"),
            ("(number: 1, pair: x)", "expected fields in parentheses"),
        ] {
            let fault = read_ron::<InternalFile>(text).unwrap_err().to_string();
            assert!(fault.contains(said), "{text}: {fault}");
            assert!(!fault.contains("Internal"), "{text}: {fault}");
        }
    }
}
