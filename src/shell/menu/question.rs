//! Page that asks for confirmation before something is lost.

use crate::scene::app_context::AppContext;

use super::PageAction;
use super::act_page::{ActionPage, ActionRows};

/// Usual label of the answer that leaves a game.
pub const LEAVE: &str = "LEAVE";

/// Label of the answer that leaves a game and ends the program.
pub const LEAVE_AND_QUIT: &str = "LEAVE AND QUIT";

/// Texts of a question. Both answers name their effect.
#[derive(Clone, Copy, Debug)]
pub struct QuestionText<'a> {
    /// The question.
    pub title: &'static str,
    /// Label of the answer "no".
    pub no: &'static str,
    /// Label of the answer "yes".
    pub yes: &'static str,
    /// Consequence of "yes", shown as the hint.
    pub hint: &'a str,
    /// True if "no" leads back to the game instead of the previous page.
    pub is_of_game: bool,
}

impl QuestionText<'static> {
    /// Returns the texts that ask whether to leave the current game or match.
    pub const fn leave(is_match: bool, yes: &'static str) -> Self {
        QuestionText {
            title: match is_match {
                true => "LEAVE THIS MATCH?",
                false => "LEAVE THIS GAME?",
            },
            no: "KEEP PLAYING",
            yes,
            hint: "The game so far is saved",
            is_of_game: true,
        }
    }
}

/// Returns the page that asks for confirmation and then runs `act`.
pub fn question(
    text: QuestionText<'_>,
    act: impl FnOnce(&mut AppContext) -> PageAction + 'static,
) -> ActionPage {
    let mut rows = ActionRows::default();
    rows.act(text.no, text.hint, move |_| match text.is_of_game {
        true => PageAction::Close,
        false => PageAction::Back,
    });
    let mut act = Some(act);
    rows.act(text.yes, text.hint, move |context| match act.take() {
        Some(act) => act(context),
        None => PageAction::Back,
    });
    rows.into_page(text.title)
}

/// Runs `act`, after a confirmation if `is_asked`.
pub fn ask_if(
    is_asked: bool,
    text: QuestionText<'_>,
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
    PageAction::open(question(text, act))
}
