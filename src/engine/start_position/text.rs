//! A position as one line of text, to copy, paste and send.
//!
//! Six words of letters and digits, joined by `-`: `TI-18-96-250000-1ZYZYZYZY-1M8`.
//!
//! | word | content |
//! | --- | --- |
//! | pieces | the current piece and NEXT, two of `TJZOSLI`; a `P` follows for PAL |
//! | level | 0-255 |
//! | lines | 0-25599 |
//! | score | 0-999999 |
//! | field | empty for an empty field; otherwise one digit for the row format, then the rows |
//! | check | three letters computed from everything before them |
//!
//! Rows run from the highest row with blocks down to the floor. Their digits are those of base 32 without `I L O U`,
//! most significant first. If all blocks have one style, the field begins with that style: `1` (a white middle: T, O,
//! I), `2` (the level's first colour: Z, L) or `3` (its second colour: J, S). Each row is then two digits, which hold
//! ten bits with the left column highest. Otherwise the field begins with `0`, and each row is four digits with two
//! bits per cell: 0 for an empty cell, or 1, 2 or 3 for the style of its block. Most fields take 20 to 60 letters.
//!
//! The check is the lowest 15 bits of the CRC-32 of everything before its `-`, in three digits. Letter case and blanks
//! around the text are ignored.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::score::SCORE_MAX;
use crate::rules::{Piece, Region, sanitized};

use super::{BITS, MASK, StartPosition};

/// Example of a position, for messages.
pub const POSITION_EXAMPLE: &str = "TI-18-96-250000-1ZYZYZYZY-1M8";

/// The digits of base 32.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Number of bits of a digit.
const DIGIT_BITS: u32 = 5;
/// Digits per row: two if all blocks of the field have one style, otherwise four.
const ROW_DIGITS: [usize; 2] = [2, 4];
/// Number of digits of the check.
const CHECK_DIGITS: usize = 3;
/// Number of words in a text.
pub(super) const WORDS: usize = 6;
/// Maximum length of a text: all numbers at their highest, and 20 rows of four digits.
const LETTERS_MAX: usize = 3 + 3 + 5 + 6 + (1 + 80) + CHECK_DIGITS + (WORDS - 1);

/// Reason why a text is not a position, or why no game can start at the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartPositionError {
    /// The text is not six words joined by `-`.
    #[error("'{}' is not a position; allowed: six words joined by -, such as {POSITION_EXAMPLE}", sanitized(.0))]
    Form(String),
    /// The text contains a character that is not allowed in a position.
    #[error("invalid character '{}' in a position; allowed: letters, digits and -", .0.escape_debug())]
    Letter(char),
    /// The check does not match the text.
    #[error("position '{}' is incomplete or mistyped: its check word does not match; copy all of it", sanitized(.0))]
    Check(String),
    /// The first word does not name two pieces.
    #[error("invalid pieces '{}' in a position; allowed: two letters of TJZOSLI, then P for PAL", sanitized(.0))]
    Pieces(String),
    /// A number is malformed or too high.
    #[error("invalid {name} '{}' in a position; allowed: 0-{most}", sanitized(.found))]
    Number {
        /// Meaning of the number, such as `level`.
        name: &'static str,
        /// Text found.
        found: String,
        /// Highest allowed value.
        most: u32,
    },
    /// The field word is malformed or has too many rows.
    #[error("invalid field '{}' in a position; allowed: nothing, 0 and four digits per row, or \
        1, 2 or 3 and two digits per row; at most 20 rows", sanitized(.0))]
    Field(String),
    /// A row has no empty cell.
    #[error(
        "row {0} from the top of the position is full; allowed: rows with at least one empty cell"
    )]
    FullRow(u8),
    /// A text in the format of another program is faulty.
    #[error("this looks like a {format} position, but {fault}")]
    Foreign {
        /// Name of the format.
        format: &'static str,
        /// What is wrong, and what is allowed.
        fault: String,
    },
    /// A text in the format of another program lacks a piece.
    #[error("the {format} position contains no {missing}; paste it in the editor to add it")]
    Incomplete {
        /// Name of the format.
        format: &'static str,
        /// Missing piece.
        missing: &'static str,
    },
    /// The current piece overlaps blocks.
    #[error("the playfield has no room for the position's piece {0} to spawn")]
    NoRoom(Piece),
}

impl StartPositionError {
    pub(super) fn number(name: &'static str, found: impl ToString, most: impl Into<u32>) -> Self {
        StartPositionError::Number {
            name,
            found: found.to_string(),
            most: most.into(),
        }
    }
}

impl fmt::Display for StartPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StartPosition {
            rows: _,
            current,
            next,
            level,
            lines,
            score,
            region,
        } = self;
        let region = match region {
            Region::Ntsc => "",
            Region::Pal => "P",
        };
        let field = self.field();
        let text = format!("{current}{next}{region}-{level}-{lines}-{score}-{field}");
        write!(f, "{text}-{}", check(&text))
    }
}

impl FromStr for StartPosition {
    type Err = StartPositionError;

    fn from_str(text: &str) -> Result<StartPosition, StartPositionError> {
        let text = text.trim();
        let no_form = || StartPositionError::Form(text.to_owned());
        if let Some(wrong) = text
            .chars()
            .find(|&c| !c.is_ascii_alphanumeric() && c != '-')
        {
            return Err(match text.contains('-') {
                true => StartPositionError::Letter(wrong),
                false => no_form(),
            });
        }
        let text = text.to_ascii_uppercase();
        let words: Vec<&str> = text.split('-').collect();
        let [pieces, level, lines, score, field, found] = words[..] else {
            return Err(no_form());
        };
        let before = &text[..text.len() - found.len() - 1];
        if text.len() > LETTERS_MAX || check(before) != found {
            return Err(StartPositionError::Check(text));
        }
        let (current, next, region) =
            read_pieces(pieces).ok_or_else(|| StartPositionError::Pieces(pieces.to_owned()))?;
        let no_field = || StartPositionError::Field(field.to_owned());
        let position = StartPosition {
            rows: read_field(field).ok_or_else(no_field)?,
            level: number("level", level, u8::MAX.into())? as u8,
            lines: number("lines", lines, StartPosition::LINES_MAX.into())? as u16,
            score: number("score", score, SCORE_MAX)?,
            region,
            ..StartPosition::new(current, next)
        };
        // Reject other spellings: each field has only one valid text.
        if position.field() != field {
            return Err(no_field());
        }
        position.check()?;
        Ok(position)
    }
}

impl StartPosition {
    /// Returns the field as a word.
    fn field(&self) -> String {
        let first = self.rows.iter().position(|&row| row != 0);
        let rows = &self.rows[first.unwrap_or(self.rows.len())..];
        let codes = rows.iter().flat_map(|&row| codes(row));
        let mut styles: Vec<u32> = codes.filter(|&code| code != 0).collect();
        styles.sort_unstable();
        styles.dedup();
        match styles[..] {
            [] => String::new(),
            [style] => {
                let alike = rows.iter().map(|&row| digits(bits_of(row), ROW_DIGITS[0]));
                format!("{style}{}", alike.collect::<String>())
            }
            _ => {
                let own = rows.iter().map(|&row| digits(row, ROW_DIGITS[1]));
                format!("0{}", own.collect::<String>())
            }
        }
    }
}

/// Returns the indexes of a row's cells in the table of blocks, from the left.
fn codes(row: u32) -> impl Iterator<Item = u32> {
    (0..COLUMNS).map(move |x| row >> super::shift(x) & MASK)
}

/// Returns the occupied cells of a row, one bit per cell. The leftmost cell is the highest bit.
fn bits_of(row: u32) -> u32 {
    codes(row).fold(0, |bits, code| bits << 1 | u32::from(code != 0))
}

/// Writes a number as `count` digits of base 32.
fn digits(number: u32, count: usize) -> String {
    let shifts = (0..count as u32).rev().map(|place| place * DIGIT_BITS);
    let digit = |shift| char::from(DIGITS[(number >> shift) as usize % DIGITS.len()]);
    shifts.map(digit).collect()
}

/// Returns the check letters of a text.
fn check(text: &str) -> String {
    digits(crc32fast::hash(text.as_bytes()), CHECK_DIGITS)
}

fn read_pieces(word: &str) -> Option<(Piece, Piece, Region)> {
    let letters: Vec<char> = word.chars().collect();
    let (pieces, region) = match letters[..] {
        [current, next] => ([current, next], Region::Ntsc),
        [current, next, 'P'] => ([current, next], Region::Pal),
        _ => return None,
    };
    let [current, next] = pieces.map(Piece::from_letter);
    Some((current?, next?, region))
}

/// Parses a number. Signs and leading zeros are not allowed.
fn number(name: &'static str, word: &str, most: u32) -> Result<u32, StartPositionError> {
    let is_plain =
        word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    let number = word
        .parse()
        .ok()
        .filter(|&number| is_plain && number <= most);
    number.ok_or_else(|| StartPositionError::number(name, word, most))
}

fn read_field(word: &str) -> Option<[u32; ROWS as usize]> {
    let mut rows = [0; ROWS as usize];
    let Some((&style, digits)) = word.as_bytes().split_first() else {
        return Some(rows);
    };
    let style = u32::from(
        style
            .checked_sub(b'0')
            .filter(|&style| u32::from(style) <= MASK)?,
    );
    let count = ROW_DIGITS[usize::from(style == 0)];
    let row_texts = digits.chunks(count);
    let free = rows.len().checked_sub(row_texts.len())?;
    if !digits.len().is_multiple_of(count) {
        return None;
    }
    for (row, row_texts) in rows[free..].iter_mut().zip(row_texts) {
        let value = row_texts.iter().try_fold(0, |value, letter| {
            let digit = DIGITS.iter().position(|digit| digit == letter)?;
            Some(value << DIGIT_BITS | digit as u32)
        })?;
        *row = match style {
            0 => value,
            _ => (0..COLUMNS as u32)
                .rev()
                .fold(0, |row, bit| (row << BITS) | ((value >> bit & 1) * style)),
        };
    }
    Some(rows)
}

impl TryFrom<String> for StartPosition {
    type Error = StartPositionError;

    fn try_from(text: String) -> Result<StartPosition, StartPositionError> {
        text.parse()
    }
}

impl Serialize for StartPosition {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StartPosition {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<StartPosition, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::super::BLOCKS;
    use super::*;
    use crate::rules::randomizer::generator;
    use crate::rules::{Cell, Pose};

    /// Returns a random position. In some, all blocks have one style.
    fn random(generator: &mut impl rand::Rng) -> StartPosition {
        let mut piece = || Piece::ALL[generator.random_range(0..Piece::COUNT)];
        let mut position = StartPosition::new(piece(), piece());
        position.level = generator.random();
        position.lines = generator.random_range(0..=StartPosition::LINES_MAX);
        position.score = generator.random_range(0..=SCORE_MAX);
        position.region = [Region::Ntsc, Region::Pal][generator.random_range(0..2)];
        let styles = generator.random_range(1..=3);
        let first = generator.random_range(1..4);
        for y in generator.random_range(0..=ROWS)..ROWS {
            let gap = generator.random_range(0..COLUMNS);
            for x in (0..COLUMNS).filter(|&x| x != gap) {
                let style = (first + generator.random_range(0..styles)) % 4;
                position.set(x, y, BLOCKS[style]);
            }
        }
        position
    }

    /// Returns the text with its correct check word appended.
    fn checked(before: &str) -> String {
        format!("{before}-{}", check(before))
    }

    #[test]
    fn every_position_is_read_as_it_is_written() {
        let mut generator = generator(3, 0);
        let (mut read, mut longest) = (0, 0);
        for _ in 0..20_000 {
            let position = random(&mut generator);
            let text = position.to_string();
            match text.parse::<StartPosition>() {
                Ok(again) => {
                    assert_eq!(again, position, "{text}");
                    assert_eq!(text.to_ascii_lowercase().parse(), Ok(position));
                    assert_eq!(format!(" {text}\n").parse(), Ok(position));
                    let page = position.page();
                    assert_eq!(position.with_field(&page), position);
                    read += 1;
                }
                // A random field may block the spawn of its piece.
                Err(fault) => assert_eq!(Err(fault), position.check(), "{text}"),
            }
            assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'));
            longest = longest.max(text.len());
        }
        assert!(read > 15_000, "{read}");
        assert!(longest <= LETTERS_MAX, "{longest}");
    }

    #[test]
    fn usual_positions_are_short() {
        let mut position = StartPosition::new(Piece::T, Piece::I);
        assert_eq!(position.to_string(), checked("TI-0-0-0-"));
        position.level = 19;
        position.lines = 130;
        position.score = 345_678;
        for y in 10..ROWS {
            for x in 0..9 {
                position.set(x, y, BLOCKS[1 + (x + y) as usize % 3]);
            }
        }
        assert!(position.to_string().len() <= 65, "{position}");
        for y in 10..ROWS {
            for x in 0..9 {
                position.set(x, y, Cell::BORDERED);
            }
        }
        assert!(position.to_string().len() <= 45, "{position}");
    }

    #[test]
    fn the_example_is_a_ready_well() {
        let position: StartPosition = POSITION_EXAMPLE.parse().unwrap();
        assert_eq!((position.current, position.next), (Piece::T, Piece::I));
        assert_eq!((position.level, position.lines), (18, 96));
        assert_eq!(position.score, 250_000);
        for y in 0..ROWS {
            let row = if y < 16 { 0 } else { 0x1FF };
            assert_eq!(position.board().row(y), row);
        }
    }

    #[test]
    fn a_torn_or_mistyped_text_is_refused() {
        let mut generator = generator(4, 0);
        let mut missed = 0;
        for _ in 0..300 {
            let position = random(&mut generator);
            let text = position.to_string();
            for cut in 0..text.len() {
                missed += u32::from(text[..cut].parse::<StartPosition>().is_ok());
                let mut other = text.clone().into_bytes();
                other[cut] = if other[cut] == b'Z' { b'7' } else { b'Z' };
                let other = String::from_utf8(other).unwrap();
                missed += u32::from(other.parse::<StartPosition>().is_ok());
            }
        }
        // One random text in 32,768 has the right check.
        assert!(missed < 12, "{missed}");
    }

    #[test]
    fn every_wrong_text_is_named() {
        let full = "TI-0-0-0-1ZZ";
        let above = format!("TI-0-0-0-1{}", "Y0".repeat(20));
        let mut blocked = StartPosition::new(Piece::O, Piece::I);
        blocked.set(5, 0, Cell::LIGHT);
        for (text, wanted) in [
            (String::new(), "'' is not a position; allowed: six words"),
            ("hello".to_owned(), "'hello' is not a position"),
            ("TI-0-0-0-".to_owned(), "is not a position"),
            ("TI-0-0-0--AB_".to_owned(), "'_' in a position"),
            ("TI-0-0-0--000".to_owned(), "is incomplete or mistyped"),
            (checked("TX-0-0-0-"), "pieces 'TX' in a position"),
            (checked("TIQ-0-0-0-"), "pieces 'TIQ' in a position"),
            (
                checked("TI-256-0-0-"),
                "invalid level '256' in a position; allowed: 0-255",
            ),
            (checked("TI-007-0-0-"), "level '007'"),
            (checked("TI--0-0-"), "level ''"),
            (
                checked("TI-0-25600-0-"),
                "invalid lines '25600' in a position; allowed: 0-25599",
            ),
            (checked("TI-0-0-1000000-"), "score '1000000'"),
            (checked("TI-0-0-0-4ZY"), "field '4ZY' in a position"),
            (checked("TI-0-0-0-1ZYZ"), "field '1ZYZ'"),
            (checked("TI-0-0-0-1"), "field '1'"),
            (checked("TI-0-0-0-1Z\u{4c}"), "field '1ZL'"),
            (checked("TI-0-0-0-100ZY"), "field '100ZY'"),
            (
                checked(&format!("TI-0-0-0-1{}", "ZY".repeat(21))),
                "field '1ZY",
            ),
            (checked(full), "row 20 from the top of the position is full"),
            (blocked.to_string(), "no room for the position's piece O"),
        ] {
            let fault = text.parse::<StartPosition>().unwrap_err().to_string();
            assert!(fault.contains(wanted), "{text}: {fault}");
            assert!(!fault.contains('\n'));
        }
        assert!(
            checked(&above)
                .parse::<StartPosition>()
                .is_ok_and(|position| { Pose::spawn(position.current).fits(&position.page()) })
        );
    }
}
