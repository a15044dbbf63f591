//! What the mouse does in the menu.

use macroquad::prelude::*;
use rightwell::menu::Input;

use super::layout::Layout;

/// Pixels of a tile.
const TILE: usize = 8;

/// The mouse, asked once a round.
#[derive(Default)]
pub struct Mouse {
    /// The tile of the picture that it is on.
    tile: Option<(usize, usize)>,
}

impl Mouse {
    /// What it did since the round before. At rest it does nothing, so that a menu which opens below
    /// it is not moved.
    pub fn inputs(&mut self, layout: &Layout) -> Vec<Input> {
        // macroquad's places are true pixels divided by the display's scale.
        let dpi = screen_dpi_scale();
        let (x, y) = mouse_position();
        let point = layout.picture_point(x * dpi, y * dpi);
        let tile = point.map(|(x, y)| (x / TILE, y / TILE));
        let mut inputs = Vec::new();
        if let Some((column, row)) = tile {
            if self.tile != tile {
                inputs.push(Input::Point(column, row));
            }
            if is_mouse_button_pressed(MouseButton::Left) {
                inputs.push(Input::Press(column, row));
            }
        }
        self.tile = tile;
        let (_, wheel) = mouse_wheel();
        if wheel != 0.0 {
            inputs.push(if wheel > 0.0 { Input::Up } else { Input::Down });
        }
        inputs
    }
}
