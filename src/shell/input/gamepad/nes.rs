//! Which of a pad's buttons are which of the console's.

use rightwell::rules::Buttons;

use super::button::{PadButton, PadSet};

/// The console's buttons as the settings order them.
const ORDER: [Buttons; 8] = [
    Buttons::LEFT,
    Buttons::RIGHT,
    Buttons::UP,
    Buttons::DOWN,
    Buttons::B,
    Buttons::A,
    Buttons::START,
    Buttons::SELECT,
];

/// What presses the console's buttons unless the settings say otherwise, in their order. The
/// console's B lies left of its A: so do the lower button beside the right one, and the left one
/// beside the upper one.
pub const DEFAULT: [&[&str]; 8] = [
    &["dpleft", "-leftx"],
    &["dpright", "+leftx"],
    &["dpup", "-lefty"],
    &["dpdown", "+lefty"],
    &["a", "x"],
    &["b", "y"],
    &["start"],
    &["back"],
];

/// The pad's own cross, and the stick that stands in for it: across, then upright.
const CROSS: [[&str; 2]; 2] = [["dpleft", "dpright"], ["dpup", "dpdown"]];
const STICK: [[&str; 2]; 2] = [["-leftx", "+leftx"], ["-lefty", "+lefty"]];

/// What presses each of the console's buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NesButtons {
    of: [PadSet; 8],
    /// Cross and stick across, and upright.
    cross: [PadSet; 2],
    stick: [PadSet; 2],
}

impl NesButtons {
    /// What presses them, by names and in the order of the settings; what is no name presses
    /// nothing.
    pub fn new<'a, N>(names: [N; 8]) -> NesButtons
    where
        N: IntoIterator<Item = &'a str>,
    {
        let set = |names: [&str; 2]| names.into_iter().filter_map(PadButton::named).collect();
        NesButtons {
            of: names.map(|names| names.into_iter().filter_map(PadButton::named).collect()),
            cross: CROSS.map(set),
            stick: STICK.map(set),
        }
    }

    /// What is pressed on the console. Its cross cannot be pressed on both sides at once: of cross
    /// and stick the cross counts, and else opposite directions cancel out.
    pub fn pressed(&self, mut down: PadSet) -> Buttons {
        for (cross, stick) in self.cross.iter().zip(self.stick) {
            if !down.only(*cross).is_empty() {
                down = down.without(stick);
            }
        }
        let pressed = ORDER.iter().zip(self.of);
        let pressed = pressed.filter(|(_, by)| !down.only(*by).is_empty());
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

    /// Whether a button of the pad presses one of the console's.
    pub fn uses(&self, button: PadButton) -> bool {
        self.of.iter().any(|by| by.has(button))
    }
}

impl Default for NesButtons {
    fn default() -> NesButtons {
        NesButtons::new(DEFAULT.map(|names| names.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(names: &[&str]) -> Buttons {
        let down = names.iter().filter_map(|name| PadButton::named(name));
        NesButtons::default().pressed(down.collect())
    }

    #[test]
    fn every_default_is_a_name() {
        for name in DEFAULT.concat() {
            assert!(PadButton::named(name).is_some(), "{name}");
        }
        assert!(!NesButtons::default().uses(PadButton::GUIDE));
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
