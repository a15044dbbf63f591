//! The page of the errors of the game that is reviewed: from it one goes through those of a kind, or to a move.

use rightwell::menu::{Answer, Field, Input, Page, Row, Sheet};

use crate::shell::activity::{Listed, Target};

use super::desk::Desk;
use super::{MenuPage, Turn};

/// The kinds that cost the most, and the worst moves, the worst first.
#[derive(Debug)]
pub struct WorstPage {
    page: Page<Target>,
}

impl WorstPage {
    /// The page of these rows, of which there is at least one.
    pub fn new(worst: &[Listed]) -> WorstPage {
        let rows = worst.iter();
        let rows =
            rows.map(|listed| Row::new(listed.target, &listed.label, Field::Act, &listed.hint));
        WorstPage {
            page: Page::new("WORST MOVES", rows.collect()),
        }
    }
}

impl MenuPage for WorstPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn press(&mut self, input: Input, _desk: &mut Desk) -> Turn {
        match self.page.press(input) {
            Answer::Chosen(target) => Turn::Jump(target),
            Answer::Left => Turn::Back,
            Answer::Nothing | Answer::Changed(_) => Turn::Stay,
        }
    }
}
