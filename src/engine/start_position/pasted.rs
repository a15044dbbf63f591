//! Positions in the formats of other programs, as one line of text. The form of the text decides which format it is.
//!
//! | format | form | contents besides the field |
//! | --- | --- | --- |
//! | StackRabbit | 200 digits 0 and 1 from the top left, optionally followed by `\|level\|lines\|current\|next\|` | the pieces as numbers in the order I O L J T S Z |
//! | BetaTetris Playground | a link with `piece`, `lines` and `board`: 50 bytes in base64, 2 bits per cell, lowest bits first | `piece`: a number in the order T J Z O S L I; the level follows from the lines of a game from level 18 |
//! | nestris.org | a code in base 62: four digits for the length, then 52 bytes | current piece and NEXT, in the order I O L J T S Z; then 2 bits per cell, highest bits first |
//! | fumen | `v115@` and digits of base 64: the field of the first page as runs of cells | the page's piece is the current piece; NEXT follows it in a comment `#Q=[hold](current)next`; the field has 23 rows |
//! | NestrisChamps | one frame in base64, 71 to 73 bytes | level, lines, score and NEXT |
//!
//! Sources: github.com/GregoryCannon/StackRabbit, `request_parser.ts`; github.com/BetaTetris/btpg, `url.ts` and
//! `preview.ts`; github.com/nestris/nestris.org, `base62-encoder.ts` and `tetris-board.ts`;
//! github.com/knewjade/tetris-fumen, `decoder.ts`; github.com/timotheeg/nestrischamps, `BinaryFrame.js`.

mod digits;

use std::str::FromStr;

use crate::engine::ngf::{CELLS, read_ngf};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::score::SCORE_MAX;
use crate::rules::{Cell, Piece};

use super::{BLOCKS, StartPosition, StartPositionError};
use base64::alphabet;
use digits::{BASE_62, LENGTH_DIGITS, decoded, encoded, in_base_62};

/// Format of a position's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionFormat {
    /// The format of this program.
    Own,
    /// StackRabbit's string of cells.
    StackRabbit,
    /// Link to the BetaTetris Playground.
    BetaTetris,
    /// Puzzle code of nestris.org.
    Nestris,
    /// Fumen, version 115.
    Fumen,
    /// Frame of NestrisChamps.
    NestrisChamps,
}

impl PositionFormat {
    /// Formats that [`StartPosition::written_as`] can write, with the most common one first.
    pub const WRITTEN: [PositionFormat; 4] = [
        PositionFormat::Own,
        PositionFormat::StackRabbit,
        PositionFormat::BetaTetris,
        PositionFormat::Nestris,
    ];

    /// Returns the name for messages and menus.
    pub const fn name(self) -> &'static str {
        match self {
            PositionFormat::Own => "Rightwell",
            PositionFormat::StackRabbit => "StackRabbit",
            PositionFormat::BetaTetris => "BetaTetris",
            PositionFormat::Nestris => "nestris.org",
            PositionFormat::Fumen => "fumen",
            PositionFormat::NestrisChamps => "NestrisChamps",
        }
    }
}

/// Position read from a text, which may lack pieces and the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastedPosition {
    /// Format of the text.
    pub format: PositionFormat,
    /// Current piece, if the text contains it.
    pub current: Option<Piece>,
    /// NEXT, if the text contains it.
    pub next: Option<Piece>,
    /// Level, if the text contains it.
    pub level: Option<u8>,
    /// Field, lines, score and region. What the text lacks has the values of [`StartPosition::new`].
    position: StartPosition,
}

impl PastedPosition {
    /// Returns the position with missing pieces and a missing level from `other`.
    pub fn over(&self, other: &StartPosition) -> StartPosition {
        StartPosition {
            current: self.current.unwrap_or(other.current),
            next: self.next.unwrap_or(other.next),
            level: self.level.unwrap_or(other.level),
            ..self.position
        }
    }

    /// Returns what the text lacks, in words. `None` if it lacks nothing.
    pub fn missing(&self) -> Option<String> {
        let parts = [
            (self.current.is_none(), "the current piece"),
            (self.next.is_none(), "NEXT"),
            (self.level.is_none(), "the level"),
        ];
        let missing = parts.into_iter().filter(|(is_missing, _)| *is_missing);
        let missing: Vec<&str> = missing.map(|(_, part)| part).collect();
        (!missing.is_empty()).then(|| missing.join(", "))
    }

    /// Returns the whole position, at level 18 if the text contains no level.
    ///
    /// # Errors
    /// If a piece is missing, or if no game can start at the position.
    pub fn complete(&self) -> Result<StartPosition, StartPositionError> {
        let (Some(current), Some(next)) = (self.current, self.next) else {
            let missing = match self.current {
                None => "current piece",
                Some(_) => "NEXT",
            };
            let format = self.format.name();
            return Err(StartPositionError::Incomplete { format, missing });
        };
        let position = StartPosition {
            current,
            next,
            level: self.level.unwrap_or(DEFAULT_LEVEL),
            ..self.position
        };
        position.check()?;
        Ok(position)
    }
}

/// Level of a position whose text contains none.
const DEFAULT_LEVEL: u8 = 18;
/// Pieces in the order of StackRabbit and nestris.org.
const RABBIT_ORDER: [Piece; 7] = [
    Piece::I,
    Piece::O,
    Piece::L,
    Piece::J,
    Piece::T,
    Piece::S,
    Piece::Z,
];
/// Indexes into [`BLOCKS`] of the colours of nestris.org: empty, the level's two colours, white.
const NESTRIS_COLOURS: [u8; 4] = [0, 3, 2, 1];
/// Indexes into [`BLOCKS`] of the cells of fumen: empty, I, L, O, Z, T, J, S, grey.
const FUMEN_COLOURS: [u8; 9] = [0, 1, 2, 1, 2, 1, 3, 3, 1];
/// Number of bytes of a field with two bits per cell.
const FIELD_BYTES: usize = CELLS / 4;
/// Length of a puzzle's code of nestris.org, in bytes.
const NESTRIS_BYTES: usize = 2 + FIELD_BYTES;
/// Rows of a fumen field, without the row below the floor, and the number of its cells with that row.
const FUMEN_ROWS: usize = 23;
const FUMEN_CELLS: usize = (FUMEN_ROWS + 1) * COLUMNS as usize;
/// Run of a whole field of empty cells.
const FUMEN_UNCHANGED: usize = 9 * FUMEN_CELLS - 1;
/// Pieces in fumen's order, from 1.
const FUMEN_PIECES: [Piece; 7] = [
    Piece::I,
    Piece::L,
    Piece::O,
    Piece::Z,
    Piece::T,
    Piece::J,
    Piece::S,
];
/// Place value of a page's flag for a comment. Before it come the piece, its rotation, its place and three other flags.
const FUMEN_COMMENT: usize = 8 * 4 * FUMEN_CELLS * 8;
/// Number of characters of fumen's comments, from the space on.
const FUMEN_LETTERS: usize = 96;
/// Address of the BetaTetris Playground.
const PLAYGROUND: &str = "https://betatetris.github.io/btpg/";

impl FromStr for PastedPosition {
    type Err = StartPositionError;

    fn from_str(text: &str) -> Result<PastedPosition, StartPositionError> {
        let text = text.trim();
        let is_binary = |byte: &u8| matches!(byte, b'0' | b'1');
        let binary = text.bytes().take_while(|byte| is_binary(byte)).count();
        let is_rabbit = binary >= 100
            && text[binary..]
                .bytes()
                .all(|byte| !byte.is_ascii_alphabetic());
        if let Some((_, digits)) = text.split_once("115@") {
            read_fumen(digits)
        } else if is_rabbit {
            read_rabbit(text)
        } else if text.contains("board=") {
            read_playground(text)
        } else if text.contains('-') && text.split('-').count() == super::text::WORDS {
            own(text)
        } else if text.len() >= 90
            && decoded(text).is_some_and(|bytes| (71..=73).contains(&bytes.len()))
        {
            read_frame(text)
        } else if text.starts_with("00")
            && text.len() > 8
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            read_nestris(text)
        } else {
            own(text)
        }
    }
}

fn own(text: &str) -> Result<PastedPosition, StartPositionError> {
    let position: StartPosition = text.parse()?;
    Ok(PastedPosition {
        format: PositionFormat::Own,
        current: Some(position.current),
        next: Some(position.next),
        level: Some(position.level),
        position,
    })
}

/// Returns a pasted position with only a field. `codes` are the indexes into [`BLOCKS`] of its cells, in reading order.
fn with_codes(format: PositionFormat, codes: impl IntoIterator<Item = u8>) -> PastedPosition {
    let mut position = StartPosition::new(Piece::T, Piece::T);
    let cells = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
    for ((x, y), code) in cells.zip(codes) {
        position.set(x, y, BLOCKS[usize::from(code & 3)]);
    }
    PastedPosition {
        format,
        current: None,
        next: None,
        level: None,
        position,
    }
}

fn fault(format: PositionFormat, fault: impl Into<String>) -> StartPositionError {
    StartPositionError::Foreign {
        format: format.name(),
        fault: fault.into(),
    }
}

/// Parses a number of a foreign text.
fn number<T: TryFrom<u32>>(
    format: PositionFormat,
    name: &str,
    text: &str,
    most: u32,
) -> Result<T, StartPositionError> {
    let number = text.parse().ok().filter(|&number: &u32| number <= most);
    number
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| {
            let text: String = text.chars().take(20).collect();
            fault(
                format,
                format!("its {name} is '{}'; allowed: 0-{most}", text.escape_debug()),
            )
        })
}

fn read_rabbit(text: &str) -> Result<PastedPosition, StartPositionError> {
    let format = PositionFormat::StackRabbit;
    let mut words = text.trim_end_matches('|').split('|');
    let cells = words.next().unwrap_or_default();
    if let Some(place) = cells.bytes().position(|cell| !matches!(cell, b'0' | b'1')) {
        return Err(fault(format, format!("cell {} is not 0 or 1", place + 1)));
    }
    if cells.len() != CELLS {
        return Err(fault(
            format,
            format!("it has {} cells; allowed: {CELLS}", cells.len()),
        ));
    }
    let mut pasted = with_codes(format, cells.bytes().map(|cell| cell - b'0'));
    let rest: Vec<&str> = words.collect();
    match rest[..] {
        [] => {}
        [level, lines, current, next, ..] => {
            let piece = |name, word| {
                let index: usize = number(format, name, word, 6)?;
                Ok(RABBIT_ORDER[index])
            };
            pasted.level = Some(number(format, "level", level, u8::MAX.into())?);
            pasted.position.lines =
                number(format, "line count", lines, StartPosition::LINES_MAX.into())?;
            pasted.current = Some(piece("current piece", current)?);
            pasted.next = match next {
                "-1" => None,
                next => Some(piece("NEXT", next)?),
            };
        }
        _ => {
            let fault_text =
                "after the cells come level, lines, current piece and NEXT, each after a |";
            return Err(fault(format, fault_text));
        }
    }
    Ok(pasted)
}

fn read_playground(text: &str) -> Result<PastedPosition, StartPositionError> {
    let format = PositionFormat::BetaTetris;
    let query = text.split_once('?').map_or(text, |(_, query)| query);
    let of = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
    };
    let board = decoded(of("board").unwrap_or_default())
        .ok_or_else(|| fault(format, "its board contains characters that are not base64"))?;
    if board.len() != FIELD_BYTES {
        let found = board.len();
        return Err(fault(
            format,
            format!("its board has {found} bytes; allowed: {FIELD_BYTES}"),
        ));
    }
    let codes = board
        .iter()
        .flat_map(|byte| [0, 2, 4, 6].map(|shift| byte >> shift & 3));
    let mut pasted = with_codes(format, codes);
    if let Some(piece) = of("piece") {
        let index: usize = number(format, "piece", piece, 6)?;
        pasted.current = Some(Piece::ALL[index]);
    }
    if let Some(lines) = of("lines") {
        let lines: u16 = number(format, "line count", lines, StartPosition::LINES_MAX.into())?;
        pasted.position.lines = lines;
        let level = match lines {
            ..130 => 18,
            lines => 19 + (lines - 130) / 10,
        };
        pasted.level = Some(level.min(u8::MAX.into()) as u8);
    }
    Ok(pasted)
}

fn read_nestris(text: &str) -> Result<PastedPosition, StartPositionError> {
    let format = PositionFormat::Nestris;
    let digit = |letter: &u8| BASE_62.iter().position(|digit| digit == letter);
    let digits: Option<Vec<usize>> = text.as_bytes().iter().map(digit).collect();
    let digits =
        digits.ok_or_else(|| fault(format, "a character is neither a letter nor a digit"))?;
    let (length, digits) = digits.split_at(LENGTH_DIGITS);
    let length = length.iter().fold(0, |length, digit| 62 * length + digit);
    if length != NESTRIS_BYTES {
        return Err(fault(
            format,
            format!("its length is {length} bytes; allowed: {NESTRIS_BYTES}"),
        ));
    }
    let mut bytes = [0_u8; NESTRIS_BYTES];
    for &digit in digits {
        let mut carry = digit;
        for byte in bytes.iter_mut().rev() {
            carry += 62 * usize::from(*byte);
            *byte = carry as u8;
            carry >>= 8;
        }
        if carry > 0 {
            return Err(fault(
                format,
                format!("it is longer than {NESTRIS_BYTES} bytes"),
            ));
        }
    }
    let piece = |name, index: u8| {
        let piece = RABBIT_ORDER.get(usize::from(index)).copied();
        piece.ok_or_else(|| fault(format, format!("its {name} is {index}; allowed: 0-6")))
    };
    let [current, next, field @ ..] = &bytes;
    let codes = field
        .iter()
        .flat_map(|byte| [6, 4, 2, 0].map(|shift| byte >> shift & 3));
    let mut pasted = with_codes(format, codes.map(|code| NESTRIS_COLOURS[usize::from(code)]));
    pasted.current = Some(piece("current piece", *current)?);
    pasted.next = Some(piece("NEXT", *next)?);
    Ok(pasted)
}

fn read_fumen(digits: &str) -> Result<PastedPosition, StartPositionError> {
    let format = PositionFormat::Fumen;
    // A `?` stands after every 47 digits, and other parts of a link after `&`.
    let digits = digits.split('&').next().unwrap_or_default();
    let digits = digits.bytes().filter(|&digit| digit != b'?');
    let known = alphabet::STANDARD.as_str();
    let mut values = digits.map(|digit| known.bytes().position(|known| known == digit));
    // Returns a number of this many digits, the lowest digit first.
    let mut number = |digits: u32| {
        let mut places = (0..digits).map(|place| 64_usize.pow(place));
        places.try_fold(0, |sum, place| Some(sum + place * values.next().flatten()?))
    };
    let mut cells = Vec::with_capacity(FUMEN_CELLS);
    let mut is_unchanged = false;
    while cells.len() < FUMEN_CELLS {
        let Some(run) = number(2) else {
            let known = cells.len();
            return Err(fault(
                format,
                format!("its field ends or breaks after {known} cells; allowed: {FUMEN_CELLS}"),
            ));
        };
        let colour = (run / FUMEN_CELLS)
            .checked_sub(8)
            .and_then(|code| FUMEN_COLOURS.get(code));
        let Some(&colour) = colour else {
            let place = cells.len() + 1;
            return Err(fault(format, format!("cell {place} has an unknown colour")));
        };
        cells.extend(std::iter::repeat_n(colour, run % FUMEN_CELLS + 1));
        is_unchanged = run == FUMEN_UNCHANGED;
    }
    let above = (FUMEN_ROWS - ROWS as usize) * COLUMNS as usize;
    if cells[..above].iter().any(|&code| code != 0) {
        return Err(fault(format, "a cell above row 20 is occupied"));
    }
    let mut pasted = with_codes(format, cells[above..above + CELLS].iter().copied());
    // The number of pages with this field follows an empty one.
    if is_unchanged {
        number(1);
    }
    let Some(page) = number(3) else {
        return Ok(pasted);
    };
    pasted.current = FUMEN_PIECES.get((page % 8).wrapping_sub(1)).copied();
    if page / FUMEN_COMMENT % 2 == 1
        && let Some(comment) = fumen_comment(number)
        && let Some((current, next)) = quiz(&comment)
    {
        pasted.current = pasted.current.or(current);
        pasted.next = next;
    }
    Ok(pasted)
}

/// Reads a page's comment: its length, then five digits for every four characters. `number` returns the next number of
/// this many digits.
fn fumen_comment(mut number: impl FnMut(u32) -> Option<usize>) -> Option<String> {
    let length = number(2)?;
    let mut comment = String::new();
    while comment.len() < length {
        let mut four = number(5)?;
        for _ in 0..4 {
            comment.push(char::from((four % FUMEN_LETTERS) as u8 + b' '));
            four /= FUMEN_LETTERS;
        }
    }
    comment.truncate(length);
    Some(comment)
}

/// Returns the current piece and NEXT of a comment `#Q=[hold](current)next…`, with its signs escaped or not.
fn quiz(comment: &str) -> Option<(Option<Piece>, Option<Piece>)> {
    let comment = [("%23", "#"), ("%3D", "="), ("%28", "("), ("%29", ")")]
        .into_iter()
        .fold(comment.to_owned(), |text, (code, sign)| {
            text.replace(code, sign)
        });
    let (current, next) = comment
        .strip_prefix("#Q=")?
        .split_once('(')?
        .1
        .split_once(')')?;
    let [current, next] =
        [current, next].map(|text| text.chars().next().and_then(Piece::from_letter));
    Some((current, next))
}

fn read_frame(text: &str) -> Result<PastedPosition, StartPositionError> {
    let format = PositionFormat::NestrisChamps;
    let frames = decoded(text)
        .and_then(|bytes| read_ngf(&bytes).ok())
        .unwrap_or_default();
    let [frame] = &frames[..] else {
        return Err(fault(
            format,
            "it is not one whole frame; allowed: 71 bytes (version 1), 72 (2) or 73 (3)",
        ));
    };
    let mut pasted = with_codes(format, frame.cells.iter().copied());
    (pasted.next, pasted.level) = (frame.next, frame.level);
    pasted.position.lines = frame.lines.unwrap_or(0).min(StartPosition::LINES_MAX);
    pasted.position.score = frame.score.unwrap_or(0).min(SCORE_MAX);
    Ok(pasted)
}

impl StartPosition {
    /// Returns the position as text in another format. `None` for formats that this program only reads.
    pub fn written_as(&self, format: PositionFormat) -> Option<String> {
        let index = |order: &[Piece; 7], piece| order.iter().position(|other| *other == piece);
        let [current, next] = [self.current, self.next].map(|piece| index(&RABBIT_ORDER, piece));
        let (current, next) = (current?, next?);
        let codes: Vec<u8> = (0..ROWS)
            .flat_map(|y| (0..COLUMNS).map(move |x| self.cell(x, y)))
            .map(|cell: Cell| BLOCKS.iter().position(|block| *block == cell).unwrap_or(1) as u8)
            .collect();
        match format {
            PositionFormat::Own => Some(self.to_string()),
            PositionFormat::StackRabbit => {
                let cells: String = codes
                    .iter()
                    .map(|&code| if code == 0 { '0' } else { '1' })
                    .collect();
                Some(format!(
                    "{cells}|{}|{}|{current}|{next}|",
                    self.level, self.lines
                ))
            }
            PositionFormat::BetaTetris => {
                let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, code| byte << 2 | code);
                let board: Vec<u8> = codes.chunks(4).map(byte).collect();
                let piece = index(&Piece::ALL, self.current)?;
                Some(format!(
                    "{PLAYGROUND}?piece={piece}&lines={}&board={}",
                    self.lines,
                    encoded(&board)
                ))
            }
            PositionFormat::Nestris => {
                let colour = |code: &u8| NESTRIS_COLOURS[usize::from(*code)];
                let byte = |four: &[u8]| {
                    four.iter()
                        .map(colour)
                        .fold(0, |byte, code| byte << 2 | code)
                };
                let mut bytes = vec![current as u8, next as u8];
                bytes.extend(codes.chunks(4).map(byte));
                Some(in_base_62(&bytes))
            }
            PositionFormat::Fumen | PositionFormat::NestrisChamps => None,
        }
    }
}

#[cfg(test)]
mod tests;
