//! Keys of the window library, and keys that act as controllers.

use macroquad::prelude::KeyCode;
use rightwell::rules::Buttons;

use crate::input::button_of;
use crate::store::settings::{Key, KeyMap, Settings, every_key};

macro_rules! declare {
    ($($key:ident)+) => {
        /// Returns the key with this code. `None` if the settings cannot use it.
        pub const fn key_of(code: KeyCode) -> Option<Key> {
            match code {
                $(KeyCode::$key => Some(Key::$key),)+
                _ => None,
            }
        }
    };
}
every_key!(declare);

/// Keys that act as controllers.
pub struct Bindings {
    /// Keys of a single player.
    alone: Vec<(Key, Buttons)>,
    /// Keys of two people, left first.
    two: [Vec<(Key, Buttons)>; 2],
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
    pub fn pressed(&self, people: [bool; 2], pads: [bool; 2], keys: &[Key]) -> [Buttons; 2] {
        let press = |bindings: &[(Key, Buttons)], may_be: &dyn Fn(&Key) -> bool| {
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
                let is_others = |key: &Key| self.two[other].iter().any(|(used, _)| used == key);
                own.with(press(&self.alone, &|key| !is_others(key)))
            } else {
                own
            }
        })
    }
}

/// Returns the keys, each with its button.
fn bindings(keys: &KeyMap) -> Vec<(Key, Buttons)> {
    keys.named()
        .filter_map(|(name, key)| Some((Key::named(key)?, button_of(name))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_key_is_known_and_presses_its_button() {
        let bindings = bindings(&Settings::default().keys);
        assert_eq!(bindings.len(), 8);
        assert!(bindings.contains(&(Key::Z, Buttons::B)));
        assert!(bindings.contains(&(Key::RightShift, Buttons::SELECT)));
    }

    #[test]
    fn a_person_alone_has_the_pad_of_their_side_and_two_have_keys_of_their_own() {
        let bindings = Bindings::new(&Settings::default());
        let keys = [Key::Left, Key::A];
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
        let pressed = |pads| bindings.pressed([true, true], pads, &[Key::Z, Key::K]);
        assert_eq!(pressed([false, false]), [Buttons::NONE, Buttons::B]);
        assert_eq!(pressed([true, false]), [Buttons::NONE, Buttons::B]);
        assert_eq!(pressed([false, true]), [Buttons::B, Buttons::B]);
        assert_eq!(pressed([true, true]), [Buttons::NONE, Buttons::B]);
        // The arrow keys belong to the right player, so they do not move the left player's piece.
        let arrow = |pads| bindings.pressed([true, true], pads, &[Key::Left]);
        assert_eq!(arrow([false, true]), [Buttons::NONE, Buttons::LEFT]);
        let one_key = |pads, key| bindings.pressed([true, true], pads, &[key]);
        assert_eq!(one_key([true, false], Key::X), [Buttons::NONE, Buttons::A]);
        assert_eq!(one_key([true, false], Key::G), [Buttons::B, Buttons::NONE]);
    }
}
