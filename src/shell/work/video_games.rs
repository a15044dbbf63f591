//! Reads the games of a video.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use clap::Args;
use rightwell::capture::{FieldArea, FieldSide, FrameReader, Shape};
use rightwell::lab::Control;
use rightwell::render::Renderer;
use rightwell::render::text::character_tile;
use rightwell::rules::{Region, counted};
use rightwell::session::{CapturedGame, LinesFrom, ScoreFrom};
use serde::Serialize;

use super::progress::{self, WorkAmount};
use super::video_players::{MatchGames, VideoPlayer};
use crate::error::CliError;
use crate::host::{exit, log};
use crate::store::video::{Video, VideoSource};

/// Minimum time without a frame, in microseconds, that is reported as a gap.
const GAP_MIN: u64 = 2_000_000;
/// Maximum number of letters in a player's name.
const NAME_LENGTH_MAX: usize = 40;

/// Option that names the players in a video.
#[derive(Args, Clone, Debug, Default)]
pub struct NamesArgs {
    /// Names of the players in a video with two playfields, the left or upper player first [default: left,right or
    /// upper,lower]
    #[arg(long, value_name = "A,B", value_parser = parse_names, conflicts_with = "side")]
    pub names: Option<PlayerNames>,
}

/// Names of two players, the left or upper one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerNames(pub [String; 2]);

/// The games read from a video so far.
pub struct CapturedGames {
    pub name: String,
    pub games: Vec<CapturedGame>,
    /// Both players, in a video with two playfields.
    pub players: Option<[VideoPlayer; 2]>,
    pub pictures: u64,
    /// Number of frames that show a playfield.
    pub shown: u64,
    /// Parts of the video without frames.
    pub gaps: Vec<VideoGap>,
    /// Error that ended the reading of the video.
    pub fault: Option<CliError>,
}

/// Part of a video without frames.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct VideoGap {
    /// Seconds from the first frame of the video to the last frame before the gap.
    pub start: f64,
    /// Length in seconds.
    pub seconds: f64,
}

/// Reads all games of a video, or only the games on one side. Stops at the end, at an error, or when the user stops it.
pub fn read(
    source: &VideoSource,
    reader: &mut FrameReader,
    NamesArgs { names }: &NamesArgs,
    side: Option<FieldSide>,
    control: &Control,
) -> Result<CapturedGames, CliError> {
    let video = Video::open(source, reader, &control.stop)?;
    let mut found = CapturedGames::of(video.name());
    let length = source.length();
    let so_far = Mutex::new(String::new());
    let note = || so_far.lock().map(|note| note.clone()).unwrap_or_default();
    progress::with_note(WorkAmount::Video(length), control, note, || {
        let mut players = MatchGames::default();
        let mut last = 0;
        for frame in video {
            let (pixels, time) = match frame {
                Ok(frame) => frame,
                Err(error) if found.pictures == 0 => return Err(error),
                Err(error) => {
                    found.fault = Some(error);
                    break;
                }
            };
            if time - last > GAP_MIN {
                let [start, seconds] = [last, time - last].map(|time| time as f64 / 1e6);
                found.gaps.push(VideoGap { start, seconds });
            }
            last = time;
            let sightings = reader.read_all(&pixels, time);
            found.pictures += 1;
            found.shown += u64::from(sightings.iter().any(|seen| seen.game.is_some()));
            players.see(&sightings);
            control.pieces.store(time / 1_000, Ordering::Relaxed);
            if let Ok(mut note) = so_far.lock() {
                note.clear();
                let count = counted(players.games() as u64, "game");
                let pieces = counted(players.pieces() as u64, "piece");
                let time = clock(time as f64 / 1e6);
                write!(note, "{time}, {count} and {pieces}")
                    .expect("writing to a `String` never fails");
            }
        }
        (found.games, found.players) = players.end(&reader.places(), names.as_ref(), side);
        Ok(())
    })?;
    // Later work counts its own pieces.
    control.pieces.store(0, Ordering::Relaxed);
    found.checked(control)
}

/// Formats a time as minutes and seconds.
fn clock(seconds: f64) -> String {
    format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60)
}

impl CapturedGames {
    /// Returns an empty list of games of the video `name`.
    pub fn of(name: &str) -> CapturedGames {
        CapturedGames {
            name: name.to_owned(),
            games: Vec::new(),
            players: None,
            pictures: 0,
            shown: 0,
            gaps: Vec::new(),
            fault: None,
        }
    }

    /// Describes the parts without frames, or returns `None` if there are none.
    pub fn describe_gaps(&self) -> Option<String> {
        let longest = self
            .gaps
            .iter()
            .max_by(|one, other| one.seconds.total_cmp(&other.seconds))?;
        let gaps = counted(self.gaps.len() as u64, "gap");
        let VideoGap { start, seconds } = longest;
        Some(format!(
            "{gaps} in the time stamps of the frames: no frame for {} after {}",
            clock(*seconds),
            clock(*start)
        ))
    }

    /// Returns the games, and reports why they may be incomplete.
    ///
    /// # Errors
    /// If there is no game.
    pub fn checked(mut self, control: &Control) -> Result<CapturedGames, CliError> {
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
    pub fn longest(&self) -> usize {
        let all = 0..self.games.len();
        // `max_by_key` returns the last of several maxima, so search backward.
        all.rev()
            .max_by_key(|&place| self.games[place].pieces.len())
            .unwrap_or(0)
    }
}

/// Returns a reader that knows this program's own digits. `field` is the position of the playfield, if the user gave
/// it.
pub fn reader(field: Option<FieldArea>) -> FrameReader {
    let mut reader = field.map_or_else(FrameReader::new, FrameReader::of_field);
    let renderer = Renderer::new();
    let digits: [Shape; 10] = std::array::from_fn(|digit| {
        let letter = char::from_digit(digit as u32, 10).unwrap_or('0');
        let rows = renderer.tile(character_tile(letter)).rows();
        std::array::from_fn(|place| f32::from(u8::from(rows[place / 8][place % 8] > 0)))
    });
    reader.know_digits(&digits);
    reader
}

/// Parses the names of two players.
fn parse_names(text: &str) -> Result<PlayerNames, String> {
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
    let is_usable = |name: &String| {
        (1..=NAME_LENGTH_MAX).contains(&name.chars().count()) && !name.chars().any(char::is_control)
    };
    match <[String; 2]>::try_from(names) {
        Ok(names) if names.iter().all(is_usable) && names[0] != names[1] => Ok(PlayerNames(names)),
        _ => Err(format!(
            "allowed: two different names of 1 to {NAME_LENGTH_MAX} letters, separated by a comma"
        )),
    }
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
    let level = match (game.possible_levels, game.level_on_other_console) {
        (None, _) => level,
        (Some((least, most)), None) => format!("level unknown ({least} to {most} are possible)"),
        (Some((least, most)), Some(other)) => {
            let is_least_pal = (other == least) == (game.region == Region::Ntsc);
            let [first, second] = match is_least_pal {
                true => [" (PAL)", ""],
                false => ["", " (PAL)"],
            };
            format!("level {least}{first} or {most}{second}")
        }
    };
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

/// Returns the numbers of certain, repaired and unknown locks.
pub fn marks(game: &CapturedGame) -> [usize; 3] {
    let (locked, unknown) = game.locked();
    let certain = game.certain();
    [certain, locked - unknown - certain, unknown]
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
