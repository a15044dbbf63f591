//! Functions for the rows of several pages.

use rightwell::menu::Page;
use rightwell::players::Player;

use crate::scene::app_context::AppContext;
use crate::store::load;
use crate::store::own::UserFileKind;

use super::InputKind;

/// Returns the names of the players, the built-in ones first.
pub fn players(context: &AppContext) -> Vec<String> {
    let ours = Player::names().map(str::to_owned);
    ours.chain(UserFileKind::Player.names(context.folders()))
        .collect()
}

/// Returns the names of the patterns without errors.
pub fn patterns() -> Vec<String> {
    let found = load::patterns().into_iter();
    let whole = found.filter(|(_, pattern)| pattern.is_ok());
    whole.map(|(name, _)| name).collect()
}

/// Returns the kind of input that the current row accepts.
pub fn takes<T: Clone + PartialEq>(page: &Page<T>) -> InputKind {
    if page.takes_letters() {
        InputKind::Letters
    } else {
        InputKind::Buttons
    }
}
