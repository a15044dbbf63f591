//! Restart of a person's game. The key must be held, so that a tap does not end a game by accident.

use std::time::Duration;

use crate::front::app::App;
use crate::host::clock::{Time, now};
use crate::input::action::Action;
use crate::scene::SceneCommand;

/// Time for which the key must be held.
const HOLD: Duration = Duration::from_millis(800);

/// State of the restart key.
#[derive(Debug, Default)]
pub enum RestartKey {
    /// The key is not held.
    #[default]
    Free,
    /// The key is held. The game restarts at this time.
    Held(Time),
    /// The key is still held, but the game has restarted, or the key was pressed for another purpose.
    Done,
}

impl App {
    /// Updates the state of the restart key.
    pub(super) fn hold_restart(&mut self, is_held: bool) {
        let is_its_own = self.can().does(Action::Restart);
        let is_covered = self.menu.is_some() || self.help;
        self.in_window.restart = match self.in_window.restart {
            _ if !is_held => RestartKey::Free,
            _ if is_covered || !is_its_own => RestartKey::Done,
            RestartKey::Free => RestartKey::Held(now() + HOLD),
            RestartKey::Held(due) if now() >= due => {
                self.notice = None;
                self.stack.top_mut().is_paused = false;
                self.pass_on(SceneCommand::Act(Action::Restart));
                RestartKey::Done
            }
            RestartKey::Held(due) => RestartKey::Held(due),
            RestartKey::Done => RestartKey::Done,
        };
    }
}
