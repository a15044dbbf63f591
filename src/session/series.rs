//! Common settings of the games in a series.

use crate::engine::StartPosition;
use crate::rules::RandomizerKind;

use super::controls::Controls;

/// Common settings of all games in a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// First level, 0-29.
    pub level: u8,
    /// Randomizer.
    pub randomizer: RandomizerKind,
    /// Seed of the series.
    pub seed: u64,
    /// Controls of the games.
    pub controls: Controls,
    /// Starting position of the games, if they do not begin with an empty field. It then determines the level.
    pub position: Option<StartPosition>,
}
