//! Page of errors in the game under review. A row leads to the errors of one kind, or to one move.

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};

use crate::shell::scene::{Listed, Request, SceneCommand, Target};

use super::context::AppContext;
use super::{MenuPage, PageAction};

/// Costliest kinds of errors, then the worst moves, each part with a heading.
#[derive(Debug)]
pub struct WorstPage {
    /// Page whose headings have no name.
    page: Page<Option<Target>>,
}

impl WorstPage {
    /// Returns the page of these rows. There must be at least one.
    pub fn new(worst: &[Listed]) -> WorstPage {
        let mut rows = Vec::new();
        let mut before = None;
        for listed in worst {
            let heading = match listed.target {
                Target::Kind(None) => None,
                Target::Kind(Some(_)) => Some(Listed::KINDS),
                Target::Move(_) | Target::Nth(_) | Target::Place(_) => Some(Listed::MOVES),
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

    fn press(&mut self, input: Input, _context: &mut AppContext) -> PageAction {
        match self.page.press(input) {
            Answer::Chosen(Some(target)) => {
                PageAction::Ask(Request::CloseAndSend(SceneCommand::Jump(target)))
            }
            Answer::Left => PageAction::Back,
            _ => PageAction::Stay,
        }
    }
}
