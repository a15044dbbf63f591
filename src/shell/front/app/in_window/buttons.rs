//! Buttons held and pressed: which of them the scene on the screen sees.
//!
//! A press that begins a scene is never seen by it, whether a key, a pad or the mouse began it: what is
//! held when buttons are told for the first time there, or for the first time with other people at the
//! pads, counts only once it is released and pressed anew.

use rightwell::rules::Buttons;

use crate::shell::activity::Reviewing;
use crate::shell::front::app::App;
use crate::shell::input::action::Action;

impl App {
    /// Does what buttons of a game pad ask for that were pressed newly: where nobody plays and moves are rated, and
    /// Select after a game, which leads there.
    pub fn press_pad(&mut self, pressed: Buttons) {
        let is_offered = self.can().review == Reviewing::Offered && self.menu.is_none();
        if is_offered && pressed.has(Buttons::SELECT) {
            return self.act(Action::NextMistake);
        }
        for action in Action::of_pad(pressed) {
            if self.menu.is_none() && self.is_reviewed() {
                self.act(action);
            }
        }
    }

    /// What people hold now on both pads, and what was pressed since the last call.
    pub fn set_buttons(&mut self, held: [Buttons; 2], tapped: [Buttons; 2]) {
        let (is_stopped, people) = (self.is_stopped(), self.people());
        if self.heard.replace(people) != Some(people) {
            self.in_window.stale = [Buttons::from_bits(u8::MAX); 2];
        }
        let is_goofy = self.settings().goofy_foot;
        for pad in 0..2 {
            let [held, tapped] = [held, tapped].map(|pads| match is_goofy && people[pad] {
                true => pads.map(Buttons::changed_over),
                false => pads,
            });
            // What is pressed anew is meant for this scene.
            self.in_window.stale[pad] = self.in_window.stale[pad]
                .only(held[pad])
                .without(tapped[pad]);
            self.held[pad] = held[pad].without(self.in_window.stale[pad]);
            // What is pressed while the program waits is not meant for the game.
            self.tapped[pad] = match is_stopped {
                true => Buttons::NONE,
                false => self.tapped[pad].with(tapped[pad]),
            };
        }
    }

    /// Says whether a key is held, by its name in the settings: that for hints shows them, another one
    /// begins a new game, unless a person plays with it.
    pub fn set_held_keys(&mut self, is_held: impl Fn(&str) -> bool) {
        let is_held = |action: Action| {
            let key = action.set_key(&self.settings().program_keys);
            key.is_some_and(&is_held) && self.keys().has(action)
        };
        let restarts = is_held(Action::Restart);
        self.asks_for_hint = is_held(Action::Hint);
        self.hold_restart(restarts);
    }
}
