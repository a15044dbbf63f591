//! The page of the errors of the game that is reviewed: from it one goes through those of a kind, or to a move.

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};

use crate::shell::activity::{Happening, Listed, Request, Target};

use super::context::AppContext;
use super::{MenuPage, Turn};

/// The kinds that cost the most, and the worst moves, the worst first, each with a heading.
#[derive(Debug)]
pub struct WorstPage {
    /// Headings have no name.
    page: Page<Option<Target>>,
}

impl WorstPage {
    /// The page of these rows, of which there is at least one.
    pub fn new(worst: &[Listed]) -> WorstPage {
        let mut rows = Vec::new();
        let mut before = None;
        for listed in worst {
            let heading = match listed.target {
                Target::Kind(None) => None,
                Target::Kind(Some(_)) => Some(Listed::KINDS),
                Target::Move(_) => Some(Listed::MOVES),
            };
            if let Some(heading) = heading.filter(|_| heading != before) {
                rows.push(MenuRow::new(None, heading, Field::Heading, ""));
            }
            before = heading;
            let target = Some(listed.target);
            rows.push(MenuRow::new(
                target,
                &listed.label,
                Field::Act,
                &listed.hint,
            ));
        }
        WorstPage {
            page: Page::new("WORST MOVES", rows),
        }
    }
}

impl MenuPage for WorstPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn press(&mut self, input: Input, _context: &mut AppContext) -> Turn {
        match self.page.press(input) {
            Answer::Chosen(Some(target)) => Turn::Ask(Request::Tell(Happening::Jump(target))),
            Answer::Left => Turn::Back,
            _ => Turn::Stay,
        }
    }
}
