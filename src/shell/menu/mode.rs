//! The page of a mode: what can be chosen for it, and its beginning.

use std::fmt::Debug;

use rightwell::menu::{Answer, Field, Input, Page, Preview, Row, Sheet};

use crate::shell::store::choices::Choices;

use super::desk::Desk;
use super::main_page::begin;
use super::{Below, MenuPage, Takes, Turn, rows};

/// What is chosen for a mode, as a page shows it.
pub trait Choice: Clone + Debug + 'static {
    /// The names of its rows.
    type RowId: Copy + PartialEq + Debug;
    /// What is looked up once, when the page is opened.
    type Known: Debug;

    /// What the page is called.
    const TITLE: &'static str;
    /// The row that begins.
    const BEGIN: Self::RowId;

    /// Looks up what can be chosen, of the user's own too.
    fn look(desk: &Desk) -> Self::Known;

    /// Chooses what there is in the place of what has gone since the last time; says what.
    fn settle(&mut self, _known: &Self::Known) -> Option<String> {
        None
    }

    /// It among all choices.
    fn of(choices: &Choices) -> &Self;

    /// It among all choices, to be set.
    fn of_mut(choices: &mut Choices) -> &mut Self;

    /// The rows below the one that begins, as far as they matter now.
    fn rows(&self, known: &Self::Known) -> Vec<Row<Self::RowId>>;

    /// What the rows say; what has no row now stays as it was.
    fn read(&self, rows: &Values<'_, Self::RowId>) -> Self;

    /// The same, with what follows from what has changed since `before`.
    fn follow(self, _before: &Self, _known: &Self::Known, _desk: &Desk) -> Self {
        self
    }

    /// The command line that says the same.
    fn words(&self) -> Vec<String>;

    /// A small picture of it.
    fn preview(&self, _known: &Self::Known) -> Option<Preview> {
        None
    }
}

/// What the rows of a page hold.
pub struct Values<'a, RowId>(&'a Page<RowId>);

impl<RowId: Copy + PartialEq> Values<'_, RowId> {
    /// The text of a row, or what it was before.
    pub fn text(&self, name: RowId, before: &str) -> String {
        let field = self.0.field(&name);
        field.map_or_else(|| before.to_owned(), Field::content)
    }

    /// The number of a row, or what it was before.
    pub fn number(&self, name: RowId, before: u32) -> u32 {
        let field = self.0.field(&name);
        let number = field.and_then(|field| field.content().parse().ok());
        number.unwrap_or(before)
    }

    /// Whether a row says yes, or what it said before.
    pub fn is_yes(&self, name: RowId, before: bool) -> bool {
        let field = self.0.field(&name);
        field.map_or(before, |field| field.content() == "yes")
    }
}

/// The page of a mode, as it was left last.
#[derive(Debug)]
pub struct ModePage<C: Choice> {
    page: Page<C::RowId>,
    known: C::Known,
    below: Below,
    /// What is chosen in the place of what has gone, until it is said.
    said: Option<String>,
}

impl<C: Choice> ModePage<C> {
    /// The page as it was left last.
    pub fn new(desk: &mut Desk, below: Below) -> ModePage<C> {
        let begin = vec![begin_row::<C>()];
        let known = C::look(desk);
        let said = C::of_mut(&mut desk.choices).settle(&known);
        let mut new = ModePage {
            page: Page::new(C::TITLE, begin).started_by(C::BEGIN),
            known,
            below,
            said,
        };
        new.show(C::of(&desk.choices));
        new
    }

    fn show(&mut self, choice: &C) {
        let mut rows = vec![begin_row::<C>()];
        rows.extend(choice.rows(&self.known));
        self.page.set_rows(rows);
        self.page.set_preview(choice.preview(&self.known));
    }
}

fn begin_row<C: Choice>() -> Row<C::RowId> {
    let hint = "Begins with what is chosen here. On a pad START begins from every row";
    Row::new(C::BEGIN, "BEGIN", Field::Act, hint)
}

impl<C: Choice> MenuPage for ModePage<C> {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> Takes {
        rows::takes(&self.page)
    }

    fn greeting(&mut self) -> Option<String> {
        self.said.take()
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Turn {
        match self.page.press(input) {
            Answer::Chosen(_) => begin(C::of(&desk.choices).words(), &self.below, desk),
            Answer::Changed(_) => {
                let before = C::of(&desk.choices);
                let choice = before.read(&Values(&self.page));
                let choice = choice.follow(before, &self.known, desk);
                self.show(&choice);
                *C::of_mut(&mut desk.choices) = choice;
                Turn::Stay
            }
            Answer::Entered(_) => {
                self.page.go_to(&C::BEGIN);
                Turn::Stay
            }
            Answer::Left => Turn::Back,
            Answer::Nothing => Turn::Stay,
        }
    }
}
