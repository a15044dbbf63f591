//! Letters and boxes in the game's own tiles, for screens and for overlays.

use super::palette::{TEXT, TileColours};
use super::tiles::{BLANK, BOX, Tiles};
use super::{Frame, Renderer};

/// Characters of the sheet, from tile 0x00 on.
///
/// The first 43 have the cartridge's positions, so that its digits and name entry need no translation.
const CHARACTERS: &str =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-,/()\".!?:;+'=%<>_#*&\u{2191}\u{2193}\u{2190}\u{2192}@[]";

/// Returns the number of the tile that shows `character`.
///
/// Lower-case letters become capitals, a space the blank tile, and unknown characters a question mark.
pub fn character_tile(character: char) -> u8 {
    if character == ' ' {
        return BLANK;
    }
    let place = |wanted| CHARACTERS.chars().position(|letter| letter == wanted);
    place(character.to_ascii_uppercase())
        .or_else(|| place('?'))
        .expect("the font has a question mark") as u8
}

/// Returns whether the font has `character`, possibly as a capital.
pub(super) fn has_character(character: char) -> bool {
    character == '?' || character_tile(character) != character_tile('?')
}

/// Returns the tile of the game's border at a position in a box of `width` x `height` tiles. `None` inside the box.
pub(super) const fn box_tile(
    (x, y): (usize, usize),
    (width, height): (usize, usize),
) -> Option<u8> {
    let tiles = match y {
        0 => [Some(BOX), Some(BOX + 1), Some(BOX + 2)],
        y if y + 1 == height => [Some(BOX + 5), Some(BOX + 6), Some(BOX + 7)],
        _ => [Some(BOX + 3), None, Some(BOX + 4)],
    };
    match x {
        0 => tiles[0],
        x if x + 1 == width => tiles[2],
        _ => tiles[1],
    }
}

impl Renderer {
    /// Writes a line of text with its first letter at tile `column` (0-31) and `row` (0-29).
    ///
    /// Each letter covers its 8x8 pixels completely. Letters outside the frame are left out. See [`character_tile`]
    /// for the available letters. The font uses the values 0 and 3 of `colours`.
    pub fn text(
        &self,
        frame: &mut Frame,
        column: usize,
        row: usize,
        text: &str,
        colours: TileColours,
    ) {
        let tiles = text.chars().map(character_tile);
        self.tiles.line(frame, column, row, tiles, colours);
    }

    /// Writes a line of text with the upper left pixel of its first letter anywhere. Letters that are not entirely in
    /// the frame are left out.
    pub(super) fn text_at(
        &self,
        frame: &mut Frame,
        place: (usize, usize),
        text: &str,
        colours: TileColours,
    ) {
        let tiles = text.chars().map(character_tile);
        self.tiles.line_at(frame, place, tiles, colours);
    }

    /// Draws a black box with the game's border. `width` and `height` are in tiles, including the border.
    ///
    /// The smallest box is 2x2: only corners. Parts outside the frame are left out.
    pub fn panel(&self, frame: &mut Frame, column: usize, row: usize, width: usize, height: usize) {
        self.tiles.panel(frame, column, row, width, height, TEXT);
    }
}

impl Tiles {
    /// Draws tiles side by side from tile `column` and `row` on. Tiles outside the frame are left out.
    pub(super) fn line(
        &self,
        frame: &mut Frame,
        column: usize,
        row: usize,
        indexes: impl IntoIterator<Item = u8>,
        colours: TileColours,
    ) {
        self.line_at(frame, (column * 8, row * 8), indexes, colours);
    }

    /// Draws tiles side by side, the first one's upper left pixel at (`x`, `y`). Tiles not entirely in the frame are
    /// left out.
    pub(super) fn line_at(
        &self,
        frame: &mut Frame,
        (x, y): (usize, usize),
        indexes: impl IntoIterator<Item = u8>,
        colours: TileColours,
    ) {
        if y <= Frame::HEIGHT - 8 {
            for (x, index) in (x..=Frame::WIDTH - 8).step_by(8).zip(indexes) {
                frame.tile(x, y, self.tile(index), colours);
            }
        }
    }

    /// Draws a black box with a border, see [`Renderer::panel`].
    pub(super) fn panel(
        &self,
        frame: &mut Frame,
        column: usize,
        row: usize,
        width: usize,
        height: usize,
        colours: TileColours,
    ) {
        for y in 0..height {
            let tiles = (0..width).map(|x| box_tile((x, y), (width, height)).unwrap_or(BLANK));
            self.line(frame, column, row + y, tiles, colours);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_the_cartridge_have_its_tile_numbers() {
        for (character, tile) in [
            ('0', 0x00),
            ('9', 0x09),
            ('A', 0x0A),
            ('Z', 0x23),
            ('-', 0x24),
            (',', 0x25),
            ('/', 0x26),
            ('(', 0x27),
            (')', 0x28),
            ('"', 0x29),
            ('.', 0x2A),
            ('q', 0x1A),
        ] {
            assert_eq!(character_tile(character), tile, "{character}");
        }
    }

    #[test]
    fn every_character_has_a_tile_of_its_own() {
        let renderer = Renderer::new();
        let tiles: Vec<_> = CHARACTERS
            .chars()
            .map(|character| renderer.tile(character_tile(character)))
            .collect();
        for (index, tile) in tiles.iter().enumerate() {
            assert!(!tiles[..index].contains(tile), "tile 0x{index:02X}");
            let values = tile.rows().iter().flatten();
            assert!(
                values.clone().any(|&value| value == 3),
                "tile 0x{index:02X}"
            );
            assert!(values.clone().all(|value| [0, 3].contains(value)));
        }
    }

    #[test]
    fn unknown_characters_are_question_marks() {
        assert_eq!(character_tile('\u{e4}'), character_tile('?'));
        assert!(!has_character('\u{e4}'));
        assert!(has_character('?') && has_character('r') && has_character(' '));
    }

    #[test]
    fn text_and_panels_end_at_the_frames_edge() {
        let renderer = Renderer::new();
        let mut frame = Frame::new();
        renderer.text(&mut frame, 30, 29, "LONG TEXT", TEXT);
        renderer.text(&mut frame, 32, 0, "OUTSIDE", TEXT);
        renderer.text(&mut frame, 0, 30, "OUTSIDE", TEXT);
        renderer.panel(&mut frame, 28, 26, 10, 10);
        let white = |index: &u8| *index == TEXT[3];
        assert!(frame.pixels().iter().any(white));
        assert!(!frame.pixels()[..26 * 8 * Frame::WIDTH].iter().any(white));
    }
}
