//! The page of a mode: what can be chosen for it, and its beginning.

use std::fmt::Debug;

use rightwell::menu::{Answer, Field, Input, Page, Preview, Sheet};

use crate::shell::store::choices::Choices;

use super::desk::Desk;
use super::form::Form;
use super::main_page::begin;
use super::{Below, MenuPage, Takes, Turn, rows};

/// What is chosen for a mode, as a page shows it.
pub trait Choice: Clone + Debug + 'static {
    /// What is looked up once, when the page is opened.
    type Known: Debug;

    /// What the page is called: in capitals, as its command.
    const TITLE: &'static str;

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

    /// Adds the rows below the one that begins, as far as they matter now.
    fn rows(&self, known: &Self::Known, form: &mut Form<Self>);

    /// The same, with what follows from what has changed since `before`.
    fn follow(self, _before: &Self, _known: &Self::Known, _desk: &Desk) -> Self {
        self
    }

    /// A small picture of it.
    fn preview(&self, _known: &Self::Known) -> Option<Preview> {
        None
    }
}

/// The page of a mode, as it was left last.
#[derive(Debug)]
pub struct ModePage<C: Choice> {
    page: Page<&'static str>,
    form: Form<C>,
    known: C::Known,
    below: Below,
    /// What is chosen in the place of what has gone, until it is said.
    said: Option<String>,
}

impl<C: Choice> ModePage<C> {
    /// The page as it was left last.
    pub fn new(desk: &mut Desk, below: Below) -> ModePage<C> {
        let known = C::look(desk);
        let said = C::of_mut(&mut desk.choices).settle(&known);
        let choice = C::of(&desk.choices);
        let mut form = form(choice, &known);
        let mut page = Page::new(C::TITLE, form.take_rows()).started_by(BEGIN);
        page.set_preview(choice.preview(&known));
        ModePage {
            page,
            form,
            known,
            below,
            said,
        }
    }

    fn show(&mut self, choice: &C) {
        self.form = form(choice, &self.known);
        self.page.set_rows(self.form.take_rows());
        self.page.set_preview(choice.preview(&self.known));
    }
}

/// The label of the row that begins.
const BEGIN: &str = "BEGIN";

fn form<C: Choice>(choice: &C, known: &C::Known) -> Form<C> {
    let mut form = Form::new(choice.clone(), &C::TITLE.to_lowercase());
    let hint = "Begins with what is chosen here. On a pad START begins from every row";
    form.told(BEGIN, Field::Act, hint);
    choice.rows(known, &mut form);
    form
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
            Answer::Chosen(_) => begin(self.form.words(), &self.below, desk),
            Answer::Changed(_) => {
                let before = C::of(&desk.choices);
                let mut choice = before.clone();
                self.form.fill(&mut choice, &self.page);
                let choice = choice.follow(before, &self.known, desk);
                self.show(&choice);
                *C::of_mut(&mut desk.choices) = choice;
                Turn::Stay
            }
            Answer::Entered(_) => {
                self.page.go_to(&BEGIN);
                Turn::Stay
            }
            Answer::Left => Turn::Back,
            Answer::Nothing => Turn::Stay,
        }
    }
}
