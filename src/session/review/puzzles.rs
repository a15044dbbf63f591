//! Puzzles: positions with one clearly best lock, which is the answer.

mod drawn;
mod mine;
mod mistake;
mod theme;

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};

use crate::players::Position;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::sanitize::sanitized_ends;
use crate::rules::{Pose, RonFault, read_ron};
use crate::session::Skill;
use crate::session::field::holes;
use crate::session::review::LevelGroup;

use drawn::LockCode;

pub use mine::{PuzzleMiner, SECOND_LOSES};
pub use mistake::Mistake;
pub use theme::Theme;

/// Version of puzzle files that this program reads and writes.
const VERSION: u32 = 1;
/// Maximum number of puzzles in a file.
const MAX: usize = 10_000;
/// Built-in puzzles.
const BUILT_IN: &[u8] = include_bytes!("../../../assets/coach/puzzles.ron.gz");

/// Puzzle: find the best lock of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Position, with a known NEXT.
    pub position: Position,
    /// Best lock.
    pub best: Pose,
    /// Loss of the second-best lock, in lines, for the hands that the search for puzzles used.
    pub second_loses: f64,
    /// Theme of the puzzle.
    pub theme: Theme,
    /// Difficulty: 1 (easy) to [`Puzzle::STARS_MAX`].
    pub stars: u8,
}

impl Puzzle {
    /// Highest difficulty.
    pub const STARS_MAX: u8 = 5;

    /// Returns whether `lock` leads to the same board as the best lock.
    pub fn is_solved_by(&self, lock: Pose) -> bool {
        let board = &self.position.board;
        board.lock(lock) == board.lock(self.best)
    }

    /// Returns a first estimate of the difficulty, before anybody has tried the puzzle: more stars, a higher stack, more
    /// holes, a better second lock and a faster level make it harder.
    pub fn first_skill(&self) -> Skill {
        let board = &self.position.board;
        let columns = (0..COLUMNS).map(|x| board.column(x));
        let high = columns.map(|column| ROWS as u32 - column.trailing_zeros().min(ROWS as u32));
        let height = f64::from(high.max().unwrap_or(0));
        let holes = holes(board).len() as f64;
        let speed = match LevelGroup::of(self.position.level) {
            LevelGroup::Below18 | LevelGroup::Level18 => 0.0,
            LevelGroup::From19To28 => 100.0,
            LevelGroup::From29 => 400.0,
        };
        let rating = 600.0
            + speed
            + 200.0 * f64::from(self.stars)
            + 25.0 * (height - 4.0).max(0.0)
            + 30.0 * holes.min(10.0)
            - 20.0 * self.second_loses.min(10.0);
        Skill::new(rating.clamp(600.0, 2400.0), 200.0)
    }

    /// Returns a hash of the position. It is the same in all releases of this program.
    pub fn fingerprint(&self) -> u64 {
        drawn::fingerprint(&self.position)
    }
}

/// Serialized form of a list of puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzlesFile {
    version: u32,
    /// Origin of the puzzles, as a text for people.
    made: String,
    puzzles: Vec<PuzzleFile>,
}

/// Serialized form of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleFile {
    /// Rows of `X` and `.`, from the highest row with cells down to the floor.
    field: Vec<String>,
    /// Letters of the piece and of NEXT.
    pieces: String,
    level: u8,
    lines: u16,
    /// Column, row (0 at the top) and turns of the best lock.
    best: LockCode,
    second_loses: f64,
    theme: Theme,
    stars: u8,
}

/// Reason why a text cannot be read as a list of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzlesError {
    /// The text is not valid RON for a list of puzzles.
    #[error(transparent)]
    Syntax(#[from] RonFault),
    /// The file has an unsupported version.
    #[error("unsupported version {0}; allowed: {VERSION}")]
    Version(u32),
    /// The file contains no puzzles or too many.
    #[error("{0} puzzles; allowed: 1 to {MAX}")]
    Count(usize),
    /// A puzzle is invalid.
    #[error("puzzle {number}: {fault}")]
    Puzzle {
        /// Number of the puzzle, from 1.
        number: usize,
        /// Description of the fault.
        fault: String,
    },
}

/// Maximum number of lines in a position: as many as the console can show.
const LINES_MAX: u16 = 999;
/// Maximum loss of the second-best lock, in lines. No game can lose that much.
const LOSES_MAX: f64 = 1000.0;

/// Returns the built-in puzzles, easiest first.
pub fn built_in() -> Vec<Puzzle> {
    static READ: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
        let mut text = Vec::new();
        let read = GzDecoder::new(BUILT_IN).read_to_end(&mut text);
        let text = read.ok().and(std::str::from_utf8(&text).ok());
        from_ron(text.unwrap_or_default()).expect("built-in puzzles are valid")
    });
    READ.clone()
}

/// Returns the index of a day's puzzle in a list of `puzzles` puzzles. Days are counted from 1 January 1970.
///
/// Each puzzle comes once before any puzzle repeats. The order differs from that of the list.
///
/// # Panics
/// If `puzzles` is 0.
pub fn of_day(day: u64, puzzles: usize) -> usize {
    let count = puzzles as u64;
    // If step and count have no common factor, stepping visits each index once.
    let is_good = |step: &u64| {
        (2..=*step).all(|factor| !step.is_multiple_of(factor) || !count.is_multiple_of(factor))
    };
    let step = (count * 5 / 8..).find(is_good).unwrap_or(1);
    (day % count * (step % count) % count) as usize
}

/// Reads a list of puzzles.
///
/// # Errors
/// [`PuzzlesError`].
pub fn from_ron(text: &str) -> Result<Vec<Puzzle>, PuzzlesError> {
    let file: PuzzlesFile = read_ron(text)?;
    if file.version != VERSION {
        return Err(PuzzlesError::Version(file.version));
    }
    if !(1..=MAX).contains(&file.puzzles.len()) {
        return Err(PuzzlesError::Count(file.puzzles.len()));
    }
    let numbered = file.puzzles.iter().zip(1..);
    let puzzles = numbered.map(|(puzzle, number)| {
        let wrong = |fault: String| PuzzlesError::Puzzle {
            number,
            fault: sanitized_ends(&fault),
        };
        puzzle.read().map_err(wrong)
    });
    puzzles.collect()
}

/// Returns a list of puzzles as text. `made` describes their origin.
pub fn to_ron(puzzles: &[Puzzle], made: &str) -> String {
    let file = PuzzlesFile {
        version: VERSION,
        made: made.to_owned(),
        puzzles: puzzles.iter().map(PuzzleFile::from_puzzle).collect(),
    };
    let style = ron::ser::PrettyConfig::new().compact_arrays(false);
    let mut text =
        ron::ser::to_string_pretty(&file, style).expect("puzzles can always be serialized");
    text.push('\n');
    text
}

impl PuzzleFile {
    fn from_puzzle(puzzle: &Puzzle) -> PuzzleFile {
        let position = &puzzle.position;
        PuzzleFile {
            field: drawn::rows_of(&position.board),
            pieces: drawn::letters_of(position),
            level: position.level,
            lines: position.lines,
            best: drawn::place_of(puzzle.best),
            second_loses: (100.0 * puzzle.second_loses).round() / 100.0,
            theme: puzzle.theme,
            stars: puzzle.stars,
        }
    }

    fn read(&self) -> Result<Puzzle, String> {
        let board = drawn::board_of(&self.field)?;
        let (current, next) = drawn::pieces_of(&self.pieces)?;
        let best = drawn::pose_of("best", self.best, current, &board)?;
        if !(1..=Puzzle::STARS_MAX).contains(&self.stars) {
            let (stars, most) = (self.stars, Puzzle::STARS_MAX);
            return Err(format!("stars {stars}; allowed: 1 to {most}"));
        }
        if self.level > 29 {
            return Err(format!("level {}; allowed: 0 to 29", self.level));
        }
        if self.lines > LINES_MAX {
            return Err(format!("lines {}; allowed: 0 to {LINES_MAX}", self.lines));
        }
        if !(0.0..=LOSES_MAX).contains(&self.second_loses) {
            let loses = self.second_loses;
            return Err(format!("second_loses {loses}; allowed: 0 to {LOSES_MAX}"));
        }
        Ok(Puzzle {
            position: Position {
                level: self.level,
                lines: self.lines,
                ..Position::new(board, current, next)
            },
            best,
            second_loses: self.second_loses,
            theme: self.theme,
            stars: self.stars,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_puzzle_has_a_day_before_one_repeats() {
        for puzzles in [1, 2, 7, 200, 201] {
            let days = 20_000..20_000 + puzzles as u64;
            let places: BTreeSet<usize> = days.map(|day| of_day(day, puzzles)).collect();
            assert_eq!(places.len(), puzzles);
            assert!(places.last().is_some_and(|last| *last < puzzles));
        }
        assert_ne!(of_day(20_000, 200) + 1, of_day(20_001, 200));
    }
}
