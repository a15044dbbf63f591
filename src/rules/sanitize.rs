//! Safe quotation of outside text in messages: short, and without control characters.
//!
//! Messages may quote a file, a request or a command line. A message is one short line for a person, without line feeds
//! and without characters that control a terminal.

use std::fmt::{self, Write};

/// Maximum length of quoted outside text in a message, in characters.
pub const SANITIZED_MAX: usize = 200;

/// Text from outside the program that is shortened and escaped when written. See [`sanitized`].
#[derive(Clone, Copy, Debug)]
pub struct Sanitized<'a>(&'a str);

/// Returns the text ready for a message.
///
/// Writes only the first 200 characters, followed by `…` if there are more. Control characters, and characters that
/// change the writing direction, are escaped as `\u{1b}` and the like.
pub const fn sanitized(text: &str) -> Sanitized<'_> {
    Sanitized(text)
}

impl fmt::Display for Sanitized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut room = SANITIZED_MAX;
        for letter in self.0.chars() {
            let length = width(letter);
            if length > room {
                return f.write_char('…');
            }
            room -= length;
            write_letter(f, letter)?;
        }
        Ok(())
    }
}

/// Sanitizes a whole message that quotes its input, such as an error of the RON reader.
///
/// If the message is longer than 200 characters, returns its beginning and its end with `…` between them.
pub fn sanitized_ends(message: &str) -> String {
    let message = plain(message);
    let letters: Vec<char> = message.chars().collect();
    if letters.len() <= SANITIZED_MAX {
        return message;
    }
    let (head, tail) = (SANITIZED_MAX / 2, letters.len() - SANITIZED_MAX / 2);
    let ends = letters[..head].iter().chain([&'…']);
    ends.chain(&letters[tail..]).collect()
}

/// Returns the text on one line. Control characters, and characters that change the writing direction, are escaped as
/// `\n`, `\u{1b}` and the like.
pub fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        write_letter(&mut line, letter).expect("writing to a `String` never fails");
    }
    line
}

/// Quotes a word for a shell if it has a special meaning there: for PowerShell on Windows, else for a POSIX shell.
pub fn quoted(word: &str) -> String {
    let (plain, apostrophe) = match cfg!(windows) {
        true => ("_-+./:=\\", "''"),
        false => ("_-+./:=,@%", "'\\''"),
    };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || plain.contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', apostrophe))
}

fn write_letter(to: &mut impl Write, letter: char) -> fmt::Result {
    if is_control(letter) {
        write!(to, "{}", letter.escape_default())
    } else {
        to.write_char(letter)
    }
}

/// Returns the number of characters that a letter takes once it is written in a message.
fn width(letter: char) -> usize {
    if is_control(letter) {
        letter.escape_default().len()
    } else {
        1
    }
}

/// Returns whether a character could control the terminal or change the writing direction.
fn is_control(letter: char) -> bool {
    let turns = matches!(letter, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_need_quotes_are_quoted() {
        assert_eq!(quoted("--filter"), "--filter");
        assert_eq!(quoted("pattern:smiley"), "pattern:smiley");
        assert_eq!(quoted("my folder"), "'my folder'");
        assert_eq!(quoted("a;touch$(x)"), "'a;touch$(x)'");
        let apostrophe = if cfg!(windows) { "''" } else { "'\\''" };
        assert_eq!(quoted("it's"), format!("'it{apostrophe}s'"));
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn short_texts_stay_as_they_are() {
        for text in ["", "dance", "it's \"quoted\" \\ Füße 日本"] {
            assert_eq!(sanitized(text).to_string(), text);
            assert_eq!(sanitized_ends(text), text);
            assert_eq!(plain(text), text);
        }
    }

    #[test]
    fn long_texts_are_cut_with_a_mark() {
        let text = "é".repeat(100_000);
        assert_eq!(sanitized(&text).to_string(), "é".repeat(200) + "…");
        assert_eq!(sanitized(&text[..400]).to_string(), "é".repeat(200));
        let ends = sanitized_ends(&format!("begin {text} end"));
        assert_eq!(ends.chars().count(), 201);
        assert!(ends.starts_with("begin é") && ends.ends_with("é end"));
    }

    #[test]
    fn control_characters_are_written_out_and_count_as_they_are_written() {
        let text = "\u{1b}[31m\n\u{202E}x\u{7}\u{9b}";
        let shown = "\\u{1b}[31m\\n\\u{202e}x\\u{7}\\u{9b}";
        assert_eq!(sanitized(text).to_string(), shown);
        assert_eq!(plain(text), shown);
        let many = sanitized(&"\u{1b}".repeat(500)).to_string();
        assert_eq!(many, "\\u{1b}".repeat(33) + "…");
        assert_eq!(sanitized_ends(&"\n".repeat(500)).chars().count(), 201);
    }
}
