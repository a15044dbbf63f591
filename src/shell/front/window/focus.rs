//! Detects when the window loses the focus.
//!
//! miniquad reports such a loss as "minimized", and its end as "restored". A switch to full screen, or a window manager
//! that assigns the focus, also takes the focus for a moment. So only a loss that lasts is reported.

use std::time::Duration;

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::EventHandler;

use crate::host::clock::{Time, now};

/// Minimum time without focus that the window reports as a loss. Some window managers take the focus away for a
/// moment only.
const FLICKER_TIME: Duration = Duration::from_millis(150);

/// Listens for changes of focus.
pub struct FocusListener {
    subscriber: usize,
    listener: Listener,
}

impl FocusListener {
    /// Starts to listen.
    pub fn new() -> FocusListener {
        FocusListener {
            subscriber: register_input_subscriber(),
            listener: Listener {
                lost_since: None,
                is_away: false,
            },
        }
    }

    /// Returns true once per lasting loss of focus.
    pub fn was_lost(&mut self) -> bool {
        repeat_all_miniquad_input(&mut self.listener, self.subscriber);
        let lasts = |since: &mut Time| now() - *since >= FLICKER_TIME;
        self.listener.lost_since.take_if(lasts).is_some()
    }

    /// Returns whether another window has the focus, as of the last call of [`FocusListener::was_lost`].
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
