//! Keys that act as controllers: their names in the settings and their codes in the window library.

use macroquad::prelude::KeyCode;
use rightwell::rules::Buttons;

use crate::input::button_of;
use crate::store::settings::{KeyMap, Settings};

/// Keys that the settings may use.
#[rustfmt::skip]
const KEYS: [KeyCode; 96] = [
    KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down, KeyCode::Enter,
    KeyCode::Backspace, KeyCode::LeftShift, KeyCode::RightShift, KeyCode::LeftControl,
    KeyCode::RightControl, KeyCode::LeftAlt, KeyCode::RightAlt, KeyCode::Comma, KeyCode::Minus,
    KeyCode::Slash, KeyCode::Semicolon, KeyCode::Apostrophe, KeyCode::LeftBracket,
    KeyCode::RightBracket, KeyCode::Backslash, KeyCode::Insert, KeyCode::Delete, KeyCode::Home,
    KeyCode::End, KeyCode::PageUp, KeyCode::PageDown, KeyCode::Equal, KeyCode::GraveAccent,
    KeyCode::KpDivide, KeyCode::KpMultiply, KeyCode::KpDecimal, KeyCode::KpEnter,
    KeyCode::KpAdd, KeyCode::KpSubtract, KeyCode::Space, KeyCode::Tab, KeyCode::Period,
    KeyCode::Escape, KeyCode::F1, KeyCode::F2, KeyCode::F3, KeyCode::F4, KeyCode::F5,
    KeyCode::F6, KeyCode::F7, KeyCode::F8, KeyCode::F9, KeyCode::F10, KeyCode::F11,
    KeyCode::F12, KeyCode::A, KeyCode::B, KeyCode::C, KeyCode::D, KeyCode::E, KeyCode::F,
    KeyCode::G, KeyCode::H, KeyCode::I, KeyCode::J, KeyCode::K, KeyCode::L, KeyCode::M,
    KeyCode::N, KeyCode::O, KeyCode::P, KeyCode::Q, KeyCode::R, KeyCode::S, KeyCode::T,
    KeyCode::U, KeyCode::V, KeyCode::W, KeyCode::X, KeyCode::Y, KeyCode::Z, KeyCode::Key0,
    KeyCode::Key1, KeyCode::Key2, KeyCode::Key3, KeyCode::Key4, KeyCode::Key5, KeyCode::Key6,
    KeyCode::Key7, KeyCode::Key8, KeyCode::Key9, KeyCode::Kp0, KeyCode::Kp1, KeyCode::Kp2,
    KeyCode::Kp3, KeyCode::Kp4, KeyCode::Kp5, KeyCode::Kp6, KeyCode::Kp7, KeyCode::Kp8,
    KeyCode::Kp9,
];

fn code(name: &str) -> Option<KeyCode> {
    KEYS.into_iter()
        .find(|key| key_name(*key).as_deref() == Some(name))
}

/// Returns a key's name in the settings. Returns `None` if the settings cannot use the key.
///
/// A name is that of the window library, except that digits have no prefix.
pub fn key_name(key: KeyCode) -> Option<String> {
    let name = format!("{key:?}");
    let digit = name.strip_prefix("Key").map(str::to_owned);
    KEYS.contains(&key).then(|| digit.unwrap_or(name))
}

/// Returns whether the settings may use this key for a button.
pub fn is_key(name: &str) -> bool {
    code(name).is_some()
}

/// Keys that act as controllers.
pub struct Bindings {
    /// Keys of a single player.
    alone: Vec<(KeyCode, Buttons)>,
    /// Keys of two people, left first.
    two: [Vec<(KeyCode, Buttons)>; 2],
}

impl Bindings {
    /// Reads the keys from the settings.
    pub fn new(settings: &Settings) -> Bindings {
        Bindings {
            alone: bindings(&settings.keys),
            two: [&settings.left_keys, &settings.right_keys].map(bindings),
        }
    }

    /// Returns the pressed buttons of both controllers. `people` marks the controllers with which people play, and
    /// `pads` those of people with a gamepad.
    ///
    /// If only one of two people has a gamepad, the other may also use the keys of a single player, except those that
    /// belong to the person with the gamepad.
    pub fn pressed(&self, people: [bool; 2], pads: [bool; 2], keys: &[KeyCode]) -> [Buttons; 2] {
        let press = |bindings: &[(KeyCode, Buttons)], may_be: &dyn Fn(&KeyCode) -> bool| {
            let pressed = bindings
                .iter()
                .filter(|(key, _)| keys.contains(key) && may_be(key));
            pressed.fold(Buttons::NONE, |all, (_, button)| all.with(*button))
        };
        if people != [true, true] {
            return people.map(|plays| match plays {
                true => press(&self.alone, &|_| true),
                false => Buttons::NONE,
            });
        }
        [0, 1].map(|side| {
            let other = 1 - side;
            let own = press(&self.two[side], &|_| true);
            if pads[other] && !pads[side] {
                let is_others = |key: &KeyCode| self.two[other].iter().any(|(used, _)| used == key);
                own.with(press(&self.alone, &|key| !is_others(key)))
            } else {
                own
            }
        })
    }
}

/// Returns the keys, each with its button.
fn bindings(keys: &KeyMap) -> Vec<(KeyCode, Buttons)> {
    keys.named()
        .filter_map(|(name, key)| Some((code(key)?, button_of(name))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_key_is_known_and_presses_its_button() {
        let bindings = bindings(&Settings::default().keys);
        assert_eq!(bindings.len(), 8);
        assert!(bindings.contains(&(KeyCode::Z, Buttons::B)));
        assert!(bindings.contains(&(KeyCode::RightShift, Buttons::SELECT)));
    }

    #[test]
    fn a_person_alone_has_the_pad_of_their_side_and_two_have_keys_of_their_own() {
        let bindings = Bindings::new(&Settings::default());
        let keys = [KeyCode::Left, KeyCode::A];
        let pressed = |people| bindings.pressed(people, [false, false], &keys);
        let (left, none) = (Buttons::LEFT, Buttons::NONE);
        assert_eq!(pressed([true, false]), [left, none]);
        assert_eq!(pressed([false, true]), [none, left]);
        assert_eq!(pressed([true, true]), [left, left]);
        assert_eq!(pressed([false, false]), [none, none]);
    }

    #[test]
    fn with_one_gamepad_the_other_person_may_use_the_single_players_keys() {
        let settings = Settings::default();
        let bindings = Bindings::new(&settings);
        let pressed = |pads| bindings.pressed([true, true], pads, &[KeyCode::Z, KeyCode::K]);
        assert_eq!(pressed([false, false]), [Buttons::NONE, Buttons::B]);
        assert_eq!(pressed([true, false]), [Buttons::NONE, Buttons::B]);
        assert_eq!(pressed([false, true]), [Buttons::B, Buttons::B]);
        assert_eq!(pressed([true, true]), [Buttons::NONE, Buttons::B]);
        // The arrow keys belong to the right player, so they do not move the left player's piece.
        let arrow = |pads| bindings.pressed([true, true], pads, &[KeyCode::Left]);
        assert_eq!(arrow([false, true]), [Buttons::NONE, Buttons::LEFT]);
        let one_key = |pads, key| bindings.pressed([true, true], pads, &[key]);
        assert_eq!(
            one_key([true, false], KeyCode::X),
            [Buttons::NONE, Buttons::A]
        );
        assert_eq!(
            one_key([true, false], KeyCode::G),
            [Buttons::B, Buttons::NONE]
        );
    }

    #[test]
    fn names_in_a_row_are_the_right_keys() {
        assert_eq!(code("A"), Some(KeyCode::A));
        assert_eq!(code("Q"), Some(KeyCode::Q));
        assert_eq!(code("7"), Some(KeyCode::Key7));
        assert_eq!(code("Kp9"), Some(KeyCode::Kp9));
        for key in KEYS {
            assert_eq!(key_name(key).as_deref().and_then(code), Some(key));
        }
        let others = "0 9 Kp0 Enter F12 Escape LeftShift GraveAccent KpSubtract PageDown Period";
        for name in others.split(' ') {
            assert_eq!(code(name).and_then(key_name).as_deref(), Some(name));
        }
        assert_eq!(key_name(KeyCode::CapsLock), None);
        for wrong in ["", "a", "AB", "Kp", "Kp10", "F0", "F13", "space"] {
            assert_eq!(code(wrong), None, "{wrong}");
        }
    }
}
