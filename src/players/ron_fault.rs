//! What RON finds wrong with a file of a player or an opponent, for a message.

use crate::rules::sanitize::sanitized_ends;
use crate::rules::sanitized;

/// What is wrong: a text of the file is quoted briefly, the names known instead are all there.
pub fn ron_fault(error: &ron::Error) -> String {
    match error {
        ron::Error::NoSuchEnumVariant {
            expected, found, ..
        }
        | ron::Error::NoSuchStructField {
            expected, found, ..
        } => format!(
            "'{}' is unknown; allowed: {}",
            sanitized(found),
            expected.join(", ")
        ),
        other => sanitized_ends(&other.to_string()),
    }
}
