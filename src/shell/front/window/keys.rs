//! Keyboard input of the window: held keys, new keys, and keys for the menu.

use macroquad::prelude::*;
use rightwell::menu::Input;
use rightwell::rules::Buttons;

use crate::front::app::App;
use crate::host::clock::{Time, now};
use crate::input::action::Action;
use crate::input::direction_repeat::DirectionRepeat;
use crate::input::edges::PressDetector;
use crate::input::gamepad::PadInput;
use crate::input::held::KeyRepeat;
use crate::input::menu_keys;
use crate::input::pad_keys::{Bindings, key_name};
use crate::menu::InputKind;
use crate::store::settings::KeyMap;

/// Held keys, and keys that went down since the last iteration.
pub struct Keys {
    edges: PressDetector<KeyCode>,
    /// Letters typed since the last iteration.
    typed: Vec<char>,
    step: KeyRepeat,
}

impl Keys {
    /// Returns a state in which no key is held.
    pub fn new() -> Keys {
        Keys {
            edges: PressDetector::new(),
            typed: Vec::new(),
            step: KeyRepeat::default(),
        }
    }

    /// Returns the held keys.
    pub fn held(&self) -> &[KeyCode] {
        &self.edges.held
    }

    /// Returns whether the key with this name is held.
    pub fn holds(&self, name: &str) -> bool {
        let mut held = self.edges.held.iter().filter_map(|key| key_name(*key));
        held.any(|held| held == name)
    }

    /// Returns the keys that went down since the last iteration, however briefly.
    pub fn pressed(&self) -> &[KeyCode] {
        &self.edges.new
    }

    /// Forgets the held keys after the window lost the focus.
    pub fn forget(&mut self) {
        self.edges.forget();
    }

    /// Reads the keyboard.
    pub fn read(&mut self) {
        let down: Vec<KeyCode> = get_keys_down().into_iter().collect();
        let pressed: Vec<KeyCode> = get_keys_pressed().into_iter().collect();
        self.edges.round(&down, &pressed);
        // Take all letters, because macroquad never empties their queue.
        self.typed = std::iter::from_fn(get_char_pressed).collect();
    }

    /// Returns the actions that the keys trigger now, under these bindings.
    pub fn actions(&mut self, now: Time, set: &KeyMap) -> Vec<Action> {
        let new: Vec<String> = self
            .edges
            .new
            .iter()
            .filter_map(|key| key_name(*key))
            .collect();
        let step = set.key_of("step").unwrap_or_default();
        let is_held = self.holds(step);
        let is_new = new.iter().any(|name| name == step);
        let steps = self.step.acts(now, is_held, is_new);
        let once = Action::of_keys(set, |key| new.iter().any(|name| name == key));
        let once = once.filter(|action| *action != Action::Step);
        once.chain(steps.then_some(Action::Step)).collect()
    }
}

/// Auto-repeat of the menu's direction keys.
#[derive(Default)]
pub struct MenuKeys(DirectionRepeat);

impl MenuKeys {
    /// Passes new keys and pad buttons to the menu if the menu is open. Returns whether it is open.
    pub fn work_menu(
        &mut self,
        app: &mut App,
        keys: &Keys,
        bindings: &Bindings,
        pads: &PadInput,
    ) -> bool {
        let Some(takes) = app.menu_takes() else {
            // Buttons that are already held when the menu opens are ignored.
            *self = MenuKeys::default();
            return false;
        };
        let names: Vec<String> = keys
            .pressed()
            .iter()
            .filter_map(|key| key_name(*key))
            .collect();
        if takes == InputKind::AnyKey {
            match names.first().map(String::as_str) {
                Some("Escape") => app.menu_input(Input::Back),
                Some(name) => app.menu_key(name),
                None => {
                    if let Some(button) = pads.pressed.first() {
                        app.menu_key(&button.to_string());
                    }
                }
            }
            return true;
        }
        let set = &app.settings().program_keys;
        let of_program = Action::of_keys(set, |key| names.iter().any(|name| name == key));
        for action in of_program.collect::<Vec<_>>() {
            if action == Action::Screenshot {
                app.act(action);
            }
        }
        let types = takes == InputKind::Letters;
        let pressed = |keys: &[KeyCode]| {
            let mut all = Buttons::NONE;
            for key in keys {
                let fixed = key_name(*key).and_then(|name| menu_keys::button_of(&name, types));
                let set = bindings.pressed([true, false], [false; 2], &[*key])[0];
                all = all.with(match (fixed, takes) {
                    (Some(fixed), _) => fixed,
                    (None, InputKind::Letters) => Buttons::NONE,
                    (None, _) => set,
                });
            }
            all
        };
        let held = pressed(keys.held()).with(pads.any_held);
        let new = pressed(keys.pressed()).with(pads.any_new);
        let mut inputs: Vec<Input> = Vec::new();
        if takes == InputKind::Letters {
            inputs.extend(keys.typed.iter().copied().map(Input::Letter));
        }
        inputs.extend(
            names
                .iter()
                .filter_map(|name| menu_keys::input_of(name, types)),
        );
        inputs.extend(self.0.inputs(now(), held, new));
        for input in inputs {
            app.menu_input(input);
        }
        true
    }
}
