//! Button input of the current scene.
//!
//! A scene never receives the press that began it, whether by key, pad or mouse. A button that is held at the scene's
//! first input is ignored until it is released and pressed again. The same holds after a change of players, and around
//! the entry of a name.

#[cfg(feature = "window")]
use rightwell::menu::Input;
use rightwell::rules::Buttons;

use crate::front::app::App;
use crate::input::action::Action;
use crate::scene::ReviewState;
#[cfg(feature = "window")]
use crate::scene::SceneCommand;

impl App {
    /// Runs the actions of newly pressed pad buttons, which move through a rated recording. After a game, Select opens
    /// its review, and B copies a link to it.
    pub fn press_pad(&mut self, pressed: Buttons) {
        let is_offered = self.can().review == ReviewState::Offered && self.menu.is_none();
        if is_offered && pressed.has(Buttons::SELECT) {
            return self.act(Action::NextMistake);
        }
        if pressed.has(Buttons::START) && self.welcome().is_some() {
            return self.act(Action::GoOn);
        }
        let has_card = self.hud().summary.is_some() && self.menu.is_none();
        if has_card && pressed.has(Buttons::B) && self.link().is_some() {
            return self.act(Action::CopyLink);
        }
        for action in Action::of_pad(pressed) {
            if self.menu.is_none() && self.is_reviewed() {
                self.act(action);
            }
        }
    }

    /// Sets the buttons held on both controllers, and those pressed since the last call.
    pub fn set_buttons(&mut self, held: [Buttons; 2], tapped: [Buttons; 2]) {
        let (is_stopped, people) = (self.is_stopped(), self.people());
        let heard = Some((people, self.can().enters_name));
        if std::mem::replace(&mut self.buttons.heard, heard) != heard {
            self.in_window.stale = [Buttons::from_bits(u8::MAX); 2];
        }
        let is_goofy = self.settings().goofy_foot;
        for pad in 0..2 {
            let [held, tapped] = [held, tapped].map(|pads| match is_goofy && people[pad] {
                true => pads.map(Buttons::changed_over),
                false => pads,
            });
            // A button that was pressed again is no longer ignored.
            self.in_window.stale[pad] = self.in_window.stale[pad]
                .only(held[pad])
                .without(tapped[pad]);
            self.buttons.held[pad] = held[pad].without(self.in_window.stale[pad]);
            // A press while the scene is stopped does not reach the game.
            self.buttons.tapped[pad] = match is_stopped {
                true => Buttons::NONE,
                false => self.buttons.tapped[pad].with(tapped[pad]),
            };
        }
    }

    /// Returns whether typed letters go into a name for the high scores.
    #[cfg(feature = "window")]
    pub fn takes_letters(&self) -> bool {
        self.can().enters_name && self.menu.is_none() && !self.help
    }

    /// Types into the name for the high scores.
    #[cfg(feature = "window")]
    pub fn type_name(&mut self, input: Input) {
        self.send(SceneCommand::Type(input));
    }

    /// Updates the actions that work while their key is held: hints and restart. A key that a person plays with does
    /// not count. `is_held` gets key names as in the settings.
    pub fn set_held_keys(&mut self, is_held: impl Fn(&str) -> bool) {
        let is_held = |action: Action| {
            let key = action.set_key(&self.settings().program_keys);
            key.is_some_and(&is_held) && self.keys().has(action)
        };
        let restarts = is_held(Action::Restart);
        self.buttons.asks_for_hint = is_held(Action::Hint) && !self.is_for_high_scores();
        self.hold_restart(restarts);
    }
}
