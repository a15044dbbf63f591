//! Pictures to be built: 10x20 images, one pixel a cell.

use crate::pixels::{PngError, from_png};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, sanitized};

/// A picture to be built in the playfield: black cells are filled, white ones stay empty. Rows
/// without black above the picture are free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    name: String,
    filled: Board,
}

/// Why there is no such picture. Columns and rows count from 0 at the top left.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// No file and no compiled-in picture has the name.
    #[error("pattern '{}' is not known; allowed: a PNG file, a name in ./patterns, or {}", sanitized(name), known.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names compiled in.
        known: Vec<String>,
    },
    /// The file cannot be read, or is no picture.
    #[error("pattern {}: {message}", sanitized(file))]
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// The picture has faults; all that were found.
    #[error("pattern {}: {}", sanitized(file), first_of(.faults))]
    Faults {
        /// The file.
        file: String,
        /// What is wrong and where.
        faults: Vec<PatternFault>,
    },
}

/// How many faults a message names; a picture in other colours has one in each cell.
const FAULTS_NAMED: usize = 3;

/// The first faults, and how many more there are.
fn first_of(faults: &[PatternFault]) -> String {
    let named: Vec<String> = faults
        .iter()
        .take(FAULTS_NAMED)
        .map(ToString::to_string)
        .collect();
    match faults.len().saturating_sub(FAULTS_NAMED) {
        0 => named.join("; "),
        more => format!("{}; and {more} more", named.join("; ")),
    }
}

/// One thing that is wrong with a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternFault {
    /// Not one pixel a cell.
    #[error("{width}x{height} pixels; allowed: 10x20, one a cell")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// A pixel that is neither black nor white.
    #[error(
        "cell column {column}, row {row} has colour #{:02X}{:02X}{:02X}{:02X}; allowed: black #000000FF and white #FFFFFFFF",
        .rgba[0], .rgba[1], .rgba[2], .rgba[3]
    )]
    Colour {
        /// The cell's column.
        column: u32,
        /// The cell's row.
        row: u32,
        /// Red, green, blue, alpha.
        rgba: [u8; 4],
    },
    /// A row that would be cleared as soon as it is done.
    #[error("row {row} is completely black (cells column 0-9): it would be cleared")]
    FullRow {
        /// The row.
        row: i8,
    },
    /// A row on which nothing above could rest.
    #[error(
        "row {row} is completely white (cells column 0-9) below black: nothing can rest above it"
    )]
    EmptyRow {
        /// The row.
        row: i8,
    },
    /// No black cell at all.
    #[error("there is no black cell")]
    NoPicture,
}

/// The pictures compiled in, as (name, PNG file).
const BUILT_IN: &[(&str, &[u8])] = assets!(
    include_bytes, "patterns/", ".png";
    "silhouette-t",
    "silhouette-j",
    "silhouette-z",
    "silhouette-o",
    "silhouette-s",
    "silhouette-l",
    "silhouette-i",
    "tetriminos",
    "big-t",
    "slanted-t",
    "rightwell",
    "hi",
    "ai",
    "house",
    "smiley",
    "heart",
    "tree",
    "moon",
    "tower",
    "checkerboard"
);

impl Pattern {
    /// The pictures compiled in.
    pub fn built_in() -> Vec<Pattern> {
        BUILT_IN
            .iter()
            .map(|(name, bytes)| {
                Pattern::from_png(name, name, bytes).expect("the pictures compiled in are tested")
            })
            .collect()
    }

    /// The picture of that name among those compiled in.
    ///
    /// # Errors
    /// [`PatternError::Unknown`].
    pub fn named(name: &str) -> Result<Pattern, PatternError> {
        let mut known = Pattern::built_in();
        match known.iter().position(|pattern| pattern.name == name) {
            Some(index) => Ok(known.swap_remove(index)),
            None => Err(PatternError::Unknown {
                name: name.to_owned(),
                known: known.into_iter().map(|pattern| pattern.name).collect(),
            }),
        }
    }

    /// The picture with these black cells.
    ///
    /// # Errors
    /// Every fault of its rows.
    pub fn new(name: &str, filled: Board) -> Result<Pattern, Vec<PatternFault>> {
        let filled = check_rows(filled)?;
        Ok(Pattern {
            name: name.to_owned(),
            filled,
        })
    }

    /// Reads a picture; `file` names it in errors.
    ///
    /// # Errors
    /// [`PatternError::Unreadable`] or [`PatternError::Faults`].
    pub fn from_png(name: &str, file: &str, bytes: &[u8]) -> Result<Pattern, PatternError> {
        let faulty = |faults| PatternError::Faults {
            file: file.to_owned(),
            faults,
        };
        let pixels =
            from_png(bytes, (COLUMNS as u32, ROWS as u32)).map_err(|error| match error {
                PngError::Size {
                    found: (width, height),
                    ..
                } => faulty(vec![PatternFault::Size { width, height }]),
                PngError::Unreadable(_) => PatternError::Unreadable {
                    file: file.to_owned(),
                    message: error.to_string(),
                },
            })?;
        filled_cells(&pixels)
            .and_then(|filled| Pattern::new(name, filled))
            .map_err(faulty)
    }

    /// What the picture is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells to be filled.
    pub const fn filled(&self) -> &Board {
        &self.filled
    }

    /// The picture's highest row; all rows from there to the floor belong to it.
    pub fn top_row(&self) -> i8 {
        (0..ROWS)
            .find(|&y| self.filled.row(y) != 0)
            .expect("a picture has a black cell")
    }

    /// How many rows are done, counted upward from the floor: a row is done when its cells are
    /// those of the picture.
    pub fn rows_done(&self, board: &Board) -> u8 {
        (self.top_row()..ROWS)
            .rev()
            .take_while(|&y| board.row(y) == self.filled.row(y))
            .count() as u8
    }

    /// How many rows the picture has, 1-20.
    pub fn rows(&self) -> u8 {
        (ROWS - self.top_row()) as u8
    }

    /// Whether every row of the picture is done.
    pub fn is_done(&self, board: &Board) -> bool {
        self.rows_done(board) == self.rows()
    }
}

fn filled_cells(pixels: &[[u8; 4]]) -> Result<Board, Vec<PatternFault>> {
    let mut filled = Board::EMPTY;
    let mut faults = Vec::new();
    for (place, &rgba) in (0..).zip(pixels) {
        let (column, row) = (place % COLUMNS as u32, place / COLUMNS as u32);
        match rgba {
            [0, 0, 0, 255] => filled.insert(column as i8, row as i8),
            [255, 255, 255, 255] => {}
            _ => faults.push(PatternFault::Colour { column, row, rgba }),
        }
    }
    if faults.is_empty() {
        Ok(filled)
    } else {
        Err(faults)
    }
}

fn check_rows(filled: Board) -> Result<Board, Vec<PatternFault>> {
    let Some(top) = (0..ROWS).find(|&y| filled.row(y) != 0) else {
        return Err(vec![PatternFault::NoPicture]);
    };
    let faults: Vec<PatternFault> = (top..ROWS)
        .filter_map(|row| match filled.row(row) {
            0x3FF => Some(PatternFault::FullRow { row }),
            0 => Some(PatternFault::EmptyRow { row }),
            _ => None,
        })
        .collect();
    if faults.is_empty() {
        Ok(filled)
    } else {
        Err(faults)
    }
}
