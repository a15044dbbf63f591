//! The command line as typed, for messages and reports.

use std::ffi::OsString;

/// Returns the command line, including the program name.
pub fn all() -> Vec<OsString> {
    std::env::args_os().collect()
}

/// Returns the command line quoted for a shell.
pub fn command_line() -> String {
    let words = words().into_iter().map(|word| quoted(&word));
    let line: Vec<String> = ["rightwell".to_owned()].into_iter().chain(words).collect();
    line.join(" ")
}

/// Returns the arguments, without the program name.
pub fn words() -> Vec<String> {
    let words = all().into_iter().skip(1);
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect()
}

/// Quotes a word if it has a special meaning to a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-+./:,=@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_need_quotes_are_quoted() {
        assert_eq!(quoted("--filter"), "--filter");
        assert_eq!(quoted("pattern:smiley"), "pattern:smiley");
        assert_eq!(quoted("my folder"), "'my folder'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
