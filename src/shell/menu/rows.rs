//! What the rows of several pages need.

use rightwell::menu::Page;
use rightwell::players::Player;

use crate::shell::store::own::Own;

use super::Takes;
use super::desk::Desk;

/// The names of the players, those of the user's own behind ours.
pub fn players(desk: &Desk) -> Vec<String> {
    let ours = Player::names().map(str::to_owned);
    ours.chain(Own::Player.names(desk.folders())).collect()
}

/// What a page takes in that has nothing but these rows.
pub fn takes<T: Clone + PartialEq>(page: &Page<T>) -> Takes {
    if page.takes_letters() {
        Takes::Letters
    } else {
        Takes::Buttons
    }
}
