//! How a text from outside is quoted in a message: short, and without control characters.
//!
//! Whatever a file, a request or a command line holds can come back in a message. A message is one
//! line for a person: no text of a megabyte, no line feeds, nothing that a terminal obeys.

use std::fmt::{self, Write};

/// Characters of a text from outside in a message, at most.
pub const SANITIZED_MAX: usize = 200;

/// A text from outside as it stands in a message, see [`sanitized`].
#[derive(Clone, Copy, Debug)]
pub struct Sanitized<'a>(&'a str);

/// The text as it may stand in a message: its first 200 characters, `…` if there are more, control
/// characters and those that turn the direction of writing as `\u{1b}`.
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

/// A whole message of a reader that quotes what it read, such as the one for RON: of more than 200
/// characters only the beginning and the end are kept, with `…` between them.
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

/// The same text on one line: control characters, and those that turn the direction of writing, as
/// `\n` or `\u{1b}`.
pub fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        write_letter(&mut line, letter).expect("a text takes any letter");
    }
    line
}

fn write_letter(to: &mut impl Write, letter: char) -> fmt::Result {
    if is_control(letter) {
        write!(to, "{}", letter.escape_default())
    } else {
        to.write_char(letter)
    }
}

/// Characters that a letter takes in a message.
fn width(letter: char) -> usize {
    if is_control(letter) {
        letter.escape_default().len()
    } else {
        1
    }
}

/// Whether a letter is for the terminal rather than for the reader.
fn is_control(letter: char) -> bool {
    let turns = matches!(letter, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns
}

#[cfg(test)]
mod tests {
    use super::*;

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
