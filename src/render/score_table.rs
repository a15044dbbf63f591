//! Rows of the high score table, which two screens show.
//!
//! Source of all positions: screen data of the disassembly.

use super::palette::SCORES;
use super::tiles::{BLANK, CHARACTERS_END};
use super::{Frame, Renderer};
use crate::engine::view::ScoreView;

/// Tile row of the first entry, and rows to each following one.
pub(super) const FIRST_ROW: usize = 20;
pub(super) const ROW_STEP: usize = 2;
/// Tile columns of name, score and level.
pub(super) const NAME_COLUMN: usize = 9;
const SCORE_COLUMN: usize = 16;
const LEVEL_COLUMN: usize = 23;

/// Draws names, scores and levels.
pub(super) fn draw(renderer: &Renderer, scores: &[ScoreView; 3], frame: &mut Frame) {
    for (row, entry) in (FIRST_ROW..).step_by(ROW_STEP).zip(scores) {
        let mut line = |column, characters: &[u8]| {
            let characters = characters.iter().map(|&tile| sheet_tile(tile));
            renderer.tiles.line(frame, column, row, characters, SCORES);
        };
        line(NAME_COLUMN, &entry.name);
        line(SCORE_COLUMN, &entry.score);
        line(LEVEL_COLUMN, &entry.level);
    }
}

/// Returns the tile on our sheet for a character tile in a name.
///
/// The cartridge has a separate sheet for menus, with five characters at other positions.
fn sheet_tile(tile: u8) -> u8 {
    match tile {
        0x4F => 0x26,
        0x5E => 0x27,
        0x5F => 0x28,
        0x6E => 0x29,
        0x6F => 0x2A,
        0..CHARACTERS_END => tile,
        _ => BLANK,
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::character_tile;
    use super::*;

    #[test]
    fn name_characters_that_stand_elsewhere_are_found() {
        let tiles = [0x25, 0x4F, 0x5E, 0x5F, 0x6E, 0x6F, 0xFF].map(sheet_tile);
        assert_eq!(
            tiles,
            [',', '/', '(', ')', '"', '.', ' '].map(character_tile)
        );
    }
}
