//! Linecaps: changes that start late in a training game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::sanitize::sanitized;

/// A permanent change of the game, from a level or line count on.
///
/// Source: TetrisGYM's README, "Linecap".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linecap {
    /// Start of the change.
    pub start: LinecapStart,
    /// Effect of the change.
    pub effect: LinecapEffect,
}

/// Start of a linecap. The condition is checked after each clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LinecapStart {
    /// At this level or a higher one.
    Level(u8),
    /// At this many lines or more.
    Lines(u16),
}

/// Effect of a linecap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LinecapEffect {
    /// Pieces fall two rows a frame.
    Killscreen,
    /// After every ten lines, another solid row rises from below.
    Floor,
    /// The field is invisible.
    Invisible,
    /// The game is over.
    Halt,
}

impl LinecapEffect {
    /// All effects.
    pub const ALL: [LinecapEffect; 4] = [
        LinecapEffect::Killscreen,
        LinecapEffect::Floor,
        LinecapEffect::Invisible,
        LinecapEffect::Halt,
    ];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            LinecapEffect::Killscreen => "killscreen",
            LinecapEffect::Floor => "floor",
            LinecapEffect::Invisible => "invisible",
            LinecapEffect::Halt => "halt",
        }
    }
}

/// Error for a text that is not a linecap.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid linecap '{}'; allowed: level=N:EFFECT (0-255) or lines=N:EFFECT (0-3190), where EFFECT is killscreen, \
    floor, invisible or halt",
    sanitized(.0)
)]
pub struct LinecapError(String);

impl Linecap {
    /// Highest line count at which a linecap can begin.
    pub const LINES_MAX: u16 = 3190;

    /// Returns whether the linecap has begun at this level and line count.
    pub const fn is_reached(self, level: u8, lines: u16) -> bool {
        match self.start {
            LinecapStart::Level(from) => level >= from,
            LinecapStart::Lines(from) => lines >= from,
        }
    }
}

/// Reads `level=39:killscreen` or `lines=330:halt`.
impl FromStr for Linecap {
    type Err = LinecapError;

    fn from_str(text: &str) -> Result<Linecap, LinecapError> {
        let read = || {
            let (start, effect) = text.split_once(':')?;
            let mut effects = LinecapEffect::ALL.into_iter();
            let effect = effects.find(|known| known.name() == effect)?;
            let start = match start.split_once('=')? {
                ("level", level) => LinecapStart::Level(level.parse().ok()?),
                ("lines", lines) => {
                    let lines = lines.parse().ok();
                    LinecapStart::Lines(lines.filter(|&lines| lines <= Linecap::LINES_MAX)?)
                }
                _ => return None,
            };
            Some(Linecap { start, effect })
        };
        read().ok_or_else(|| LinecapError(text.to_owned()))
    }
}

/// Writes the form that `FromStr` reads.
impl fmt::Display for Linecap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start {
            LinecapStart::Level(level) => write!(f, "level={level}")?,
            LinecapStart::Lines(lines) => write!(f, "lines={lines}")?,
        }
        write!(f, ":{}", self.effect.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linecap_is_read_as_it_is_written_and_nothing_else_is() {
        for text in ["level=39:killscreen", "lines=330:halt", "lines=0:floor"] {
            let linecap: Linecap = text.parse().unwrap();
            assert_eq!(linecap.to_string(), text);
        }
        for text in [
            "",
            "39",
            "level=256:halt",
            "lines=3191:halt",
            "level=3:stop",
        ] {
            let fault = text.parse::<Linecap>().unwrap_err().to_string();
            assert!(fault.contains("allowed: level=N:EFFECT"), "{fault}");
        }
    }
}
