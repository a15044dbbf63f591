//! Tests of the form of documentation comments.

use crate::tidy::all_sources;

/// Headings that documentation comments use by convention.
const HEADINGS: [&str; 4] = ["# Errors", "# Panics", "# Safety", "# Examples"];

/// Returns the first line, from 1, on which text follows a heading.
fn crowded_heading(text: &str) -> Option<usize> {
    let is_crowded = |line: &str| {
        let line = line
            .trim_start()
            .trim_start_matches("//!")
            .trim_start_matches("///");
        HEADINGS
            .iter()
            .any(|heading| line.trim_start().starts_with(&format!("{heading} ")))
    };
    text.lines().position(is_crowded).map(|place| place + 1)
}

#[test]
fn headings_of_documentation_comments_stand_alone_on_their_line() {
    assert_eq!(crowded_heading("/// # Errors\n/// The fault."), None);
    assert_eq!(
        crowded_heading("/// Reads.\n    /// # Errors The fault."),
        Some(2)
    );
    for source in all_sources() {
        assert_eq!(crowded_heading(&source.text), None, "{}", source.path);
    }
}
