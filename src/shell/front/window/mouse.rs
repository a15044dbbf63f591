//! What the mouse does in the menu, and in the panels beside the picture.

use macroquad::prelude::*;
use rightwell::menu::Input;

use crate::shell::front::stage::layout::Layout;

/// The mouse, asked once a round.
#[derive(Default)]
pub struct Mouse {
    /// The pixel of the picture that it is on.
    point: Option<(usize, usize)>,
    /// Whether a button is held that was pressed in the scene.
    draws: bool,
}

impl Mouse {
    /// The true pixel of the window on which its button was pressed in this round.
    pub fn pressed() -> Option<(f32, f32)> {
        let dpi = screen_dpi_scale();
        let (x, y) = mouse_position();
        is_mouse_button_pressed(MouseButton::Left).then_some((x * dpi, y * dpi))
    }

    /// The true pixel of the window that it is on while a button is held, and whether that is the right one;
    /// nothing of a press that was meant for the menu, where the scene was not free.
    pub fn held(&mut self, is_free: bool) -> Option<(f32, f32, bool)> {
        let dpi = screen_dpi_scale();
        let (x, y) = mouse_position();
        let buttons = [MouseButton::Left, MouseButton::Right];
        let is_held = buttons.into_iter().any(is_mouse_button_down);
        let is_new = buttons.into_iter().any(is_mouse_button_pressed);
        self.draws = is_held && (self.draws || is_free && is_new);
        let is_erased = is_mouse_button_down(MouseButton::Right);
        self.draws.then_some((x * dpi, y * dpi, is_erased))
    }

    /// What it did since the round before. At rest it does nothing, so that a menu which opens below
    /// it is not moved.
    pub fn inputs(&mut self, layout: &Layout) -> Vec<Input> {
        // macroquad's places are true pixels divided by the display's scale.
        let dpi = screen_dpi_scale();
        let (x, y) = mouse_position();
        let point = layout.picture_point(x * dpi, y * dpi);
        let mut inputs = Vec::new();
        if let Some((column, row)) = point {
            if self.point != point {
                inputs.push(Input::Point(column, row));
            }
            if is_mouse_button_pressed(MouseButton::Left) {
                inputs.push(Input::Press(column, row));
            }
        }
        self.point = point;
        let (_, wheel) = mouse_wheel();
        if wheel != 0.0 {
            inputs.push(if wheel > 0.0 { Input::Up } else { Input::Down });
        }
        inputs
    }
}
