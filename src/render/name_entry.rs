//! Entry of a name for the high scores.
//!
//! Source of all positions: screen data and sprite tables of the disassembly.

use super::frame::Rectangle;
use super::palette::CURSOR;
use super::scene::{Scene, SceneError};
use super::score_table::{self, FIRST_ROW, NAME_COLUMN, ROW_STEP};
use super::tiles::Tiles;
use super::{Frame, Renderer};
use crate::engine::view::NameEntryView;

/// Static parts of the name entry, by game type.
#[derive(Clone, Debug)]
pub(super) struct NameEntryScreens([Frame; 2]);

impl NameEntryScreens {
    /// Paints the static parts.
    pub(super) fn new(scene: &Scene, tiles: &Tiles) -> Result<NameEntryScreens, SceneError> {
        let paint = |kind| scene.frame(&["wall", "table", "name", kind], tiles);
        Ok(NameEntryScreens([paint("name_a")?, paint("name_b")?]))
    }
}

/// Draws the table and a block behind the active letter.
pub(super) fn draw(renderer: &Renderer, view: &NameEntryView, frame: &mut Frame) {
    frame.clone_from(&renderer.name_entries.0[usize::from(view.is_b_type)]);
    score_table::draw(renderer, &view.scores, frame);
    if let Some(position) = view.cursor {
        let place = Rectangle {
            x: (NAME_COLUMN + usize::from(position.min(5))) * 8,
            y: (FIRST_ROW + ROW_STEP * usize::from(view.rank.min(2))) * 8,
            width: 8,
            height: 8,
        };
        frame.block_behind(place, CURSOR[3]);
    }
}
