//! Descriptions of recordings, for a list of them.

use crate::engine::{GameType, PadGame, Side, Training};
use crate::rules::Region;
use crate::search::Rhythm;
use crate::session::summary::Summary;
use crate::session::tapping::measured;

use super::Recorded;

/// Description of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordingInfo {
    /// Mode of play.
    pub mode: Mode,
    /// Region of the cartridge.
    pub region: Region,
    /// Summary of the last game. For a match: summary of the side with more points in the last round. `None` if the
    /// recording contains no game.
    pub summary: Option<Summary>,
    /// Level in the last game.
    pub level: u8,
    /// Start level of the last game.
    pub start_level: u8,
    /// Rhythm of the player's thumbs, if it can be measured.
    pub rhythm: Option<Rhythm>,
    /// Training mode of the last game.
    pub training: Option<Training>,
    /// True if the last game is practice and hints were shown.
    pub has_hints: bool,
    /// True if pieces of the last game were undone, or if the game continues a saved state.
    pub is_taken_back: bool,
    /// True if the last game started at a position instead of an empty playfield.
    pub has_position: bool,
    /// Name of the ghost that the last game raced, if it was a race.
    pub ghost: Option<String>,
    /// Number of frames from the first piece to the last frame whose screen is not black.
    pub frames: u64,
    /// Last frame that shows a game, for [`seek`](super::Seek::seek).
    pub last_game: u64,
}

/// Mode of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// At the console. Contains the type of the last game, if any was played.
    Console(Option<GameType>),
    /// A match.
    Match {
        /// Names of the players, left first.
        names: [String; 2],
        /// Numbers of rounds won, left first.
        wins: [u8; 2],
    },
    /// Games of an AI without gravity. Contains the number of games.
    WithoutGravity(u64),
    /// An A-type game seen by a camera.
    Captured,
    /// Captured games of two players. Contains their names, left first.
    CapturedMatch([String; 2]),
}

impl RecordingInfo {
    /// Describes `recorded`. Afterwards, the playback is at its last frame with a game.
    pub fn describe(recorded: &mut Recorded) -> RecordingInfo {
        let place = recorded.seek();
        let last_game = place.last_game().unwrap_or(place.last_shown());
        let frames = place.last_shown().saturating_sub(place.first_piece());
        place.seek(last_game);
        let (has_hints, is_taken_back, has_position) = match recorded {
            Recorded::Console(playback) => (
                playback.has_hints(),
                playback.is_taken_back(),
                playback.has_position(),
            ),
            Recorded::Drag(playback) => (false, false, playback.game().start().position.is_some()),
            Recorded::Match(_) | Recorded::Captured(_) | Recorded::CapturedMatch(_) => {
                (false, false, false)
            }
        };
        let training = match recorded {
            Recorded::Console(playback) => {
                let game = playback.console().game();
                let found = game.and_then(PadGame::training);
                found.map(|(training, _)| *training)
            }
            Recorded::Drag(_)
            | Recorded::Match(_)
            | Recorded::Captured(_)
            | Recorded::CapturedMatch(_) => None,
        };
        let ghost = match recorded {
            Recorded::Console(playback) => playback.ghost().map(str::to_owned),
            Recorded::Drag(_)
            | Recorded::Match(_)
            | Recorded::Captured(_)
            | Recorded::CapturedMatch(_) => None,
        };
        let (mode, summary, level, start_level) = match recorded {
            Recorded::Drag(playback) => {
                let game = playback.game();
                let games = game.start().game + 1;
                let summary = Some(playback.summary());
                (
                    Mode::WithoutGravity(games),
                    summary,
                    game.level(),
                    game.start().level,
                )
            }
            Recorded::Console(playback) => {
                let summary = playback.summary();
                let game = playback.console().game().filter(|_| summary.is_some());
                let game_type = game.map(|game| game.start().game_type);
                let level = game.map_or(0, PadGame::level);
                let start_level = game.map_or(0, |game| game.start().level);
                (Mode::Console(game_type), summary, level, start_level)
            }
            Recorded::Captured(playback) => {
                let summary = Some(playback.summary());
                let first = playback.game().pieces.first();
                let start_level = first.map_or(0, |piece| piece.level);
                (Mode::Captured, summary, playback.level(), start_level)
            }
            Recorded::CapturedMatch(playback) => {
                let mode = Mode::CapturedMatch(playback.names().clone());
                let (side, summary) = leading(|side| playback.summary(side));
                let game = playback.game(side);
                let first = game.game().pieces.first();
                let start_level = first.map_or(0, |piece| piece.level);
                (mode, Some(summary), game.level(), start_level)
            }
            Recorded::Match(playback) => {
                let versus = playback.versus();
                let mode = Mode::Match {
                    names: versus.start().names.clone(),
                    wins: Side::BOTH.map(|side| versus.wins(side)),
                };
                let (side, summary) = leading(|side| playback.summary(side));
                let game = versus.game(side);
                (mode, Some(summary), game.level(), game.start().level)
            }
        };
        RecordingInfo {
            mode,
            region: recorded.region(),
            summary,
            level,
            start_level,
            rhythm: match recorded {
                Recorded::Console(playback) => measured(playback),
                Recorded::Captured(playback) => playback.game().rhythm(),
                Recorded::Drag(_) | Recorded::Match(_) | Recorded::CapturedMatch(_) => None,
            },
            training,
            has_hints,
            is_taken_back,
            has_position,
            ghost,
            frames,
            last_game,
        }
    }
}

/// Returns the side with more points, and its summary.
fn leading(summary: impl Fn(Side) -> Summary) -> (Side, Summary) {
    let [left, right] = Side::BOTH.map(summary);
    match left.score >= right.score {
        true => (Side::Left, left),
        false => (Side::Right, right),
    }
}
