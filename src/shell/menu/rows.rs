//! What the rows of several pages need.

use rightwell::menu::Page;
use rightwell::players::Player;

use crate::shell::store::own::Own;

use super::Takes;
use super::context::AppContext;

/// The names of the players, those of the user's own behind ours.
pub fn players(context: &AppContext) -> Vec<String> {
    let ours = Player::names().map(str::to_owned);
    ours.chain(Own::Player.names(context.folders())).collect()
}

/// What a page takes in that has nothing but these rows.
pub fn takes<T: Clone + PartialEq>(page: &Page<T>) -> Takes {
    if page.takes_letters() {
        Takes::Letters
    } else {
        Takes::Buttons
    }
}
