//! Named hands, built in or from RON files: rhythm, reaction, sight of NEXT, and missed tucks.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::rules::{RonFault, read_ron, sanitized};
use crate::search::{Hand, HandError, Rhythm, Sight};

use super::sight_file::SightFile;

/// Version of hand files that this program reads.
const VERSION: u32 = 1;

/// Hands with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedHand {
    name: String,
    about: String,
    hand: Hand,
}

/// Serialized form of a hand file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandFile {
    /// Version of the format.
    pub version: u32,
    /// Name of the hands.
    pub name: String,
    /// One-line description.
    pub about: String,
    /// Rhythm of taps: `12 Hz`, a pattern such as `X...`, or `das`.
    pub taps: String,
    /// Number of frames before the first tap of a piece, 0-60.
    pub reaction: u64,
    /// Frame of a piece in which the hands see NEXT, 0-60, or `"never"`.
    pub sight: SightFile,
    /// True if the hands sometimes miss tucks. Default: false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tuck_misdrops: bool,
}

/// Reason why a name or a file yields no hands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamedHandError {
    /// No built-in hands and no file have this name.
    #[error("unknown hand '{}'; allowed: {}, or a file ending in .ron", sanitized(name), known.join(", "))]
    Unknown {
        /// Unknown name.
        name: String,
        /// Names of the built-in hands.
        known: Vec<&'static str>,
    },
    /// The file cannot be read.
    #[error("hand file {}: {message}", sanitized(file))]
    Unreadable {
        /// Name of the file.
        file: String,
        /// Error message of the operating system.
        message: String,
    },
    /// The file is not a valid hand file.
    #[error("hand file {}, {fault}", sanitized(file))]
    Syntax {
        /// Name of the file.
        file: String,
        /// Fault and its position.
        fault: RonFault,
    },
    /// The version of the file is not supported.
    #[error(
        "hand file {}: unsupported version {version}; allowed: {VERSION}",
        sanitized(file)
    )]
    Version {
        /// Name of the file.
        file: String,
        /// Version found.
        version: u32,
    },
    /// The settings of the hands contradict each other.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// The file contains an invalid value.
    #[error("hand file {}: {error}", sanitized(file))]
    Value {
        /// Name of the file.
        file: String,
        /// Reason why the value is invalid.
        error: HandError,
    },
}

/// Built-in hands, fastest first, then those of the article about Nintendo Tetris, as (name, text).
const BUILT_IN: &[(&str, &str)] = assets!(
    include_str, "assets/hands/", ".ron";
    "machine",
    "tournament",
    "slow-5",
    "fast-tapper",
    "tapper",
    "das",
    "one-button",
    "turn-shift-fall"
);

impl NamedHand {
    /// Returns the built-in hands, fastest first.
    pub fn built_in() -> Vec<NamedHand> {
        BUILT_IN
            .iter()
            .map(|(name, text)| NamedHand::from_ron(name, text).expect("built-in hands are valid"))
            .collect()
    }

    /// Returns the names of the built-in hands, fastest first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Returns the built-in hands with this name.
    ///
    /// # Errors
    /// [`NamedHandError::Unknown`].
    pub fn named(name: &str) -> Result<NamedHand, NamedHandError> {
        match BUILT_IN.iter().find(|(known, _)| *known == name) {
            Some((file, text)) => NamedHand::from_ron(file, text),
            None => Err(NamedHandError::Unknown {
                name: name.to_owned(),
                known: NamedHand::names().collect(),
            }),
        }
    }

    /// Returns the name of the built-in hands with these settings, if there are any.
    pub fn name_of(hand: Hand) -> Option<String> {
        static KNOWN: LazyLock<Vec<NamedHand>> = LazyLock::new(NamedHand::built_in);
        let known = KNOWN.iter().find(|known| known.hand == hand);
        known.map(|known| known.name.clone())
    }

    /// Parses a hand file. `file` is its name for errors.
    ///
    /// # Errors
    /// [`NamedHandError`].
    pub fn from_ron(file: &str, text: &str) -> Result<NamedHand, NamedHandError> {
        let found: HandFile = read_ron(text).map_err(|fault| NamedHandError::Syntax {
            file: file.to_owned(),
            fault,
        })?;
        if found.version != VERSION {
            return Err(NamedHandError::Version {
                file: file.to_owned(),
                version: found.version,
            });
        }
        let hand = found.hand().map_err(|error| NamedHandError::Value {
            file: file.to_owned(),
            error,
        })?;
        Ok(NamedHand {
            name: found.name,
            about: found.about,
            hand,
        })
    }

    /// Returns the name of the hands.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a one-line description of the hands.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the settings of the hands.
    pub const fn hand(&self) -> Hand {
        self.hand
    }
}

impl HandFile {
    fn hand(&self) -> Result<Hand, HandError> {
        let rhythm: Rhythm = self.taps.parse()?;
        let sight: Sight = self.sight.to_string().parse()?;
        let hand = Hand::FASTEST.with_rhythm(rhythm);
        let hand = hand.with_tuck_misdrops(self.tuck_misdrops);
        hand.with_reaction(self.reaction)?.with_sight(sight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_hands_differ_and_are_named_like_their_files() {
        let hands = NamedHand::built_in();
        for (index, (hand, name)) in hands.iter().zip(NamedHand::names()).enumerate() {
            assert_eq!(hand.name(), name);
            assert!(!hand.about().is_empty());
            assert_eq!(NamedHand::named(name).as_ref(), Ok(hand));
            assert_eq!(NamedHand::name_of(hand.hand()).as_deref(), Some(name));
            let others = &hands[index + 1..];
            assert!(others.iter().all(|other| other.hand() != hand.hand()));
        }
        assert_eq!(hands[0].hand(), Hand::FASTEST);
        assert_eq!(NamedHand::name_of(Hand::new(7, 0).unwrap()), None);
    }

    #[test]
    fn faults_of_a_file_are_named() {
        let good = BUILT_IN[1].1;
        for (from, to, message) in [
            (
                "version: 1",
                "version: 9",
                "mine.ron: unsupported version 9; allowed: 1",
            ),
            ("30 Hz", "31 Hz", "mine.ron: tap_hz=31; allowed: 1 to 30"),
            ("30 Hz", "XX", "mine.ron: taps=XX; allowed"),
            ("sight: 18", "sight: 61", "mine.ron: sight=61; allowed"),
            (
                "reaction: 0",
                "reaction: 61",
                "mine.ron: reaction=61; allowed",
            ),
            ("reaction: 0", "reaction: 20", "sight=18 with reaction=20"),
            ("taps:", "tapz:", "mine.ron, line"),
        ] {
            assert!(good.contains(from), "{from}");
            let error = NamedHand::from_ron("mine.ron", &good.replace(from, to));
            let error = error.unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        let error = NamedHand::named("nobody").unwrap_err().to_string();
        assert!(
            error.contains("unknown hand 'nobody'; allowed: machine, "),
            "{error}"
        );
    }
}
