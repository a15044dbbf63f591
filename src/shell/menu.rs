//! Menu of the program: pages over the current scene that lead to everything else.
//!
//! Each page is one file here. It builds its rows from the choices and settings and turns inputs into actions. The
//! library defines how pages behave and look.

mod act_page;
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
mod start;
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

use crate::shell::input::action::Action;
use crate::shell::options::forms::TrainingForm;
use crate::shell::scene::{Capabilities, ErrorRow, Request, SceneCommand};
use context::AppContext;
use editor::EditorPage;
use main_page::main_page;
use mode::ModePage;
use question::{LEAVE, QuestionText, question};
use sides::sides_page;
pub use start::push_editor;
use states::StatesPage;
use worst::worst_page;

/// Facts about the scenes below the menu.
#[derive(Clone, Debug, Default)]
pub struct SceneInfo {
    /// Possible interactions with the current scene.
    pub can: Capabilities,
    /// Whether closing all scenes would break off a game.
    pub is_busy: bool,
    /// Whether that game is a match.
    pub is_match: bool,
    /// Whether the user can go back to a scene below the current one.
    pub is_deep: bool,
    /// Whether a gamepad is connected.
    pub has_pad: bool,
    /// Whether the program has a window. People can play only there.
    pub is_windowed: bool,
    /// Position of the current game, if it can be edited, and position of an open editor.
    pub position: Option<StartPosition>,
    pub edited: Option<StartPosition>,
    /// Worst moves of the game under review, if there is one.
    pub worst: Vec<ErrorRow>,
    /// Link to the current scene, if one exists.
    pub link: Option<String>,
}

/// Result of an input on a page.
#[derive(Debug)]
pub enum PageAction {
    /// The menu stays as it is.
    Stay,
    /// Opens another page on top.
    Open(Box<dyn MenuPage>),
    /// Goes back to the page below.
    Back,
    /// Goes back to the page below and continues with the result inside.
    BackThen(Box<PageAction>),
    /// Closes the menu.
    Close,
    /// Sends a request to the program.
    Ask(Request),
}

impl PageAction {
    /// Opens a page.
    pub fn open(page: impl MenuPage + 'static) -> PageAction {
        PageAction::Open(Box::new(page))
    }

    /// Closes the menu and sends a command to the scene.
    pub const fn send(command: SceneCommand) -> PageAction {
        PageAction::Ask(Request::CloseAndSend(command))
    }

    /// Copies a text to the clipboard.
    pub const fn copy(text: String) -> PageAction {
        PageAction::Ask(Request::Copy(text))
    }

    /// Shows a notice.
    pub const fn say(said: String) -> PageAction {
        PageAction::Ask(Request::Notify(said))
    }
}

/// Kind of input that a page accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Buttons. Letter keys count as buttons if they are bound to a pad.
    Buttons,
    /// Letters and digits. They do not count as buttons.
    Letters,
    /// Any key or pad button, by its name.
    AnyKey,
}

/// Page of the menu.
pub trait MenuPage: std::fmt::Debug {
    /// Returns the appearance of the page.
    fn sheet(&self) -> Sheet;

    /// Reacts to an input.
    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction;

    /// Returns the kind of input that the page accepts now.
    fn takes(&self) -> InputKind {
        InputKind::Buttons
    }

    /// Returns the notice for the opening of the page. Called once.
    fn greeting(&mut self) -> Option<String> {
        None
    }

    /// Reacts to a key or pad button while the page [takes](MenuPage::takes) any. `name` is its name in the settings.
    fn key(&mut self, _name: &str, _context: &mut AppContext) -> PageAction {
        PageAction::Stay
    }

    /// Updates the page after another page was closed or a setting has changed.
    fn refresh(&mut self, _context: &AppContext) {}
}

/// Open menu.
#[derive(Debug)]
pub struct ProgramMenu {
    pages: Vec<Box<dyn MenuPage>>,
}

impl ProgramMenu {
    /// Opens the menu at its first page.
    pub fn new(below: SceneInfo) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(main_page(&below))],
        }
    }

    /// Opens the list of the worst moves. One step leads back to the scene. Returns `None` if the list is empty.
    pub fn worst(below: &SceneInfo) -> Option<ProgramMenu> {
        let page = (!below.worst.is_empty()).then(|| worst_page(&below.worst))?;
        Some(ProgramMenu {
            pages: vec![Box::new(page)],
        })
    }

    /// Opens the training page.
    pub fn training(below: SceneInfo, context: &mut AppContext) -> ProgramMenu {
        let page = ModePage::<TrainingForm>::new(context, below);
        ProgramMenu {
            pages: vec![Box::new(page)],
        }
    }

    /// Asks which side of a match between these players the person takes.
    pub fn sides(names: &[String; 2], context: &AppContext) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(sides_page(names, context))],
        }
    }

    /// Opens the page of an editor at this position.
    pub fn editor(position: StartPosition, below: SceneInfo) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(EditorPage::new(position, below))],
        }
    }

    /// Opens the page of saved states.
    pub fn states(below: &SceneInfo, context: &AppContext) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(StatesPage::new(context, below))],
        }
    }

    /// Asks whether to leave the current game for this action.
    pub fn leaving(below: &SceneInfo, action: Action) -> ProgramMenu {
        let text = QuestionText::leave(below.is_match, LEAVE);
        let question = question(text, move |_| PageAction::send(SceneCommand::Act(action)));
        ProgramMenu {
            pages: vec![Box::new(question)],
        }
    }

    /// Starts a recording. Returns a menu only if the user has to confirm first.
    #[cfg(any(feature = "window", test))]
    pub fn beginning(
        recording: &Path,
        below: &SceneInfo,
        context: &mut AppContext,
    ) -> (Option<ProgramMenu>, Option<Request>) {
        match start::open_or_ask(below, context, recording.to_owned(), false) {
            PageAction::Open(page) => {
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

    /// Returns the appearance of the top page.
    pub fn sheet(&self) -> Sheet {
        self.top().sheet()
    }

    /// Returns the kind of input that the top page accepts.
    pub fn takes(&self) -> InputKind {
        self.top().takes()
    }

    /// Passes an input to the top page.
    pub fn press(&mut self, input: Input, context: &mut AppContext) -> Option<Request> {
        let turn = self.top_mut().press(input, context);
        self.follow(turn, context)
    }

    /// Passes a key or pad button to the top page.
    pub fn key(&mut self, name: &str, context: &mut AppContext) -> Option<Request> {
        let turn = self.top_mut().key(name, context);
        self.follow(turn, context)
    }

    /// Updates the top page after changes elsewhere.
    pub fn refresh(&mut self, context: &AppContext) {
        self.top_mut().refresh(context);
    }

    /// Applies a result to the pages. Returns a request for the program.
    fn follow(&mut self, turn: PageAction, context: &AppContext) -> Option<Request> {
        match turn {
            PageAction::Stay => None,
            PageAction::Open(mut page) => {
                let said = page.greeting();
                self.pages.push(page);
                said.map(Request::Notify)
            }
            PageAction::Back => self.go_back(context),
            PageAction::Close => Some(Request::Close),
            PageAction::BackThen(next) => {
                let asked = self.go_back(context);
                asked.or_else(|| self.follow(*next, context))
            }
            PageAction::Ask(request) => Some(request),
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
