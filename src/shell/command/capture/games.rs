//! Reads the games of a video, prints them and saves them.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use rightwell::capture::{FieldSide, FrameReader};
use rightwell::lab::Control;
use rightwell::rules::{LockNotation, counted};
use rightwell::session::{CapturedGame, LinesFrom, PieceOutcome, ScoreFrom};
use serde::Serialize;

use super::output::GamesOutput;
use super::players::{MatchGames, VideoPlayer};
use super::{CaptureArgs, NamesArgs, live};
use crate::command::progress::{self, WorkAmount};
use crate::error::{CliError, shown};
use crate::host::{exit, log};
use crate::store::files;
use crate::store::video::{Video, VideoSource};

/// The games read from a video so far.
pub(super) struct CapturedGames {
    pub(super) name: String,
    pub(super) games: Vec<CapturedGame>,
    /// Both players, in a video with two playfields.
    pub(super) players: Option<[VideoPlayer; 2]>,
    pub(super) pictures: u64,
    /// Number of frames that show a playfield.
    pub(super) shown: u64,
    /// Error that ended the reading of the video.
    pub(super) fault: Option<CliError>,
}

/// A captured game as JSON.
#[derive(Serialize)]
struct GameJson {
    /// Name of the player, in a video with two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
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
struct LockJson {
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
struct Report {
    file: String,
    pictures: u64,
    games: Vec<GameJson>,
}

pub fn run(args: &CaptureArgs) -> Result<(), CliError> {
    let output = args.output.as_deref().map(GamesOutput::check).transpose()?;
    let control = progress::stopped_by_keys()?;
    let found = match (&args.live, args.file.as_deref()) {
        (Some(device), _) => match args.display {
            Some(display) => live::show(device, args, display, &control)?,
            None => live::read(device, args, &control)?,
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
                log::say(format!("to rate it: rightwell review {}", shown(&path)));
            }
        }
        if let (Some(_), Some(_), Some(path)) = (&args.live, &found.players, &args.output)
            && path.is_dir()
        {
            log::say(format!("to rate both: rightwell review {}", shown(path)));
        }
    }
    let is_printed = args.json.as_deref().is_some_and(|path| path == "-");
    if let Some(path) = &args.json {
        let report = Report {
            file: args
                .file
                .as_ref()
                .map_or_else(|| found.name.clone(), |file| file.display().to_string()),
            pictures: found.pictures,
            games: games.iter().map(|game| GameJson::of(game)).collect(),
        };
        let mut json = serde_json::to_string_pretty(&report).map_err(CliError::failed)?;
        json.push('\n');
        match is_printed {
            true => files::print(&json)?,
            false => files::write_whole(path, json.as_bytes())?,
        }
    }
    if !is_printed {
        files::print(&summary(&found))?;
    }
    if args.players.names.is_some() && games.iter().all(|game| game.player.is_none()) {
        log::say("only one player was found: `--names` has no effect");
    }
    Ok(())
}

/// Reads all games of a video, or only the games on one side. Stops at the end, at an error, or when the user stops it.
pub(super) fn read(
    source: &VideoSource,
    reader: &mut FrameReader,
    NamesArgs { names }: &NamesArgs,
    side: Option<FieldSide>,
    control: &Control,
) -> Result<CapturedGames, CliError> {
    let video = Video::open(source, reader, &control.stop)?;
    let mut found = CapturedGames::of(video.name());
    let so_far = Mutex::new(String::new());
    let note = || so_far.lock().map(|note| note.clone()).unwrap_or_default();
    progress::with_note(WorkAmount::Pictures(None), control, note, || {
        let mut players = MatchGames::default();
        for frame in video {
            let (pixels, time) = match frame {
                Ok(frame) => frame,
                Err(error) if found.pictures == 0 => return Err(error),
                Err(error) => {
                    found.fault = Some(error);
                    break;
                }
            };
            let sightings = reader.read_all(&pixels, time);
            found.pictures += 1;
            found.shown += u64::from(sightings.iter().any(|seen| seen.game.is_some()));
            players.see(&sightings);
            control.pieces.store(found.pictures, Ordering::Relaxed);
            if let Ok(mut note) = so_far.lock() {
                note.clear();
                let count = counted(players.games() as u64, "game");
                let pieces = counted(players.pieces() as u64, "piece");
                write!(note, "{count} and {pieces}").expect("writing to a `String` never fails");
            }
        }
        (found.games, found.players) = players.end(&reader.places(), names.as_ref(), side);
        Ok(())
    })?;
    found.checked(control)
}

impl CapturedGames {
    /// Returns an empty list of games of the video `name`.
    pub(super) fn of(name: &str) -> CapturedGames {
        CapturedGames {
            name: name.to_owned(),
            games: Vec::new(),
            players: None,
            pictures: 0,
            shown: 0,
            fault: None,
        }
    }

    /// Returns the games, and reports why they may be incomplete.
    ///
    /// # Errors
    /// If there is no game.
    pub(super) fn checked(mut self, control: &Control) -> Result<CapturedGames, CliError> {
        let is_stopped = control.stop.load(Ordering::Relaxed);
        if !self.games.is_empty() {
            if let Some(fault) = self.fault.take() {
                exit::failed(format!("{fault}; using the games read so far"));
            } else if is_stopped {
                log::say("stopped early; using the games read so far");
            }
            return Ok(self);
        }
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if is_stopped {
            return Err(CliError::Interrupted(format!(
                "{}: stopped before any game was read",
                self.name
            )));
        }
        let seen = match self.shown {
            0 => "no playfield is visible",
            _ => "a playfield is visible, but no piece locks",
        };
        Err(CliError::usage(format!(
            "{}: no game found in {}: {seen}; if the video shows a game, pass its playfield to `rightwell capture` as `--field X,Y,W,H`",
            self.name,
            counted(self.pictures, "frame")
        )))
    }

    /// Returns the index of the game with the most pieces, the first one in a tie.
    pub(super) fn longest(&self) -> usize {
        let all = 0..self.games.len();
        // `max_by_key` returns the last of several maxima, so search backward.
        all.rev()
            .max_by_key(|&place| self.games[place].pieces.len())
            .unwrap_or(0)
    }
}

impl GameJson {
    fn of(game: &CapturedGame) -> GameJson {
        let marks = marks(game);
        let locks = game.pieces.iter().map(|piece| LockJson {
            picture: piece.frame,
            seconds: seconds(piece.time),
            piece: piece.piece.letter(),
            lock: match piece.outcome {
                PieceOutcome::Locked { lock, .. } => {
                    Some((lock.x, lock.y, lock.orientation.rotation()))
                }
                PieceOutcome::Unknown | PieceOutcome::Last => None,
            },
            notation: match piece.outcome {
                PieceOutcome::Locked { lock, .. } => Some(lock.notation()),
                PieceOutcome::Unknown | PieceOutcome::Last => None,
            },
            rows: match piece.outcome {
                PieceOutcome::Locked { rows, .. } => rows,
                PieceOutcome::Unknown | PieceOutcome::Last => 0,
            },
            mark: match piece.outcome {
                PieceOutcome::Locked {
                    is_certain: true, ..
                } => "certain",
                PieceOutcome::Locked { .. } => "repaired",
                PieceOutcome::Unknown => "unknown",
                PieceOutcome::Last => "last",
            },
        });
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

/// Returns the numbers of certain, repaired and unknown locks.
fn marks(game: &CapturedGame) -> [usize; 3] {
    let (locked, unknown) = game.locked();
    let certain = game.certain();
    [certain, locked - unknown - certain, unknown]
}

fn seconds(milliseconds: u32) -> f64 {
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
    lines.push(String::new());
    lines.join("\n")
}

/// Describes a game in one line of text.
pub fn describe(game: &CapturedGame) -> String {
    let [certain, repaired, unknown] = marks(game);
    let time = game.time / 1_000;
    let (first, last) = (game.pieces.first(), game.pieces.last());
    let levels = (
        first.map(|piece| piece.level),
        last.map(|piece| piece.level),
    );
    let level = match levels {
        // Clears that the video does not show may have raised the level.
        (Some(first), _) if game.lines_from == LinesFrom::AtLeast => {
            format!("level {first} at first")
        }
        (Some(first), Some(last)) if first != last => format!("levels {first} to {last}"),
        (level, _) => format!("level {}", level.unwrap_or(0)),
    };
    let level = game.possible_levels.map_or(level, |(least, most)| {
        format!("level unknown ({least} to {most} are possible)")
    });
    let [.., tetrises] = game.clears();
    let unseen = match game.unseen_lines() {
        0 => String::new(),
        unseen => format!(" ({unseen} of them cleared unseen)"),
    };
    let mut text = format!(
        "{} in {}:{:02}, {level}, {}{unseen}, {}",
        counted(game.pieces.len() as u64, "piece"),
        time / 60,
        time % 60,
        game.lines_from.lines(game.lines().into()),
        counted(tetrises, "Tetris"),
    );
    text += &match game.score {
        Some(score) => format!(", {score} points"),
        None => ", score unknown".to_owned(),
    };
    match game.score_from {
        ScoreFrom::Screen => {}
        ScoreFrom::ScreenUntil(piece) => {
            text += &format!(
                " (read until piece {}, then counted from clears)",
                piece + 1
            );
        }
        ScoreFrom::Clears => text += " for clears",
    }
    if let Some(level) = game.assumed_level().filter(|_| game.score.is_some()) {
        text += &format!(" if it began at level {level}");
    }
    if let Some(rhythm) = game.rhythm() {
        text += &format!(", taps: {rhythm}");
    }
    text + &format!("; locks: {certain} certain, {repaired} repaired, {unknown} unknown")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_says_how_many_lines_were_cleared_unseen() {
        let text = "(version: 1, captured: (region: Ntsc, picture_time: 17, time: 2000, has_topped_out: false, \
            pieces: [\"T frame=0 time=0 lines=1 level=18 unknown\", \"J frame=60 time=1000 lines=5 level=18\"]))";
        let described = describe(&CapturedGame::from_ron(text).unwrap());
        let wanted = ", 5 lines (4 of them cleared unseen), 0 Tetrises,";
        assert!(described.contains(wanted), "{described}");
    }

    #[test]
    fn the_last_level_is_not_named_if_lines_are_a_lower_limit() {
        let text = "(version: 1, captured: (region: Ntsc, picture_time: 17, time: 2000, lines_from: Some(at_least), \
            has_topped_out: false, pieces: [\"T frame=0 time=0 lines=9 level=18 unknown\", \
            \"J frame=60 time=1000 lines=10 level=19\"]))";
        let described = describe(&CapturedGame::from_ron(text).unwrap());
        let wanted = ", level 18 at first, 10 lines or more";
        assert!(described.contains(wanted), "{described}");
    }

    #[test]
    fn the_description_says_which_points_were_read() {
        let described = |from: &str| {
            let text = format!(
                "(version: 1, captured: (region: Ntsc, picture_time: 17, time: 2000, score: Some(40), {from} has_topped_out: false, \
                 pieces: [\"T frame=0 time=0 lines=1 level=18\", \"J frame=60 time=1000 lines=1 level=18\"]))"
            );
            describe(&CapturedGame::from_ron(&text).unwrap())
        };
        for (from, wanted) in [
            ("", ", 40 points; locks"),
            (
                "score_read_until: Some(0),",
                ", 40 points (read until piece 1, then counted from clears); locks",
            ),
            ("is_score_counted: true,", ", 40 points for clears; locks"),
        ] {
            assert!(described(from).contains(wanted), "{}", described(from));
        }
    }
}
