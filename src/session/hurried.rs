//! Test support: a player who rushes from game to game and makes a high score in each one.

use crate::engine::{DirectStart, GameType, HighScore, HighScores, PadGame};
use crate::rules::{Buttons, Region};

use super::person::Person;

/// Start of the games.
pub(super) const START: DirectStart = DirectStart {
    region: Region::Ntsc,
    game_type: GameType::A,
    level: 19,
    seed: 0x8988,
};

/// Returns high scores so low that every game beats them.
pub(super) fn low() -> HighScores {
    let mut scores = HighScores::default();
    scores.set_table(false, [HighScore::new("LOW", 0, 0); 3]);
    scores
}

/// Plays one frame. Holds Down during a game, and presses Start every eight frames while no game is running.
pub(super) fn hurry(person: &mut Person) {
    let is_over = person.console().game().is_none_or(PadGame::is_over);
    person.step(match is_over && person.frames().len().is_multiple_of(8) {
        true => Buttons::START,
        false if is_over => Buttons::NONE,
        false => Buttons::DOWN,
    });
}
