//! The menu of the program: pages over whatever is on, from which everything can be reached.
//!
//! A page is a file here: it makes its rows from what is chosen or set now, and says what an input
//! leads to. How pages behave and look is the library's.

pub mod begin;
pub mod context;

mod editor;
mod form;
mod keys;
mod main_page;
mod mode;
mod play;
mod puzzles;
mod question;
pub mod recordings;
mod rows;
mod set_keys;
mod settings;
mod sides;
mod states;
mod strength;
#[cfg(test)]
mod tests;
mod training;
mod versus;
mod watch;
mod worst;

#[cfg(any(feature = "window", test))]
use std::path::Path;

use rightwell::engine::StartPosition;
use rightwell::menu::{Input, Sheet};

use crate::shell::activity::{Can, Happening, Listed, Request};
use crate::shell::input::action::Action;
use crate::shell::options::forms::TrainingForm;
use context::AppContext;
use editor::EditorPage;
use main_page::MainPage;
pub use main_page::lay_editor;
use mode::ModePage;
use question::{LEAVE, Question, QuestionText};
use sides::SidesPage;
use states::StatesPage;
use worst::WorstPage;

/// What a page needs to know of what lies below the menu.
#[derive(Clone, Debug, Default)]
pub struct Below {
    /// What can be done with what is on.
    pub can: Can,
    /// Whether leaving all of it would break something off.
    pub is_busy: bool,
    /// Whether that is a match, and not a game of one.
    pub is_match: bool,
    /// Whether something else lies below it, to which one can go back.
    pub is_deep: bool,
    /// Whether there is a game pad.
    pub has_pad: bool,
    /// Whether there is a window, so that people can play.
    pub is_windowed: bool,
    /// The position of the game that is on, if it may be edited; and that of the editor, if that is on.
    pub position: Option<StartPosition>,
    pub edited: Option<StartPosition>,
    /// The worst moves of the game that is reviewed there, if one is.
    pub worst: Vec<Listed>,
    /// The link that leads to what is on, if one does.
    pub link: Option<String>,
}

/// What an input leads to on a page.
#[derive(Debug)]
pub enum Turn {
    /// The menu stays as it is.
    Stay,
    /// Another page lies on top.
    Open(Box<dyn MenuPage>),
    /// The page is left for the one below.
    Back,
    /// The page is left for the one below, and then that is done.
    BackThen(Box<Turn>),
    /// Something is asked of the program.
    Ask(Request),
}

impl Turn {
    /// Something is said.
    pub const fn say(said: String) -> Turn {
        Turn::Ask(Request::Say(said))
    }
}

/// What a page takes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Buttons; keys that are letters are buttons too, if a gamepad has them.
    Buttons,
    /// Letters and digits, which are no buttons here.
    Letters,
    /// The next key or button of a pad, whichever it is, by its name.
    AnyKey,
}

/// A page of the menu.
pub trait MenuPage: std::fmt::Debug {
    /// What it looks like.
    fn sheet(&self) -> Sheet;

    /// Does what an input asks for.
    fn press(&mut self, input: Input, context: &mut AppContext) -> Turn;

    /// What it takes in now.
    fn takes(&self) -> Takes {
        Takes::Buttons
    }

    /// What there is to say as it is opened; it is asked once.
    fn greeting(&mut self) -> Option<String> {
        None
    }

    /// A key or the button of a pad was pressed while the page [takes](MenuPage::takes) any: its
    /// name as the settings have it.
    fn key(&mut self, _name: &str, _context: &mut AppContext) -> Turn {
        Turn::Stay
    }

    /// The page is on top again after another one was left, or something was set there.
    fn refresh(&mut self, _context: &AppContext) {}
}

/// The menu while it is open.
#[derive(Debug)]
pub struct ProgramMenu {
    pages: Vec<Box<dyn MenuPage>>,
}

impl ProgramMenu {
    /// The menu at its first page.
    pub fn new(below: Below) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(MainPage::new(below))],
        }
    }

    /// The list of the worst moves, from which one step leads back to what is on; none where there are
    /// none.
    pub fn worst(below: &Below) -> Option<ProgramMenu> {
        let page = (!below.worst.is_empty()).then(|| WorstPage::new(&below.worst))?;
        Some(ProgramMenu {
            pages: vec![Box::new(page)],
        })
    }

    /// The menu at the page of training.
    pub fn training(below: Below, context: &mut AppContext) -> ProgramMenu {
        let page = ModePage::<TrainingForm>::new(context, below);
        ProgramMenu {
            pages: vec![Box::new(page)],
        }
    }

    /// The menu at the question which side of a match between these a person takes.
    pub fn sides(names: &[String; 2], context: &AppContext) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(SidesPage::new(names, context))],
        }
    }

    /// The menu at the page of the editor that is on with that position.
    pub fn editor(position: StartPosition, below: Below) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(EditorPage::new(position, below))],
        }
    }

    /// The menu at the saved states.
    pub fn states(below: &Below, context: &AppContext) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(StatesPage::new(context, below))],
        }
    }

    /// The menu at the question whether what is on is to be left, as a key asks for.
    pub fn leaving(below: &Below, action: Action) -> ProgramMenu {
        let text = QuestionText::leave(below.is_match, LEAVE);
        let act = move |_: &mut AppContext| Turn::Ask(Request::Tell(Happening::Act(action)));
        let question = Question::new(text, act);
        ProgramMenu {
            pages: vec![Box::new(question)],
        }
    }

    /// Begins a recording; the menu is there only if it has a question before.
    #[cfg(any(feature = "window", test))]
    pub fn beginning(
        recording: &Path,
        below: &Below,
        context: &mut AppContext,
    ) -> (Option<ProgramMenu>, Option<Request>) {
        match main_page::open_or_ask(below, context, recording.to_owned(), false) {
            Turn::Open(page) => {
                let pages = vec![page];
                (Some(ProgramMenu { pages }), None)
            }
            turn => {
                let mut menu = ProgramMenu::new(below.clone());
                (None, menu.follow(turn, context))
            }
        }
    }

    fn top(&self) -> &dyn MenuPage {
        let top = self.pages.last();
        &**top.expect("an open menu has a page")
    }

    fn top_mut(&mut self) -> &mut dyn MenuPage {
        let top = self.pages.last_mut();
        &mut **top.expect("an open menu has a page")
    }

    /// What the page on top looks like.
    pub fn sheet(&self) -> Sheet {
        self.top().sheet()
    }

    /// What the page on top takes in now.
    pub fn takes(&self) -> Takes {
        self.top().takes()
    }

    /// Does what an input asks for.
    pub fn press(&mut self, input: Input, context: &mut AppContext) -> Option<Request> {
        let turn = self.top_mut().press(input, context);
        self.follow(turn, context)
    }

    /// Tells the page on top which key or button of a pad was pressed.
    pub fn key(&mut self, name: &str, context: &mut AppContext) -> Option<Request> {
        let turn = self.top_mut().key(name, context);
        self.follow(turn, context)
    }

    /// Shows on the page on top what has changed elsewhere.
    pub fn refresh(&mut self, context: &AppContext) {
        self.top_mut().refresh(context);
    }

    /// Does what follows for the pages; what is asked of the program is left to it.
    fn follow(&mut self, turn: Turn, context: &AppContext) -> Option<Request> {
        match turn {
            Turn::Stay => None,
            Turn::Open(mut page) => {
                let said = page.greeting();
                self.pages.push(page);
                said.map(Request::Say)
            }
            Turn::Back => self.go_back(context),
            Turn::BackThen(next) => {
                let asked = self.go_back(context);
                asked.or_else(|| self.follow(*next, context))
            }
            Turn::Ask(request) => Some(request),
        }
    }

    fn go_back(&mut self, context: &AppContext) -> Option<Request> {
        self.pages.pop();
        if self.pages.is_empty() {
            return Some(Request::Close);
        }
        self.top_mut().refresh(context);
        None
    }
}
