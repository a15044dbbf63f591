//! Whether the window has lost the focus.
//!
//! miniquad calls it being minimised. Going to full screen and back loses it for a moment too.

use std::time::{Duration, Instant};

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::EventHandler;

use crate::shell::pacer::now;

/// For so long after a change of size the focus may come and go.
const FLICKER_TIME: Duration = Duration::from_millis(1_000);

/// Listens for the focus.
pub struct Focus {
    subscriber: usize,
    calm_from: Instant,
}

impl Focus {
    /// Begins to listen.
    pub fn new() -> Focus {
        Focus {
            subscriber: register_input_subscriber(),
            calm_from: now() + FLICKER_TIME,
        }
    }

    /// Says that the window is about to change its size.
    pub fn expect_flicker(&mut self) {
        self.calm_from = now() + FLICKER_TIME;
    }

    /// Whether the focus was lost since the last call.
    pub fn was_lost(&mut self) -> bool {
        let mut listener = Listener { was_lost: false };
        repeat_all_miniquad_input(&mut listener, self.subscriber);
        listener.was_lost && now() >= self.calm_from
    }
}

struct Listener {
    was_lost: bool,
}

impl EventHandler for Listener {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn window_minimized_event(&mut self) {
        self.was_lost = true;
    }
}
