//! The rule of the endless demo. Once the field is empty and the next two pieces equal the first two, the randomizer
//! restarts, so the same game repeats for ever.

use serde::{Deserialize, Serialize};

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Cell, Piece, PlayfieldMemory, Randomizer, RandomizerKind, sanitized};

/// Maximum number of pieces before a start. The game draws all of them before it begins.
pub const BEFORE_MAX: u32 = 1_000_000;

/// Cells that a start can contain, with their letters.
const LETTERS: [(char, Cell); 4] = [
    ('.', Cell::EMPTY),
    ('B', Cell::BORDERED),
    ('L', Cell::LIGHT),
    ('D', Cell::DARK),
];

/// Starting point of a game within an endless demo, possibly in the middle.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename = "Endless", deny_unknown_fields)]
pub struct EndlessStart {
    /// Number of pieces drawn and played before the first piece of this game, 0-1,000,000.
    pub before: u32,
    /// Playfield at the start of this game: its lowest rows, from the top down, at most 20. Each has ten letters: `.` empty, `B` a
    /// bordered block, `L` and `D` a block in the level's first and second colour.
    pub rows: Vec<String>,
}

impl EndlessStart {
    /// Returns the starting point after `before` pieces on the field `page`.
    pub(super) fn at(before: u32, page: &PlayfieldMemory) -> EndlessStart {
        let letter = |cell: &Cell| {
            let known = LETTERS.iter().find(|(_, known)| known == cell);
            known.map_or('B', |(letter, _)| *letter)
        };
        let rows = (0..ROWS).map(|y| page.row(y));
        let used = rows.skip_while(|row| row.iter().all(|cell| !cell.is_occupied()));
        EndlessStart {
            before,
            rows: used.map(|row| row.iter().map(letter).collect()).collect(),
        }
    }

    /// Checks whether a game with this randomizer can start at this point.
    ///
    /// # Errors
    /// One line with the fault and the allowed values.
    pub(super) fn check(&self, randomizer: RandomizerKind) -> Result<(), String> {
        if randomizer == RandomizerKind::Nes {
            return Err(
                "an endless game cannot use randomizer Nes, because its pieces depend on timing; allowed: \
                 NesOdds, Uniform, Sz"
                    .to_owned(),
            );
        }
        if self.before > BEFORE_MAX {
            let before = self.before;
            return Err(format!(
                "`before`: {before} is out of range; allowed: 0-{BEFORE_MAX}"
            ));
        }
        if self.rows.len() > ROWS as usize {
            let count = self.rows.len();
            return Err(format!(
                "{count} rows are too many; allowed: at most {ROWS}"
            ));
        }
        let is_row = |row: &&String| {
            row.chars().count() == COLUMNS as usize
                && row.contains('.')
                && row.chars().all(|letter| cell(letter).is_some())
        };
        match self.rows.iter().find(|row| !is_row(row)) {
            None => Ok(()),
            Some(row) => Err(format!(
                "invalid row '{}'; allowed: ten characters, each '.', 'B', 'L' or 'D', with at least one '.'",
                sanitized(row)
            )),
        }
    }

    /// Returns the field. The rows must have passed the check.
    pub(super) fn page(&self) -> PlayfieldMemory {
        let mut page = PlayfieldMemory::default();
        for (y, row) in (0..ROWS).rev().zip(self.rows.iter().rev()) {
            for (x, letter) in (0..COLUMNS).zip(row.chars()) {
                page.set(x, y, cell(letter).unwrap_or(Cell::EMPTY));
            }
        }
        page
    }
}

fn cell(letter: char) -> Option<Cell> {
    let known = LETTERS.iter().find(|(known, _)| *known == letter);
    known.map(|&(_, cell)| cell)
}

/// State of the endless rule in a running game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EndlessProgress {
    /// First two pieces that the seed gives, and the randomizer's state right after their choice.
    first: [Piece; 2],
    fresh: Randomizer,
    /// Number of pieces played since the randomizer last restarted.
    passed: u32,
}

impl EndlessProgress {
    /// Returns the rule for a randomizer that has just chosen its first two pieces.
    pub(super) const fn new(first: [Piece; 2], fresh: Randomizer) -> EndlessProgress {
        EndlessProgress {
            first,
            fresh,
            passed: 0,
        }
    }

    /// Draws the `before` pieces that precede the starting point. Returns the current piece and NEXT at that point.
    pub(super) fn skip(&mut self, before: u32, randomizer: &mut Randomizer) -> [Piece; 2] {
        let [mut current, mut next] = self.first;
        for _ in 0..before {
            current = next;
            next = randomizer.choose();
        }
        self.passed = before;
        [current, next]
    }

    /// Updates the state after a spawn. Restarts the randomizer if the field is empty and `pieces` are the first two
    /// again.
    pub(super) fn follow(
        &mut self,
        pieces: [Piece; 2],
        board: impl FnOnce() -> Board,
        randomizer: &mut Randomizer,
    ) {
        self.passed = self.passed.saturating_add(1);
        if pieces == self.first && board() == Board::EMPTY {
            *randomizer = self.fresh.clone();
            self.passed = 0;
        }
    }

    /// Returns the number of pieces played since the randomizer last restarted.
    pub(super) const fn passed(&self) -> u32 {
        self.passed
    }
}
