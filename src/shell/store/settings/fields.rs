//! Splits a RON struct into fields by hand, so that a fault in one field does not affect the others.

use std::ops::Range;

/// A field in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RonField<'a> {
    /// Name of the field.
    pub name: &'a str,
    /// Byte offset of the name in the text.
    pub at: usize,
    /// Byte range of the value, after the colon and up to the comma. `None` if the colon is missing.
    pub value: Option<Range<usize>>,
}

/// Returns the fields of the struct in the `span` of a text.
///
/// A field begins with a name after the opening parenthesis or after a comma. A name in `known` at the start of a line
/// always begins a field, even if the comma, quotation mark or parenthesis before it is missing.
pub fn fields_of<'a>(text: &'a str, span: Range<usize>, known: &[&str]) -> Vec<RonField<'a>> {
    let mut fields: Vec<RonField> = Vec::new();
    // Name of the current field, start of the name, and end of the name.
    let mut open: Option<(&str, usize, usize)> = None;
    let mut close = |open: &mut Option<(&'a str, usize, usize)>, end: usize| {
        if let Some((name, at, behind)) = open.take() {
            let rest = text[behind..end].trim_start();
            let value = rest.starts_with(':').then(|| end - rest.len() + 1..end);
            fields.push(RonField { name, at, value });
        }
    };
    let mut depth = 0_i32;
    let mut may_begin = false;
    let mut line_is_blank = true;
    let mut rest = &text[span.clone()];
    while let Some(letter) = rest.chars().next() {
        let at = span.end - rest.len();
        let mut length = letter.len_utf8();
        let was_blank = line_is_blank;
        if !letter.is_whitespace() {
            line_is_blank = false;
        }
        match letter {
            '\n' => line_is_blank = true,
            _ if rest.starts_with("//") => {
                length = rest.find('\n').unwrap_or(rest.len());
                line_is_blank = was_blank;
            }
            _ if rest.starts_with("/*") => {
                length = rest.find("*/").map_or(rest.len(), |end| end + 2);
            }
            '"' => {
                length = text_length(rest);
                may_begin = false;
            }
            '(' | '[' | '{' => {
                depth += 1;
                may_begin = depth == 1;
            }
            ')' | ']' | '}' => {
                depth -= 1;
                if depth == 0 {
                    close(&mut open, at);
                }
                may_begin = false;
            }
            ',' => {
                if depth == 1 {
                    close(&mut open, at);
                }
                may_begin = depth == 1;
            }
            _ if letter.is_alphabetic() || letter == '_' => {
                length = rest
                    .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
                    .unwrap_or(rest.len());
                let name = &rest[..length];
                let is_known = was_blank && known.contains(&name);
                if is_known || may_begin && depth == 1 {
                    close(&mut open, at);
                    open = Some((name, at, at + length));
                    depth = 1;
                }
                may_begin = false;
            }
            _ if letter.is_whitespace() => {}
            _ => may_begin = false,
        }
        rest = &rest[length..];
    }
    close(&mut open, span.end);
    fields
}

/// Returns the length in bytes of the quoted text at the beginning of `rest`. If the closing quote is missing, the text
/// ends with its line.
fn text_length(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '\n' => return at,
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names and values of all fields, with runs of whitespace collapsed.
    fn split(text: &str) -> Vec<(&str, Option<String>)> {
        let fields = fields_of(text, 0..text.len(), &["one", "two", "three"]).into_iter();
        let squeezed = |at: Range<usize>| text[at].split_whitespace().collect::<Vec<_>>().join(" ");
        fields
            .map(|field| (field.name, field.value.map(squeezed)))
            .collect()
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn fields_are_found_behind_comments_texts_and_blocks() {
        let text = "// one: 9\n(\n one: 1, /* two: 3, */ two: (three: \"a, b) three: 4\", x: 2),\n\
                    three: [1, 2], odd: 5)\n";
        assert_eq!(
            split(text),
            [
                ("one", some("1")),
                ("two", some("(three: \"a, b) three: 4\", x: 2)")),
                ("three", some("[1, 2]")),
                ("odd", some("5")),
            ]
        );
    }

    #[test]
    fn a_missing_character_costs_one_field() {
        let others = |text: &str, lost: &str| {
            let fields = split(text);
            let expected = [("one", "1"), ("two", "(x: 2)"), ("three", "3")];
            for (name, value) in expected.iter().filter(|(name, _)| *name != lost) {
                assert!(fields.contains(&(name, some(value))), "{text}: {fields:?}");
            }
        };
        others("(\none 1,\ntwo: (x: 2),\nthree: 3,\n)", "one");
        others("(\none: 1,\ntwo: (x: 2,\nthree: 3,\n)", "two");
        others("(\none: 1,\ntwo: x: 2),\nthree: 3,\n)", "two");
        others("(\none: \"1,\ntwo: (x: 2),\nthree: 3,\n)", "one");
        others("(\none: 1\ntwo: (x: 2)\nthree: 3", "");
        others("one: 1,\ntwo: (x: 2),\nthree: 3,\n)", "");
    }
}
