//! Narrow letters for tight spaces.

use std::collections::BTreeMap;

/// Width of a letter in pixels. One more pixel separates it from the next.
pub(super) const WIDTH: usize = 4;
/// Height of a letter in pixels.
const HEIGHT: usize = 6;

/// Drawings of the letters in `assets/small_letters.txt`: a line of letters, and their rows below it.
const DRAWN: &str = include_str!("../../assets/small_letters.txt");

/// Letters of 4x6 pixels, for exactly the characters that have a tile.
#[derive(Clone, Debug)]
pub(super) struct SmallLetters(BTreeMap<char, [[bool; WIDTH]; HEIGHT]>);

impl SmallLetters {
    /// Returns the built-in letters.
    pub(super) fn new() -> SmallLetters {
        let lines: Vec<&str> = DRAWN.lines().collect();
        let groups = lines.split(|line| line.is_empty());
        let letters = groups.flat_map(|group| {
            let heads = group[0].chars().step_by(WIDTH + 2);
            heads.enumerate().map(|(index, letter)| {
                let row = |row: usize| {
                    let first = index * (WIDTH + 2);
                    let mut pixels = group[1 + row].chars().skip(first);
                    [(); WIDTH].map(|()| pixels.next() == Some('#'))
                };
                (letter, std::array::from_fn(row))
            })
        });
        SmallLetters(letters.collect())
    }

    /// Returns the rows of a letter, eight pixels each. Lower-case letters become capitals, and unknown ones a
    /// question mark.
    pub(super) fn glyph(&self, letter: char) -> [[bool; 8]; HEIGHT] {
        let drawn = self.0.get(&letter.to_ascii_uppercase());
        let drawn = drawn.or_else(|| self.0.get(&'?').filter(|_| letter != ' '));
        let mut rows = [[false; 8]; HEIGHT];
        for (row, pixels) in rows.iter_mut().zip(drawn.into_iter().flatten()) {
            row[..WIDTH].copy_from_slice(pixels);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::has_character;
    use super::*;

    #[test]
    fn every_letter_of_the_tiles_is_drawn_and_no_two_look_alike() {
        let letters = SmallLetters::new();
        let drawn: Vec<char> = letters.0.keys().copied().collect();
        let known = ('\0'..'\u{3000}').filter(|&letter| has_character(letter));
        let known: Vec<char> = known
            .filter(|letter| !letter.is_ascii_lowercase() && *letter != ' ')
            .collect();
        assert_eq!(drawn, known);
        for (index, one) in drawn.iter().enumerate() {
            for other in &drawn[..index] {
                assert_ne!(letters.glyph(*one), letters.glyph(*other), "{one} {other}");
            }
        }
        assert_eq!(letters.glyph('a'), letters.glyph('A'));
        assert_eq!(letters.glyph('\u{e4}'), letters.glyph('?'));
        assert!(!letters.glyph(' ').as_flattened().contains(&true));
    }
}
