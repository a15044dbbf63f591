//! Checks that a text is well-formed markup: all tags are closed in the right order, and all attributes are in quotes.

/// Tags that are never closed in HTML.
const EMPTY: [&str; 1] = ["meta"];

/// Checks a text tag by tag.
///
/// # Panics
/// If the markup is not well-formed. The message describes the first error.
pub fn check(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at], &open);
        let end = rest[at..].find('>').expect("every tag ends") + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if tag.starts_with("!DOCTYPE") {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before: {rest:.60}");
            continue;
        }
        let is_closed = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(
            name.chars().all(|letter| letter.is_ascii_alphanumeric()),
            "<{tag}>"
        );
        check_attributes(attributes);
        if !is_closed && !EMPTY.contains(&name) {
            open.push(name);
        }
    }
    assert_eq!(rest.trim(), "", "no text may follow the last tag");
    assert!(open.is_empty(), "{open:?} stay open");
}

/// Checks the text between tags: no `>`, only known entities, no control characters.
fn check_text(text: &str, open: &[&str]) {
    if open.last() != Some(&"style") {
        assert!(!text.contains('>'), "{text}");
        check_entities(text);
    }
    assert!(
        text.chars()
            .all(|letter| letter == '\n' || !letter.is_control())
    );
}

fn check_entities(text: &str) {
    for after in text.split('&').skip(1) {
        let (name, _) = after.split_once(';').expect("every entity ends");
        assert!(
            ["amp", "lt", "gt", "quot", "#39"].contains(&name),
            "&{name};"
        );
    }
}

/// Checks that each attribute has the form `name="value"`, and that no name occurs twice.
fn check_attributes(attributes: &str) {
    let mut names = Vec::new();
    let mut rest = attributes.trim();
    while !rest.is_empty() {
        let (name, after) = rest
            .split_once("=\"")
            .expect("every attribute must have a value");
        assert!(!names.contains(&name), "{name} twice: {attributes}");
        names.push(name);
        let (value, after) = after.split_once('"').expect("every value ends");
        assert!(!value.contains('<'), "{value}");
        check_entities(value);
        rest = after.trim_start();
    }
}

/// Returns the values of an attribute, in all tags of this name that contain all of `words`.
pub fn values<'a>(text: &'a str, tag: &str, words: &[&str], attribute: &str) -> Vec<&'a str> {
    let begin = format!("<{tag} ");
    let wanted = format!(" {attribute}=\"");
    text.split('<')
        .filter(|part| format!("<{part}").starts_with(&begin))
        .filter(|part| words.iter().all(|word| part.contains(word)))
        .filter_map(|part| part.split_once(wanted.as_str())?.1.split('"').next())
        .collect()
}
