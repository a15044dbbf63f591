//! Rows that several pages have.

use rightwell::menu::{Field, Page, Row};
use rightwell::players::{NamedHand, Player};
use rightwell::rules::sanitize::sanitized;

use crate::shell::store::choices::OWN_HAND;
use crate::shell::store::own::Own;

use crate::shell::store::choices::sight_with;

use super::Takes;
use super::desk::Desk;

/// Letters of a seed.
const HEXADECIMAL: &str = "0123456789ABCDEF";

/// The speeds as on the command line.
pub const SPEEDS: [&str; 10] = ["0.25", "0.5", "1", "2", "4", "8", "16", "32", "64", "max"];

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

/// The row of a seed of so many digits.
pub fn seed<T>(name: T, value: &str, digits: usize) -> Row<T> {
    let field = Field::Text {
        value: value.to_owned(),
        letters: HEXADECIMAL,
        max: digits,
        empty: "fresh".to_owned(),
    };
    let hint = "The same seed gives the same pieces. Empty: another one each time";
    Row::new(name, "SEED", field, hint)
}

/// The row of the speed.
pub fn speed<T>(name: T, value: &str, speeds: &[&str]) -> Row<T> {
    let hint = "Times the console's speed; F3 and F4 change it at any time";
    Row::new(name, "SPEED", Field::choice(speeds, value), hint)
}

/// The row of the hands.
pub fn hand<T>(name: T, value: &str) -> Row<T> {
    let mut names: Vec<&str> = [OWN_HAND].into_iter().chain(NamedHand::names()).collect();
    if !names.contains(&value) {
        names.push(value);
    }
    let hint = match NamedHand::named(value) {
        Ok(known) => known.about().to_owned(),
        Err(_) if value == OWN_HAND => "Taps, reaction and sight chosen one by one".to_owned(),
        Err(_) => "Hands that this menu does not know".to_owned(),
    };
    Row::new(name, "HANDS", Field::choice(&names, value), &hint)
}

/// The row of the region.
pub fn region<T>(name: T, value: &str) -> Row<T> {
    let hint = "NTSC: America, 60 frames a second. PAL: Europe, 50, with tables of its own";
    Row::new(name, "REGION", Field::choice(&["ntsc", "pal"], value), hint)
}

/// The row of the level.
pub fn level<T>(name: T, label: &str, value: u32) -> Row<T> {
    let hint = "The level to begin with, 0 to 29";
    Row::new(name, label, Field::number(value, 0, 29), hint)
}

/// The row of the game type.
pub fn game_type<T>(name: T, value: &str) -> Row<T> {
    let hint = "A: endless. B: 25 lines, with garbage";
    Row::new(name, "TYPE", Field::choice(&["a", "b"], value), hint)
}

/// The row of a B-type game's garbage.
pub fn height<T>(name: T, value: u32) -> Row<T> {
    let hint = "How high the garbage of a B-type game is";
    Row::new(name, "HEIGHT", Field::number(value, 0, 5), hint)
}

/// The row of when NEXT is seen, with hands that react so late.
pub fn sight<T>(name: T, value: &str, reaction: u32) -> Row<T> {
    const SIGHTS: [&str; 11] = [
        "0", "9", "12", "15", "18", "21", "24", "30", "45", "60", "never",
    ];
    let mut sights = SIGHTS.to_vec();
    sights.retain(|sight| sight_with(sight, reaction) == *sight);
    let value = sight_with(value, reaction);
    if !sights.contains(&value) {
        sights.push(value);
        sights.sort_by_key(|sight| sight.parse().unwrap_or(u32::MAX));
    }
    let hint = "Frames of a piece before NEXT is seen: it is begun without";
    Row::new(name, "SIGHT", Field::choice(&sights, value), hint)
}

/// What a page takes in that has nothing but these rows.
pub fn takes<T: Clone + PartialEq>(page: &Page<T>) -> Takes {
    if page.takes_letters() {
        Takes::Letters
    } else {
        Takes::Buttons
    }
}
