//! What a recording holds, for a list of recordings.

use crate::engine::{GameType, PadGame, Side, Training};
use crate::rules::Region;
use crate::session::tally::Summary;

use super::Recorded;

/// What a recording holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What was played.
    pub mode: Mode,
    /// Which release of the cartridge.
    pub region: Region,
    /// What the last game has come to; of a match, that of the side with more points in its last
    /// round. None where no game was played.
    pub summary: Option<Summary>,
    /// The level of that game.
    pub level: u8,
    /// What was trained in that game.
    pub training: Option<Training>,
    /// Whether the player of that game was shown hints.
    pub has_hints: bool,
    /// Whether pieces were taken back in it, or it went on from a saved state.
    pub is_taken_back: bool,
    /// Whether it began at a position other than an empty field.
    pub has_position: bool,
    /// Frames from the first piece to the last picture.
    pub frames: u64,
    /// The frame with the last picture of a game, to be gone to by [`seek`](super::Seek::seek).
    pub last_game: u64,
}

/// What was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// At the console; the last game's type, if one was played.
    Console(Option<GameType>),
    /// A match: who plays and the rounds that they have won, left first.
    Match {
        /// Who plays.
        names: [String; 2],
        /// Rounds won.
        wins: [u8; 2],
    },
    /// An AI's games without gravity, so many.
    WithoutGravity(u64),
    /// An A-type game that a camera saw.
    Captured,
}

impl About {
    /// What `recorded` holds; it stands at its last picture of a game then.
    pub fn describe(recorded: &mut Recorded) -> About {
        let place = recorded.seek();
        let last_game = place.last_game().unwrap_or(place.last_picture());
        let frames = place.last_picture().saturating_sub(place.first_piece());
        place.seek(last_game);
        let (has_hints, is_taken_back, has_position) = match recorded {
            Recorded::Console(playback) => (
                playback.has_hints(),
                playback.is_taken_back(),
                playback.has_position(),
            ),
            Recorded::Drag(playback) => (false, false, playback.game().start().position.is_some()),
            Recorded::Match(_) | Recorded::Captured(_) => (false, false, false),
        };
        let training = match recorded {
            Recorded::Console(playback) => {
                let game = playback.console().game();
                let found = game.and_then(PadGame::training);
                found.map(|(training, _)| *training)
            }
            Recorded::Drag(_) | Recorded::Match(_) | Recorded::Captured(_) => None,
        };
        let (mode, summary, level) = match recorded {
            Recorded::Drag(playback) => {
                let game = playback.game();
                let games = game.start().game + 1;
                let summary = Some(playback.summary());
                (Mode::WithoutGravity(games), summary, game.level())
            }
            Recorded::Console(playback) => {
                let summary = playback.summary();
                let game = playback.console().game().filter(|_| summary.is_some());
                let game_type = game.map(|game| game.start().game_type);
                let level = game.map_or(0, PadGame::level);
                (Mode::Console(game_type), summary, level)
            }
            Recorded::Captured(playback) => {
                let summary = Some(playback.summary());
                (Mode::Captured, summary, playback.level())
            }
            Recorded::Match(playback) => {
                let versus = playback.versus();
                let mode = Mode::Match {
                    names: versus.start().names.clone(),
                    wins: Side::BOTH.map(|side| versus.wins(side)),
                };
                let [left, right] = Side::BOTH.map(|side| playback.summary(side));
                let (side, summary) = match left.score >= right.score {
                    true => (Side::Left, left),
                    false => (Side::Right, right),
                };
                (mode, Some(summary), versus.game(side).level())
            }
        };
        About {
            mode,
            region: recorded.region(),
            summary,
            level,
            training,
            has_hints,
            is_taken_back,
            has_position,
            frames,
            last_game,
        }
    }
}
