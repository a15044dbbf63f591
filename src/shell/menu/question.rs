//! A question before something is lost.

use rightwell::menu::{Answer, Field, Input, Page, Row, Sheet};

use super::desk::Desk;
use super::{MenuPage, Turn};

/// The yes of most questions whether a game is to be left.
pub const LEAVE: &str = "LEAVE";

/// What is done after a yes.
pub type Act = Box<dyn FnOnce(&mut Desk) -> Turn>;

/// A question with no and yes.
pub struct Question {
    page: Page<bool>,
    act: Option<Act>,
    /// Whether a no leads to what is played, and not to the page before.
    is_of_game: bool,
}

impl Question {
    /// Asks before something is done.
    pub fn new(title: &str, yes: &str, hint: &str, act: Act) -> Question {
        let rows = vec![
            Row::new(false, "NO, BACK", Field::Act, hint),
            Row::new(true, yes, Field::Act, hint),
        ];
        Question::of(title, rows, act, false)
    }

    /// Asks before a game or a match that is played is left.
    pub fn leave(is_match: bool, yes: &str, act: Act) -> Question {
        let title = match is_match {
            true => "LEAVE THIS MATCH?",
            false => "LEAVE THIS GAME?",
        };
        let hint = "What was played up to here is kept";
        let rows = vec![
            Row::new(false, "KEEP PLAYING", Field::Act, hint),
            Row::new(true, yes, Field::Act, hint),
        ];
        Question::of(title, rows, act, true)
    }

    fn of(title: &str, rows: Vec<Row<bool>>, act: Act, is_of_game: bool) -> Question {
        Question {
            page: Page::new(title, rows),
            act: Some(act),
            is_of_game,
        }
    }
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question")
            .field("page", &self.page)
            .finish_non_exhaustive()
    }
}

impl MenuPage for Question {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn press(&mut self, input: Input, desk: &mut Desk) -> Turn {
        match self.page.press(input) {
            Answer::Chosen(true) => match self.act.take() {
                Some(act) => act(desk),
                None => Turn::Back,
            },
            Answer::Chosen(false) if self.is_of_game => Turn::Close,
            Answer::Chosen(false) | Answer::Left => Turn::Back,
            Answer::Nothing | Answer::Changed(_) => Turn::Stay,
        }
    }
}

/// What `act` leads to, or the question whether a game or match is to be left where one would be broken
/// off.
pub fn leave_if(
    is_asked: bool,
    is_match: bool,
    yes: &str,
    desk: &mut Desk,
    act: impl FnOnce(&mut Desk) -> Turn + 'static,
) -> Turn {
    if is_asked && desk.settings().confirmations {
        Turn::Open(Box::new(Question::leave(is_match, yes, Box::new(act))))
    } else {
        act(desk)
    }
}

/// What `act` leads to, or a question before it where something would be lost.
pub fn ask_if(
    is_asked: bool,
    title: &str,
    yes: &str,
    hint: &str,
    desk: &mut Desk,
    act: impl FnOnce(&mut Desk) -> Turn + 'static,
) -> Turn {
    if is_asked && desk.settings().confirmations {
        Turn::Open(Box::new(Question::new(title, yes, hint, Box::new(act))))
    } else {
        act(desk)
    }
}
