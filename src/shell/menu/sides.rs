//! Page that asks which side of a recorded match a person takes over.

use std::sync::Arc;

use rightwell::engine::Side;
use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};
use rightwell::players::Opponent;
use rightwell::session::Contestant;

use crate::shell::options::forms::VersusForm;
use crate::shell::options::scenes::PERSON;
use crate::shell::scene::{Request, SceneCommand};
use crate::shell::store::load;
use crate::shell::store::own::Own;

use super::context::AppContext;
use super::{MenuPage, PageAction, rows};

/// Choice of a side of a recorded match.
#[derive(Debug)]
pub struct SidesPage {
    page: Page<Side>,
    /// Opponents, indexed by the side that the person takes.
    others: [String; 2],
}

impl SidesPage {
    /// Returns the page for these players. The side of a recorded person comes first.
    pub fn new(names: &[String; 2], context: &AppContext) -> SidesPage {
        let known = names.each_ref().map(|name| opponent_of(name, context));
        let other = |side: Side| known[side.other().index()].clone();
        let others = Side::BOTH.map(|side| other(side).unwrap_or_else(|| chosen(context)));
        let mut sides = Side::BOTH;
        sides.sort_by_key(|side| known[side.index()].is_some());
        let rows = sides.map(|side| {
            let (word, place) = (["LEFT", "RIGHT"][side.index()], side.index());
            let label = format!("{word}: {}", names[place]);
            let hint = format!(
                "You play on the {}; {} plays against you from its next piece on",
                word.to_lowercase(),
                others[place]
            );
            MenuRow::new(side, &label, Field::Act, &hint)
        });
        SidesPage {
            page: Page::new("WHICH SIDE DO YOU TAKE?", rows.into()),
            others,
        }
    }
}

impl MenuPage for SidesPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        match self.page.press(input) {
            Answer::Chosen(side) => {
                let name = &self.others[side.index()];
                match load::opponent_of(name, context.folders()) {
                    Ok(opponent) => PageAction::Ask(Request::CloseAndSend(SceneCommand::PlayOn(
                        side,
                        Arc::new(opponent),
                    ))),
                    Err(error) => PageAction::say(error.to_string()),
                }
            }
            Answer::Left => PageAction::Ask(Request::Close),
            Answer::Nothing | Answer::Changed(_) | Answer::Entered(_) => PageAction::Stay,
        }
    }
}

/// Returns the opponent or player that appears under this name in a match.
fn opponent_of(shown: &str, context: &AppContext) -> Option<String> {
    let ours = Opponent::names().map(str::to_owned);
    let own = Own::Opponent.names(context.folders()).into_iter();
    let mut all = ours.chain(own).chain(rows::players(context));
    all.find(|name| Contestant::shown(name) == shown)
}

/// Returns the opponent last chosen for a match.
fn chosen(context: &AppContext) -> String {
    let versus = &context.choices.versus;
    let mut seats = [&versus.right, &versus.left].into_iter();
    let computer = seats.find(|seat| *seat != PERSON);
    computer.map_or_else(|| VersusForm::default().right, String::clone)
}
