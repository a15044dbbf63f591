//! Screens described by files: what stands still on all screens but that of the game.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Frame;
use super::background::{brick_tile, inside};
use super::frame::Rectangle;
use super::palette::TileColours;
use super::picture::{Inks, Picture, PictureError};
use super::text::{character_tile, has_character};
use super::tiles::Tiles;

/// A screen's still parts and pictures as its file describes them; see `assets/README.md`.
///
/// A file has named layers, of which a screen shows one or several on top of each other.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    colours: BTreeMap<char, TileColours>,
    blocks: BTreeMap<char, Block>,
    pictures: BTreeMap<String, Picture>,
    layers: BTreeMap<String, Vec<Item>>,
}

/// The file's form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SceneFile {
    version: u32,
    /// The colours of tiles: letters that items name.
    #[serde(default)]
    colours: BTreeMap<char, TileColours>,
    /// The letters of [`Item::Tiles`].
    #[serde(default)]
    blocks: BTreeMap<char, Block>,
    /// The letters of pictures.
    #[serde(default)]
    inks: Inks,
    #[serde(default)]
    pictures: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    layers: BTreeMap<String, Vec<Item>>,
}

/// A tile and its colours.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    tile: u8,
    colours: char,
}

/// Something on a layer. Columns, rows and sizes of boxes count tiles; x, y and sizes of fills
/// count pixels.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
enum Item {
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
    /// Bricks: neighbouring cells with the same letter are one.
    Wall { rows: Vec<String>, colours: char },
    /// A black box with a frame, which is part of its size.
    Panel {
        column: usize,
        row: usize,
        width: usize,
        height: usize,
        colours: char,
    },
    /// One line of letters.
    Text {
        column: usize,
        row: usize,
        text: String,
        colours: char,
    },
    /// Tiles by the letters of the file's `blocks`; a dot leaves a cell as it is.
    Tiles {
        column: usize,
        row: usize,
        rows: Vec<String>,
    },
    /// One of the file's pictures at each of these places.
    Picture { name: String, at: Vec<(i32, i32)> },
}

/// Why a file is no screen.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// Not the expected fields.
    #[error("{0}")]
    Format(#[from] ron::error::SpannedError),
    /// Written for another program version.
    #[error("version {0}: this program reads version 1")]
    Version(u32),
    /// Rows of letters that are no picture.
    #[error("picture \"{name}\": {error}")]
    Picture {
        /// The picture's name.
        name: String,
        /// What is wrong with it.
        error: PictureError,
    },
    /// A layer or picture that the file does not have.
    #[error("there is no {what} \"{name}\"")]
    Missing {
        /// `layer` or `picture`.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A letter no colours or tile are given for.
    #[error("layer \"{layer}\": '{letter}' stands for no {what}")]
    Letter {
        /// The layer's name.
        layer: String,
        /// `colours` or `tile`.
        what: &'static str,
        /// The letter.
        letter: char,
    },
    /// A character without a tile, or something that does not fit on the screen.
    #[error("layer \"{layer}\": {problem}")]
    Item {
        /// The layer's name.
        layer: String,
        /// What is wrong.
        problem: String,
    },
}

impl Scene {
    /// Reads a file that describes a screen.
    pub(super) fn from_ron(text: &str) -> Result<Scene, SceneError> {
        let file: SceneFile = ron::from_str(text)?;
        if file.version != 1 {
            return Err(SceneError::Version(file.version));
        }
        let mut pictures = BTreeMap::new();
        for (name, rows) in file.pictures {
            match Picture::from_rows(&rows, &file.inks) {
                Ok(picture) => pictures.insert(name, picture),
                Err(error) => return Err(SceneError::Picture { name, error }),
            };
        }
        let scene = Scene {
            colours: file.colours,
            blocks: file.blocks,
            pictures,
            layers: file.layers,
        };
        for (name, items) in &scene.layers {
            for item in items {
                scene.check(name, item)?;
            }
        }
        Ok(scene)
    }

    /// The picture with this name.
    pub(super) fn picture(&self, name: &str) -> Result<Picture, SceneError> {
        self.pictures
            .get(name)
            .cloned()
            .ok_or_else(|| missing("picture", name))
    }

    /// A black frame with these layers on top of each other.
    pub(super) fn frame(&self, layers: &[&str], tiles: &Tiles) -> Result<Frame, SceneError> {
        let mut frame = Frame::new();
        for &layer in layers {
            let items = self.layers.get(layer);
            for item in items.ok_or_else(|| missing("layer", layer))? {
                self.paint_item(item, tiles, &mut frame);
            }
        }
        Ok(frame)
    }

    fn paint_item(&self, item: &Item, tiles: &Tiles, frame: &mut Frame) {
        match *item {
            Item::Fill {
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
            Item::Grid {
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
            Item::Wall { ref rows, colours } => {
                let wall: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
                for (row, letters) in wall.iter().enumerate() {
                    let bricks = (0..letters.len()).map(|column| brick_tile(&wall, column, row));
                    tiles.line(frame, 0, row, bricks, self.colours[&colours]);
                }
            }
            Item::Panel {
                column,
                row,
                width,
                height,
                colours,
            } => tiles.panel(frame, column, row, width, height, self.colours[&colours]),
            Item::Text {
                column,
                row,
                ref text,
                colours,
            } => {
                let letters = text.chars().map(character_tile);
                tiles.line(frame, column, row, letters, self.colours[&colours]);
            }
            Item::Tiles {
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
            Item::Picture { ref name, ref at } => {
                for &(x, y) in at {
                    frame.picture(x, y, &self.pictures[name]);
                }
            }
        }
    }

    /// Checks that all an item names is there, and that it fits on the screen.
    fn check(&self, layer: &str, item: &Item) -> Result<(), SceneError> {
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
            Item::Fill { .. } | Item::Grid { .. } => Ok(()),
            Item::Wall { rows, colours } => {
                let width = widest(rows).unwrap_or(0);
                fits("a wall", &0, &0, width, rows.len())?;
                coloured(colours)
            }
            Item::Panel {
                column,
                row,
                width,
                height,
                colours,
            } => {
                fits("a box", column, row, *width, *height)?;
                coloured(colours)
            }
            Item::Text {
                column,
                row,
                text,
                colours,
            } => {
                if let Some(letter) = text.chars().find(|&letter| !has_character(letter)) {
                    return Err(problem(format!("the font has no '{letter}'")));
                }
                let width = text.chars().count();
                fits(&format!("text \"{text}\""), column, row, width, 1)?;
                coloured(colours)
            }
            Item::Tiles { column, row, rows } => {
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
            Item::Picture { name, .. } => match self.pictures.contains_key(name) {
                true => Ok(()),
                false => Err(missing("picture", name)),
            },
        }
    }
}

fn missing(what: &'static str, name: &str) -> SceneError {
    let name = name.to_owned();
    SceneError::Missing { what, name }
}

fn no_letter(layer: &str, what: &'static str, letter: char) -> SceneError {
    let layer = layer.to_owned();
    SceneError::Letter {
        layer,
        what,
        letter,
    }
}
