//! Assignment of a gamepad's buttons to the console's buttons.

use rightwell::rules::Buttons;

use crate::input::button_of;
use crate::store::settings::KeyMap;

use super::button::{PadButton, PadButtonSet};

/// Additional assignments, for pad buttons that the settings do not use: the left stick works like the d-pad, `x` like
/// `a`, and `y` like `b`.
const BESIDE: [(&str, &str); 6] = [
    ("-leftx", "dpleft"),
    ("+leftx", "dpright"),
    ("-lefty", "dpup"),
    ("+lefty", "dpdown"),
    ("x", "a"),
    ("y", "b"),
];

/// Names of the d-pad's directions: horizontal, then vertical.
const CROSS: [[&str; 2]; 2] = [["dpleft", "dpright"], ["dpup", "dpdown"]];
const STICK: [[&str; 2]; 2] = [["-leftx", "+leftx"], ["-lefty", "+lefty"]];

/// The pad buttons for each button of the console.
///
/// By default, `a` is the console's B and `b` is the console's A. On the console, B is left of A. On the pad, the lower
/// button `a` is left of the right button `b`, and the left button `x` is left of the upper button `y`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NesButtons {
    of: Vec<(Buttons, PadButtonSet)>,
    /// Buttons of the d-pad, and of the stick: horizontal ones, then vertical ones.
    cross: [PadButtonSet; 2],
    stick: [PadButtonSet; 2],
}

impl NesButtons {
    /// Returns the assignment in the settings.
    pub fn new(set: &KeyMap) -> NesButtons {
        let all = |names: [&str; 2]| names.into_iter().filter_map(PadButton::named).collect();
        let of = set.named().map(|(button, name)| {
            let beside = BESIDE
                .iter()
                .filter(|(other, like)| *like == name && set.name_of(other).next().is_none());
            let names = beside.map(|(other, _)| *other).chain([name]);
            (
                button_of(button),
                names.filter_map(PadButton::named).collect(),
            )
        });
        NesButtons {
            of: of.collect(),
            cross: CROSS.map(all),
            stick: STICK.map(all),
        }
    }

    /// Returns the pressed console buttons.
    ///
    /// The console's d-pad cannot press opposite directions at once. So the d-pad takes precedence over the stick, and
    /// if opposite directions still remain, neither is pressed.
    pub fn pressed(&self, mut down: PadButtonSet) -> Buttons {
        for (cross, stick) in self.cross.iter().zip(self.stick) {
            if !down.only(*cross).is_empty() {
                down = down.without(stick);
            }
        }
        let pressed = self.of.iter().filter(|(_, by)| !down.only(*by).is_empty());
        let pressed = pressed.fold(Buttons::NONE, |all, (button, _)| all.with(*button));
        let pairs = [
            Buttons::LEFT.with(Buttons::RIGHT),
            Buttons::UP.with(Buttons::DOWN),
        ];
        let both = pairs
            .into_iter()
            .filter(|pair| pressed.only(*pair) == *pair);
        both.fold(pressed, Buttons::without)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::settings::Settings;

    fn with(set: &KeyMap, names: &[&str]) -> Buttons {
        let down = names.iter().filter_map(|name| PadButton::named(name));
        NesButtons::new(set).pressed(down.collect())
    }

    fn pressed(names: &[&str]) -> Buttons {
        with(&Settings::default().pad_buttons, names)
    }

    #[test]
    fn settings_take_precedence_over_additional_buttons() {
        let set = KeyMap::pad("dpleft dpright dpup dpdown x a start b12");
        assert_eq!(with(&set, &["x"]), Buttons::B);
        assert_eq!(with(&set, &["a"]), Buttons::A);
        assert_eq!(with(&set, &["b", "y", "back"]), Buttons::NONE);
        assert_eq!(
            with(&set, &["b12", "-leftx"]),
            Buttons::SELECT.with(Buttons::LEFT)
        );
        let set = KeyMap::pad("-leftx +leftx dpup dpdown a b start back");
        assert_eq!(with(&set, &["-leftx"]), Buttons::LEFT);
        assert_eq!(with(&set, &["dpleft"]), Buttons::NONE);
    }

    #[test]
    fn b_lies_left_of_a() {
        assert_eq!(pressed(&["a"]), Buttons::B);
        assert_eq!(pressed(&["b"]), Buttons::A);
        assert_eq!(pressed(&["x"]), Buttons::B);
        assert_eq!(pressed(&["y"]), Buttons::A);
        assert_eq!(
            pressed(&["back", "start"]),
            Buttons::SELECT.with(Buttons::START)
        );
    }

    #[test]
    fn cross_and_stick_never_press_opposite_directions() {
        assert_eq!(pressed(&["dpleft", "+leftx"]), Buttons::LEFT);
        assert_eq!(
            pressed(&["dpleft", "-lefty"]),
            Buttons::LEFT.with(Buttons::UP)
        );
        assert_eq!(pressed(&["dpleft", "dpright", "dpdown"]), Buttons::DOWN);
        assert_eq!(
            pressed(&["+leftx", "+lefty"]),
            Buttons::RIGHT.with(Buttons::DOWN)
        );
    }
}
