//! A question before something is lost.

use rightwell::menu::{Answer, Field, Input, Page, Row, Sheet};

use crate::shell::activity::Request;

use super::desk::Desk;
use super::{MenuPage, Turn};

/// The yes of most questions whether a game is to be left.
pub const LEAVE: &str = "LEAVE";

/// A question in words: both answers say what comes of them.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What is asked.
    pub title: &'static str,
    /// What stays as it is.
    pub no: &'static str,
    /// What is done.
    pub yes: &'static str,
    /// What that means.
    pub hint: &'static str,
}

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
    pub fn new(words: Words, act: Act) -> Question {
        Question::asking(words, act, false)
    }

    /// Asks before a game or a match that is played is left.
    pub fn leave(is_match: bool, yes: &'static str, act: Act) -> Question {
        let words = Words {
            title: match is_match {
                true => "LEAVE THIS MATCH?",
                false => "LEAVE THIS GAME?",
            },
            no: "KEEP PLAYING",
            yes,
            hint: "What was played up to here is kept",
        };
        Question::asking(words, act, true)
    }

    fn asking(words: Words, act: Act, is_of_game: bool) -> Question {
        let rows = vec![
            Row::new(false, words.no, Field::Act, words.hint),
            Row::new(true, words.yes, Field::Act, words.hint),
        ];
        Question {
            page: Page::new(words.title, rows),
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
            Answer::Chosen(false) if self.is_of_game => Turn::Ask(Request::Close),
            Answer::Chosen(false) | Answer::Left => Turn::Back,
            Answer::Nothing | Answer::Changed(_) | Answer::Entered(_) => Turn::Stay,
        }
    }
}

/// What `act` leads to, or the question whether a game or match is to be left where one would be broken
/// off.
pub fn leave_if(
    is_asked: bool,
    is_match: bool,
    yes: &'static str,
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
    words: Words,
    desk: &mut Desk,
    act: impl FnOnce(&mut Desk) -> Turn + 'static,
) -> Turn {
    if is_asked && desk.settings().confirmations {
        let act = |desk: &mut Desk| Turn::BackThen(Box::new(act(desk)));
        Turn::Open(Box::new(Question::new(words, Box::new(act))))
    } else {
        act(desk)
    }
}
