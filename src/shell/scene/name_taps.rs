//! Makes short taps count during name entry. There, the cartridge changes a letter only in every eighth frame. In all
//! other frames, it ignores Up and Down.

use std::collections::VecDeque;

use rightwell::rules::Buttons;

/// Buttons that change a letter.
const TURNS: Buttons = Buttons::from_bits(Buttons::UP.bits() | Buttons::DOWN.bits());

/// Queue of presses during name entry. A tap of Up or Down stays held until the console has changed the letter. Later
/// presses wait, because a tap must change one letter before another button moves the cursor.
#[derive(Debug, Default)]
pub struct NameTapQueue {
    /// Buttons held in the last frame.
    before: Buttons,
    /// Presses that the console has not received yet.
    waiting: VecDeque<Buttons>,
}

impl NameTapQueue {
    /// Returns the buttons to pass to the console. `held` are the buttons that the person holds, and `shown` are those
    /// that the console received in the last frame. `turns` is true if the console changes letters in this frame.
    /// Outside of name entry, `turns` is `None`, and the result is `held`.
    pub fn pass(&mut self, held: Buttons, shown: Buttons, turns: Option<bool>) -> Buttons {
        let new = held.without(std::mem::replace(&mut self.before, held));
        let Some(turns) = turns else {
            self.waiting.clear();
            return held;
        };
        let presses = [new.only(TURNS), new.without(TURNS)];
        self.waiting
            .extend(presses.iter().filter(|press| !press.is_empty()));
        let Some(&press) = self.waiting.front() else {
            return held;
        };
        let rest = held.only(shown).without(TURNS);
        let is_turn = !press.only(TURNS).is_empty();
        if !is_turn && !press.only(shown).is_empty() {
            // The console still sees the button held. It must see a release before the next press.
            return rest.without(press);
        }
        if !is_turn || turns {
            self.waiting.pop_front();
        }
        match !is_turn && self.waiting.is_empty() {
            true => held.with(press),
            false => rest.with(press),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the buttons that the console receives in these frames. The console changes letters in the 4th, 12th and
    /// 20th frame, and so on.
    fn seen(held: &[Buttons]) -> Vec<Buttons> {
        let (mut taps, mut shown) = (NameTapQueue::default(), Buttons::NONE);
        let frames = held.iter().enumerate();
        let passed = frames.map(|(frame, &held)| {
            shown = taps.pass(held, shown, Some(frame % 8 == 3));
            shown
        });
        passed.collect()
    }

    #[test]
    fn a_tap_is_held_until_the_letter_has_changed() {
        let (up, none) = (Buttons::UP, Buttons::NONE);
        let tapped = seen(&[up, none, none, none, none, none]);
        assert_eq!(tapped, [up, up, up, up, none, none]);
        let held = [up; 7];
        assert_eq!(seen(&held), held, "a held button must pass unchanged");
        let long = [none, up, up, up, up, up, none, none, none];
        assert_eq!(
            seen(&long),
            long,
            "a long press changes its letter only once"
        );
    }

    #[test]
    fn later_presses_wait_for_a_tap() {
        let (up, right, none) = (Buttons::UP, Buttons::RIGHT, Buttons::NONE);
        let tapped = seen(&[up, right, none, none, none, none]);
        assert_eq!(tapped, [up, up, up, up, right, none]);
        let both = right.with(up);
        let held = seen(&[right, both, right, right, right]);
        assert_eq!(
            held,
            [right, both, both, both, right],
            "a button that is still held is not a new press"
        );
    }

    #[test]
    fn every_tap_changes_a_letter_however_soon_the_next_one_follows() {
        let (up, down, right, none) = (Buttons::UP, Buttons::DOWN, Buttons::RIGHT, Buttons::NONE);
        let turned = |taps: &[Buttons]| -> Vec<Buttons> {
            let mut held = taps.to_vec();
            held.resize(40, none);
            let turns = seen(&held).into_iter().skip(3).step_by(8);
            turns.take_while(|seen| !seen.is_empty()).collect()
        };
        assert_eq!(turned(&[up, none, up]), [up, up]);
        assert_eq!(turned(&[up, none, up, none, up, none]), [up, up, up]);
        assert_eq!(turned(&[up, none, down, none, up]), [up, down, up]);
        let twice = seen(&[up, right, none, right, none, none, none, none]);
        assert_eq!(twice[..8], [up, up, up, up, right, none, right, none]);
        let between = seen(&[up, right, none, up, none, none, none, none, none, none]);
        assert_eq!(between[3..6], [up, right, up]);
    }

    #[test]
    fn outside_of_name_entry_buttons_pass_unchanged() {
        let mut taps = NameTapQueue::default();
        for held in [Buttons::UP, Buttons::NONE, Buttons::DOWN, Buttons::A] {
            assert_eq!(taps.pass(held, Buttons::NONE, None), held);
        }
        let held = Buttons::DOWN;
        taps.pass(held, held, None);
        assert_eq!(taps.pass(Buttons::NONE, held, Some(false)), Buttons::NONE);
    }
}
