//! A question before something is lost.

use rightwell::menu::{Answer, Field, Input, Page, Row, Sheet};

use super::desk::Desk;
use super::{MenuPage, Turn};

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
}

impl Question {
    /// Asks before something is done.
    pub fn new(words: Words, act: Act) -> Question {
        let rows = vec![
            Row::new(false, words.no, Field::Act, words.hint),
            Row::new(true, words.yes, Field::Act, words.hint),
        ];
        Question {
            page: Page::new(words.title, rows),
            act: Some(act),
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
            Answer::Chosen(false) | Answer::Left => Turn::Back,
            Answer::Nothing | Answer::Changed(_) | Answer::Entered(_) => Turn::Stay,
        }
    }
}

/// What `act` leads to, or a question before it where something would be broken off.
pub fn ask_if(
    is_asked: bool,
    words: Words,
    desk: &mut Desk,
    act: impl FnOnce(&mut Desk) -> Turn + 'static,
) -> Turn {
    if is_asked && desk.settings().confirmations {
        Turn::Open(Box::new(Question::new(words, Box::new(act))))
    } else {
        act(desk)
    }
}
