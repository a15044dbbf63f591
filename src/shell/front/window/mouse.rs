//! Mouse input in the menu, the editor and the panels.

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{self, EventHandler};
use macroquad::prelude::*;
use rightwell::menu::Input;

use crate::stage::layout::Layout;

/// Mouse state, read once per loop iteration.
pub struct Mouse {
    /// Position of the mouse in the window, to see whether it moves.
    at: Option<(f32, f32)>,
    /// Subscription to the window's events.
    events: usize,
    strokes: MouseStrokes,
}

/// Physical pixel that the mouse draws on, and whether it erases there.
type MousePaint = (f32, f32, bool);

/// Strokes drawn in the scene, collected from events. Polling would miss a click shorter than a loop iteration, and the
/// position of its press.
#[derive(Default)]
struct MouseStrokes {
    /// True if presses draw in the scene instead of reaching the menu.
    is_free: bool,
    /// Buttons that were pressed in the scene and are still held.
    held: Vec<MouseButton>,
    dabs: Vec<MousePaint>,
}

impl MouseStrokes {
    fn dab(&mut self, x: f32, y: f32) {
        if !self.held.is_empty() {
            let is_erased = self.held.contains(&MouseButton::Right);
            self.dabs.push((x, y, is_erased));
        }
    }
}

impl EventHandler for MouseStrokes {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.dab(x, y);
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        let draws = matches!(button, MouseButton::Left | MouseButton::Right);
        if draws && self.is_free {
            self.held.push(button);
            self.dab(x, y);
        }
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, _x: f32, _y: f32) {
        self.held.retain(|held| *held != button);
    }

    /// Ignored, because a touch also produces a press of the left button.
    fn touch_event(&mut self, _phase: miniquad::TouchPhase, _id: u64, _x: f32, _y: f32) {}
}

impl Mouse {
    /// Subscribes to the window's events.
    pub fn new() -> Mouse {
        Mouse {
            at: None,
            events: register_input_subscriber(),
            strokes: MouseStrokes::default(),
        }
    }

    /// Returns the physical pixel where the left button was pressed in this iteration.
    pub fn pressed() -> Option<(f32, f32)> {
        let dpi = screen_dpi_scale();
        let (x, y) = mouse_position();
        is_mouse_button_pressed(MouseButton::Left).then_some((x * dpi, y * dpi))
    }

    /// Returns the points drawn since the last iteration. While `is_free` is `false`, presses go to the menu.
    pub fn drawn(&mut self, is_free: bool) -> Vec<MousePaint> {
        self.strokes.is_free = is_free;
        repeat_all_miniquad_input(&mut self.strokes, self.events);
        // A release outside the window sends no event.
        self.strokes.held.retain(|held| is_mouse_button_down(*held));
        std::mem::take(&mut self.strokes.dabs)
    }

    /// Returns whether the mouse has moved to this position of the window. A picture that moves under a resting mouse does
    /// not count.
    fn has_moved(&mut self, at: (f32, f32)) -> bool {
        self.at.replace(at).is_some_and(|before| before != at)
    }

    /// Returns the menu inputs since the last iteration. A resting mouse produces none, so that it does not move the
    /// cursor of a menu that opens or changes its size under it.
    pub fn inputs(&mut self, layout: &Layout) -> Vec<Input> {
        // macroquad's positions are physical pixels divided by the display's scale.
        let dpi = screen_dpi_scale();
        let (x, y) = mouse_position();
        let mut inputs = Vec::new();
        let has_moved = self.has_moved((x, y));
        if let Some((column, row)) = layout.picture_point(x * dpi, y * dpi) {
            if has_moved {
                inputs.push(Input::Point(column, row));
            }
            if is_mouse_button_pressed(MouseButton::Left) {
                inputs.push(Input::Press(column, row));
            }
        }
        let (_, wheel) = mouse_wheel();
        if wheel != 0.0 {
            inputs.push(if wheel > 0.0 { Input::Up } else { Input::Down });
        }
        inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_and_strokes_within_one_iteration_are_all_drawn() {
        let (left, right) = (MouseButton::Left, MouseButton::Right);
        let mut strokes = MouseStrokes {
            is_free: true,
            ..MouseStrokes::default()
        };
        strokes.mouse_motion_event(1.0, 1.0);
        strokes.mouse_button_down_event(left, 2.0, 2.0);
        strokes.mouse_button_up_event(left, 2.0, 2.0);
        strokes.mouse_motion_event(3.0, 3.0);
        strokes.mouse_button_down_event(right, 4.0, 4.0);
        strokes.mouse_motion_event(5.0, 5.0);
        strokes.mouse_button_up_event(right, 5.0, 5.0);
        strokes.mouse_button_down_event(MouseButton::Middle, 6.0, 6.0);
        let drawn = [(2.0, 2.0, false), (4.0, 4.0, true), (5.0, 5.0, true)];
        assert_eq!(strokes.dabs, drawn);
    }

    #[test]
    fn a_resting_mouse_does_not_point_even_if_the_picture_moves_under_it() {
        let mut mouse = Mouse {
            at: None,
            events: 0,
            strokes: MouseStrokes::default(),
        };
        let moved = [(4.0, 4.0), (4.0, 4.0), (5.0, 4.0), (5.0, 4.0)].map(|at| mouse.has_moved(at));
        assert_eq!(moved, [false, false, true, false]);
    }

    #[test]
    fn a_press_in_the_menu_draws_nothing_until_it_is_released() {
        let mut strokes = MouseStrokes::default();
        strokes.mouse_button_down_event(MouseButton::Left, 1.0, 1.0);
        strokes.is_free = true;
        strokes.mouse_motion_event(2.0, 2.0);
        assert_eq!(strokes.dabs, []);
        strokes.mouse_button_up_event(MouseButton::Left, 2.0, 2.0);
        strokes.mouse_button_down_event(MouseButton::Left, 3.0, 3.0);
        assert_eq!(strokes.dabs, [(3.0, 3.0, false)]);
    }
}
