//! Functions for the rows of several pages.

use rightwell::menu::{Page, Preview};
use rightwell::players::Player;
use rightwell::rules::motion::{COLUMNS, ROWS};

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

/// Returns an image of a playfield, with three pixels per cell. `colour` returns the colour index of a cell.
pub fn small_board(colour: impl Fn(i8, i8) -> u8) -> Preview {
    const CELL: usize = 3;
    let (width, height) = (COLUMNS as usize * CELL, ROWS as usize * CELL);
    let places = (0..width * height).map(|place| (place % width / CELL, place / width / CELL));
    Preview {
        width,
        height,
        pixels: places.map(|(x, y)| colour(x as i8, y as i8)).collect(),
    }
}

/// Returns the kind of input that the current row accepts.
pub fn takes<T: Clone + PartialEq>(page: &Page<T>) -> InputKind {
    if page.takes_letters() {
        InputKind::Letters
    } else {
        InputKind::Buttons
    }
}
