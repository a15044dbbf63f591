//! Prints the games of a video and saves them.

use rightwell::rules::{LockNotation, Pose};
use rightwell::session::{CapturedGame, CapturedPiece, LinesFrom, PieceOutcome, ScoreFrom};
use serde::Serialize;

use super::{CaptureArgs, live};
use crate::error::{CliError, shown};
use crate::host::arguments::path_argument;
use crate::host::log;
use crate::store::files;
use crate::work::game_files::GamesOutput;
use crate::work::video_games::{CapturedGames, VideoGap, describe, marks, read};
use crate::work::{json, progress};

/// A captured game as JSON.
#[derive(Serialize)]
pub(super) struct GameJson {
    /// Name of the player, in a video with two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<String>,
    /// Seconds from the start of the video to the first piece.
    start: f64,
    pieces: usize,
    certain: usize,
    repaired: usize,
    unknown: usize,
    first_level: u8,
    level: u8,
    /// Lowest and highest level at the first piece, if the level is unclear.
    #[serde(skip_serializing_if = "Option::is_none")]
    possible_levels: Option<(u8, u8)>,
    lines: u16,
    /// `start`, `screen`, `first_piece` if the lines before the first piece seen are unknown, or `at_least` if those in a
    /// gap are.
    lines_from: LinesFrom,
    /// Numbers of singles, doubles, triples and Tetrises.
    clears: [u32; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    /// `screen`, or `clears` if the score is the sum of the points for clears. Missing if the score is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_from: Option<&'static str>,
    /// Number of the piece at which the score was read last, if it was not the last piece. Later points are those for
    /// clears.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_read_until: Option<usize>,
    seconds: f64,
    topped_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    taps: Option<String>,
    disagreements: Vec<ReportedDisagreement>,
    locks: Vec<LockJson>,
}

#[derive(Serialize)]
struct ReportedDisagreement {
    piece: usize,
    what: &'static str,
    counted: u32,
    read: u32,
}

#[derive(Serialize)]
pub(super) struct LockJson {
    /// Frame in which the piece spawned, and seconds since the first piece.
    picture: u64,
    seconds: f64,
    piece: char,
    /// Column, row and rotation. `None` if the lock is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    lock: Option<(i8, i8, u8)>,
    /// Lock in players' notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<LockNotation>,
    rows: u8,
    /// `certain`, `repaired`, `unknown`, or `last` for a final piece that did not lock.
    mark: &'static str,
}

#[derive(Serialize)]
struct CaptureJson {
    file: String,
    pictures: u64,
    /// Parts of the video without frames.
    #[serde(skip_serializing_if = "<[VideoGap]>::is_empty")]
    gaps: Vec<VideoGap>,
    games: Vec<GameJson>,
}

pub fn run(args: &CaptureArgs) -> Result<(), CliError> {
    let output = args.output.as_deref().map(GamesOutput::check).transpose()?;
    let control = progress::stopped_by_keys()?;
    let found = match (&args.live, args.file.as_deref()) {
        (Some(source), _) => match args.display {
            Some(display) => live::show(source, args, display, &control)?,
            None => live::read(source, args, &control)?,
        }
        .checked(&control)?,
        (None, Some(file)) => {
            let mut reader = args.reader_of_all();
            read(
                &args.source(file),
                &mut reader,
                &args.players,
                args.side,
                &control,
            )?
        }
        (None, None) => return Err(CliError::usage("a file or `--live` is required")),
    };
    let games: Vec<&CapturedGame> = found.games.iter().collect();
    if let Some(output) = output {
        for path in output.write(&games)? {
            log::say(format!("{} written", shown(&path)));
            if args.live.is_some() && found.players.is_none() {
                log::say(format!(
                    "to rate it: rightwell review {}",
                    path_argument(&path)
                ));
            }
        }
        if let (Some(_), Some(_), Some(path)) = (&args.live, &found.players, &args.output)
            && path.is_dir()
        {
            log::say(format!(
                "to rate both: rightwell review {}",
                path_argument(path)
            ));
        }
    }
    let mut is_printed = args.prints_events();
    if let Some(path) = &args.json {
        let report = CaptureJson {
            file: args
                .file
                .as_ref()
                .map_or_else(|| found.name.clone(), |file| file.display().to_string()),
            pictures: found.pictures,
            gaps: found.gaps.clone(),
            games: games.iter().map(|game| GameJson::of(game)).collect(),
        };
        is_printed |= json::write(&report, path)?;
    }
    if !is_printed {
        files::print(&summary(&found))?;
    }
    if args.players.names.is_some() && games.iter().all(|game| game.player.is_none()) {
        log::say("only one player was found: `--names` has no effect");
    }
    Ok(())
}

impl GameJson {
    pub(super) fn of(game: &CapturedGame) -> GameJson {
        let marks = marks(game);
        let locks = game.pieces.iter().map(LockJson::of);
        let disagreements = game.disagreements.iter().map(|found| ReportedDisagreement {
            piece: found.piece + 1,
            what: found.what.name(),
            counted: found.counted,
            read: found.read,
        });
        GameJson {
            player: game.player.clone(),
            start: seconds(game.start),
            possible_levels: game.possible_levels,
            pieces: game.pieces.len(),
            certain: marks[0],
            repaired: marks[1],
            unknown: marks[2],
            first_level: game.pieces.first().map_or(0, |first| first.level),
            level: game.pieces.last().map_or(0, |last| last.level),
            lines: game.lines(),
            lines_from: game.lines_from,
            clears: game.clears(),
            score: game.score,
            score_from: game.score.map(|_| match game.score_from {
                ScoreFrom::Screen | ScoreFrom::ScreenUntil(_) => "screen",
                ScoreFrom::Clears => "clears",
            }),
            score_read_until: match game.score_from {
                ScoreFrom::ScreenUntil(piece) => Some(piece + 1),
                ScoreFrom::Screen | ScoreFrom::Clears => None,
            },
            seconds: seconds(game.time),
            topped_out: game.has_topped_out,
            taps: game.rhythm().map(|rhythm| rhythm.to_string()),
            disagreements: disagreements.collect(),
            locks: locks.collect(),
        }
    }
}

impl LockJson {
    pub(super) fn of(piece: &CapturedPiece) -> LockJson {
        let lock = piece.outcome.lock();
        LockJson {
            picture: piece.frame,
            seconds: seconds(piece.time),
            piece: piece.piece.letter(),
            lock: lock.map(|lock| (lock.x, lock.y, lock.orientation.rotation())),
            notation: lock.map(Pose::notation),
            rows: piece.outcome.rows(),
            mark: match piece.outcome {
                PieceOutcome::Locked {
                    is_certain: true, ..
                } => "certain",
                PieceOutcome::Locked { .. } => "repaired",
                PieceOutcome::Unknown => "unknown",
                PieceOutcome::Last => "last",
            },
        }
    }
}

/// Converts a time to seconds.
pub(super) fn seconds(milliseconds: u32) -> f64 {
    f64::from(milliseconds) / 1_000.0
}

/// Formats all games as readable text.
fn summary(found: &CapturedGames) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (game, number) in found.games.iter().zip(1..) {
        let player = game.player.as_ref();
        let player = player.map_or_else(String::new, |name| {
            let start = game.start / 1_000;
            format!(", {name}, from {}:{:02}", start / 60, start % 60)
        });
        lines.push(format!("game {number}{player}: {}", describe(game)));
        lines.extend(disagreements(game));
    }
    lines.extend(found.describe_gaps());
    lines.push(String::new());
    lines.join("\n")
}

/// Formats the first five disagreements between the locks and the counters on the screen.
fn disagreements(game: &CapturedGame) -> Vec<String> {
    const MOST: usize = 5;
    let all = &game.disagreements;
    let mut lines: Vec<String> = (all.iter().take(MOST))
        .map(|found| {
            let (what, number) = (found.what.name(), found.piece + 1);
            format!(
                "  piece {number}: {what} should be {} after these locks, but the screen shows {}",
                found.counted, found.read
            )
        })
        .collect();
    if all.len() > MOST {
        lines.push(format!(
            "  and {} more (`--json` lists all)",
            all.len() - MOST
        ));
    }
    lines
}
