//! Detection of a RON file's kind. Only the names of fields count, not words elsewhere in the text.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

/// Returns whether `text` is a RON struct with this field at its top level. Fields inside other fields or comments do
/// not count. The text after the field may be faulty.
pub(super) fn has_field(text: &str, field: &str) -> bool {
    let seen = Cell::new(false);
    if let Ok(mut reader) = ron::Deserializer::from_str(text) {
        // Errors are ignored here: the real parser reports them.
        let _ = Fields { field, seen: &seen }.deserialize(&mut reader);
    }
    seen.get()
}

/// Visitor that searches for a field.
#[derive(Clone, Copy)]
struct Fields<'a> {
    field: &'a str,
    seen: &'a Cell<bool>,
}

impl<'de> DeserializeSeed<'de> for Fields<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a struct")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            if name == self.field {
                self.seen.set(true);
                return Ok(());
            }
            fields.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_field_of_the_struct_itself_counts() {
        for (text, has) in [
            ("(judge: 1)", true),
            ("Named(name: \"x\", judge: Some((1, 2)))", true),
            ("// judge:\n(name: \"judge: 1\", other: (judge: 1))", false),
            (
                "(name: \"x\", /* player: */ judge /* : */ : Sum((terms: [(a: 1)])))",
                true,
            ),
            (
                "(other: Sum((terms: [(a: 1, b: Inner(c: 2))], x: {1: 2})), judge: 2)",
                true,
            ),
            ("(judge: wrong from here on", true),
            ("(wrong from the beginning, judge: 1)", false),
            ("judge", false),
            ("", false),
        ] {
            assert_eq!(has_field(text, "judge"), has, "{text}");
        }
    }
}
