//! Proportional letters in mixed case, for labels and sentences.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Number of rows of a letter: seven above the base line, two below it.
pub(super) const HEIGHT: usize = 9;
/// Number of pixels between two letters.
const GAP: usize = 1;
/// Width of a space in pixels, including the gap after it.
const SPACE: usize = 3;
/// Number of columns of text from the start of one letter to the start of the next in the file.
const PITCH: usize = 8;

/// Letters of `assets/text_letters.txt`: a line of characters, and their rows below it.
static LETTERS: LazyLock<BTreeMap<char, Glyph>> =
    LazyLock::new(|| read(include_str!("../../assets/text_letters.txt")));

/// Letter of the text face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    /// Width in pixels, without the gap to the next letter.
    width: usize,
    /// Pixels of each row. The first pixel is the left one.
    rows: [[bool; 8]; HEIGHT],
}

impl Glyph {
    /// Returns the rows, eight pixels each.
    pub(super) const fn rows(&self) -> &[[bool; 8]; HEIGHT] {
        &self.rows
    }
}

fn read(file: &str) -> BTreeMap<char, Glyph> {
    let lines: Vec<&str> = file.lines().collect();
    let groups = lines.split(|line| line.is_empty());
    let glyphs = groups.flat_map(|group| {
        let letters = group[0].chars().step_by(PITCH).enumerate();
        letters.map(|(index, letter)| {
            let row = |row: usize| {
                let pixels = group[1 + row].chars().skip(index * PITCH);
                pixels.take_while(|pixel| *pixel != ' ').take(PITCH)
            };
            let rows = std::array::from_fn(|index| {
                let mut pixels = row(index);
                [(); 8].map(|()| pixels.next() == Some('#'))
            });
            let width = row(0).count();
            (letter, Glyph { width, rows })
        })
    });
    glyphs.collect()
}

/// Returns the drawing of a letter, or of a question mark if the face lacks it. `None` for a space.
pub(super) fn glyph(letter: char) -> Option<&'static Glyph> {
    let glyph = LETTERS.get(&letter).or_else(|| LETTERS.get(&'?'));
    glyph.filter(|_| letter != ' ')
}

/// Returns the distance from the start of a letter to the start of the next one, in pixels.
pub(super) fn advance(letter: char) -> usize {
    glyph(letter).map_or(SPACE, |glyph| glyph.width + GAP)
}

/// Returns the width of a text in pixels.
pub(super) fn width(text: &str) -> usize {
    let all: usize = text.chars().map(advance).sum();
    all.saturating_sub(GAP)
}

/// Returns a text that is at most `room` pixels wide. Dots mark the end of a text that is cut.
pub(super) fn cut_to(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let ends = text.char_indices().map(|(end, _)| end).rev();
    let mut fitting = ends
        .map(|end| text[..end].trim_end().to_owned() + "\u{2026}")
        .filter(|text| width(text) <= room);
    fitting.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::text::has_character;
    use super::*;

    #[test]
    fn every_printable_character_is_drawn_and_no_two_look_alike() {
        let ascii = ('!'..='~').chain('\0'..'\u{3000}');
        for letter in ascii
            .take(94)
            .chain(('\0'..'\u{3000}').filter(|&one| has_character(one)))
        {
            assert!(letter == ' ' || LETTERS.contains_key(&letter), "{letter}");
        }
        for (index, (one, drawn)) in LETTERS.iter().enumerate() {
            assert!((1..=6).contains(&drawn.width), "{one}");
            let mut others = LETTERS.iter().take(index);
            let twin = others.find(|(_, other)| *other == drawn);
            assert!(twin.is_none(), "{one} {twin:?}");
        }
    }

    #[test]
    fn figures_are_equally_wide_so_that_values_do_not_move() {
        assert!(('0'..='9').all(|digit| advance(digit) == advance('0')));
    }

    #[test]
    fn a_text_that_is_too_wide_ends_with_dots() {
        assert_eq!(cut_to("short", 200), "short");
        let cut = cut_to("a name that is far too long", 60);
        assert!(cut.ends_with('\u{2026}') && width(&cut) <= 60, "{cut}");
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters_and_the_gaps_between_them() {
        assert_eq!(width(""), 0);
        assert_eq!(width("i"), 1);
        assert_eq!(width("ill"), 1 + 1 + 2 + 1 + 2);
        assert_eq!(width("a a"), 4 + 1 + SPACE + 4);
        assert_eq!(glyph('\u{e4}'), glyph('?'));
    }
}
