//! What the rows of several pages need.

use rightwell::menu::Page;
use rightwell::players::Player;
use rightwell::rules::sanitize::sanitized;

use crate::shell::store::own::Own;

use super::Takes;
use super::desk::Desk;

/// The names of the players, those of the user's own behind ours.
pub fn players(desk: &Desk) -> Vec<String> {
    let ours = Player::names().map(str::to_owned);
    ours.chain(Own::Player.names(desk.folders())).collect()
}

/// Two things to say in one line.
pub fn both(one: Option<String>, other: Option<String>) -> Option<String> {
    let all: Vec<String> = one.into_iter().chain(other).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Chooses `instead` in the place of a file of the user's own that has gone; says so.
pub fn settle(chosen: &mut String, known: &[String], what: &str, instead: &str) -> Option<String> {
    if known.contains(chosen) {
        return None;
    }
    let gone = std::mem::replace(chosen, instead.to_owned());
    let gone = sanitized(&gone);
    Some(format!(
        "the {what} '{gone}' has gone; {instead} is chosen in its place"
    ))
}

/// What a page takes in that has nothing but these rows.
pub fn takes<T: Clone + PartialEq>(page: &Page<T>) -> Takes {
    if page.takes_letters() {
        Takes::Letters
    } else {
        Takes::Buttons
    }
}
