//! The page of a mode: what can be chosen for it, and its beginning.

use std::ffi::OsString;
use std::fmt::Debug;

use rightwell::menu::{Answer, Field, Input, Page, Preview, Sheet};

use crate::shell::activity::Request;
use crate::shell::host::page;
use crate::shell::store::choices::Choices;

use super::context::AppContext;
use super::form::ModeForm;
use super::main_page::begin;
use super::{Below, MenuPage, Takes, Turn, rows};

/// What is chosen for a mode, as a page shows it.
pub trait ModeChoice: Clone + Debug + Default + 'static {
    /// What is looked up once, when the page is opened.
    type Known: Debug;

    /// What the page is called: in capitals, as its command.
    const TITLE: &'static str;

    /// The command that begins it.
    const COMMAND: &'static str;

    /// Looks up what can be chosen, of the user's own too.
    fn look(context: &AppContext) -> Self::Known;

    /// What is wrong with what was looked up.
    fn fault(_known: &Self::Known) -> Option<String> {
        None
    }

    /// It among all choices.
    fn among(choices: &mut Choices) -> &mut Self;

    /// Adds the rows below the one that begins, as far as they matter now.
    fn rows(&self, known: &Self::Known, form: &mut ModeForm<Self>);

    /// The same, with what follows from what has changed since `before`.
    fn follow(self, _before: &Self, _known: &Self::Known, _context: &AppContext) -> Self {
        self
    }

    /// A small picture of it.
    fn preview(&self, _known: &Self::Known) -> Option<Preview> {
        None
    }
}

/// The page of a mode, as it was left last.
#[derive(Debug)]
pub struct ModePage<C: ModeChoice> {
    page: Page<&'static str>,
    form: ModeForm<C>,
    known: C::Known,
    below: Below,
    /// What there is to say as the page is opened.
    said: Vec<String>,
}

impl<C: ModeChoice> ModePage<C> {
    /// The page as it was left last.
    pub fn new(context: &mut AppContext, below: Below) -> ModePage<C> {
        let known = C::look(context);
        let choice = C::among(&mut context.choices);
        let (mut form, mut said) = form(choice, &known);
        said.extend(C::fault(&known));
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

    /// Shows what is chosen; see [`form`] for what is said.
    fn show(&mut self, choice: &mut C) -> Vec<String> {
        let (form, said) = form(choice, &self.known);
        self.form = form;
        self.page.set_rows(self.form.take_rows());
        self.page.set_preview(choice.preview(&self.known));
        said
    }
}

/// The label of the row that begins.
const BEGIN: &str = "BEGIN";

/// The label of the row that copies a link, where the program is on a page.
const LINK: &str = "COPY LINK";

/// The rows of what is chosen, in which known words take the place of others, and what to say of that.
pub fn form<C: ModeChoice>(choice: &mut C, known: &C::Known) -> (ModeForm<C>, Vec<String>) {
    let mut all_said = Vec::new();
    loop {
        let mut form = ModeForm::new(choice.clone(), C::COMMAND);
        let hint = "Begins with what is chosen here. On a pad START begins from every row";
        form.told(BEGIN, Field::Act, hint);
        choice.rows(known, &mut form);
        if page::has_links() {
            let hint = "Copies a link to this page that begins with what is chosen here";
            form.told(LINK, Field::Act, hint);
        }
        let Some((said, instead)) = form.replacement() else {
            return (form, all_said);
        };
        all_said.push(said);
        *choice = instead;
    }
}

/// All of it in one line.
fn in_one_line(said: &[String]) -> Option<String> {
    (!said.is_empty()).then(|| said.join("; "))
}

impl<C: ModeChoice> MenuPage for ModePage<C> {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> Takes {
        rows::takes(&self.page)
    }

    fn greeting(&mut self) -> Option<String> {
        in_one_line(&std::mem::take(&mut self.said))
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> Turn {
        match self.page.press(input) {
            Answer::Chosen(LINK) => {
                let link = page::link(self.form.words().iter().map(String::as_str));
                link.map_or(Turn::Stay, |link| Turn::Ask(Request::Copy(link)))
            }
            Answer::Chosen(_) => {
                let words = self.form.words().iter().map(OsString::from);
                begin(words.collect(), &self.below, context)
            }
            Answer::Changed(_) => {
                let before = C::among(&mut context.choices).clone();
                let mut choice = before.clone();
                self.form.fill(&mut choice, &self.page);
                let mut choice = choice.follow(&before, &self.known, context);
                let said = self.show(&mut choice);
                *C::among(&mut context.choices) = choice;
                in_one_line(&said).map_or(Turn::Stay, Turn::say)
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
