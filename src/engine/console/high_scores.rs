//! The high score tables.

use std::fmt;
use std::str::FromStr;

use crate::engine::view::ScoreView;
use crate::rules::score::SCORE_MAX;
use crate::rules::{Score, StateHash};

/// Characters of a name, in the order in which Up goes through them.
///
/// Source: the disassembly's `highScoreCharToTile`.
pub const NAME_CHARACTERS: [char; 44] = [
    '-', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R',
    'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', ',',
    '/', '(', ')', '"', '.', ' ',
];

/// Tile of each character in [`NAME_CHARACTERS`].
const NAME_TILES: [u8; 44] = [
    0x24, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,
    0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x00, 0x01, 0x02, 0x03, 0x04,
    0x05, 0x06, 0x07, 0x08, 0x09, 0x25, 0x4F, 0x5E, 0x5F, 0x6E, 0x6F, 0xFF,
];

/// Number of entries in a table.
pub const ENTRIES: usize = 3;

/// Entry of a high score table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HighScore {
    /// Six indexes into [`NAME_CHARACTERS`], each 0-43.
    pub name: [u8; 6],
    /// The score.
    pub points: u32,
    /// Level at the end of the game.
    pub level: u8,
}

impl HighScore {
    /// Returns an entry with its name padded with blanks. Characters not in [`NAME_CHARACTERS`] become blanks too.
    pub fn new(name: &str, points: u32, level: u8) -> HighScore {
        let blank = NAME_CHARACTERS.len() - 1;
        let mut places = [blank as u8; 6];
        for (place, letter) in places.iter_mut().zip(name.chars()) {
            let known = NAME_CHARACTERS.iter().position(|&known| known == letter);
            *place = known.unwrap_or(blank) as u8;
        }
        HighScore {
            name: places,
            points,
            level,
        }
    }

    /// Returns the name as text, without trailing blanks.
    pub fn name_text(&self) -> String {
        let text: String = self
            .name
            .iter()
            .map(|&place| NAME_CHARACTERS[usize::from(place)])
            .collect();
        text.trim_end().to_owned()
    }

    fn view(&self) -> ScoreView {
        ScoreView {
            name: self.name.map(|place| NAME_TILES[usize::from(place)]),
            score: Score::new(self.points).digits(),
            level: [self.level / 10 % 10, self.level % 10],
        }
    }
}

/// Writes the name as six character numbers, the points and the level: the format in files.
impl fmt::Display for HighScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in self.name {
            write!(f, "{place:02X}")?;
        }
        write!(f, " {} {}", self.points, self.level)
    }
}

/// Reads the format written by `Display`.
impl FromStr for HighScore {
    type Err = ();

    fn from_str(text: &str) -> Result<HighScore, ()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [name, points, level] = words[..] else {
            return Err(());
        };
        if name.len() != 12 || !name.is_ascii() {
            return Err(());
        }
        let mut entry = HighScore {
            name: [0; 6],
            points: points.parse().map_err(drop)?,
            level: level.parse().map_err(drop)?,
        };
        for (index, place) in entry.name.iter_mut().enumerate() {
            *place = u8::from_str_radix(&name[2 * index..][..2], 16).map_err(drop)?;
            if usize::from(*place) >= NAME_CHARACTERS.len() {
                return Err(());
            }
        }
        if entry.points > SCORE_MAX {
            return Err(());
        }
        Ok(entry)
    }
}

/// High score tables of both game types, best entry first.
///
/// They survive a reset and are lost at power-off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HighScores {
    tables: [[HighScore; ENTRIES]; 2],
}

/// The cartridge's own entries.
///
/// Source: the disassembly's `defaultHighScoresTable`.
impl Default for HighScores {
    fn default() -> HighScores {
        HighScores {
            tables: [
                [
                    HighScore::new("HOWARD", 10_000, 9),
                    HighScore::new("OTASAN", 7_500, 5),
                    HighScore::new("LANCE", 5_000, 0),
                ],
                [
                    HighScore::new("ALEX", 2_000, 9),
                    HighScore::new("TONY", 1_000, 5),
                    HighScore::new("NINTEN", 500, 0),
                ],
            ],
        }
    }
}

impl HighScores {
    /// Sets the table of a game type, best entry first.
    pub const fn set_table(&mut self, is_b_type: bool, table: [HighScore; ENTRIES]) {
        self.tables[is_b_type as usize] = table;
    }

    /// Returns the table of a game type.
    pub fn table(&self, is_b_type: bool) -> &[HighScore; ENTRIES] {
        &self.tables[usize::from(is_b_type)]
    }

    /// Returns the best score of a game type, which the game shows as TOP.
    pub fn top(&self, is_b_type: bool) -> u32 {
        self.table(is_b_type)[0].points
    }

    /// Returns the entries that `before` does not contain. The `bool` is true if the entry is in the B-type table.
    pub fn made_since(&self, before: &HighScores) -> Vec<(bool, HighScore)> {
        let mut made = Vec::new();
        for is_b_type in [false, true] {
            let mut known = before.table(is_b_type).to_vec();
            for entry in self.table(is_b_type) {
                match known.iter().position(|known| known == entry) {
                    Some(place) => drop(known.swap_remove(place)),
                    None => made.push((is_b_type, *entry)),
                }
            }
        }
        made
    }

    /// Inserts an entry into its table, above equal ones, if its score is high enough.
    pub fn enter(&mut self, is_b_type: bool, entry: HighScore) {
        if let Some(rank) = self.insert(is_b_type, entry.points, entry.level) {
            self.tables[usize::from(is_b_type)][usize::from(rank)] = entry;
        }
    }

    /// Inserts a score with an empty name into its table, above equal ones. Returns its row, 0-2, or `None` if it is
    /// too low.
    pub(super) fn insert(&mut self, is_b_type: bool, points: u32, level: u8) -> Option<u8> {
        let table = &mut self.tables[usize::from(is_b_type)];
        let rank = table.iter().position(|entry| points >= entry.points)?;
        table[rank..].rotate_right(1);
        table[rank] = HighScore {
            name: [0; 6],
            points,
            level,
        };
        Some(rank as u8)
    }

    /// Advances a letter of an entry by `by` characters in [`NAME_CHARACTERS`], wrapping around.
    pub(super) fn turn_letter(&mut self, is_b_type: bool, rank: u8, position: u8, by: i8) {
        let entry = &mut self.tables[usize::from(is_b_type)][usize::from(rank)];
        let letter = &mut entry.name[usize::from(position)];
        *letter = (*letter as i8 + by).rem_euclid(NAME_CHARACTERS.len() as i8) as u8;
    }

    pub(super) fn view(&self, is_b_type: bool) -> [ScoreView; ENTRIES] {
        self.table(is_b_type).map(|entry| entry.view())
    }

    /// Adds both tables to a state hash.
    pub(super) fn hash_into(&self, hash: &mut StateHash) {
        for entry in self.tables.as_flattened() {
            hash.bytes(&entry.name);
            hash.number(u64::from(entry.points));
            hash.bytes(&[entry.level]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_score_goes_above_equal_ones() {
        let mut scores = HighScores::default();
        assert_eq!(scores.insert(false, 7_500, 3), Some(1));
        let points = scores.table(false).map(|entry| entry.points);
        assert_eq!(points, [10_000, 7_500, 7_500]);
        assert_eq!(scores.table(false)[1].name_text(), "------");
        assert_eq!(scores.table(false)[2].name_text(), "OTASAN");
        assert_eq!(scores.insert(false, 7_499, 0), None);
        assert_eq!(scores.insert(true, 2_000, 0), Some(0));
    }

    #[test]
    fn entries_of_two_consoles_are_merged() {
        let before = HighScores::default();
        let [mut one, mut other] = [before.clone(), before.clone()];
        one.insert(false, 8000, 3);
        other.insert(false, 8000, 3);
        other.insert(true, 700, 1);
        assert_eq!(before.made_since(&before), []);
        let made = other.made_since(&before);
        assert_eq!(made.len(), 2);
        for (is_b_type, entry) in made {
            one.enter(is_b_type, entry);
        }
        assert_eq!(
            one.table(false).map(|entry| entry.points),
            [10_000, 8000, 8000]
        );
        assert_eq!(one.table(true).map(|entry| entry.points), [2000, 1000, 700]);
    }

    #[test]
    fn letters_go_round_in_both_directions() {
        let mut scores = HighScores::default();
        scores.insert(false, 99_999, 0);
        scores.turn_letter(false, 0, 0, -1);
        assert_eq!(scores.table(false)[0].name[0], 43);
        scores.turn_letter(false, 0, 0, 1);
        scores.turn_letter(false, 0, 0, 1);
        assert_eq!(scores.table(false)[0].name_text(), "A-----");
    }
}
