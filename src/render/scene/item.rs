//! Objects on a layer: their form in files, their checks and their drawing.

use serde::Deserialize;

use super::super::Frame;
use super::super::background::{brick_tile, inside};
use super::super::frame::Rectangle;
use super::super::text::{character_tile, has_character};
use super::super::tiles::Tiles;
use super::{Scene, SceneError, missing};

/// Object on a layer. Columns, rows and sizes of boxes are in tiles; x, y and sizes of fills are in pixels.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum SceneItem {
    /// A rectangle in one colour.
    Fill {
        x: usize,
        y: usize,
        width: usize,
        height: usize,
        ink: u8,
    },
    /// Lines around `across` x `down` squares, each `step` pixels from the next.
    Grid {
        x: usize,
        y: usize,
        across: usize,
        down: usize,
        step: usize,
        ink: u8,
    },
    /// Bricks from the left edge. Adjacent cells with one letter are one brick.
    Wall {
        #[serde(default)]
        row: usize,
        rows: Vec<String>,
        colours: char,
    },
    /// A black box. Its size includes its frame.
    Panel {
        column: usize,
        row: usize,
        width: usize,
        height: usize,
        colours: char,
    },
    /// One line of letters, `shift` pixels right of its column.
    Text {
        column: usize,
        row: usize,
        text: String,
        #[serde(default)]
        shift: usize,
        colours: char,
    },
    /// Tiles by the letters of the file's `blocks`. A dot leaves a cell unchanged.
    Tiles {
        column: usize,
        row: usize,
        rows: Vec<String>,
    },
    /// One of the file's pictures at each of these positions.
    Picture { name: String, at: Vec<(i32, i32)> },
}

impl Scene {
    /// Draws an item over the frame.
    pub(super) fn paint_item(&self, item: &SceneItem, tiles: &Tiles, frame: &mut Frame) {
        match *item {
            SceneItem::Fill {
                x,
                y,
                width,
                height,
                ink,
            } => {
                let place = Rectangle {
                    x,
                    y,
                    width,
                    height,
                };
                frame.rectangle(place, ink);
            }
            SceneItem::Grid {
                x,
                y,
                across,
                down,
                step,
                ink,
            } => {
                let (width, height) = (across * step + 1, down * step + 1);
                for x in (x..).step_by(step).take(across + 1) {
                    let width = 1;
                    frame.rectangle(
                        Rectangle {
                            x,
                            y,
                            width,
                            height,
                        },
                        ink,
                    );
                }
                for y in (y..).step_by(step).take(down + 1) {
                    let height = 1;
                    frame.rectangle(
                        Rectangle {
                            x,
                            y,
                            width,
                            height,
                        },
                        ink,
                    );
                }
            }
            SceneItem::Wall {
                row: first,
                ref rows,
                colours,
            } => {
                let wall: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
                for (row, letters) in wall.iter().enumerate() {
                    let bricks = (0..letters.len()).map(|column| brick_tile(&wall, column, row));
                    tiles.line(frame, 0, first + row, bricks, self.colours[&colours]);
                }
            }
            SceneItem::Panel {
                column,
                row,
                width,
                height,
                colours,
            } => tiles.panel(frame, column, row, width, height, self.colours[&colours]),
            SceneItem::Text {
                column,
                row,
                ref text,
                shift,
                colours,
            } => {
                let letters = text.chars().map(character_tile);
                let place = (column * 8 + shift, row * 8);
                tiles.line_at(frame, place, letters, self.colours[&colours]);
            }
            SceneItem::Tiles {
                column,
                row,
                ref rows,
            } => {
                for (row, letters) in (row..).zip(rows) {
                    for (column, letter) in (column..).zip(letters.chars()) {
                        if let Some(block) = self.blocks.get(&letter) {
                            let colours = self.colours[&block.colours];
                            tiles.line(frame, column, row, [block.tile], colours);
                        }
                    }
                }
            }
            SceneItem::Picture { ref name, ref at } => {
                for &(x, y) in at {
                    frame.picture(x, y, &self.pictures[name]);
                }
            }
        }
    }

    /// Checks that everything an item names exists, and that it fits on the screen.
    pub(super) fn check(&self, layer: &str, item: &SceneItem) -> Result<(), SceneError> {
        let problem = |problem: String| SceneError::Item {
            layer: layer.to_owned(),
            problem,
        };
        let fits = |what: &str, column: &usize, row: &usize, width: usize, height: usize| {
            inside(what, *column, *row, width, height).map_err(|error| problem(error.to_string()))
        };
        let coloured = |letter: &char| match self.colours.contains_key(letter) {
            true => Ok(()),
            false => Err(no_letter(layer, "colours", *letter)),
        };
        let widest = |rows: &[String]| rows.iter().map(|row| row.chars().count()).max();
        match item {
            &SceneItem::Fill {
                x,
                y,
                width,
                height,
                ..
            } => on_screen((x, width), (y, height)).map_err(problem),
            &SceneItem::Grid {
                x,
                y,
                across,
                down,
                step,
                ..
            } => {
                let size = |squares: usize| squares.saturating_mul(step).saturating_add(1);
                on_screen((x, size(across)), (y, size(down))).map_err(problem)
            }
            SceneItem::Wall { row, rows, colours } => {
                let width = widest(rows).unwrap_or(0);
                fits("a wall", &0, row, width, rows.len())?;
                coloured(colours)
            }
            SceneItem::Panel {
                column,
                row,
                width,
                height,
                colours,
            } => {
                fits("a box", column, row, *width, *height)?;
                coloured(colours)
            }
            SceneItem::Text {
                column,
                row,
                text,
                shift,
                colours,
            } => {
                if let Some(letter) = text.chars().find(|&letter| !has_character(letter)) {
                    return Err(problem(format!("the font lacks '{letter}'")));
                }
                let width = text.chars().count() + shift.div_ceil(8);
                fits(&format!("text \"{text}\""), column, row, width, 1)?;
                coloured(colours)
            }
            SceneItem::Tiles { column, row, rows } => {
                let width = widest(rows).unwrap_or(0);
                fits("tiles", column, row, width, rows.len())?;
                for letter in rows.iter().flat_map(|row| row.chars()) {
                    match self.blocks.get(&letter) {
                        Some(block) => coloured(&block.colours)?,
                        None if letter == '.' => {}
                        None => return Err(no_letter(layer, "tile", letter)),
                    }
                }
                Ok(())
            }
            SceneItem::Picture { name, .. } => match self.pictures.contains_key(name) {
                true => Ok(()),
                false => Err(missing("picture", name)),
            },
        }
    }
}

/// Checks start and size in pixels in both directions.
fn on_screen(across: (usize, usize), down: (usize, usize)) -> Result<(), String> {
    let fits = |(start, size): (usize, usize), end| start <= end && size <= end - start;
    if fits(across, Frame::WIDTH) && fits(down, Frame::HEIGHT) {
        return Ok(());
    }
    let ((x, _), (y, _)) = (across, down);
    Err(format!(
        "the item at x {x}, y {y} does not fit on a screen of 256x240 pixels"
    ))
}

fn no_letter(layer: &str, what: &'static str, letter: char) -> SceneError {
    let layer = layer.to_owned();
    SceneError::Letter {
        layer,
        what,
        letter,
    }
}
