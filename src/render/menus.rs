//! The two menus: one for game type and music, one for level and height with the high scores.
//!
//! Source of all positions: screen data and sprite tables of the disassembly.

use super::frame::Rectangle;
use super::palette::CURSOR;
use super::scene::{Scene, SceneError};
use super::score_table;
use super::tiles::{ARROW, Tiles};
use super::{Frame, Renderer};
use crate::engine::view::{LevelMenuView, MenuView};

/// Left and right arrow at the game types: x of each pair, and y of both.
const TYPE_ARROWS: [(usize, usize); 2] = [(63, 121), (159, 217)];
const TYPE_ARROWS_Y: usize = 64;
/// Left and right arrow at the music: x, y of the first, and distance to the next.
const MUSIC_ARROWS: (usize, usize) = (103, 177);
const MUSIC_ARROWS_Y: usize = 144;
const MUSIC_STEP: usize = 16;

/// Pixel positions of the blocks behind level 0 and behind height 0, and the size of a block.
const LEVEL_BLOCK: (usize, usize) = (52, 84);
const HEIGHT_BLOCK: (usize, usize) = (156, 84);
const BLOCK: usize = 16;
/// Levels and heights per row.
const LEVELS_ACROSS: usize = 5;
const HEIGHTS_ACROSS: usize = 3;

/// Static parts of the menus.
#[derive(Clone, Debug)]
pub(super) struct MenuScreens {
    types: Frame,
    /// Level menu of each game type.
    levels: [Frame; 2],
}

impl MenuScreens {
    /// Paints the static parts of both menus.
    pub(super) fn new(scene: &Scene, tiles: &Tiles) -> Result<MenuScreens, SceneError> {
        let paint = |layers: &[&str]| scene.frame(layers, tiles);
        Ok(MenuScreens {
            types: paint(&["wall", "type"])?,
            levels: [
                paint(&["wall", "table", "level_a"])?,
                paint(&["wall", "table", "level_b"])?,
            ],
        })
    }
}

/// Draws the menu of game type and music.
pub(super) fn draw_types(renderer: &Renderer, view: &MenuView, frame: &mut Frame) {
    frame.clone_from(&renderer.menus.types);
    if !view.has_cursors || !view.is_cursor_lit {
        return;
    }
    let types = TYPE_ARROWS[usize::from(view.is_b_type)];
    let music_y = MUSIC_ARROWS_Y + MUSIC_STEP * usize::from(view.music.min(3));
    for ((left, right), y) in [(types, TYPE_ARROWS_Y), (MUSIC_ARROWS, music_y)] {
        frame.sprite(left, y, renderer.tile(ARROW), CURSOR);
        frame.sprite(right, y, renderer.tile(ARROW + 1), CURSOR);
    }
}

/// Draws the menu of level and height.
pub(super) fn draw_levels(renderer: &Renderer, view: &LevelMenuView, frame: &mut Frame) {
    let menu = view.menu;
    frame.clone_from(&renderer.menus.levels[usize::from(menu.is_b_type)]);
    score_table::draw(renderer, &view.scores, frame);
    if !menu.has_cursors {
        return;
    }
    // The inactive cursor does not blink.
    if menu.is_cursor_lit || menu.is_on_height {
        block(frame, LEVEL_BLOCK, LEVELS_ACROSS, menu.level.min(9));
    }
    if menu.is_b_type && (menu.is_cursor_lit || !menu.is_on_height) {
        block(frame, HEIGHT_BLOCK, HEIGHTS_ACROSS, menu.height.min(5));
    }
}

/// Draws the block behind a digit.
fn block(frame: &mut Frame, first: (usize, usize), across: usize, digit: u8) {
    let digit = usize::from(digit);
    let place = Rectangle {
        x: first.0 + BLOCK * (digit % across),
        y: first.1 + BLOCK * (digit / across),
        width: BLOCK,
        height: BLOCK,
    };
    frame.block_behind(place, CURSOR[3]);
}
