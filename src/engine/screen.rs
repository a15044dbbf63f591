//! The screens of the console.

use serde::Serialize;

/// What a console's screen is for, in the order in which they first come. Other programs read it as
/// the text in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Screen {
    /// Who made it and who may sell it (`legal`).
    #[serde(rename = "legal")]
    Legal,
    /// The title (`title`).
    #[serde(rename = "title")]
    Title,
    /// The menu of game type and music (`type`).
    #[serde(rename = "type")]
    TypeMenu,
    /// The menu of level and height, with the high scores (`level`).
    #[serde(rename = "level")]
    LevelMenu,
    /// A game or the demo (`game`).
    #[serde(rename = "game")]
    Game,
    /// The picture after a game that was won, or lost with a high score (`ending`).
    #[serde(rename = "ending")]
    Ending,
    /// The entry of a name for the high scores (`name`).
    #[serde(rename = "name")]
    NameEntry,
}
