//! Common settings of a series of games.

use crate::engine::StartPosition;
use crate::players::Position;
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

impl SeriesSettings {
    /// Returns the largest number of known pieces that a player of these games can search, including the current one.
    /// Without gravity, all pieces are certain in advance, except those of the exact randomizer.
    pub fn known_pieces(&self) -> usize {
        match (self.controls, self.randomizer) {
            (Controls::Drag, RandomizerKind::Nes) | (Controls::Pad(_), _) => 2,
            (Controls::Drag, _) => Position::KNOWN_MAX,
        }
    }
}
