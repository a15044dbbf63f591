//! The menu of the program: pages over whatever is on, from which everything can be reached.
//!
//! A page is a file here: it makes its rows from what is chosen or set now, and says what an input
//! leads to. How pages behave and look is the library's.

pub mod desk;

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
#[cfg(test)]
mod tests;
mod versus;
mod watch;
mod worst;

use std::sync::Arc;

use rightwell::engine::Side;
use rightwell::menu::{Input, Sheet};
use rightwell::players::Opponent;

use crate::shell::activity::{Begun, Listed, Target};
use crate::shell::input::action::{Action, HelpLine};
use desk::Desk;
use main_page::MainPage;
use question::{LEAVE, Question};
use sides::SidesPage;
use worst::WorstPage;

/// What a page needs to know of what lies below the menu.
#[derive(Clone, Debug, Default)]
pub struct Below {
    /// Whether leaving all of it would break something off.
    pub is_busy: bool,
    /// Whether going back to what lies below it would.
    pub is_top_busy: bool,
    /// Whether that is a match, and not a game of one.
    pub is_match: bool,
    /// Whether something else lies below it, to which one can go back.
    pub is_deep: bool,
    /// The keys that it understands.
    pub keys: &'static [HelpLine],
    /// On which pads people play.
    pub people: [bool; 2],
    /// Whether there is a game pad.
    pub has_pad: bool,
    /// Whether there is a window, so that people can play.
    pub is_windowed: bool,
    /// The worst moves of the game that is reviewed there, if one is.
    pub worst: Vec<Listed>,
}

/// What an input in the menu leads to.
#[derive(Debug)]
pub enum Turn {
    /// The menu stays as it is.
    Stay,
    /// There is something to say.
    Say(String),
    /// Another page lies on top.
    Open(Box<dyn MenuPage>),
    /// The page is left for the one below.
    Back,
    /// All pages are left that lie over the one with this title, and there is something to say.
    BackTo(&'static str, String),
    /// Something else is on the screen from now on, and the menu is closed.
    Begin(Begun),
    /// The menu is closed.
    Close,
    /// The menu is closed, and a key's action is done.
    Act(Action),
    /// The menu is closed, and what is on goes there.
    Jump(Target),
    /// The menu is closed, and the recorded match goes on with a person on that side.
    PlayOn(Side, Arc<Opponent>),
    /// The menu is closed, and what was on is left for what lies below it.
    Leave,
    /// The program ends.
    Quit,
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
    fn press(&mut self, input: Input, desk: &mut Desk) -> Turn;

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
    fn key(&mut self, _name: &str, _desk: &mut Desk) -> Turn {
        Turn::Stay
    }

    /// The page is on top again after another one was left, or something was set there.
    fn refresh(&mut self, _desk: &Desk) {}
}

/// The menu while it is open.
#[derive(Debug)]
pub struct ProgramMenu {
    pages: Vec<Box<dyn MenuPage>>,
}

/// What the menu asks of the program.
#[derive(Debug)]
pub enum Wish {
    /// Nothing.
    Nothing,
    /// To say something.
    Say(String),
    /// To close the menu.
    Close,
    /// To close the menu and do what a key asks for.
    Act(Action),
    /// To close the menu and go there.
    Jump(Target),
    /// To close the menu and go on with a recorded match, a person on that side.
    PlayOn(Side, Arc<Opponent>),
    /// To go back to what lies below what is on.
    Leave,
    /// To show something else in the place of all that is on.
    Begin(Begun),
    /// To end.
    Quit,
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

    /// The menu at the question which side of a match between these a person takes.
    pub fn sides(names: &[String; 2], desk: &Desk) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(SidesPage::new(names, desk))],
        }
    }

    /// The menu at the question whether what is on is to be left, as a key asks for.
    pub fn leaving(below: &Below, action: Action) -> ProgramMenu {
        let act = Box::new(move |_: &mut Desk| Turn::Act(action));
        let question = Question::leave(below.is_match, LEAVE, act);
        ProgramMenu {
            pages: vec![Box::new(question)],
        }
    }

    /// Begins what the words of a command line ask for; the menu is there only if it has a question
    /// before.
    #[cfg(any(feature = "window", test))]
    pub fn beginning(
        words: Vec<String>,
        below: &Below,
        desk: &mut Desk,
    ) -> (Option<ProgramMenu>, Wish) {
        match main_page::begin(words, below, desk) {
            Turn::Open(page) => {
                let pages = vec![page];
                (Some(ProgramMenu { pages }), Wish::Nothing)
            }
            turn => {
                let mut menu = ProgramMenu::new(below.clone());
                (None, menu.follow(turn, desk))
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
    pub fn press(&mut self, input: Input, desk: &mut Desk) -> Wish {
        let turn = self.top_mut().press(input, desk);
        self.follow(turn, desk)
    }

    /// Tells the page on top which key or button of a pad was pressed.
    pub fn key(&mut self, name: &str, desk: &mut Desk) -> Wish {
        let turn = self.top_mut().key(name, desk);
        self.follow(turn, desk)
    }

    fn follow(&mut self, turn: Turn, desk: &Desk) -> Wish {
        match turn {
            Turn::Stay => {}
            Turn::Say(said) => return Wish::Say(said),
            Turn::Open(mut page) => {
                let said = page.greeting();
                self.pages.push(page);
                return said.map_or(Wish::Nothing, Wish::Say);
            }
            Turn::Back => {
                self.pages.pop();
                if self.pages.is_empty() {
                    return Wish::Close;
                }
                self.top_mut().refresh(desk);
            }
            Turn::BackTo(title, said) => {
                while self.pages.len() > 1 && self.top().sheet().title != title {
                    self.pages.pop();
                }
                self.top_mut().refresh(desk);
                return Wish::Say(said);
            }
            Turn::Begin(begun) => return Wish::Begin(begun),
            Turn::Close => return Wish::Close,
            Turn::Act(action) => return Wish::Act(action),
            Turn::Jump(target) => return Wish::Jump(target),
            Turn::PlayOn(side, opponent) => return Wish::PlayOn(side, opponent),
            Turn::Leave => return Wish::Leave,
            Turn::Quit => return Wish::Quit,
        }
        Wish::Nothing
    }
}
