//! Common settings of a series of games.

use crate::engine::StartPosition;
use crate::rules::RandomizerKind;

use super::controls::Controls;

/// Common settings of all games in a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesSettings {
    /// Start level, 0-29.
    pub level: u8,
    /// Randomizer.
    pub randomizer: RandomizerKind,
    /// Seed of the series.
    pub seed: u64,
    /// Controls of the games.
    pub controls: Controls,
    /// Start position of the games, or `None` if they start with an empty playfield. A position also sets the level.
    pub position: Option<StartPosition>,
}
