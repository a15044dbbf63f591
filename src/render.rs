//! Rendering: a [`View`] in, 256x240 NES colour indexes out.
//!
//! This module contains the tiles, the colours, the wall and the layout of every screen. It knows nothing of windows,
//! time or players: it only reads the engine's view of the screen. The caller scales the result. Start with
//! [`Renderer`] and [`Frame`].
//!
//! All art is this project's own (`assets/`, compiled in). Positions, colours and tile numbers are the cartridge's.
//! Source: screen data, palettes and sprite tables of TetrisNESDisasm, the public annotated disassembly.

pub mod background;
mod field;
pub mod frame;
mod game;
pub mod icon;
mod menus;
mod name_entry;
pub mod overlay;
pub mod palette;
pub mod panel;
mod parade;
mod phone;
mod picture;
mod rocket;
mod scene;
mod score_table;
mod sheet;
pub mod surface;
pub mod text;
mod text_face;
pub mod tiles;
pub mod versus;

pub use frame::Frame;
pub use overlay::{Border, LossMark, Outline, Overlay, TreePicture};
pub use palette::{Palette, TileColours};
pub use panel::Panel;
pub use phone::PhoneScreen;
pub use sheet::hint_lines;
pub use surface::Surface;

use crate::engine::view::{EndingView, GameType, View};
use background::GameScreen;
use menus::MenuScreens;
use name_entry::NameEntryScreens;
use parade::{BTypeEndings, BonusCounter, ParadeState};
use rocket::ATypeEndings;
use scene::Scene;
use tiles::{Tile, Tiles};
use versus::MatchScreens;

/// Renderer of screens: the decoded assets and the parts that never change.
///
/// Creating one reads all assets (two milliseconds in a release build), so create it once and share it.
#[derive(Clone, Debug)]
pub struct Renderer {
    tiles: Tiles,
    palette: Palette,
    /// True if the wall turns white at a Tetris.
    flashing: bool,
    /// Static parts of the game screens, indexed by [`background_index`].
    // Copying a prepared screen and drawing the rest takes 5 microseconds in a release build, twice that for two
    // games. All screens work like this.
    backgrounds: [Frame; 4],
    legal: Frame,
    title: Frame,
    menus: MenuScreens,
    name_entries: NameEntryScreens,
    launch: ATypeEndings,
    parade: BTypeEndings,
    arena: MatchScreens,
}

/// Returns the index of the prepared game screen behind a view.
fn background_index(game_type: GameType, flash: bool) -> usize {
    usize::from(matches!(game_type, GameType::B { .. })) * 2 + usize::from(flash)
}

impl Renderer {
    /// Returns a renderer with the built-in assets.
    ///
    /// # Panics
    ///
    /// If a built-in asset is broken, which the tests of this module rule out.
    pub fn new() -> Renderer {
        let tiles = Tiles::decode(include_bytes!("../assets/tiles.png"))
            .expect("assets/tiles.png is a sheet of tiles");
        let screen = GameScreen::from_ron(include_str!("../assets/game.ron"))
            .expect("assets/game.ron is a game screen");
        let paint = |layer, colours| screen.paint(layer, &tiles, colours);
        let backgrounds = [
            paint(&screen.a_type, palette::WALL),
            paint(&screen.a_type, palette::WALL_FLASH),
            paint(&screen.b_type, palette::WALL),
            paint(&screen.b_type, palette::WALL_FLASH),
        ];
        let read = |name: &str, text| {
            Scene::from_ron(text).unwrap_or_else(|error| panic!("assets/{name}.ron: {error}"))
        };
        let menus = read("menus", include_str!("../assets/menus.ron"));
        let legal = read("legal", include_str!("../assets/legal.ron"));
        let title = read("title", include_str!("../assets/title.ron"));
        let endings = read("endings", include_str!("../assets/endings.ron"));
        let vehicles = read("vehicles", include_str!("../assets/vehicles.ron"));
        let figures = read("figures", include_str!("../assets/figures.ron"));
        let versus = read("versus", include_str!("../assets/versus.ron"));
        let sound = "the layers of a screen are in its file";
        Renderer {
            legal: legal.frame(&["legal"], &tiles).expect(sound),
            title: title.frame(&["title"], &tiles).expect(sound),
            menus: MenuScreens::new(&menus, &tiles).expect(sound),
            name_entries: NameEntryScreens::new(&menus, &tiles).expect(sound),
            launch: ATypeEndings::new(&endings, &vehicles, &tiles).expect(sound),
            parade: BTypeEndings::new(&endings, &figures, &tiles).expect(sound),
            arena: MatchScreens::new(&versus, &tiles).expect(sound),
            tiles,
            palette: Palette::default(),
            flashing: true,
            backgrounds,
        }
    }

    /// Draws the whole screen and overwrites the frame completely.
    pub fn draw(&self, view: &View, frame: &mut Frame) {
        match view {
            View::Blank => frame.fill(palette::BLACK),
            View::Legal => frame.clone_from(&self.legal),
            View::Title => frame.clone_from(&self.title),
            View::TypeMenu(menu) => menus::draw_types(self, menu, frame),
            View::LevelMenu(menu) => menus::draw_levels(self, menu, frame),
            View::Game(game) => game::draw(self, game, frame),
            View::NameEntry(entry) => name_entry::draw(self, entry, frame),
            View::Ending(ending) => self.draw_ending(ending, frame),
            View::Versus(versus) => versus::draw(self, versus, frame),
        }
    }

    fn draw_ending(&self, view: &EndingView, frame: &mut Frame) {
        match *view {
            EndingView::Rocket {
                scene,
                y,
                jet,
                score,
            } => rocket::draw(self, scene, y, jet, &score, frame),
            EndingView::Parade {
                level_digit,
                height,
                frame: count,
                score,
                level_bonus,
                height_bonus,
                total,
            } => {
                let state = ParadeState {
                    level_digit,
                    height,
                    frame: count,
                };
                let bonus = BonusCounter {
                    score,
                    level: level_bonus,
                    height: height_bonus,
                    total,
                };
                parade::draw(self, state, bonus, frame);
            }
        }
    }

    /// Returns the palette, which maps colour indexes to RGB values.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// Sets the palette. The drawn colour indexes do not depend on it.
    pub fn set_palette(&mut self, palette: Palette) {
        self.palette = palette;
    }

    /// Sets whether the wall turns white at a Tetris, as on the cartridge. Some people cannot tolerate the flash.
    pub fn set_flashing(&mut self, flashing: bool) {
        self.flashing = flashing;
    }

    /// Returns the tile with this number on the sheet.
    pub fn tile(&self, index: u8) -> &Tile {
        self.tiles.tile(index)
    }
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiled_in_assets_are_sound() {
        Renderer::new();
    }
}
