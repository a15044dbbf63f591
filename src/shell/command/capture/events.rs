//! `capture --live --events`: a line of JSON for each event of the games, for overlays of streams.

use std::io::Write;
use std::path::Path;

use rightwell::rules::{LockNotation, Pose};
use rightwell::session::{CapturedGame, LinesFrom, ReviewedMove};
use serde::Serialize;

use super::games::{GameJson, LockJson, seconds};
use crate::error::CliError;
use crate::host::log;
use crate::store::files::{self, FileWriter};

/// Number of pieces that make the level of a game in play certain enough.
const LEVEL_PIECES_MIN: usize = 3;

/// Event of a game.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum GameEvent {
    GameBegan {
        /// Seconds from the first frame of the source.
        time: f64,
    },
    Piece(Box<PieceJson>),
    GameEnded(Box<GameJson>),
}

/// Lock of a piece, with the numbers after it.
#[derive(Serialize)]
pub(super) struct PieceJson {
    /// Number of the piece in its game, from 1.
    number: usize,
    /// True if an earlier line described the piece differently.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    corrected: bool,
    /// Seconds from the first frame of the source until the piece stood still.
    time: f64,
    #[serde(flatten)]
    lock: LockJson,
    /// Column and row of each cell, from the upper left corner of the playfield. Row -1 is above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<[(i8, i8); 4]>,
    lines: u16,
    lines_from: LinesFrom,
    /// Missing if the level is unclear.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    /// Missing if the score is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    /// Missing if the lock was not rated.
    #[serde(flatten)]
    rating: Option<RatingJson>,
}

/// Coach's rating of a lock.
#[derive(Serialize)]
struct RatingJson {
    label: &'static str,
    /// Loss in lines.
    loss: f64,
    best: LockNotation,
}

impl PieceJson {
    /// Describes the piece at `index` of a game in play. `rated` is its rating, if there is one.
    pub(super) fn new(
        game: &CapturedGame,
        index: usize,
        is_corrected: bool,
        rated: Option<&ReviewedMove>,
    ) -> PieceJson {
        let (piece, next) = (&game.pieces[index], game.pieces.get(index + 1));
        let stood = piece.poses_seen.last().map_or(piece.time, |seen| seen.time);
        let after = next.unwrap_or(piece);
        // A rating of a guess says nothing.
        let rated = rated.filter(|reviewed| !reviewed.played.is_guess());
        PieceJson {
            number: index + 1,
            corrected: is_corrected,
            time: seconds(game.start + stood),
            lock: LockJson::of(piece),
            cells: piece.outcome.lock().map(Pose::cells),
            lines: next.map_or_else(|| game.lines(), |next| next.lines),
            lines_from: game.lines_from,
            level: (index + 1 >= LEVEL_PIECES_MIN && game.has_known_levels())
                .then_some(after.level),
            // A screen shows the points for a clear with the next piece.
            score: match next {
                Some(next) => next.score,
                None => game.score.filter(|_| piece.outcome.rows() == 0),
            },
            rating: rated.map(|ReviewedMove { rating, .. }| RatingJson {
                label: rating.label().name(),
                loss: rating.loss,
                best: rating.best().lock.notation(),
            }),
        }
    }
}

/// Line of an event.
#[derive(Serialize)]
struct EventLine<'a> {
    #[serde(flatten)]
    event: &'a GameEvent,
    /// Number of the player, 1 or 2. It never changes.
    seat: usize,
    /// Name of the player, as soon as both players of two have locked a piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'a str>,
    /// Number of the player's game, from 1.
    game: usize,
}

/// Writer of the lines.
pub(super) struct EventLog {
    /// File or pipe. `None` for standard output.
    file: Option<FileWriter>,
    is_failed: bool,
}

impl EventLog {
    /// Opens the file for the lines, or standard output if `path` is `-`.
    pub(super) fn open(path: &Path) -> Result<EventLog, CliError> {
        let file = Some(path).filter(|path| path.as_os_str() != "-");
        Ok(EventLog {
            file: file.map(files::followed_writer).transpose()?,
            is_failed: false,
        })
    }

    /// Writes an event at once. After an error, such as the end of the overlay that reads a pipe, writes no more. The
    /// capture goes on.
    pub(super) fn write(
        &mut self,
        seat: usize,
        player: Option<&str>,
        game: usize,
        event: &GameEvent,
    ) -> Result<(), CliError> {
        if self.is_failed {
            return Ok(());
        }
        let line = EventLine {
            event,
            seat,
            player,
            game,
        };
        let line = serde_json::to_string(&line).map_err(CliError::failed)? + "\n";
        let written = match &mut self.file {
            Some(file) => file.write_all(line.as_bytes()).map_err(CliError::failed),
            None => files::print(&line),
        };
        if let Err(error) = written {
            self.is_failed = true;
            log::say(format!("{error}; no more events are written"));
        }
        Ok(())
    }
}
