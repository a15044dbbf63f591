//! Page that asks which side of a recorded match a person takes over.

use std::sync::Arc;

use rightwell::engine::Side;
use rightwell::players::Opponent;
use rightwell::session::Contestant;

use crate::options::forms::VersusForm;
use crate::options::scenes::PERSON;
use crate::scene::SceneCommand;
use crate::scene::app_context::AppContext;
use crate::store::load;
use crate::store::own::UserFileKind;

use super::act_page::{ActionPage, ActionRows};
use super::{PageAction, rows};

/// Returns the page for a match between these players. The side that a person played in the recording is listed first.
pub fn sides_page(names: &[String; 2], context: &AppContext) -> ActionPage {
    let known = names.each_ref().map(|name| opponent_of(name, context));
    let mut sides = Side::BOTH;
    sides.sort_by_key(|side| known[side.index()].is_some());
    let mut rows = ActionRows::default();
    for side in sides {
        let (word, place) = (["LEFT", "RIGHT"][side.index()], side.index());
        let other = known[side.other().index()].clone();
        let other = other.unwrap_or_else(|| chosen(context));
        let label = format!("{word}: {}", names[place]);
        let hint = format!(
            "You take over the {} side, against {other}",
            word.to_lowercase()
        );
        rows.act(&label, &hint, move |context| {
            match load::opponent_of(&other, context.folders()) {
                Ok(opponent) => PageAction::send(SceneCommand::PlayOn(side, Arc::new(opponent))),
                Err(error) => PageAction::say(error.to_string()),
            }
        });
    }
    rows.into_page("WHICH SIDE DO YOU TAKE?")
}

/// Returns the name of the opponent or player whose display name in a match is `shown`.
fn opponent_of(shown: &str, context: &AppContext) -> Option<String> {
    let ours = Opponent::names().map(str::to_owned);
    let own = UserFileKind::Opponent.names(context.folders()).into_iter();
    let mut all = ours.chain(own).chain(rows::players(context));
    all.find(|name| Contestant::shown(name) == shown)
}

/// Returns the opponent that the user last chose for a match.
fn chosen(context: &AppContext) -> String {
    let versus = &context.choices.versus;
    let mut seats = [&versus.right, &versus.left].into_iter();
    let computer = seats.find(|seat| *seat != PERSON);
    computer.map_or_else(|| VersusForm::default().right, String::clone)
}
