//! Menu of the program, shown over the current scene.
//!
//! Each page has its own file. The page builds its rows from the user's choices and settings, and converts inputs to
//! actions. The library defines how pages behave and look.

mod act_page;

mod editor;
mod film;
mod form;
mod keys;
mod main_page;
mod mode;
mod play;
mod puzzles;
mod question;
mod race;
mod recording;
mod recording_rows;
mod recordings;
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
mod watch_gallery;
mod worst;

#[cfg(any(feature = "window", test))]
use std::path::Path;

use rightwell::engine::StartPosition;
use rightwell::menu::{Input, Sheet};

use crate::input::action::Action;
use crate::scene::app_context::AppContext;
use crate::scene::person::RaceResult;
use crate::scene::{Capabilities, ErrorListRow, Request, SceneCommand};
use editor::editor_page;
use main_page::main_page;
#[cfg(any(feature = "window", test))]
use question::LEAVE_AND_QUIT;
use question::{LEAVE, QuestionText, question};
use race::race_page;
use sides::sides_page;
pub use start::push_editor;
use states::StatesPage;
use training::gallery_page;
use worst::worst_page;

/// Facts about the scenes below the menu.
#[derive(Clone, Debug, Default)]
pub struct SceneInfo {
    /// Possible interactions with the current scene.
    pub can: Capabilities,
    /// True if closing all scenes would abandon a game.
    pub is_busy: bool,
    /// True if the current scene is a person's game that is over.
    pub is_over: bool,
    /// True if the game that would be abandoned is a match.
    pub is_match: bool,
    /// True if the user can go back to a scene below the current one.
    pub is_deep: bool,
    /// True if a gamepad is connected.
    pub has_pad: bool,
    /// True if the program has a window. People can play only there.
    pub is_windowed: bool,
    /// Position of the current game, if it can be edited, and position in the open editor.
    pub position: Option<StartPosition>,
    pub edited: Option<StartPosition>,
    /// Worst moves of the game under review, if there is one.
    pub worst: Vec<ErrorListRow>,
    /// Result of the finished race, if the current game was one.
    pub race: Option<RaceResult>,
    /// Link to the current scene, if one exists.
    pub link: Option<String>,
}

/// Effect of an input on the menu.
#[derive(Debug)]
pub enum PageAction {
    /// Leave the menu as it is.
    Stay,
    /// Open another page on top.
    Open(Box<dyn MenuPage>),
    /// Go back to the page below.
    Back,
    /// Go back to the page below, then apply the effect inside.
    BackThen(Box<PageAction>),
    /// Close the menu.
    Close,
    /// Send a request to the program.
    Ask(Request),
}

impl PageAction {
    /// Returns the action that opens a page.
    pub fn open(page: impl MenuPage + 'static) -> PageAction {
        PageAction::Open(Box::new(page))
    }

    /// Returns the action that closes the menu and sends a command to the scene.
    pub const fn send(command: SceneCommand) -> PageAction {
        PageAction::Ask(Request::CloseAndSend(command))
    }

    /// Returns the action that copies a text to the clipboard.
    pub const fn copy(text: String) -> PageAction {
        PageAction::Ask(Request::Copy(text))
    }

    /// Returns the action that shows a notice.
    pub const fn say(said: String) -> PageAction {
        PageAction::Ask(Request::Notify(said))
    }
}

/// Kind of input that a page accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Buttons. A letter key acts as a button if it is bound to one.
    Buttons,
    /// Letters and digits. They never act as buttons.
    Letters,
    /// Any key or pad button, given by its name.
    AnyKey,
}

/// Page of the menu.
pub trait MenuPage: std::fmt::Debug {
    /// Returns the content of the page for drawing.
    fn sheet(&self) -> Sheet;

    /// Handles an input and returns its effect.
    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction;

    /// Returns the kind of input that the page accepts now.
    fn takes(&self) -> InputKind {
        InputKind::Buttons
    }

    /// Returns the notice to show when the page opens. Called once.
    fn greeting(&mut self) -> Option<String> {
        None
    }

    /// Handles a key or pad button while [`takes`](MenuPage::takes) returns `AnyKey`. `name` is its name in the
    /// settings.
    fn key(&mut self, _name: &str, _context: &mut AppContext) -> PageAction {
        PageAction::Stay
    }

    /// Updates the page after another page was closed or a setting was changed.
    fn refresh(&mut self, _context: &AppContext) {}
}

/// The open menu.
#[derive(Debug)]
pub struct ProgramMenu {
    pages: Vec<Box<dyn MenuPage>>,
}

impl ProgramMenu {
    /// Returns the menu at its first page.
    pub fn new(below: SceneInfo) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(main_page(&below))],
        }
    }

    /// Returns the menu at the list of the worst moves. Going back from it closes the menu. Returns `None` if the list
    /// is empty.
    pub fn worst(below: &SceneInfo) -> Option<ProgramMenu> {
        let page = (!below.worst.is_empty()).then(|| worst_page(&below.worst))?;
        Some(ProgramMenu {
            pages: vec![Box::new(page)],
        })
    }

    /// Returns the menu at the result of the finished race. Going back from it closes the menu. Returns `None` if there
    /// is no such race.
    pub fn race(below: &SceneInfo) -> Option<ProgramMenu> {
        let page = race_page(below.race.as_ref()?);
        Some(ProgramMenu {
            pages: vec![Box::new(page)],
        })
    }

    /// Returns the menu at the list of training modes.
    pub fn training(below: &SceneInfo, context: &AppContext) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(gallery_page(context, below))],
        }
    }

    /// Returns the menu at the page that asks which side of a recorded match to take over. `names` are its two players.
    pub fn sides(names: &[String; 2], context: &AppContext) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(sides_page(names, context))],
        }
    }

    /// Returns the menu at the page of the editor, which shows this position.
    pub fn editor(position: StartPosition, below: SceneInfo) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(editor_page(position, below))],
        }
    }

    /// Returns the menu at the page of saved states.
    pub fn states(below: &SceneInfo, context: &AppContext) -> ProgramMenu {
        ProgramMenu {
            pages: vec![Box::new(StatesPage::new(context, below))],
        }
    }

    /// Returns the menu at the page that asks for confirmation to leave the current game. If the user confirms, sends
    /// `action` to the scene.
    pub fn leaving(below: &SceneInfo, action: Action) -> ProgramMenu {
        let text = QuestionText::leave(below.is_match, LEAVE);
        let question = question(text, move |_| PageAction::send(SceneCommand::Act(action)));
        ProgramMenu {
            pages: vec![Box::new(question)],
        }
    }

    /// Returns the menu at the page that asks for confirmation to leave the current game and quit.
    #[cfg(any(feature = "window", test))]
    pub fn quitting(below: &SceneInfo) -> ProgramMenu {
        let text = QuestionText::leave(below.is_match, LEAVE_AND_QUIT);
        let question = question(text, |_| PageAction::Ask(Request::Quit));
        ProgramMenu {
            pages: vec![Box::new(question)],
        }
    }

    /// Returns whether the top page asks for confirmation to quit.
    #[cfg(any(feature = "window", test))]
    pub fn asks_to_quit(&self) -> bool {
        let mut lines = self.sheet().lines.into_iter();
        lines.any(|line| line.label == LEAVE_AND_QUIT)
    }

    /// Starts playing a recording. Returns the menu if the user has to confirm first, otherwise the request to the
    /// program.
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

    /// Returns the content of the top page for drawing.
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

    /// Applies an effect to the pages. Returns the request for the program, if there is one.
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
