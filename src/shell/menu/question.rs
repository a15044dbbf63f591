//! Confirmation before something is lost.

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};

use crate::shell::scene::Request;

use super::context::AppContext;
use super::{MenuPage, PageAction};

/// Usual label of the yes for leaving a game.
pub const LEAVE: &str = "LEAVE";

/// Text of a question. Both answers describe their effect.
#[derive(Clone, Copy, Debug)]
pub struct QuestionText {
    /// Question.
    pub title: &'static str,
    /// Effect of no.
    pub no: &'static str,
    /// Effect of yes.
    pub yes: &'static str,
    /// Consequence of yes, as the hint.
    pub hint: &'static str,
    /// Whether no leads back to the game instead of the previous page.
    pub is_of_game: bool,
}

impl QuestionText {
    /// Asks whether to leave the current game or match.
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

/// Action after yes.
type OnYes = Box<dyn FnOnce(&mut AppContext) -> PageAction>;

/// Question with the answers no and yes.
pub struct Question {
    page: Page<bool>,
    act: Option<OnYes>,
    /// See [`QuestionText`].
    is_of_game: bool,
}

impl Question {
    /// Returns a question before an action.
    pub fn new(
        text: QuestionText,
        act: impl FnOnce(&mut AppContext) -> PageAction + 'static,
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

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        match self.page.press(input) {
            Answer::Chosen(true) => match self.act.take() {
                Some(act) => act(context),
                None => PageAction::Back,
            },
            Answer::Chosen(false) if self.is_of_game => PageAction::Ask(Request::Close),
            Answer::Chosen(false) | Answer::Left => PageAction::Back,
            Answer::Nothing | Answer::Changed(_) | Answer::Entered(_) => PageAction::Stay,
        }
    }
}

/// Runs `act`, or asks first if `is_asked`.
pub fn ask_if(
    is_asked: bool,
    text: QuestionText,
    context: &mut AppContext,
    act: impl FnOnce(&mut AppContext) -> PageAction + 'static,
) -> PageAction {
    if !is_asked || !context.settings().confirmations {
        return act(context);
    }
    let act = move |context: &mut AppContext| match text.is_of_game {
        true => act(context),
        false => PageAction::BackThen(Box::new(act(context))),
    };
    PageAction::Open(Box::new(Question::new(text, act)))
}
