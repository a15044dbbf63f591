//! The page of the worst moves of the game that is reviewed: from it one goes to a move.

use rightwell::menu::{Answer, Field, Input, Page, Row, Sheet};

use crate::shell::activity::Listed;

use super::desk::Desk;
use super::{MenuPage, Turn};

/// The worst moves, the worst first, each by the frame in which its piece came.
#[derive(Debug)]
pub struct WorstPage {
    page: Page<u64>,
}

impl WorstPage {
    /// The page of these moves, of which there is at least one.
    pub fn new(worst: &[Listed]) -> WorstPage {
        let rows = worst.iter();
        let rows =
            rows.map(|listed| Row::new(listed.frame, &listed.label, Field::Act, &listed.hint));
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
            Answer::Chosen(frame) => Turn::Jump(frame),
            Answer::Left => Turn::Back,
            Answer::Nothing | Answer::Changed(_) => Turn::Stay,
        }
    }
}
