//! Description of a batch in words and numbers. Reports contain it, and all parts of a batch must have equal
//! descriptions.

use serde::{Deserialize, Serialize};

use crate::engine::{CrashRule, GameType};
use crate::players::{NamedHand, SightFile};
use crate::search::{Rhythm, Sight};
use crate::session::Controls;

use super::batch::{Batch, BatchSize};

/// Version of the program, for reports.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Description of a batch. Keys that do not apply are absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchDescription {
    /// Name of the player.
    pub player: String,
    /// Name of the player's filter.
    pub filter: String,
    /// [Fingerprint](crate::players::Strategy::fingerprint) of player and filter, in hexadecimal.
    pub fingerprint: String,
    /// Version of the program.
    pub version: String,
    /// `drag` without gravity, `pad` by gamepad.
    pub input: String,
    /// Name of the hands, if they are built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// Pattern of the frames in which a thumb may tap. Only by gamepad, and only if `tap_hz` is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taps: Option<String>,
    /// Taps of a thumb per second. Only by gamepad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tap_hz: Option<f64>,
    /// Number of frames before the first tap. Only by gamepad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reaction: Option<u8>,
    /// True if pieces fall two rows per frame from level 39 on. Absent if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double_killscreen: bool,
    /// Rule for crashes caused by the run time of the score routine. Only by gamepad; absent if the run time is
    /// ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crash: Option<String>,
    /// Frame after the spawn in which the hands see NEXT, or `never`. Only by gamepad; absent if they see NEXT
    /// immediately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<SightFile>,
    /// True if the hands sometimes miss tucks. Absent if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tuck_misdrops: bool,
    /// Region of the cartridge, `ntsc` or `pal`. Only by gamepad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Game type, `a` or `b`. Only by gamepad.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub game_type: Option<String>,
    /// Garbage height of B-type games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
    /// Name of the randomizer.
    pub randomizer: String,
    /// Seed of the series, in hexadecimal.
    pub seed: String,
    /// Start level.
    pub level: u8,
    /// Start position of the games, as text. Absent if the playfield starts empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Limits of the batch.
    pub wanted: BatchLimits,
}

/// Limits of a batch and of its games. Unset limits are absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchLimits {
    /// Number of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Number of pieces of all games together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<u64>,
    /// Number of lines at which a game ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u16>,
    /// Maximum number of pieces per game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces_per_game: Option<u64>,
}

impl BatchDescription {
    /// Creates the description of a batch.
    pub fn from_batch(batch: &Batch) -> BatchDescription {
        let series = &batch.series;
        let pad = match series.controls {
            Controls::Drag => None,
            Controls::Pad(pad) => Some(pad),
        };
        let height = pad.and_then(|pad| match pad.game_type {
            GameType::A => None,
            GameType::B { height } => Some(height),
        });
        BatchDescription {
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
            randomizer: series.randomizer.to_string(),
            seed: format!("{:016X}", series.seed),
            level: series.level,
            position: series.position.map(|position| position.to_string()),
            wanted: BatchLimits {
                lines: batch.lines,
                pieces_per_game: batch.pieces_per_game,
                ..BatchLimits::from_extent(batch.extent)
            },
        }
    }

    /// Returns whether games can end by a number of lines.
    pub(super) fn has_goal(&self) -> bool {
        self.wanted.lines.is_some() || self.height.is_some()
    }

    /// Returns whether games can reach this number of lines.
    pub(super) fn can_reach(&self, lines: u64) -> bool {
        let end = self.wanted.lines.map_or(u64::MAX, u64::from);
        self.height.is_none() && lines <= end
    }

    /// Returns the name of the pattern to build, if any.
    pub(super) fn picture(&self) -> Option<&str> {
        self.filter.split_once(':').map(|(_, name)| name)
    }
}

impl BatchLimits {
    pub(super) fn from_extent(extent: BatchSize) -> BatchLimits {
        let (games, pieces) = match extent {
            BatchSize::Games { games, pieces } => (Some(games), pieces),
            BatchSize::Pieces(pieces) => (None, Some(pieces)),
        };
        BatchLimits {
            games,
            pieces,
            lines: None,
            pieces_per_game: None,
        }
    }
}
