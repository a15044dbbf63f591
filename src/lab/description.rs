//! What a batch was, in words and numbers: part of its report, and what parts of it must agree on.

use serde::{Deserialize, Serialize};

use crate::engine::{CrashRule, GameType};
use crate::players::{NamedHand, SightFile};
use crate::search::{Rhythm, Sight};
use crate::session::Controls;

use super::batch::{Batch, Extent};

/// The version of the program, which figures name.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a batch was; keys that do not apply are absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// Who played.
    pub player: String,
    /// With which filter.
    pub filter: String,
    /// [Fingerprint](crate::players::Strategy::fingerprint) of both together, hexadecimal.
    pub fingerprint: String,
    /// Version of the program.
    pub version: String,
    /// `drag` = without gravity, `pad` = by gamepad.
    pub input: String,
    /// What the hands are called, if they are compiled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// The frames in which a thumb may tap, by gamepad, if there are no taps in a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taps: Option<String>,
    /// Taps of a thumb in a second, by gamepad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tap_hz: Option<f64>,
    /// Frames before the first tap, by gamepad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reaction: Option<u8>,
    /// Whether pieces fall two rows a frame from level 39 on; absent where they do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double_killscreen: bool,
    /// What is done about the time of the score routine, by gamepad; absent where nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crash: Option<String>,
    /// Frames of a piece before NEXT is seen, or `never`, by gamepad; absent where it is seen at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<SightFile>,
    /// Whether hands miss tucks now and then; absent where they do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tuck_misdrops: bool,
    /// Release of the cartridge, `ntsc` or `pal`, by gamepad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// `a` or `b`, by gamepad.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub game_type: Option<String>,
    /// Garbage of B-type games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
    /// The randomizer.
    pub randomizer: String,
    /// Seed of the series, hexadecimal.
    pub seed: String,
    /// First level.
    pub level: u8,
    /// The position that games begin at, as a text; absent where the field is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What was to be played.
    pub wanted: Wanted,
}

/// Where a batch and its games end; absent where nothing ends them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// So many games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// So many pieces of all games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<u64>,
    /// A game ends at so many lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u16>,
    /// A game ends after so many pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces_per_game: Option<u64>,
}

impl Description {
    /// The description of a batch.
    pub fn from_batch(batch: &Batch) -> Description {
        let series = &batch.series;
        let pad = match series.controls {
            Controls::Drag => None,
            Controls::Pad(pad) => Some(pad),
        };
        let height = pad.and_then(|pad| match pad.game_type {
            GameType::A => None,
            GameType::B { height } => Some(height),
        });
        Description {
            player: batch.strategy.player().name().to_owned(),
            filter: batch.strategy.filter(),
            fingerprint: format!("{:016X}", batch.strategy.fingerprint()),
            version: VERSION.to_owned(),
            input: if pad.is_some() { "pad" } else { "drag" }.to_owned(),
            hand: pad.and_then(|pad| NamedHand::name_of(pad.hand)),
            taps: pad.and_then(|pad| match pad.hand.rhythm() {
                Rhythm::Rate(_) => None,
                other => Some(other.to_string()),
            }),
            tap_hz: pad
                .and_then(|pad| pad.hand.tap_hz())
                .map(|rate| f64::from(rate.hundredths()) / 100.0),
            reaction: pad.map(|pad| pad.hand.reaction_frames()),
            double_killscreen: pad.is_some_and(|pad| pad.double_killscreen),
            crash: pad
                .map(|pad| pad.crash)
                .filter(|&rule| rule != CrashRule::Off)
                .map(|rule| rule.name().to_owned()),
            sight: pad
                .map(|pad| pad.hand.sight())
                .filter(|&sight| sight != Sight::AT_ONCE)
                .map(SightFile::from),
            tuck_misdrops: pad.is_some_and(|pad| pad.hand.tuck_misdrops()),
            region: pad.map(|pad| pad.region.name().to_owned()),
            game_type: pad.map(|_| if height.is_some() { "b" } else { "a" }.to_owned()),
            height,
            randomizer: series.randomizer.name().to_owned(),
            seed: format!("{:016X}", series.seed),
            level: series.level,
            position: series.position.map(|position| position.to_string()),
            wanted: Wanted {
                lines: batch.lines,
                pieces_per_game: batch.pieces_per_game,
                ..Wanted::from_extent(batch.extent)
            },
        }
    }

    /// Whether games can end by their lines.
    pub(super) fn has_goal(&self) -> bool {
        self.wanted.lines.is_some() || self.height.is_some()
    }

    /// Whether games can have so many lines.
    pub(super) fn comes_to(&self, lines: u64) -> bool {
        let end = self.wanted.lines.map_or(u64::MAX, u64::from);
        self.height.is_none() && lines <= end
    }

    /// The picture to be built.
    pub(super) fn picture(&self) -> Option<&str> {
        self.filter.split_once(':').map(|(_, name)| name)
    }
}

impl Wanted {
    pub(super) fn from_extent(extent: Extent) -> Wanted {
        let (games, pieces) = match extent {
            Extent::Games { games, pieces } => (Some(games), pieces),
            Extent::Pieces(pieces) => (None, Some(pieces)),
        };
        Wanted {
            games,
            pieces,
            lines: None,
            pieces_per_game: None,
        }
    }
}
