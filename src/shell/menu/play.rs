//! What can be chosen for a person's games.

use rightwell::menu::Field;

use crate::shell::store::choices::{Choices, PlayChoice};

use super::context::AppContext;
use super::form::{Holds, ModeForm, SPEEDS};
use super::mode::ModeChoice;

const TITLE: &str = "title screen";
const DIRECT: &str = "first piece";

impl ModeChoice for PlayChoice {
    type Known = ();

    const TITLE: &'static str = "PLAY";
    const COMMAND: &'static str = "play";

    fn look(_: &AppContext) {}

    fn among(choices: &mut Choices) -> &mut PlayChoice {
        &mut choices.play
    }

    fn rows(&self, (): &(), form: &mut ModeForm<PlayChoice>) {
        let from = if self.is_direct { DIRECT } else { TITLE };
        let from = Field::choice(&[TITLE, DIRECT], from);
        let hint = "From power-on, through the console's own screens, or straight into a game";
        let is_direct = Holds::Is(|c: &mut PlayChoice| &mut c.is_direct, DIRECT);
        form.add("FROM", "", is_direct, from, hint);
        if self.is_direct {
            form.game_type(|c| &mut c.game_type);
            form.level("LEVEL", "level", |c| &mut c.level);
            if self.game_type == "b" {
                form.height(|c| &mut c.height);
            }
            form.seed(4, |c| &mut c.seed);
        }
        form.region(|c| &mut c.region);
        form.crash(|c| &mut c.crash);
        // Without a limit what a person plays would fill the memory.
        let counted = &SPEEDS[..SPEEDS.len() - 1];
        form.speed(counted, |c| &mut c.speed);
    }
}
