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
use crate::input::pad_keys::{Bindings, key_of};
use crate::menu::InputKind;
use crate::store::settings::{Key, KeyMap};

/// Held keys, and keys that went down since the last iteration.
pub struct Keys {
    edges: PressDetector<Key>,
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
    pub fn held(&self) -> &[Key] {
        &self.edges.held
    }

    /// Returns the held and the new keys with which a person may play. `types` means that the others type a name.
    pub fn of_play(&self, types: bool) -> [Vec<Key>; 2] {
        let plays = |key: &Key| !types || menu_keys::works_while_typing(key.name());
        [self.held(), self.pressed()].map(|keys| keys.iter().copied().filter(plays).collect())
    }

    /// Returns the letters and the editing keys typed since the last iteration.
    pub fn typed(&self) -> impl Iterator<Item = Input> {
        let letters = self.typed.iter().copied().map(Input::Letter);
        let names = self.edges.new.iter().map(|key| key.name());
        letters.chain(names.filter_map(|name| menu_keys::input_of(name, true)))
    }

    /// Returns whether the key with this name is held.
    pub fn holds(&self, name: &str) -> bool {
        self.edges.held.iter().any(|key| key.name() == name)
    }

    /// Returns the keys that went down since the last iteration, however briefly.
    pub fn pressed(&self) -> &[Key] {
        &self.edges.new
    }

    /// Forgets the held keys after the window lost the focus.
    pub fn forget(&mut self) {
        self.edges.forget();
    }

    /// Reads the keyboard.
    pub fn read(&mut self) {
        let down: Vec<Key> = get_keys_down().into_iter().filter_map(key_of).collect();
        let pressed: Vec<Key> = get_keys_pressed().into_iter().filter_map(key_of).collect();
        self.edges.round(&down, &pressed);
        // Take all letters, because macroquad never empties their queue.
        self.typed = std::iter::from_fn(get_char_pressed).collect();
    }

    /// Returns the actions that the keys trigger now, under these bindings. `types` means that keys type a name.
    pub fn actions(&mut self, now: Time, set: &KeyMap, types: bool) -> Vec<Action> {
        let new = self.of_play(types)[1].clone();
        let is_new = |name: &str| new.iter().any(|key| key.name() == name);
        let step = set.key_of("step").unwrap_or_default();
        let steps = self.step.acts(now, self.holds(step), is_new(step));
        let once = Action::of_keys(set, is_new);
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
        let names = || keys.pressed().iter().map(|key| key.name());
        if takes == InputKind::AnyKey {
            match names().next() {
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
        let of_program = Action::of_keys(set, |key| names().any(|name| name == key));
        let types = takes == InputKind::Letters;
        for action in of_program.collect::<Vec<_>>() {
            match action {
                Action::FullScreen => app.set_full_screen(!app.settings().full_screen),
                Action::Screenshot => app.act(action),
                // On a page with letters, the key is a letter.
                Action::Sound if !types => app.act(action),
                Action::Filter if !types => app.filter_below_menu(),
                _ => {}
            }
        }
        let pressed = |keys: &[Key]| {
            let mut all = Buttons::NONE;
            for key in keys {
                let fixed = menu_keys::button_of(key.name(), types);
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
        let mut inputs: Vec<Input> = match types {
            true => keys.typed().collect(),
            false => names()
                .filter_map(|name| menu_keys::input_of(name, false))
                .collect(),
        };
        inputs.extend(self.0.inputs(now(), held, new));
        for input in inputs {
            app.menu_input(input);
        }
        true
    }
}
