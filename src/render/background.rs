//! Static parts of the game screen: the wall, the boxes and their headings.

use serde::Deserialize;

use super::Frame;
use super::palette::TileColours;
use super::text::{character_tile, has_character};
use super::tiles::{BRICK, SQUARE_BRICK, Tiles};

/// Static parts of the game screen, read from `assets/game.ron`.
///
/// The wall is stored as letters, not as tiles. Adjacent cells with one letter are one brick, and the tile of a cell
/// follows from its neighbours.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameScreen {
    version: u32,
    /// Thirty rows of 32 letters. Boxes cover the bricks behind them.
    wall: Vec<String>,
    /// Boxes and texts of both game types.
    both: WallLayer,
    /// Additional parts of an A-type game.
    pub(super) a_type: WallLayer,
    /// Additional parts of a B-type game.
    pub(super) b_type: WallLayer,
}

/// Objects in front of the wall, drawn in this order. Positions and sizes are in tiles.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WallLayer {
    boxes: Vec<BoxPlace>,
    texts: Vec<Text>,
    pictures: Vec<Picture>,
}

/// A black box. Its size includes its frame.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxPlace {
    column: usize,
    row: usize,
    width: usize,
    height: usize,
}

/// One line of white letters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    column: usize,
    row: usize,
    text: String,
}

/// Tiles side by side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Picture {
    column: usize,
    row: usize,
    /// Number of the first tile. The other tiles follow it on the sheet.
    tile: u8,
    width: u8,
}

/// Reason why a file is not a game screen.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameScreenError {
    /// The fields are wrong.
    #[error("{0}")]
    Format(#[from] ron::error::SpannedError),
    /// Another version of the program wrote the file.
    #[error("unsupported version {0}; allowed: 1")]
    Version(u32),
    /// The wall has too many or too few rows of bricks.
    #[error("the wall has {0} rows; expected 30")]
    WallRows(usize),
    /// A row of bricks is too long or too short.
    #[error("row {row} of the wall has {letters} letters; expected 32")]
    WallRow {
        /// Row, from 0.
        row: usize,
        /// Number of letters in the row.
        letters: usize,
    },
    /// An object does not fit on the screen.
    #[error("{what} at column {column}, row {row} does not fit on a screen of 32x30 tiles")]
    Outside {
        /// Description of the object.
        what: String,
        /// First tile column of the object.
        column: usize,
        /// First tile row of the object.
        row: usize,
    },
    /// A character has no tile.
    #[error("text \"{text}\": the font lacks '{character}'")]
    Character {
        /// The whole text.
        text: String,
        /// Character that the font lacks.
        character: char,
    },
}

impl GameScreen {
    /// Reads a file with the static parts of the game screen.
    ///
    /// # Errors
    ///
    /// If a field is wrong, the wall is not 32x30, or an object does not fit on the screen.
    pub fn from_ron(text: &str) -> Result<GameScreen, GameScreenError> {
        let screen: GameScreen = ron::from_str(text)?;
        if screen.version != 1 {
            return Err(GameScreenError::Version(screen.version));
        }
        if screen.wall.len() != Frame::ROWS {
            return Err(GameScreenError::WallRows(screen.wall.len()));
        }
        for (row, letters) in screen.wall.iter().enumerate() {
            let letters = letters.chars().count();
            if letters != Frame::COLUMNS {
                return Err(GameScreenError::WallRow { row, letters });
            }
        }
        for layer in [&screen.both, &screen.a_type, &screen.b_type] {
            layer.check()?;
        }
        Ok(screen)
    }

    /// Paints the static parts of one game type's screen.
    pub(super) fn paint(&self, layer: &WallLayer, tiles: &Tiles, colours: TileColours) -> Frame {
        let mut frame = Frame::new();
        let wall: Vec<Vec<char>> = self.wall.iter().map(|row| row.chars().collect()).collect();
        for row in 0..Frame::ROWS {
            let bricks = (0..Frame::COLUMNS).map(|column| brick_tile(&wall, column, row));
            tiles.line(&mut frame, 0, row, bricks, colours);
        }
        for layer in [&self.both, layer] {
            layer.paint(&mut frame, tiles, colours);
        }
        frame
    }
}

impl WallLayer {
    fn check(&self) -> Result<(), GameScreenError> {
        for place in &self.boxes {
            inside("a box", place.column, place.row, place.width, place.height)?;
        }
        for Text { column, row, text } in &self.texts {
            if let Some(character) = text.chars().find(|&character| !has_character(character)) {
                let text = text.clone();
                return Err(GameScreenError::Character { text, character });
            }
            let width = text.chars().count();
            inside(&format!("text \"{text}\""), *column, *row, width, 1)?;
        }
        for picture in &self.pictures {
            let width = usize::from(picture.width);
            inside("a picture", picture.column, picture.row, width, 1)?;
        }
        Ok(())
    }

    fn paint(&self, frame: &mut Frame, tiles: &Tiles, colours: TileColours) {
        for place in &self.boxes {
            let &BoxPlace {
                column,
                row,
                width,
                height,
            } = place;
            tiles.panel(frame, column, row, width, height, colours);
        }
        for Text { column, row, text } in &self.texts {
            let letters = text.chars().map(character_tile);
            tiles.line(frame, *column, *row, letters, colours);
        }
        for picture in &self.pictures {
            let indexes = (0..picture.width).map(|index| picture.tile.wrapping_add(index));
            tiles.line(frame, picture.column, picture.row, indexes, colours);
        }
    }
}

/// Checks that an object is entirely on the screen.
pub(super) fn inside(
    what: &str,
    column: usize,
    row: usize,
    width: usize,
    height: usize,
) -> Result<(), GameScreenError> {
    let fits = |start: usize, size: usize, end| start.checked_add(size).is_some_and(|e| e <= end);
    if fits(column, width, Frame::COLUMNS) && fits(row, height, Frame::ROWS) {
        return Ok(());
    }
    Err(GameScreenError::Outside {
        what: what.to_owned(),
        column,
        row,
    })
}

/// Returns the wall's tile at a cell, by the sides that are open to the rest of its brick.
pub(super) fn brick_tile(wall: &[Vec<char>], column: usize, row: usize) -> u8 {
    let same = |dx: isize, dy: isize| {
        let neighbour = column
            .checked_add_signed(dx)
            .zip(row.checked_add_signed(dy))
            .and_then(|(x, y)| wall.get(y)?.get(x));
        neighbour == Some(&wall[row][column])
    };
    let (above, right, below, left) = (same(0, -1), same(1, 0), same(0, 1), same(-1, 0));
    match (above, right, below, left) {
        (false, true, true, false) if same(1, 1) => SQUARE_BRICK,
        (false, false, true, true) if same(-1, 1) => SQUARE_BRICK + 1,
        (true, true, false, false) if same(1, -1) => SQUARE_BRICK + 2,
        (true, false, false, true) if same(-1, -1) => SQUARE_BRICK + 3,
        _ => {
            let sides = [above, right, below, left];
            BRICK
                + (0..)
                    .zip(sides)
                    .map(|(bit, side)| u8::from(side) << bit)
                    .sum::<u8>()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../assets/game.ron");

    fn error_of(text: &str) -> String {
        GameScreen::from_ron(text).unwrap_err().to_string()
    }

    #[test]
    fn every_brick_that_is_not_cut_has_four_cells() {
        let screen = GameScreen::from_ron(FILE).unwrap();
        let wall: Vec<Vec<char>> = screen
            .wall
            .iter()
            .map(|row| row.chars().collect())
            .collect();
        let mut seen = [[false; Frame::COLUMNS]; Frame::ROWS];
        for row in 0..Frame::ROWS {
            for column in 0..Frame::COLUMNS {
                let mut waiting = vec![(column, row)];
                let mut cells = 0;
                while let Some((x, y)) = waiting.pop() {
                    if x >= Frame::COLUMNS || y >= Frame::ROWS || seen[y][x] {
                        continue;
                    }
                    if wall[y][x] == wall[row][column] {
                        seen[y][x] = true;
                        cells += 1;
                        waiting.extend([(x + 1, y), (x, y + 1)]);
                        waiting.extend(x.checked_sub(1).map(|x| (x, y)));
                        waiting.extend(y.checked_sub(1).map(|y| (x, y)));
                    }
                }
                assert!(
                    cells == 0 || cells == 4,
                    "brick at column {column}, row {row}"
                );
            }
        }
    }

    #[test]
    fn square_bricks_have_no_corner_in_their_middle() {
        let wall: Vec<Vec<char>> = ["aab", "aab", "cbb"]
            .map(|row| row.chars().collect())
            .into();
        let tiles = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| brick_tile(&wall, x, y));
        assert_eq!(tiles, [0, 1, 2, 3].map(|quarter| SQUARE_BRICK + quarter));
        assert_eq!(brick_tile(&wall, 2, 2), BRICK + 1 + 8);
        assert_eq!(brick_tile(&wall, 0, 2), BRICK);
    }

    #[test]
    fn short_wall_row_is_named() {
        let start = FILE.find("wall: [").unwrap();
        let letter = start + FILE[start..].find('"').unwrap() + 1;
        let mut text = FILE.to_owned();
        text.remove(letter);
        assert_eq!(
            error_of(&text),
            "row 0 of the wall has 31 letters; expected 32"
        );
    }

    #[test]
    fn text_that_runs_off_the_screen_is_named() {
        let text = FILE.replacen("text: \"SCORE\"", "text: \"SCORE SO FAR\"", 1);
        assert_eq!(
            error_of(&text),
            "text \"SCORE SO FAR\" at column 24, row 7 does not fit on a screen of 32x30 tiles"
        );
    }

    #[test]
    fn text_the_font_cannot_write_is_named() {
        let text = FILE.replacen("text: \"SCORE\"", "text: \"SC\u{d6}RE\"", 1);
        assert_eq!(
            error_of(&text),
            "text \"SC\u{d6}RE\": the font lacks '\u{d6}'"
        );
    }

    #[test]
    fn unknown_field_is_reported_with_its_line() {
        let text = FILE.replacen("version: 1,", "version: 1, colour: 3,", 1);
        assert!(error_of(&text).contains("colour"), "{}", error_of(&text));
    }
}
