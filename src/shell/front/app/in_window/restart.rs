//! A person's game is left for a new one by a key that is held, so that nobody does it by chance.

use std::time::Duration;

use crate::shell::activity::Happening;
use crate::shell::front::app::App;
use crate::shell::host::clock::{Time, now};
use crate::shell::input::action::Action;

/// How long the key is held before it acts.
const HOLD: Duration = Duration::from_millis(800);

/// Since when the key is held, and what comes of it.
#[derive(Debug, Default)]
pub enum Restart {
    /// It is not held.
    #[default]
    Free,
    /// It acts at that time.
    Held(Time),
    /// It has acted, or is held for something else.
    Done,
}

impl App {
    /// Says whether the key that begins anew is held.
    pub(super) fn hold_restart(&mut self, is_held: bool) {
        let is_its_own = self.can().does(Action::Restart);
        let is_covered = self.menu.is_some() || self.help;
        self.in_window.restart = match self.in_window.restart {
            _ if !is_held => Restart::Free,
            _ if is_covered || !is_its_own => Restart::Done,
            Restart::Free => Restart::Held(now() + HOLD),
            Restart::Held(due) if now() >= due => {
                self.notice = None;
                self.stack.top_mut().is_paused = false;
                self.pass_on(Happening::Act(Action::Restart));
                self.begin_anew();
                Restart::Done
            }
            Restart::Held(due) => Restart::Held(due),
            Restart::Done => Restart::Done,
        };
    }
}
