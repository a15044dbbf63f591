//! The command line as it was typed, to be told to people.

use std::ffi::OsString;

/// The command line with the program's name.
pub fn all() -> Vec<OsString> {
    std::env::args_os().collect()
}

/// The command line, as a shell would take it again.
pub fn command_line() -> String {
    let words = words().into_iter().map(|word| quoted(&word));
    let line: Vec<String> = ["rightwell".to_owned()].into_iter().chain(words).collect();
    line.join(" ")
}

/// The words behind the program's name.
pub fn words() -> Vec<String> {
    let words = all().into_iter().skip(1);
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect()
}

/// A word in quotes, if it needs them.
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
    fn only_words_that_need_quotes_have_them() {
        assert_eq!(quoted("--filter"), "--filter");
        assert_eq!(quoted("pattern:smiley"), "pattern:smiley");
        assert_eq!(quoted("my folder"), "'my folder'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
