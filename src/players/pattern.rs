//! Pictures to build: images of 10x20 pixels, one pixel per cell.

use crate::pixels::{PictureError, read_picture};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, sanitized};

/// Picture to build in the playfield. Black cells must be filled, and white cells must stay empty. Cells above the
/// highest row with a black cell may be either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    name: String,
    filled: Board,
}

/// Reason why a name or a file yields no picture. Columns and rows count from 0 at the top left.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// No file and no built-in picture has this name.
    #[error("unknown pattern '{}'; allowed: a PNG file, a name in ./patterns, or {}", sanitized(name), known.join(", "))]
    Unknown {
        /// Unknown name.
        name: String,
        /// Names of the built-in pictures.
        known: Vec<String>,
    },
    /// The file cannot be read or is not an image.
    #[error("pattern {}: {message}", sanitized(file))]
    Unreadable {
        /// Name of the file.
        file: String,
        /// Description of the fault.
        message: String,
    },
    /// The picture has faults. All of them are listed.
    #[error("pattern {}: {}", sanitized(file), first_of(.faults))]
    Faults {
        /// Name of the file.
        file: String,
        /// The faults and their cells.
        faults: Vec<PatternFault>,
    },
}

/// Maximum number of faults named in a message. An image in other colours has a fault in each cell.
const FAULTS_NAMED: usize = 3;

/// Returns the first faults, and the number of further ones.
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

/// Fault in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternFault {
    /// The size is not 10x20 pixels.
    #[error("{width}x{height} pixels; allowed: 10x20, one pixel per cell")]
    Size {
        /// Number of pixels across.
        width: u32,
        /// Number of pixels down.
        height: u32,
    },
    /// A pixel is neither black nor white.
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
    /// A row is completely black. The game would clear it as soon as it is finished.
    #[error("row {row} is completely black (columns 0-9), so it would be cleared")]
    FullRow {
        /// Row of the picture.
        row: i8,
    },
    /// A row below a black cell is completely white. Nothing could rest above it.
    #[error(
        "row {row} is completely white (columns 0-9) below black, so nothing can rest above it"
    )]
    EmptyRow {
        /// Row of the picture that is completely white.
        row: i8,
    },
    /// The image has no black cell.
    #[error("the picture has no black cell")]
    NoPicture,
}

/// Built-in pictures, as (name, PNG file).
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
    /// Returns the built-in pictures.
    pub fn built_in() -> Vec<Pattern> {
        BUILT_IN
            .iter()
            .map(|(name, bytes)| {
                Pattern::read(name, name, bytes).expect("built-in pictures are valid")
            })
            .collect()
    }

    /// Returns the built-in picture with this name.
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

    /// Returns the picture with these black cells.
    ///
    /// # Errors
    /// All faults of its rows.
    pub fn new(name: &str, filled: Board) -> Result<Pattern, Vec<PatternFault>> {
        let filled = check_rows(filled)?;
        Ok(Pattern {
            name: name.to_owned(),
            filled,
        })
    }

    /// Reads a picture from a PNG file. `file` is the file's name for errors.
    ///
    /// # Errors
    /// [`PatternError::Unreadable`] or [`PatternError::Faults`].
    pub fn read(name: &str, file: &str, bytes: &[u8]) -> Result<Pattern, PatternError> {
        let faulty = |faults| PatternError::Faults {
            file: file.to_owned(),
            faults,
        };
        let pixels =
            read_picture(bytes, (COLUMNS as u32, ROWS as u32)).map_err(|error| match error {
                PictureError::Size {
                    found: (width, height),
                    ..
                } => faulty(vec![PatternFault::Size { width, height }]),
                PictureError::Unreadable(_) | PictureError::Scans(_) => PatternError::Unreadable {
                    file: file.to_owned(),
                    message: error.to_string(),
                },
            })?;
        filled_cells(&pixels)
            .and_then(|filled| Pattern::new(name, filled))
            .map_err(faulty)
    }

    /// Returns the name of the picture.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the cells to fill.
    pub const fn filled(&self) -> &Board {
        &self.filled
    }

    /// Returns the picture's highest row, counted from 0 at the top. The picture extends from this row to the floor.
    pub fn top_row(&self) -> i8 {
        (0..ROWS)
            .find(|&y| self.filled.row(y) != 0)
            .expect("every picture has a black cell")
    }

    /// Returns the number of finished rows, counted upward from the floor. A row is finished if its cells equal the
    /// picture's.
    pub fn rows_done(&self, board: &Board) -> u8 {
        (self.top_row()..ROWS)
            .rev()
            .take_while(|&y| board.row(y) == self.filled.row(y))
            .count() as u8
    }

    /// Returns the number of rows in the picture, 1-20.
    pub fn rows(&self) -> u8 {
        (ROWS - self.top_row()) as u8
    }

    /// Returns whether every row of the picture is finished.
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
