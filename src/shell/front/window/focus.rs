//! Whether the window has lost the focus.
//!
//! miniquad calls it being minimised and restored. Going to full screen and back, or being given
//! the focus by a window manager, loses it for a moment too: only a loss that lasts counts.

use std::time::Duration;

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::EventHandler;

use crate::shell::host::clock::{Time, now};

/// A loss counts when the focus has not come back for so long.
const FLICKER_TIME: Duration = Duration::from_millis(150);

/// Listens for the focus.
pub struct Focus {
    subscriber: usize,
    listener: Listener,
}

impl Focus {
    /// Begins to listen.
    pub fn new() -> Focus {
        Focus {
            subscriber: register_input_subscriber(),
            listener: Listener {
                lost_since: None,
                is_away: false,
            },
        }
    }

    /// Whether the focus was lost, said once for each loss.
    pub fn was_lost(&mut self) -> bool {
        repeat_all_miniquad_input(&mut self.listener, self.subscriber);
        let lasts = |since: &mut Time| now() - *since >= FLICKER_TIME;
        self.listener.lost_since.take_if(lasts).is_some()
    }

    /// Whether another window has it, as far as [`Focus::was_lost`] has heard.
    pub fn is_away(&self) -> bool {
        self.listener.is_away
    }
}

struct Listener {
    lost_since: Option<Time>,
    is_away: bool,
}

impl EventHandler for Listener {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn window_minimized_event(&mut self) {
        self.lost_since = Some(now());
        self.is_away = true;
    }

    fn window_restored_event(&mut self) {
        self.lost_since = None;
        self.is_away = false;
    }
}
