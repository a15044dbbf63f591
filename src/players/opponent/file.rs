//! Opponents read by a built-in name, from a RON file, or from one line with a name and dials.

use serde::{Deserialize, Serialize};

use crate::players::named_hand::{NamedHand, NamedHandError};
use crate::players::pattern::{Pattern, PatternError};
use crate::players::player::{Player, PlayerError};
use crate::players::sight_file::SightFile;
use crate::players::strategy::{StrategyError, StrategyKind};
use crate::rules::{RonFault, read_ron, sanitized};

use super::dials::split_dials;
use super::{Opponent, OpponentDials};

/// Version of opponent files that this program reads.
const VERSION: u32 = 1;

/// Serialized form of an opponent file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentFile {
    /// Version of the format.
    pub version: u32,
    /// Name of the opponent: one word of up to ten characters.
    pub name: String,
    /// One-line description.
    pub about: String,
    /// Player that decides: a built-in name, or a file beside this one.
    pub player: String,
    /// Name of built-in hands. The other fields override its settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// Taps per second, 1-30.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tap_hz: Option<f64>,
    /// Alternative to `tap_hz`: a pattern of taps such as `X..X...` or `3,4`, or `das`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taps: Option<String>,
    /// Number of frames before the first tap of a piece, 0-60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reaction: Option<u64>,
    /// Frame of each piece in which the opponent sees NEXT, 0-60, or `"never"`. If neither this nor `hand` is set, it
    /// sees NEXT at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<SightFile>,
    /// Number of pieces that the opponent looks ahead, 1-4.
    pub depth: u8,
    /// Misdrops per hundred pieces, 0-100.
    pub misdrops: u8,
    /// Stack height up to which the opponent attacks, in percent of the playfield's height, 0-100.
    pub aggression: u8,
    /// Filter of the player: `none`, `well`, `well-plain`, or `pattern:` or `pattern-plain:` with the name of a built-in
    /// picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
}

/// Reason why a name or a file yields no opponent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpponentError {
    /// No opponent, player or file has this name.
    #[error("unknown opponent '{}'; allowed: {}, a player's name, or a file ending in .ron", sanitized(name), known.join(", "))]
    Unknown {
        /// Unknown name.
        name: String,
        /// Names of the opponents.
        known: Vec<String>,
    },
    /// The file cannot be read.
    #[error("opponent file {}: {message}", sanitized(file))]
    Unreadable {
        /// Name of the file.
        file: String,
        /// Error message of the operating system.
        message: String,
    },
    /// The file is not a valid opponent file.
    #[error("opponent file {}, {fault}", sanitized(file))]
    Syntax {
        /// Name of the file.
        file: String,
        /// Fault and its position.
        fault: RonFault,
    },
    /// A dial does not exist or has an illegal value.
    #[error("{place}{}; allowed: {allowed}", sanitized(dial))]
    Dial {
        /// Prefix that names the opponent file and ends with a colon; empty for a dial on the command line.
        place: String,
        /// The dial with its value.
        dial: String,
        /// The allowed values.
        allowed: String,
    },
    /// The picture of the filter is missing or faulty.
    #[error("{place}{error}")]
    Picture {
        /// Prefix that names the opponent file and ends with a colon; empty for a dial on the command line.
        place: String,
        /// Fault of the picture.
        error: PatternError,
    },
    /// The player that the opponent's file names is missing or faulty.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The opponent's hands are missing or faulty.
    #[error(transparent)]
    Hand(#[from] NamedHandError),
}

/// Built-in opponents, weakest first, as (name, text).
const BUILT_IN: &[(&str, &str)] = assets!(
    include_str, "assets/opponents/", ".ron";
    "first-day",
    "first-week",
    "first-term",
    "first-year",
    "club",
    "veteran",
    "champion",
    "machine"
);

impl Opponent {
    /// Returns the built-in opponents, weakest first.
    pub fn built_in() -> Vec<Opponent> {
        BUILT_IN
            .iter()
            .map(|(file, text)| {
                Opponent::from_ron(file, text, Player::named).expect("built-in opponents are valid")
            })
            .collect()
    }

    /// Returns the names of the built-in opponents, weakest first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Returns the built-in opponent with this name. Falls back to the built-in player with this name and
    /// [`OpponentDials::BEST`].
    ///
    /// # Errors
    /// [`OpponentError::Unknown`].
    pub fn named(name: &str) -> Result<Opponent, OpponentError> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        if let Some((file, text)) = found {
            return Opponent::from_ron(file, text, Player::named);
        }
        let player = Player::named(name).map_err(|_| OpponentError::Unknown {
            name: name.to_owned(),
            known: Opponent::names().map(str::to_owned).collect(),
        })?;
        Ok(Opponent::from_player(&player))
    }

    /// Returns the opponent described by a line: a name followed by dials, such as `survival,tap-hz=12,misdrops=5`.
    /// `named` looks up an opponent by name, for example [`Opponent::named`]; `hand` looks up hands, for example
    /// [`NamedHand::named`]; `picture` looks up pictures, for example [`Pattern::named`].
    ///
    /// # Errors
    /// [`OpponentError`] with the fault and the allowed values.
    pub fn from_line(
        line: &str,
        named: impl FnOnce(&str) -> Result<Opponent, OpponentError>,
        hand: impl FnOnce(&str) -> Result<NamedHand, NamedHandError>,
        picture: impl Fn(&str) -> Result<Pattern, PatternError>,
    ) -> Result<Opponent, OpponentError> {
        let Some((name, dials)) = line.split_once(',') else {
            return named(line);
        };
        let opponent = named(name)?;
        let changes = split_dials(dials).into_iter();
        let changes = changes.map(|dial| dial.split_once('=').unwrap_or((dial, "")));
        opponent.with_changes(changes, hand, picture)
    }

    /// Parses an opponent file. Error messages call it `file`. `player` looks up its player, for example
    /// [`Player::named`].
    ///
    /// # Errors
    /// [`OpponentError`].
    pub fn from_ron(
        file: &str,
        text: &str,
        player: impl FnOnce(&str) -> Result<Player, PlayerError>,
    ) -> Result<Opponent, OpponentError> {
        let found: OpponentFile = read_ron(text).map_err(|fault| OpponentError::Syntax {
            file: file.to_owned(),
            fault,
        })?;
        let wrong = |dial: String, allowed: &str| OpponentError::Dial {
            place: format!("opponent file {}: ", sanitized(file)),
            dial,
            allowed: allowed.to_owned(),
        };
        if found.version != VERSION {
            return Err(wrong(format!("unsupported version {}", found.version), "1"));
        }
        let letters = found.name.chars().count();
        let is_word = |letter: char| !letter.is_whitespace() && !letter.is_control();
        if !(1..=10).contains(&letters) || !found.name.chars().all(is_word) {
            let name = format!("name '{}'", found.name);
            return Err(wrong(name, "one word of at most 10 characters"));
        }
        match (&found.hand, found.tap_hz, &found.taps) {
            (_, Some(tap_hz), Some(taps)) => {
                let both = format!("`tap_hz` ({tap_hz}) cannot be combined with `taps` ({taps})");
                return Err(wrong(both, "`tap_hz` or `taps`"));
            }
            (None, None, None) => {
                return Err(wrong(
                    "the tapping speed is missing".to_owned(),
                    "`tap_hz`, `taps` or `hand`",
                ));
            }
            (None, ..) if found.reaction.is_none() => {
                return Err(wrong(
                    "the reaction is missing".to_owned(),
                    "`reaction` or `hand`",
                ));
            }
            _ => {}
        }
        let changes = [
            ("hand", found.hand),
            ("tap-hz", found.tap_hz.map(|rate| rate.to_string())),
            ("taps", found.taps),
            ("reaction", found.reaction.map(|frames| frames.to_string())),
            ("sight", found.sight.map(|sight| sight.to_string())),
            ("depth", Some(found.depth.to_string())),
            ("misdrops", Some(found.misdrops.to_string())),
            ("aggression", Some(found.aggression.to_string())),
            ("filter", found.filter),
        ];
        let changes = changes
            .iter()
            .filter_map(|(dial, value)| Some((*dial, value.as_deref()?)));
        let player = player(&found.player)?;
        let best = Opponent::new(&found.name, &found.about, &player, OpponentDials::BEST);
        let opponent = best.with_changes(changes, NamedHand::named, Pattern::named);
        opponent.map_err(|error| match error {
            OpponentError::Dial { dial, allowed, .. } => wrong(dial, &allowed),
            OpponentError::Picture { error, .. } => OpponentError::Picture {
                place: format!("opponent file {}: ", sanitized(file)),
                error,
            },
            OpponentError::Hand(NamedHandError::Unknown { name, known }) => {
                wrong(format!("hand: {name}"), &known.join(", "))
            }
            OpponentError::Hand(NamedHandError::Hand(error)) => {
                wrong(error.what(), &error.allowed())
            }
            other => other,
        })
    }

    /// Returns this opponent with `changes` applied. Each change is the name of a dial and its value. `hand` looks up
    /// hands, `picture` looks up pictures of filters.
    ///
    /// # Errors
    /// [`OpponentError::Dial`], [`OpponentError::Hand`] and [`OpponentError::Picture`]. A filter excludes aggression: an
    /// attacking opponent decides without its player, and so without the filter.
    pub fn with_changes<'a>(
        &self,
        changes: impl IntoIterator<Item = (&'a str, &'a str)>,
        hand: impl FnOnce(&str) -> Result<NamedHand, NamedHandError>,
        picture: impl Fn(&str) -> Result<Pattern, PatternError>,
    ) -> Result<Opponent, OpponentError> {
        let mut filter = self.filter().clone();
        let mut dials = Vec::new();
        for (dial, value) in changes {
            match dial {
                "filter" => filter = filter_of(value, &picture)?,
                _ => dials.push((dial, value)),
            }
        }
        let dials = self.dials.with_changes(dials, hand)?;
        let aggression = dials.aggression;
        if aggression > 0 && !matches!(filter, StrategyKind::Alone) {
            return Err(OpponentError::Dial {
                place: String::new(),
                dial: format!("filter={filter} with aggression={aggression}"),
                allowed: "aggression=0, or filter=none".to_owned(),
            });
        }
        let names = (self.name.as_str(), self.about.as_str());
        Ok(Opponent::with_filter(names, &self.best, dials, filter))
    }
}

/// Returns the filter with this text. `picture` looks up pictures.
fn filter_of(
    text: &str,
    picture: impl FnOnce(&str) -> Result<Pattern, PatternError>,
) -> Result<StrategyKind, OpponentError> {
    StrategyKind::find(text, picture).map_err(|error| match error {
        StrategyError::Unknown(text) => OpponentError::Dial {
            place: String::new(),
            dial: format!("filter={text}"),
            allowed: FILTERS.to_owned(),
        },
        StrategyError::Pattern(error) => OpponentError::Picture {
            place: String::new(),
            error,
        },
    })
}

const FILTERS: &str = "none, well, pattern:NAME, well-plain, pattern-plain:NAME";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_opponents_are_named_like_their_files() {
        for (opponent, name) in Opponent::built_in().iter().zip(Opponent::names()) {
            assert_eq!(opponent.name(), name);
        }
    }

    #[test]
    fn a_line_names_a_player_or_an_opponent_and_sets_dials() {
        let plain = Opponent::from_line(
            "survival",
            Opponent::named,
            NamedHand::named,
            Pattern::named,
        )
        .unwrap();
        assert_eq!(
            (plain.name(), plain.dials()),
            ("survival", &OpponentDials::BEST)
        );
        let line = "first-year,tap-hz=13.3,reaction=9,depth=1,misdrops=7,aggression=45";
        let with_changes =
            Opponent::from_line(line, Opponent::named, NamedHand::named, Pattern::named).unwrap();
        assert_eq!(
            format!("{},{}", with_changes.name(), with_changes.dials()),
            line
        );
        let late = line.replace("reaction=9,", "reaction=9,sight=18,tuck-misdrops=on,");
        let with_changes =
            Opponent::from_line(&late, Opponent::named, NamedHand::named, Pattern::named).unwrap();
        assert_eq!(
            format!("{},{}", with_changes.name(), with_changes.dials()),
            late
        );
        assert_eq!(with_changes.player().known_pieces(), 1);
        let rolled = Opponent::from_line(
            "survival,hand=slow-5,reaction=3",
            Opponent::named,
            NamedHand::named,
            Pattern::named,
        )
        .unwrap();
        let dials = rolled.dials().to_string();
        assert!(
            dials.starts_with("taps=X.X.X.X...........,reaction=3,sight=18,"),
            "{dials}"
        );
        for line in ["survival,taps=2,5,depth=1", "survival,depth=1,taps=2,5"] {
            let gaps = Opponent::from_line(line, Opponent::named, NamedHand::named, Pattern::named)
                .unwrap();
            assert_eq!(gaps.dials().hand.rhythm().to_string(), "X.X....");
            assert_eq!(gaps.dials().depth, 1);
        }
        let deep = Opponent::from_line(
            "first-year,depth=2",
            Opponent::named,
            NamedHand::named,
            Pattern::named,
        )
        .unwrap();
        assert_eq!(deep.player().known_pieces(), 2, "dials turn back, too");
    }

    #[test]
    fn a_filter_is_a_dial_that_excludes_attacks() {
        let from_line = |line: &str| {
            Opponent::from_line(line, Opponent::named, NamedHand::named, Pattern::named)
        };
        for filter in ["well", "pattern:heart", "well-plain", "pattern-plain:heart"] {
            let line = format!("club,aggression=0,filter={filter}");
            let opponent = from_line(&line).unwrap();
            assert_eq!(opponent.filter().to_string(), filter);
            let settings = opponent.settings();
            assert!(
                settings.ends_with(&format!(",aggression=0,filter={filter}")),
                "{settings}"
            );
            let again = from_line(&format!("club,{settings}")).unwrap();
            assert_eq!(again.settings(), settings);
            assert_eq!(again.fingerprint(), opponent.fingerprint());
            let back = from_line(&format!("club,{settings},filter=none,aggression=50")).unwrap();
            assert_eq!(back.fingerprint(), from_line("club").unwrap().fingerprint());
        }
        let file = BUILT_IN[0]
            .1
            .replace("depth:", "filter: \"well-plain\", depth:");
        let opponent = Opponent::from_ron("mine.ron", &file, Player::named).unwrap();
        assert_eq!(opponent.filter().to_string(), "well-plain");
        let file = file.replace("well-plain", "pattern:nothing");
        let error = Opponent::from_ron("mine.ron", &file, Player::named).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("opponent file mine.ron: "), "{error}");
        assert!(error.contains("nothing"), "{error}");
    }

    #[test]
    fn faults_of_a_line_are_named() {
        for (line, message) in [
            ("nobody", "unknown opponent 'nobody'; allowed: first-day"),
            ("survival,tap-hz=31", "tap-hz=31; allowed: 1 to 30"),
            ("survival,reaction=61", "reaction=61; allowed: 0 to 60"),
            (
                "survival,sight=61",
                "sight=61; allowed: 0 to 60 frames, or never",
            ),
            (
                "survival,sight=8,reaction=9",
                "sight=8 with reaction=9; allowed: 0, 9 to 60 frames, or never",
            ),
            ("survival,depth=5", "depth=5; allowed: 1 to 4"),
            (
                "survival,tuck-misdrops=5",
                "tuck-misdrops=5; allowed: on or off",
            ),
            ("survival,misdrops=101", "misdrops=101; allowed: 0 to 100"),
            ("survival,speed=3", "speed=3; allowed: hand=NAME, tap-hz=N"),
            (
                "survival,taps=X.X",
                "taps=X.X; allowed: 2 to 60 letters X (tap)",
            ),
            ("survival,taps=2,1,depth=1", "taps=2,1; allowed: 2 to 60"),
            (
                "survival,hand=foot",
                "unknown hand 'foot'; allowed: machine, ",
            ),
            ("survival,", "; allowed: hand=NAME"),
            (
                "survival,filter=wall",
                "filter=wall; allowed: none, well, pattern:NAME, well-plain, pattern-plain:NAME",
            ),
            ("survival,filter=pattern:nothing", "'nothing'"),
            (
                "club,filter=well-plain",
                "filter=well-plain with aggression=50; allowed: aggression=0, or filter=none",
            ),
            ("none.ron", "none.ron"),
        ] {
            let error =
                Opponent::from_line(line, Opponent::named, NamedHand::named, Pattern::named)
                    .unwrap_err()
                    .to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn sight_in_a_file_is_a_number_or_a_word() {
        for (text, changes) in [("18", "18"), ("\"never\"", "never"), ("0", "0")] {
            let file = BUILT_IN[0]
                .1
                .replace("depth:", &format!("sight: {text}, depth:"));
            let file = file.replace("reaction: ", "reaction: 0, // ");
            let opponent = Opponent::from_ron("mine.ron", &file, Player::named).unwrap();
            assert_eq!(opponent.dials().hand.sight().to_string(), changes);
        }
    }

    #[test]
    fn hands_in_a_file_equal_hands_in_dials() {
        let good = BUILT_IN[0].1;
        for (hands, changes) in [
            ("hand: \"tapper\",", "tap-hz=12,reaction=0,sight=21"),
            (
                "hand: \"slow-5\", reaction: 3,",
                "taps=X.X.X.X...........,reaction=3,sight=18",
            ),
            (
                "hand: \"tapper\", tap_hz: 13.3, sight: 0,",
                "tap-hz=13.3,reaction=0",
            ),
            ("taps: \"X..X...\", reaction: 9,", "taps=X..X...,reaction=9"),
            (
                "taps: \"das\", reaction: 9, sight: 21,",
                "taps=das,reaction=9,sight=21",
            ),
            ("taps: \"3,4\", reaction: 0,", "taps=X..X...,reaction=0"),
        ] {
            let file = with_hands(good, hands);
            let opponent = Opponent::from_ron("mine.ron", &file, Player::named).unwrap();
            let dials = opponent.dials().to_string();
            assert!(dials.starts_with(&format!("{changes},depth=1")), "{dials}");
        }
        for (hands, message) in [
            (
                "tap_hz: 12, taps: \"X...\", reaction: 9,",
                "mine.ron: `tap_hz` (12) cannot be combined with `taps` (X...); allowed: `tap_hz` or `taps`",
            ),
            (
                "reaction: 9,",
                "the tapping speed is missing; allowed: `tap_hz`, `taps` or `hand`",
            ),
            (
                "tap_hz: 12,",
                "the reaction is missing; allowed: `reaction` or `hand`",
            ),
            (
                "hand: \"foot\",",
                "mine.ron: hand: foot; allowed: machine, ",
            ),
            (
                "taps: \"XX\", reaction: 9,",
                "mine.ron: taps=XX; allowed: 2 to 60 letters",
            ),
            (
                "hand: \"tapper\", reaction: 60, sight: 21,",
                "with reaction=60; allowed: 0, 60 to 60 frames, or never",
            ),
        ] {
            let file = with_hands(good, hands);
            let error = Opponent::from_ron("mine.ron", &file, Player::named);
            let error = error.unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    /// Returns an opponent's file with other hands.
    fn with_hands(file: &str, hands: &str) -> String {
        let (before, rest) = file.split_once("tap_hz:").unwrap();
        let (_, after) = rest.split_once("depth:").unwrap();
        format!("{before}{hands} depth:{after}")
    }

    #[test]
    fn faults_of_a_file_are_named() {
        let good = BUILT_IN[0].1;
        for (from, to, message) in [
            (
                "version: 1",
                "version: 9",
                "mine.ron: unsupported version 9",
            ),
            ("\"first-day\"", "\"first day\"", "name 'first day'"),
            ("depth: 1", "depth: 0", "mine.ron: depth=0; allowed: 1 to 4"),
            ("depth:", "dept:", "mine.ron, line"),
            ("player: \"", "player: \"x", "allowed: survival"),
        ] {
            assert!(good.contains(from), "{from}");
            let error = Opponent::from_ron("mine.ron", &good.replace(from, to), Player::named);
            let error = error.unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
