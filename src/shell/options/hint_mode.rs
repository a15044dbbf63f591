//! Setting for hints: when the player sees the best lock.

use std::fmt;
use std::str::FromStr;

/// Time at which a hint appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum HintMode {
    /// Hints never appear.
    Off,
    /// A hint appears while its key is held.
    #[default]
    Key,
    /// A hint appears this many frames after the piece spawns, 1-3600, so that the player decides first.
    After(u16),
    /// A hint is always shown.
    Always,
}

impl HintMode {
    /// Maximum delay in frames: a minute.
    pub const FRAMES_MAX: u16 = 3600;
    /// Allowed values, for messages.
    pub const ALLOWED: &str = "off, key, always, or 1-3600 frames";
}

impl FromStr for HintMode {
    type Err = String;

    fn from_str(text: &str) -> Result<HintMode, String> {
        match text {
            "off" => Ok(HintMode::Off),
            "key" => Ok(HintMode::Key),
            "always" => Ok(HintMode::Always),
            number => match number.parse() {
                Ok(frames @ 1..=HintMode::FRAMES_MAX) => Ok(HintMode::After(frames)),
                _ => Err(format!("allowed: {}", HintMode::ALLOWED)),
            },
        }
    }
}

impl fmt::Display for HintMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HintMode::Off => f.write_str("off"),
            HintMode::Key => f.write_str("key"),
            HintMode::Always => f.write_str("always"),
            HintMode::After(frames) => write!(f, "{frames}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_as_they_are_written() {
        for text in ["off", "key", "always", "1", "60", "3600"] {
            assert_eq!(text.parse::<HintMode>().unwrap().to_string(), text);
        }
        for text in ["", "on", "0", "3601", "-1", "1.5"] {
            let error = text.parse::<HintMode>().unwrap_err();
            assert!(error.contains("off, key, always, or 1-3600"), "{error}");
        }
    }
}
