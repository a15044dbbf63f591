//! Levels grouped by falling speed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Levels whose pieces fall equally fast, or slowly enough for all hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LevelGroup {
    /// Levels 0-17.
    #[serde(rename = "below 18")]
    Below18,
    /// Level 18.
    #[serde(rename = "18")]
    Level18,
    /// Levels 19-28.
    #[serde(rename = "19-28")]
    From19To28,
    /// Levels from 29 on.
    #[serde(rename = "29 and more")]
    From29,
}

impl LevelGroup {
    /// Returns the group of a level.
    pub const fn of(level: u8) -> LevelGroup {
        match level {
            0..=17 => LevelGroup::Below18,
            18 => LevelGroup::Level18,
            19..=28 => LevelGroup::From19To28,
            _ => LevelGroup::From29,
        }
    }

    /// Returns the levels in words.
    pub const fn name(self) -> &'static str {
        match self {
            LevelGroup::Below18 => "below 18",
            LevelGroup::Level18 => "18",
            LevelGroup::From19To28 => "19-28",
            LevelGroup::From29 => "29 and more",
        }
    }
}

impl fmt::Display for LevelGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
