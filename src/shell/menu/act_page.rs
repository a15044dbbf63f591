//! Page whose rows run actions.

use std::fmt;

use rightwell::menu::{Answer, Column, Field, Icon, Input, MenuRow, Page, Preview, Sheet};

use crate::scene::app_context::AppContext;

use super::{InputKind, MenuPage, PageAction, rows};

/// Function that runs when a row is chosen.
type RowAction = Box<dyn FnMut(&mut AppContext) -> PageAction>;
/// Function that gets the new value of a row.
type ChangeAction = Box<dyn FnMut(&str) -> PageAction>;

/// Functions of a row.
struct RowActions {
    /// Runs when the row is chosen or its text is finished.
    chosen: RowAction,
    /// Runs when the row has a new value.
    changed: ChangeAction,
}

/// Rows, each with an action.
#[derive(Default)]
pub struct ActionRows {
    rows: Vec<MenuRow<usize>>,
    acts: Vec<RowActions>,
    /// True if the next row begins a group.
    begins_group: bool,
}

impl ActionRows {
    /// Adds a row that runs a function when it is chosen.
    pub fn act(
        &mut self,
        label: &str,
        hint: &str,
        act: impl FnMut(&mut AppContext) -> PageAction + 'static,
    ) {
        self.add(label, Field::Act, hint, |_| PageAction::Stay, act);
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

    /// Adds a heading, which begins a group of rows.
    pub fn heading(&mut self, label: &str) {
        self.show(label, Field::Heading, "");
    }

    /// Lets a group of rows without a heading begin at the next row. Has no effect if no row is added.
    pub fn begin_group(&mut self) {
        self.begins_group = true;
    }

    /// Adds an icon to the last row.
    pub fn icon(&mut self, icon: Icon) {
        if let Some(row) = self.rows.last_mut() {
            row.icon = Some(icon);
        }
    }

    /// Adds a picture to the last row.
    pub fn preview(&mut self, preview: Option<Preview>) {
        if let Some(row) = self.rows.last_mut() {
            row.preview = preview;
        }
    }

    /// Adds a line of a table, which has no action. [`ActionPage::with_columns`] sets the columns.
    pub fn cells(&mut self, field: Field, cells: Vec<String>) {
        self.show("", field, "");
        if let Some(row) = self.rows.last_mut() {
            row.cells = vec![cells];
        }
    }

    /// Returns the index of the next row.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds a row that cannot be chosen.
    pub fn show(&mut self, label: &str, field: Field, hint: &str) {
        let stay = |_: &str| PageAction::Stay;
        self.add(label, field, hint, stay, |_| PageAction::Stay);
    }

    /// Adds a row with a value. `changed` gets each new value.
    pub fn value(
        &mut self,
        label: &str,
        field: Field,
        hint: &str,
        changed: impl FnMut(&str) -> PageAction + 'static,
    ) {
        self.add(label, field, hint, changed, |_| PageAction::Stay);
    }

    /// Adds a row of any kind. `changed` gets each new value, and `chosen` runs when the row is chosen or its text is
    /// finished.
    pub fn add(
        &mut self,
        label: &str,
        field: Field,
        hint: &str,
        changed: impl FnMut(&str) -> PageAction + 'static,
        chosen: impl FnMut(&mut AppContext) -> PageAction + 'static,
    ) {
        let place = self.rows.len();
        let mut row = MenuRow::new(place, label, field, hint);
        row.begins_group = std::mem::take(&mut self.begins_group);
        self.rows.push(row);
        self.acts.push(RowActions {
            chosen: Box::new(chosen),
            changed: Box::new(changed),
        });
    }

    /// Returns the page of these rows.
    ///
    /// # Panics
    /// If there are no rows.
    pub fn into_page(self, title: &str) -> ActionPage {
        ActionPage {
            page: Page::new(title, self.rows),
            acts: self.acts,
            left: || PageAction::Back,
        }
    }
}

/// Page whose rows run actions.
pub struct ActionPage {
    page: Page<usize>,
    acts: Vec<RowActions>,
    /// Effect of leaving the page.
    left: fn() -> PageAction,
}

impl ActionPage {
    /// Closes the menu when the page is left, instead of going back.
    #[must_use]
    pub fn left_by_closing(mut self) -> ActionPage {
        self.left = || PageAction::Close;
        self
    }

    /// Lets the Start button choose the first row from any row.
    #[must_use]
    pub fn started_by_first(mut self) -> ActionPage {
        self.page = self.page.started_by(0);
        self
    }

    /// Moves the cursor to the row with this index, if it exists.
    #[must_use]
    pub fn at_row(mut self, row: Option<usize>) -> ActionPage {
        row.iter().for_each(|row| self.page.go_to(row));
        self
    }

    /// Shows the current game beside the rows.
    #[must_use]
    pub fn beside_game(mut self) -> ActionPage {
        self.page = self.page.beside_game();
        self
    }

    /// Sets the columns of the table's lines.
    #[must_use]
    pub fn with_columns(mut self, columns: &'static [Column]) -> ActionPage {
        self.page = self.page.with_columns(columns);
        self
    }

    /// Shows an image beside the rows.
    #[must_use]
    pub fn with_preview(mut self, preview: Preview) -> ActionPage {
        self.page.set_preview(Some(preview));
        self
    }
}

impl fmt::Debug for ActionPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ActPage").field(&self.page).finish()
    }
}

impl MenuPage for ActionPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> InputKind {
        rows::takes(&self.page)
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        match self.page.press(input) {
            Answer::Chosen(place) | Answer::Entered(place) => (self.acts[place].chosen)(context),
            Answer::Changed(place) => {
                let value = self.page.field(&place).map(Field::content);
                (self.acts[place].changed)(&value.unwrap_or_default())
            }
            Answer::Left => (self.left)(),
            Answer::Nothing => PageAction::Stay,
        }
    }
}
