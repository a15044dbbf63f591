//! Keys as the window reports them: what is held, what is new, what they do in the menu.

use macroquad::prelude::*;
use rightwell::menu::Input;
use rightwell::rules::Buttons;

use crate::shell::front::app::App;
use crate::shell::host::clock::{Time, now};
use crate::shell::input::action::Action;
use crate::shell::input::gamepad::PadInput;
use crate::shell::input::held::Repeated;
use crate::shell::input::menu_hands::MenuHands;
use crate::shell::input::menu_keys;
use crate::shell::input::pad_keys::{Bindings, key_name};
use crate::shell::menu::Takes;
use crate::shell::store::settings::KeyMap;

/// What is held, and what has gone down since the round before.
///
/// Edges are derived from what is held: a key released while another window had the focus comes
/// back marked as a repeat, for which macroquad reports no press. A tap shorter than a frame is
/// never held but reported as pressed, so both are asked.
#[derive(Default)]
pub struct Keys {
    /// The keys that are held.
    pub held: Vec<KeyCode>,
    /// Those that went down since the round before, however shortly.
    pub new: Vec<KeyCode>,
    /// The letters that were typed since then.
    typed: Vec<char>,
    step: Repeated,
}

impl Keys {
    /// Asks the window.
    pub fn read(&mut self) {
        let held: Vec<KeyCode> = get_keys_down().into_iter().collect();
        let tapped = get_keys_pressed();
        let is_new = |key: &KeyCode| !self.held.contains(key);
        self.new = held.iter().copied().filter(is_new).collect();
        let short = tapped.into_iter().filter(|key| !held.contains(key));
        self.new.extend(short);
        self.held = held;
        // The queue of typed letters is never emptied by the frame.
        self.typed = std::iter::from_fn(get_char_pressed).collect();
    }

    /// What the keys ask for now, as they are set.
    pub fn actions(&mut self, now: Time, set: &KeyMap) -> Vec<Action> {
        let new: Vec<String> = self.new.iter().filter_map(|key| key_name(*key)).collect();
        let step = set.key_of("step").unwrap_or_default();
        let is_held = self
            .held
            .iter()
            .any(|key| key_name(*key).is_some_and(|name| name == step));
        let is_new = new.iter().any(|name| name == step);
        let steps = self.step.acts(now, is_held, is_new);
        let once = Action::of_keys(set, |key| new.iter().any(|name| name == key));
        let once = once.filter(|action| *action != Action::Step);
        once.chain(steps.then_some(Action::Step)).collect()
    }
}

/// Hands in the menu.
#[derive(Default)]
pub struct Hands(MenuHands);

impl Hands {
    /// Passes what was pressed on keys and pads to the menu, if it is open; whether it was.
    pub fn work_menu(
        &mut self,
        app: &mut App,
        keys: &Keys,
        bindings: &Bindings,
        pads: &PadInput,
    ) -> bool {
        let Some(takes) = app.menu_takes() else {
            return false;
        };
        let names: Vec<String> = keys.new.iter().filter_map(|key| key_name(*key)).collect();
        if takes == Takes::AnyKey {
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
        let pressed = |keys: &[KeyCode]| {
            let mut all = Buttons::NONE;
            for key in keys {
                let fixed = key_name(*key).and_then(|name| menu_keys::button_of(&name));
                let set = bindings.pressed([true, false], [false; 2], &[*key])[0];
                all = all.with(match (fixed, takes) {
                    (Some(fixed), _) => fixed,
                    (None, Takes::Letters) => Buttons::NONE,
                    (None, _) => set,
                });
            }
            all
        };
        let held = pressed(&keys.held).with(pads.any_held);
        let new = pressed(&keys.new).with(pads.any_new);
        let mut inputs: Vec<Input> = Vec::new();
        if takes == Takes::Letters {
            inputs.extend(
                keys.typed
                    .iter()
                    .filter(|letter| **letter != ' ')
                    .map(|letter| Input::Letter(*letter)),
            );
        }
        inputs.extend(names.iter().filter_map(|name| menu_keys::input_of(name)));
        inputs.extend(self.0.inputs(now(), held, new));
        for input in inputs {
            app.menu_input(input);
        }
        true
    }
}
