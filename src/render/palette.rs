//! Colours: the RGB values of the 64 NES colour indexes, and the indexes of the tiles.

mod built_in;
#[cfg(test)]
mod sight;
mod signal;

use serde::Deserialize;

pub use built_in::{PALETTES, palettes};

use crate::rules::level::level_colours;

/// Four colour indexes of a tile, by pixel value 0-3. Value 0 is the background.
pub type TileColours = [u8; 4];

/// Colour index of the black backdrop.
pub const BLACK: u8 = 0x0F;
/// Wall, boxes and white text.
///
/// Source: background palette 3 of the game screen in the disassembly.
pub const WALL: TileColours = [BLACK, 0x3C, 0x00, 0x30];
/// Wall during a Tetris flash: its grey is white.
pub const WALL_FLASH: TileColours = [BLACK, 0x3C, 0x30, 0x30];
/// Red numbers of the statistics panel.
///
/// Source: background palette 0 of the game screen in the disassembly.
pub const COUNTS: TileColours = [BLACK, 0x30, 0x12, 0x16];
/// Word on the pause screen.
///
/// Source: sprite palette 0 of the game screen in the disassembly.
pub const PAUSE: TileColours = [BLACK, 0x35, 0x15, 0x22];
/// Names, scores and levels of the high scores.
///
/// Source: background palette 0 of the menus in the disassembly.
pub const SCORES: TileColours = [BLACK, 0x38, 0x00, 0x30];
/// Cursors and selections in the menus.
///
/// Source: sprite palette 2 of the menus in the disassembly.
pub const CURSOR: TileColours = [BLACK, 0x30, 0x29, 0x27];
/// Incoming rows of garbage. The cartridge never shows them.
pub const WARNING: TileColours = [BLACK, 0x30, 0x27, 0x16];
/// Numbers in the endings.
///
/// Source: background palette 1 of the endings in the disassembly.
pub const ENDING: TileColours = [BLACK, 0x0F, 0x27, 0x30];
/// White text, for everything written over the game's own screens.
pub const TEXT: TileColours = WALL;

/// Returns the colours of everything made of blocks at `level`.
pub fn block_colours(level: u8) -> TileColours {
    let [first, second, third] = level_colours(level).map(|index| index & 0x3F);
    [BLACK, first, second, third]
}

/// Returns the colour index of a darker shade, up to two rows of the palette up. White becomes grey, and the darkest
/// colours black.
pub(super) const fn dimmed(index: u8) -> u8 {
    match (index >> 4 & 3, index & 0x0F) {
        (_, 0x0D..) | (0, _) => BLACK,
        (1, colour) => colour,
        (_, 0) => 0x00,
        (row, colour) => (row - 2) << 4 | colour,
    }
}

/// RGB values of the 64 NES colour indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    rgba: [[u8; 4]; 64],
}

/// Reason why a file is not a palette.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaletteError {
    /// The fields are wrong, or there are not four rows of sixteen numbers.
    #[error("{0}")]
    Format(#[from] ron::error::SpannedError),
    /// Another version of the program wrote the file.
    #[error("unsupported version {0}; allowed: 1")]
    Version(u32),
    /// A `.pal` file has the wrong size.
    #[error("{0} bytes; allowed: 192 (64 RGB colours) or 1536 (with emphasis)")]
    Size(usize),
    /// A number has more than 24 bits.
    #[error("colour 0x{index:02X} is 0x{value:X}; allowed: 0x000000 to 0xFFFFFF")]
    Range {
        /// NES colour index, 0-63.
        index: usize,
        /// Number in the file.
        value: u32,
    },
}

/// Format of the file: red, green, blue as one number, four rows of sixteen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaletteFile {
    version: u32,
    colours: [[u32; 16]; 4],
}

impl Palette {
    /// Reads a palette file, see `assets/palette.ron`.
    ///
    /// # Errors
    ///
    /// If the text is not a palette: wrong fields, wrong version, or a colour out of range.
    pub fn from_ron(text: &str) -> Result<Palette, PaletteError> {
        let file: PaletteFile = ron::from_str(text)?;
        if file.version != 1 {
            return Err(PaletteError::Version(file.version));
        }
        let mut rgba = [[0; 4]; 64];
        for (index, &value) in file.colours.iter().flatten().enumerate() {
            let [0, red, green, blue] = value.to_be_bytes() else {
                return Err(PaletteError::Range { index, value });
            };
            rgba[index] = [red, green, blue, 0xFF];
        }
        Ok(Palette { rgba })
    }

    /// Reads a palette in the format of emulators (`.pal`): red, green and blue, a byte each, of 64 colours. From a
    /// file with the colours of all eight emphasis settings it takes the first 64.
    ///
    /// # Errors
    ///
    /// If there are neither 192 nor 1536 bytes.
    pub fn from_pal(bytes: &[u8]) -> Result<Palette, PaletteError> {
        if ![64 * 3, 64 * 3 * 8].contains(&bytes.len()) {
            return Err(PaletteError::Size(bytes.len()));
        }
        let (colours, _) = bytes.as_chunks::<3>();
        let rgba = std::array::from_fn(|index| {
            let [red, green, blue] = colours[index];
            [red, green, blue, 0xFF]
        });
        Ok(Palette { rgba })
    }

    /// Returns red, green and blue of a colour index. Bits above the lowest six are ignored.
    pub fn rgb(&self, index: u8) -> [u8; 3] {
        let [red, green, blue, _] = self.rgba[usize::from(index & 0x3F)];
        [red, green, blue]
    }

    /// Returns red, green, blue and 255 of every colour index.
    pub fn rgba_table(&self) -> &[[u8; 4]; 64] {
        &self.rgba
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../assets/palette.ron");

    #[test]
    fn compiled_in_palette_has_its_blacks_and_whites() {
        let palette = Palette::from_ron(FILE).unwrap();
        for index in [0x0D, 0x0E, 0x0F, 0x1D, 0x1E, 0x1F, 0x2E, 0x2F, 0x3E, 0x3F] {
            assert_eq!(palette.rgb(index), [0; 3], "colour 0x{index:02X}");
        }
        assert_eq!(palette.rgb(0x20), palette.rgb(0x30));
        assert_eq!(palette.rgb(0x40 + 0x21), palette.rgb(0x21));
    }

    #[test]
    fn palettes_of_emulators_have_192_or_1536_bytes() {
        let bytes: Vec<u8> = (0..1536).map(|byte| (byte % 251) as u8).collect();
        let short = Palette::from_pal(&bytes[..192]).unwrap();
        assert_eq!(short.rgb(1), [3, 4, 5]);
        assert_eq!(Palette::from_pal(&bytes), Ok(short));
        for size in [0, 191, 193, 384, 1535] {
            let error = Palette::from_pal(&bytes[..size]).unwrap_err();
            assert_eq!(error, PaletteError::Size(size));
        }
    }

    #[test]
    fn palette_of_another_version_is_refused() {
        let text = FILE.replace("version: 1", "version: 2");
        assert_eq!(Palette::from_ron(&text), Err(PaletteError::Version(2)));
    }

    #[test]
    fn colour_with_too_many_digits_is_named() {
        let text = FILE.replacen("0x002A88", "0x1002A88", 1);
        let error = Palette::from_ron(&text).unwrap_err().to_string();
        assert_eq!(
            error,
            "colour 0x01 is 0x1002A88; allowed: 0x000000 to 0xFFFFFF"
        );
    }

    #[test]
    fn missing_colour_is_reported_with_its_place() {
        let text = FILE.replacen("0x002A88, ", "", 1);
        let error = Palette::from_ron(&text).unwrap_err().to_string();
        assert!(error.contains(':'), "{error}");
    }
}
