//! Page whose rows run actions.

use std::fmt;

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};

use super::{MenuPage, PageAction};
use crate::shell::scene::app_context::AppContext;

/// Function that runs when a row is chosen.
type Act = Box<dyn FnMut(&mut AppContext) -> PageAction>;

/// Rows, each with an action.
#[derive(Default)]
pub struct ActRows {
    rows: Vec<MenuRow<usize>>,
    acts: Vec<Act>,
}

impl ActRows {
    /// Adds a row that runs a function when it is chosen.
    pub fn act(
        &mut self,
        label: &str,
        hint: &str,
        act: impl FnMut(&mut AppContext) -> PageAction + 'static,
    ) {
        self.add(label, Field::Act, hint, act);
    }

    /// Adds a row that opens a page.
    pub fn open<P: MenuPage + 'static>(
        &mut self,
        label: &str,
        hint: &str,
        mut page: impl FnMut(&mut AppContext) -> P + 'static,
    ) {
        self.act(label, hint, move |context| PageAction::open(page(context)));
    }

    /// Adds a row that cannot be chosen.
    pub fn show(&mut self, label: &str, field: Field, hint: &str) {
        self.add(label, field, hint, |_| PageAction::Stay);
    }

    fn add(
        &mut self,
        label: &str,
        field: Field,
        hint: &str,
        act: impl FnMut(&mut AppContext) -> PageAction + 'static,
    ) {
        let place = self.rows.len();
        self.rows.push(MenuRow::new(place, label, field, hint));
        self.acts.push(Box::new(act));
    }

    /// Returns the page of these rows.
    ///
    /// # Panics
    /// If there are no rows.
    pub fn into_page(self, title: &str) -> ActPage {
        ActPage {
            page: Page::new(title, self.rows),
            acts: self.acts,
        }
    }
}

/// Page whose rows run actions.
pub struct ActPage {
    page: Page<usize>,
    acts: Vec<Act>,
}

impl fmt::Debug for ActPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ActPage").field(&self.page).finish()
    }
}

impl MenuPage for ActPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        match self.page.press(input) {
            Answer::Chosen(place) => self.acts[place](context),
            Answer::Left => PageAction::Back,
            Answer::Nothing | Answer::Changed(_) | Answer::Entered(_) => PageAction::Stay,
        }
    }
}
