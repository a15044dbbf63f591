//! Sheet of 256 tiles, read from an image in four greys.

use crate::pixels::{PictureError, read_picture};

/// Side of a tile in pixels.
const SIDE: usize = 8;
/// Number of tiles in a row of the sheet.
const SHEET_COLUMNS: usize = 16;
/// Side of the sheet in pixels.
const SHEET_SIDE: usize = SHEET_COLUMNS * SIDE;
/// Greys for the pixel values 0-3 on the sheet.
const SHADES: [u8; 4] = [0x00, 0x55, 0xAA, 0xFF];

/// First number that is no character.
pub(super) const CHARACTERS_END: u8 = 0x40;
/// Triangle that points right. The next one points left.
pub(super) const ARROW: u8 = 0x48;
/// Incoming row of garbage.
pub(super) const METER: u8 = 0x4A;
/// Upper left corner of a box. The other tiles of the box follow as listed in `assets/README.md`.
pub(super) const BOX: u8 = 0x40;
/// First of the 16 bricks, numbered by the neighbours that belong to the brick: 1 above, 2 right, 4 below, 8 left.
pub(super) const BRICK: u8 = 0x80;
/// First of the four quarters of a square brick: upper left, upper right, lower left, lower right.
pub(super) const SQUARE_BRICK: u8 = 0x90;
/// Distance from a block's tile to its miniature in the statistics panel.
pub(super) const TO_MINIATURE: u8 = 0x10;
/// Empty tile, black in all colours.
pub(super) const BLANK: u8 = 0xFF;

/// Tile of 8x8 pixels with values 0-3. Their colours are chosen when drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile([[u8; SIDE]; SIDE]);

impl Tile {
    /// Returns the pixel values (0-3), row by row from the top.
    pub fn rows(&self) -> &[[u8; 8]; 8] {
        &self.0
    }
}

/// All 256 tiles.
#[derive(Clone, Debug)]
pub struct Tiles(Box<[Tile; 256]>);

/// Reason why an image is not a sheet of tiles.
#[derive(Debug, thiserror::Error)]
pub enum TilesError {
    /// The file is not a readable PNG, or not 16x16 tiles of 8x8 pixels.
    #[error("{0}")]
    Picture(#[from] PictureError),
    /// A pixel has none of the four greys.
    #[error(
        "tile 0x{tile:02X}, pixel column {x}, row {y}: invalid colour #{:02X}{:02X}{:02X}; allowed: #000000, \
         #555555, #AAAAAA, #FFFFFF", .rgb[0], .rgb[1], .rgb[2]
    )]
    Shade {
        /// Number of the tile.
        tile: u8,
        /// Column inside the tile, 0-7.
        x: u8,
        /// Row inside the tile, 0-7.
        y: u8,
        /// Colour of the pixel: red, green, blue.
        rgb: [u8; 3],
    },
}

impl Tiles {
    /// Reads a PNG of 16x16 tiles whose pixels are the four greys 00, 55, AA, FF; indexed, grey or full colour.
    /// Transparency is ignored.
    ///
    /// # Errors
    ///
    /// If the data is not a PNG, has another size, or a pixel has none of the four greys.
    pub fn decode(png: &[u8]) -> Result<Tiles, TilesError> {
        let sheet = read_picture(png, (SHEET_SIDE as u32, SHEET_SIDE as u32))?;
        let mut tiles = Box::new([Tile([[0; SIDE]; SIDE]); 256]);
        for (place, &[red, green, blue, _]) in sheet.iter().enumerate() {
            let (sheet_x, sheet_y) = (place % SHEET_SIDE, place / SHEET_SIDE);
            let rgb = [red, green, blue];
            let tile = sheet_y / SIDE * SHEET_COLUMNS + sheet_x / SIDE;
            let (x, y) = (sheet_x % SIDE, sheet_y % SIDE);
            let value = SHADES.iter().position(|&shade| rgb == [shade; 3]);
            tiles[tile].0[y][x] = value.ok_or(TilesError::Shade {
                tile: tile as u8,
                x: x as u8,
                y: y as u8,
                rgb,
            })? as u8;
        }
        Ok(Tiles(tiles))
    }

    /// Returns the tile with this number: row of the sheet in the upper digit, column in the lower.
    pub fn tile(&self, index: u8) -> &Tile {
        &self.0[usize::from(index)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixels::to_png;
    use crate::rules::Cell;

    const SHEET: &[u8] = include_bytes!("../../assets/tiles.png");

    #[test]
    fn sheet_may_be_indexed_grey_or_full_colour() {
        let sheet = read_picture(SHEET, (128, 128)).unwrap();
        let grey: Vec<[u8; 1]> = sheet.iter().map(|rgba| [rgba[0]]).collect();
        let expected = Tiles::decode(SHEET).unwrap();
        for copy in [to_png(128, &grey), to_png(128, &sheet)] {
            assert_eq!(Tiles::decode(&copy).unwrap().0, expected.0);
        }
    }

    #[test]
    fn wrong_grey_is_named_with_tile_and_pixel() {
        let mut sheet = [[0; 3]; 128 * 128];
        sheet[(7 * 8 + 6) * 128 + 5 * 8 + 3] = [0x54, 0x55, 0x55];
        let error = Tiles::decode(&to_png(128, &sheet)).unwrap_err().to_string();
        assert_eq!(
            error,
            "tile 0x75, pixel column 3, row 6: invalid colour #545555; allowed: #000000, #555555, #AAAAAA, #FFFFFF"
        );
    }

    #[test]
    fn wrong_size_is_named() {
        let error = Tiles::decode(&to_png(128, &[[0; 3]; 128 * 64])).unwrap_err();
        assert_eq!(error.to_string(), "128x64 pixels; allowed: 128x128");
    }

    #[test]
    fn text_is_no_sheet() {
        let error = Tiles::decode(b"tiles").unwrap_err();
        assert!(matches!(error, TilesError::Picture(_)), "{error}");
    }

    #[test]
    fn empty_and_blank_cells_are_black() {
        let tiles = Tiles::decode(SHEET).unwrap();
        for cell in [Cell::EMPTY, Cell::BLANK] {
            assert_eq!(tiles.tile(cell.0).rows(), &[[0; 8]; 8]);
        }
    }

    #[test]
    fn blocks_leave_a_gap_right_and_below() {
        let tiles = Tiles::decode(SHEET).unwrap();
        for cell in [Cell::BORDERED, Cell::LIGHT, Cell::DARK] {
            let rows = tiles.tile(cell.0).rows();
            assert_eq!(rows[7], [0; 8]);
            for row in &rows[..7] {
                assert!(row[..7].iter().all(|&value| value != 0));
                assert_eq!(row[7], 0);
            }
        }
    }
}
