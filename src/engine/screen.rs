//! Screens of the console.

use serde::Serialize;

/// Screen of a console, in order of first appearance. Other programs receive the text in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Screen {
    /// Makers and licences (`legal`).
    #[serde(rename = "legal")]
    Legal,
    /// The title (`title`).
    #[serde(rename = "title")]
    Title,
    /// Menu of game type and music (`type`).
    #[serde(rename = "type")]
    TypeMenu,
    /// Menu of level and height, with the high scores (`level`).
    #[serde(rename = "level")]
    LevelMenu,
    /// A game or the demo (`game`).
    #[serde(rename = "game")]
    Game,
    /// Scene after a game that was won, or lost with a high score (`ending`).
    #[serde(rename = "ending")]
    Ending,
    /// Entry of a name for the high scores (`name`).
    #[serde(rename = "name")]
    NameEntry,
}
