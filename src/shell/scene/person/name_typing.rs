//! Types a name for the high scores by pressing the console's buttons, so that recordings contain only buttons.

use rightwell::engine::{Events, NAME_CHARACTERS};
use rightwell::menu::Input;
use rightwell::rules::Buttons;

use crate::scene::context::Context;

use super::PersonScene;

/// Position of the last letter of a name.
const LAST: u8 = 5;
/// Index of the character of an empty position in [`NAME_CHARACTERS`].
const EMPTY: u8 = 0;

impl PersonScene {
    /// Enters all typed letters. One letter takes up to 22 changes of eight frames each, which are played at once.
    pub(super) fn type_name(&mut self, context: &mut Context) -> Events {
        let mut events = Events::default();
        while let Some(input) = self.typed.pop_front() {
            let Some((position, letter)) = self.person.console().name_cursor() else {
                self.typed.clear();
                return events;
            };
            events = events.with(match input {
                Input::Letter(typed) => self.type_letter(typed, position, context),
                Input::Erase if letter == EMPTY && position > 0 => {
                    let left = self.tap(Buttons::LEFT, context);
                    left.with(self.turn_to(EMPTY, context))
                }
                Input::Erase => self.turn_to(EMPTY, context),
                Input::Enter => self.tap(Buttons::START, context),
                _ => Events::default(),
            });
        }
        events
    }

    /// Enters a letter, if names may contain it, and goes to the next position.
    fn type_letter(&mut self, typed: char, position: u8, context: &mut Context) -> Events {
        let mut known = NAME_CHARACTERS.iter();
        let Some(wanted) = known.position(|known| *known == typed.to_ascii_uppercase()) else {
            return Events::default();
        };
        let turned = self.turn_to(wanted as u8, context);
        match position < LAST {
            true => turned.with(self.tap(Buttons::RIGHT, context)),
            false => turned,
        }
    }

    /// Holds Up or Down, whichever is shorter, until the letter is the wanted one.
    fn turn_to(&mut self, wanted: u8, context: &mut Context) -> Events {
        let all = NAME_CHARACTERS.len() as u8;
        let mut events = Events::default();
        while let Some((_, letter)) = self.person.console().name_cursor()
            && letter != wanted
        {
            let is_up = (wanted + all - letter) % all <= all / 2;
            let held = if is_up { Buttons::UP } else { Buttons::DOWN };
            events = events.with(self.play_frame(held, context));
        }
        events
    }

    /// Releases all buttons for a frame and then presses one.
    fn tap(&mut self, button: Buttons, context: &mut Context) -> Events {
        let released = self.play_frame(Buttons::NONE, context);
        released.with(self.play_frame(button, context))
    }
}
