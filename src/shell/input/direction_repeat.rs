//! Controller input for the menu, with auto-repeat of held directions.

use rightwell::menu::Input;
use rightwell::rules::Buttons;

use crate::host::clock::Time;

use super::held::KeyRepeat;
use super::menu_keys::inputs_of;

/// Auto-repeat of the four directions.
#[derive(Debug, Default)]
pub struct DirectionRepeat {
    directions: [KeyRepeat; 4],
}

impl DirectionRepeat {
    /// Returns the inputs of this loop iteration: newly pressed buttons, and repeats of held directions.
    ///
    /// Start is ignored while Select is held, because Start and Select together close the menu.
    pub fn inputs(&mut self, now: Time, held: Buttons, new: Buttons) -> Vec<Input> {
        let directions = [Buttons::UP, Buttons::DOWN, Buttons::LEFT, Buttons::RIGHT];
        let mut acting = if held.has(Buttons::SELECT) {
            new.without(Buttons::START)
        } else {
            new
        };
        for (direction, repeated) in directions.into_iter().zip(&mut self.directions) {
            if repeated.acts(now, held.has(direction), new.has(direction)) {
                acting = acting.with(direction);
            }
        }
        inputs_of(acting).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::host::clock::now;

    #[test]
    fn held_directions_repeat_and_other_buttons_do_not() {
        let (begin, mut hands) = (now(), DirectionRepeat::default());
        let both = Buttons::DOWN.with(Buttons::A);
        let mut inputs = hands.inputs(begin, both, both);
        assert_eq!(inputs, [Input::Down, Input::Accept]);
        for round in 1..=60 {
            let time = begin + Duration::from_millis(1000) * round / 60;
            inputs.extend(hands.inputs(time, both, Buttons::NONE));
        }
        assert!((6..=12).contains(&inputs.len()), "{inputs:?}");
        assert_eq!(
            inputs
                .iter()
                .filter(|input| **input == Input::Accept)
                .count(),
            1
        );
    }
}
