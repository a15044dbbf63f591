//! A question before something is lost.

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};

use crate::shell::activity::Request;

use super::context::AppContext;
use super::{MenuPage, Turn};

/// The yes of most questions whether a game is to be left.
pub const LEAVE: &str = "LEAVE";

/// A question in words: both answers say what comes of them.
#[derive(Clone, Copy, Debug)]
pub struct QuestionText {
    /// What is asked.
    pub title: &'static str,
    /// What stays as it is.
    pub no: &'static str,
    /// What is done.
    pub yes: &'static str,
    /// What that means.
    pub hint: &'static str,
    /// Whether a no leads to what is played, and not to the page before.
    pub is_of_game: bool,
}

impl QuestionText {
    /// Asks whether a game or a match that is played is left.
    pub const fn leave(is_match: bool, yes: &'static str) -> QuestionText {
        QuestionText {
            title: match is_match {
                true => "LEAVE THIS MATCH?",
                false => "LEAVE THIS GAME?",
            },
            no: "KEEP PLAYING",
            yes,
            hint: "What was played up to here is kept",
            is_of_game: true,
        }
    }
}

/// What is done after a yes.
type OnYes = Box<dyn FnOnce(&mut AppContext) -> Turn>;

/// A question with no and yes.
pub struct Question {
    page: Page<bool>,
    act: Option<OnYes>,
    /// See [`QuestionText`].
    is_of_game: bool,
}

impl Question {
    /// Asks before something is done.
    pub fn new(
        text: QuestionText,
        act: impl FnOnce(&mut AppContext) -> Turn + 'static,
    ) -> Question {
        let rows = vec![
            MenuRow::new(false, text.no, Field::Act, text.hint),
            MenuRow::new(true, text.yes, Field::Act, text.hint),
        ];
        Question {
            page: Page::new(text.title, rows),
            act: Some(Box::new(act)),
            is_of_game: text.is_of_game,
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

    fn press(&mut self, input: Input, context: &mut AppContext) -> Turn {
        match self.page.press(input) {
            Answer::Chosen(true) => match self.act.take() {
                Some(act) => act(context),
                None => Turn::Back,
            },
            Answer::Chosen(false) if self.is_of_game => Turn::Ask(Request::Close),
            Answer::Chosen(false) | Answer::Left => Turn::Back,
            Answer::Nothing | Answer::Changed(_) | Answer::Entered(_) => Turn::Stay,
        }
    }
}

/// What `act` leads to, or a question before it where something would be lost.
pub fn ask_if(
    is_asked: bool,
    text: QuestionText,
    context: &mut AppContext,
    act: impl FnOnce(&mut AppContext) -> Turn + 'static,
) -> Turn {
    if !is_asked || !context.settings().confirmations {
        return act(context);
    }
    let act = move |context: &mut AppContext| match text.is_of_game {
        true => act(context),
        false => Turn::BackThen(Box::new(act(context))),
    };
    Turn::Open(Box::new(Question::new(text, act)))
}
