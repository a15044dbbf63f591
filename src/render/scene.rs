//! Screens described by files: the static parts of all screens except the game's.

mod item;

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Frame;
use super::palette::TileColours;
use super::picture::{Inks, Picture, PictureError};
use super::tiles::Tiles;
use item::SceneItem;

/// Static parts and pictures of a screen, read from its file; see `assets/README.md`.
///
/// A file has named layers. A screen shows one or several of them on top of each other.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    colours: BTreeMap<char, TileColours>,
    blocks: BTreeMap<char, Block>,
    pictures: BTreeMap<String, Picture>,
    layers: BTreeMap<String, Vec<SceneItem>>,
}

/// Format of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SceneFile {
    version: u32,
    /// Colours of tiles, by the letters that items use.
    #[serde(default)]
    colours: BTreeMap<char, TileColours>,
    /// Tiles by the letters of [`SceneItem::Tiles`].
    #[serde(default)]
    blocks: BTreeMap<char, Block>,
    /// Colours by the letters of pictures.
    #[serde(default)]
    inks: Inks,
    #[serde(default)]
    pictures: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    layers: BTreeMap<String, Vec<SceneItem>>,
}

/// A tile and its colours.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    tile: u8,
    colours: char,
}

/// Reason why a file is not a screen.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SceneError {
    /// The fields are wrong.
    #[error("{0}")]
    Format(#[from] ron::error::SpannedError),
    /// Another version of the program wrote the file.
    #[error("unsupported version {0}; allowed: 1")]
    Version(u32),
    /// Rows of letters are not a picture.
    #[error("picture \"{name}\": {error}")]
    Picture {
        /// The picture's name.
        name: String,
        /// Fault of the picture.
        error: PictureError,
    },
    /// The file has no such layer or picture.
    #[error("unknown {what} \"{name}\"")]
    Missing {
        /// `layer` or `picture`.
        what: &'static str,
        /// Name of the missing item.
        name: String,
    },
    /// A letter has no colours or tile.
    #[error("layer \"{layer}\": no {what} for '{letter}'")]
    Letter {
        /// The layer's name.
        layer: String,
        /// `colours` or `tile`.
        what: &'static str,
        /// Letter without colours or without a tile.
        letter: char,
    },
    /// A character has no tile, or an object does not fit on the screen.
    #[error("layer \"{layer}\": {problem}")]
    Item {
        /// The layer's name.
        layer: String,
        /// Description of the fault.
        problem: String,
    },
}

impl Scene {
    /// Reads a file with a screen.
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

    /// Returns the picture with this name.
    pub(super) fn picture(&self, name: &str) -> Result<Picture, SceneError> {
        self.pictures
            .get(name)
            .cloned()
            .ok_or_else(|| missing("picture", name))
    }

    /// Returns a black frame with these layers on top of each other.
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
}

fn missing(what: &'static str, name: &str) -> SceneError {
    let name = name.to_owned();
    SceneError::Missing { what, name }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../assets/menus.ron");

    fn error_of(items: &str) -> String {
        let text = format!(
            "(version: 1, colours: {{'w': (15, 0, 0, 48)}}, inks: {{'r': 22}}, \
             pictures: {{\"dot\": [\"r\"]}}, layers: {{\"all\": [{items}]}})"
        );
        Scene::from_ron(&text).unwrap_err().to_string()
    }

    #[test]
    fn what_does_not_fit_is_named() {
        assert_eq!(
            error_of("Text(column: 30, row: 3, text: \"ABC\", colours: 'w')"),
            "layer \"all\": text \"ABC\" at column 30, row 3 does not fit on a screen of 32x30 tiles"
        );
        assert_eq!(
            error_of("Grid(x: 200, y: 3, across: 4, down: 1, step: 16, ink: 0)"),
            "layer \"all\": the item at x 200, y 3 does not fit on a screen of 256x240 pixels"
        );
        let error = error_of("Fill(x: 256, y: 0, width: 1, height: 1, ink: 0)");
        assert!(error.contains("x 256"), "{error}");
    }

    #[test]
    fn unknown_names_and_letters_are_named() {
        assert_eq!(
            error_of("Picture(name: \"spot\", at: [])"),
            "unknown picture \"spot\""
        );
        assert_eq!(
            error_of("Panel(column: 1, row: 1, width: 2, height: 2, colours: 'x')"),
            "layer \"all\": no colours for 'x'"
        );
        assert_eq!(
            error_of("Tiles(column: 1, row: 1, rows: [\".B\"])"),
            "layer \"all\": no tile for 'B'"
        );
        assert_eq!(
            error_of("Text(column: 1, row: 1, text: \"\u{df}\", colours: 'w')"),
            "layer \"all\": the font lacks '\u{df}'"
        );
    }

    #[test]
    fn uneven_pictures_are_named() {
        let text = "(version: 1, inks: {'r': 22}, pictures: {\"dot\": [\"rr\", \"r\"]})";
        assert_eq!(
            Scene::from_ron(text).unwrap_err().to_string(),
            "picture \"dot\": row 1 is not as long as row 0"
        );
    }

    #[test]
    fn other_versions_and_fields_are_refused() {
        let text = FILE.replacen("version: 1", "version: 2", 1);
        assert_eq!(Scene::from_ron(&text).unwrap_err(), SceneError::Version(2));
        let text = FILE.replacen("version: 1,", "version: 1, speed: 3,", 1);
        let error = Scene::from_ron(&text).unwrap_err().to_string();
        assert!(error.contains("speed"), "{error}");
    }

    #[test]
    fn missing_layers_are_named() {
        let tiles = Tiles::decode(include_bytes!("../../assets/tiles.png")).unwrap();
        let scene = Scene::from_ron(FILE).unwrap();
        let error = scene.frame(&["wall", "roof"], &tiles).unwrap_err();
        assert_eq!(error.to_string(), "unknown layer \"roof\"");
    }
}
