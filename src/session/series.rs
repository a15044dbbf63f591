//! What the games of a series have in common.

use crate::engine::StartPosition;
use crate::rules::RandomizerKind;

use super::controls::Controls;

/// What all games of a series have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The first level, 0-29.
    pub level: u8,
    /// The randomizer.
    pub randomizer: RandomizerKind,
    /// The seed of the series.
    pub seed: u64,
    /// How the games are played.
    pub controls: Controls,
    /// The position that the games begin at, if that is another one than an empty field; it says the
    /// level then.
    pub position: Option<StartPosition>,
}
