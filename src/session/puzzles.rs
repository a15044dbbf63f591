//! Puzzles: positions in which one place is clearly the best, with the answer.

mod mine;
mod theme;

use serde::{Deserialize, Serialize};

use crate::players::Position;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::sanitize::sanitized_ends;
use crate::rules::{Board, Orientation, Piece, Pose, RonFault, StateHash, read_ron};

pub use mine::{Miner, SECOND_LOSES};
pub use theme::Theme;

/// The version of files that this program reads and writes.
const VERSION: u32 = 1;
/// Puzzles of a file, at most.
const MAX: usize = 10_000;
/// The puzzles compiled in.
const BUILT_IN: &str = include_str!("../../assets/coach/puzzles.ron");

/// Where does this piece go?
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position; its NEXT is known.
    pub position: Position,
    /// The best place.
    pub best: Pose,
    /// What the second best place loses, in lines.
    pub second_loses: f64,
    /// What it is about.
    pub theme: Theme,
    /// How hard it is: 1 (easy) to [`Puzzle::STARS_MAX`].
    pub stars: u8,
}

impl Puzzle {
    /// The hardest.
    pub const STARS_MAX: u8 = 5;

    /// Whether so placed a piece leaves the same field as at the best place.
    pub fn is_solved_by(&self, lock: Pose) -> bool {
        let board = &self.position.board;
        board.lock(lock) == board.lock(self.best)
    }

    /// A number of the position: equal positions have equal ones, in every release.
    pub fn fingerprint(&self) -> u64 {
        let Position {
            board,
            current,
            next,
            level,
            lines,
        } = &self.position;
        let mut hash = StateHash::default();
        hash.bytes(board.to_string().as_bytes());
        for piece in [Some(*current), *next] {
            hash.number(u32::from(piece.map_or('-', Piece::letter)).into());
        }
        hash.number((*level).into());
        hash.number((*lines).into());
        hash.finish()
    }
}

/// A list of puzzles as a file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzlesFile {
    version: u32,
    /// How they were made, in words.
    made: String,
    puzzles: Vec<PuzzleFile>,
}

/// A puzzle as a file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleFile {
    /// Rows from the highest one with cells to the floor: `X` and `.`.
    field: Vec<String>,
    /// The piece and NEXT.
    pieces: String,
    level: u8,
    lines: u16,
    /// Column, row (0 at the top) and turns of the best place.
    best: (i8, i8, u8),
    second_loses: f64,
    theme: Theme,
    stars: u8,
}

/// Why a text is no list of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzlesError {
    /// No RON of this kind.
    #[error(transparent)]
    Syntax(#[from] RonFault),
    /// Of another version.
    #[error("version {0}; allowed: {VERSION}")]
    Version(u32),
    /// Too many of them, or none.
    #[error("{0} puzzles; allowed: 1 to {MAX}")]
    Count(usize),
    /// A puzzle that cannot be.
    #[error("puzzle {number}: {fault}")]
    Puzzle {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        fault: String,
    },
}

/// Lines that a position may have, as many as the console shows.
const LINES_MAX: u16 = 999;
/// What the second best place may lose, in lines: more than a game has left.
const LOSES_MAX: f64 = 1000.0;

/// The puzzles compiled in, easy ones first.
pub fn built_in() -> Vec<Puzzle> {
    from_ron(BUILT_IN).expect("the puzzles compiled in are tested")
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

/// Writes a list of puzzles; `made` says how they were made.
pub fn to_ron(puzzles: &[Puzzle], made: &str) -> String {
    let file = PuzzlesFile {
        version: VERSION,
        made: made.to_owned(),
        puzzles: puzzles.iter().map(PuzzleFile::from_puzzle).collect(),
    };
    let style = ron::ser::PrettyConfig::new().compact_arrays(false);
    let mut text = ron::ser::to_string_pretty(&file, style).expect("plain data can be written");
    text.push('\n');
    text
}

impl PuzzleFile {
    fn from_puzzle(puzzle: &Puzzle) -> PuzzleFile {
        let Position {
            board,
            current,
            next,
            level,
            lines,
        } = &puzzle.position;
        let drawn = board.to_string();
        let rows = drawn.lines().skip_while(|row| !row.contains('X'));
        let pieces = [Some(*current), *next];
        PuzzleFile {
            field: rows.map(str::to_owned).collect(),
            pieces: pieces.into_iter().flatten().map(Piece::letter).collect(),
            level: *level,
            lines: *lines,
            best: (
                puzzle.best.x,
                puzzle.best.y,
                puzzle.best.orientation.rotation(),
            ),
            second_loses: (100.0 * puzzle.second_loses).round() / 100.0,
            theme: puzzle.theme,
            stars: puzzle.stars,
        }
    }

    fn read(&self) -> Result<Puzzle, String> {
        let board = self.board()?;
        let letters: Vec<char> = self.pieces.chars().collect();
        let found: Option<Vec<Piece>> = letters.into_iter().map(Piece::from_letter).collect();
        let Some([current, next]) = found.as_deref() else {
            let pieces = &self.pieces;
            return Err(format!("pieces {pieces:?}; allowed: two of T J Z O S L I"));
        };
        let (x, y, rotation) = self.best;
        let turned = Orientation::all().find(|orientation| {
            orientation.piece() == *current && orientation.rotation() == rotation
        });
        let best = turned.map(|orientation| Pose { orientation, x, y });
        let rests = |pose: &Pose| pose.fits(&board) && pose.rests(&board);
        let best = best.filter(rests).ok_or_else(|| {
            format!("best ({x}, {y}, {rotation}); allowed: a place where {current} rests")
        })?;
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
                ..Position::new(board, *current, *next)
            },
            best,
            second_loses: self.second_loses,
            theme: self.theme,
            stars: self.stars,
        })
    }

    fn board(&self) -> Result<Board, String> {
        if self.field.len() > ROWS as usize {
            return Err(format!("{} rows; allowed: 0 to 20", self.field.len()));
        }
        let mut board = Board::EMPTY;
        for (row, y) in self.field.iter().rev().zip((0..ROWS).rev()) {
            let is_drawn = row.len() == COLUMNS as usize
                && row.bytes().all(|cell| matches!(cell, b'X' | b'.'))
                && row.contains('.');
            if !is_drawn {
                return Err(format!(
                    "row {row:?}; allowed: ten of X and ., not all of them X"
                ));
            }
            for (x, _) in (0..).zip(row.bytes()).filter(|(_, cell)| *cell == b'X') {
                board.insert(x, y);
            }
        }
        Ok(board)
    }
}
