//! Captured games as RON texts. Each piece is one string of words, with one value per word.
//!
//! | word | meaning |
//! | --- | --- |
//! | `T` | the piece |
//! | `next=J` | the piece in the NEXT box |
//! | `frame=120`, `time=2000` | frame of the spawn, milliseconds since the first piece |
//! | `lines=0`, `level=18`, `score=0`, `das=10` | numbers at the spawn |
//! | `lock=5,18,1` | certain lock: pivot in column 5, row 18, one clockwise turn from spawn |
//! | `repaired=5,18,1` | lock that explains the frames best |
//! | `unknown` | the lock is unknown |
//! | `way=0:5,0,0;33:4,0,0` | poses in which the piece was seen, each after its time in milliseconds since the spawn |
//! | `board=…` | settled cells at the spawn, if they differ from the result of the previous piece |

use std::fmt::Write;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Piece, Pose, Region, RonFault, read_ron, sanitized};

use super::{
    CapturedGame, CapturedPiece, Disagreement, LinesFrom, PieceOutcome, ScoreFrom, SeenPose,
    ShownNumber, TIME_MAX,
};

/// Version of the format that this program writes and reads.
const VERSION: u32 = 1;
/// Maximum number of lines.
const LINES_MAX: u16 = 25_599;
/// Maximum score.
const SCORE_MAX: u32 = 99_999_999;

/// Reason why a text cannot be read as a captured game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CapturedTextError {
    /// The text is not valid RON of this structure.
    #[error(transparent)]
    Syntax(#[from] RonFault),
    /// The file has an unsupported version.
    #[error("unsupported version {0} of a captured game; allowed: {VERSION}")]
    Version(u32),
    /// A field of the game is invalid, or there is no piece.
    #[error("{0}")]
    Field(String),
    /// The text of a piece is invalid.
    #[error("piece {number}: {why}")]
    Piece {
        /// Number of the piece, from 1.
        number: usize,
        /// Description of the fault.
        why: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "File", deny_unknown_fields)]
struct CapturedFile {
    version: u32,
    captured: GameFields,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameFields {
    region: Region,
    #[serde(rename = "picture_time")]
    frame_time: u32,
    time: u32,
    #[serde(default)]
    start: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    possible_levels: Option<(u8, u8)>,
    /// Missing in files of older versions. The pieces then decide, see [`CapturedGame::of_pieces`].
    #[serde(default)]
    lines_from: Option<LinesFrom>,
    score: Option<u32>,
    #[serde(default)]
    is_score_counted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score_read_until: Option<usize>,
    has_topped_out: bool,
    pieces: Vec<String>,
    #[serde(default)]
    disagreements: Vec<(usize, String, u32, u32)>,
}

impl CapturedGame {
    /// Writes the game as text.
    pub fn to_ron(&self) -> String {
        let mut left = None;
        let pieces = self.pieces.iter().map(|piece| {
            let text = piece_text(piece, left);
            left = piece.outcome.lock().map(|lock| piece.board.lock(lock).0);
            text
        });
        let disagreements = self.disagreements.iter().map(|found| {
            let what = found.what.name().to_owned();
            (found.piece, what, found.counted, found.read)
        });
        let file = CapturedFile {
            version: VERSION,
            captured: GameFields {
                region: self.region,
                frame_time: self.frame_time,
                time: self.time,
                start: self.start,
                player: self.player.clone(),
                possible_levels: self.possible_levels,
                lines_from: Some(self.lines_from),
                score: self.score,
                is_score_counted: self.score_from == ScoreFrom::Clears,
                score_read_until: match self.score_from {
                    ScoreFrom::ScreenUntil(piece) => Some(piece),
                    ScoreFrom::Screen | ScoreFrom::Clears => None,
                },
                has_topped_out: self.has_topped_out,
                pieces: pieces.collect(),
                disagreements: disagreements.collect(),
            },
        };
        let config = ron::ser::PrettyConfig::new().new_line("\n").depth_limit(3);
        let text = ron::ser::to_string_pretty(&file, config);
        text.expect("a captured game can always be serialized") + "\n"
    }

    /// Reads a game from text.
    ///
    /// # Errors
    /// The fault and its position.
    pub fn from_ron(text: &str) -> Result<CapturedGame, CapturedTextError> {
        let CapturedFile { version, captured } = read_ron(text)?;
        if version != VERSION {
            return Err(CapturedTextError::Version(version));
        }
        let field = |why: String| Err(CapturedTextError::Field(why));
        for (name, time) in [("time", captured.time), ("start", captured.start)] {
            if time > TIME_MAX {
                return field(format!("{name} {time}; allowed: 0 to {TIME_MAX}"));
            }
        }
        if captured.pieces.is_empty() {
            return field("the game contains no pieces; at least one is required".to_owned());
        }
        let mut pieces: Vec<CapturedPiece> = Vec::with_capacity(captured.pieces.len());
        for (index, text) in captured.pieces.iter().enumerate() {
            let piece = parse_piece(text, pieces.last(), captured.time);
            let number = index + 1;
            pieces.push(piece.map_err(|why| CapturedTextError::Piece { number, why })?);
        }
        let disagreements = captured.disagreements.iter().map(|(piece, what, counted, read)| {
            let figures = [ShownNumber::Lines, ShownNumber::Score, ShownNumber::Level];
            let figure = figures.into_iter().find(|figure| figure.name() == what);
            let Some(what) = figure.filter(|_| *piece < pieces.len()) else {
                return Err(CapturedTextError::Field(format!(
                    "invalid disagreement '{}' at piece {piece}; allowed: lines, score or level, at pieces 0 to {}",
                    sanitized(what),
                    pieces.len() - 1
                )));
            };
            Ok(Disagreement { piece: *piece, what, counted: *counted, read: *read })
        });
        let disagreements = disagreements.collect::<Result<_, _>>()?;
        let last = pieces.len() - 1;
        if let Some(piece) = captured.score_read_until.filter(|piece| *piece > last) {
            return field(format!("score_read_until {piece}; allowed: 0 to {last}"));
        }
        let game = CapturedGame::of_pieces(pieces);
        Ok(CapturedGame {
            disagreements,
            start: captured.start,
            time: captured.time,
            player: captured.player.map(|name| sanitized(&name).to_string()),
            possible_levels: captured.possible_levels,
            lines_from: captured.lines_from.unwrap_or(game.lines_from),
            score: captured.score,
            score_from: match captured.score_read_until {
                _ if captured.is_score_counted => ScoreFrom::Clears,
                Some(piece) => ScoreFrom::ScreenUntil(piece),
                None => ScoreFrom::Screen,
            },
            region: captured.region,
            frame_time: captured.frame_time,
            has_topped_out: captured.has_topped_out,
            ..game
        })
    }
}

/// Writes a piece as text. `left` contains the settled cells that the previous piece left, if known.
fn piece_text(piece: &CapturedPiece, left: Option<Board>) -> String {
    let mut text = piece.piece.letter().to_string();
    let mut add = |word: std::fmt::Arguments<'_>| {
        text.write_char(' ')
            .and_then(|()| text.write_fmt(word))
            .expect("writing to a `String` never fails");
    };
    if let Some(next) = piece.next {
        add(format_args!("next={}", next.letter()));
    }
    add(format_args!("frame={} time={}", piece.frame, piece.time));
    add(format_args!("lines={} level={}", piece.lines, piece.level));
    if let Some(score) = piece.score {
        add(format_args!("score={score}"));
    }
    if let Some(das) = piece.das {
        add(format_args!("das={das}"));
    }
    match piece.outcome {
        PieceOutcome::Locked {
            lock,
            is_certain: true,
            ..
        } => add(format_args!("lock={}", pose_text(lock))),
        PieceOutcome::Locked { lock, .. } => add(format_args!("repaired={}", pose_text(lock))),
        PieceOutcome::Unknown => add(format_args!("unknown")),
        PieceOutcome::Last => {}
    }
    if !piece.poses_seen.is_empty() {
        let seen = piece.poses_seen.iter().map(|seen| {
            let after = seen.time.saturating_sub(piece.time);
            format!("{after}:{}", pose_text(seen.pose))
        });
        add(format_args!("way={}", seen.collect::<Vec<_>>().join(";")));
    }
    if left.unwrap_or(Board::EMPTY) != piece.board {
        let rows = piece.board.to_string();
        let rows: Vec<&str> = rows.lines().skip_while(|row| !row.contains('X')).collect();
        let rows = if rows.is_empty() {
            "none".to_owned()
        } else {
            rows.join("/")
        };
        add(format_args!("board={rows}"));
    }
    text
}

fn pose_text(pose: Pose) -> String {
    format!("{},{},{}", pose.x, pose.y, pose.orientation.rotation())
}

/// Parses the text of a piece. `before` is the previous piece, and `end` the length of the game in milliseconds.
fn parse_piece(
    text: &str,
    before: Option<&CapturedPiece>,
    end: u32,
) -> Result<CapturedPiece, String> {
    let mut words = text.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let piece = parse_letter(first)?;
    let left = before.and_then(|before| {
        let lock = before.outcome.lock()?;
        Some(before.board.lock(lock).0)
    });
    let mut parsed = CapturedPiece {
        piece,
        next: None,
        board: left.unwrap_or(Board::EMPTY),
        lines: 0,
        level: 0,
        score: None,
        das: None,
        time: 0,
        frame: 0,
        poses_seen: Vec::new(),
        outcome: PieceOutcome::Last,
    };
    let (mut lock, mut poses_text) = (None, "");
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match name {
            "next" => parsed.next = Some(parse_letter(value)?),
            "frame" => parsed.frame = parse_number(name, value, u64::from(u32::MAX))?,
            "time" => parsed.time = parse_number(name, value, end)?,
            "lines" => parsed.lines = parse_number(name, value, LINES_MAX)?,
            "level" => parsed.level = parse_number(name, value, u8::MAX)?,
            "score" => parsed.score = Some(parse_number(name, value, SCORE_MAX)?),
            "das" => parsed.das = Some(parse_number(name, value, 16)?),
            "lock" => lock = Some((value, true)),
            "repaired" => lock = Some((value, false)),
            "unknown" => parsed.outcome = PieceOutcome::Unknown,
            "way" => poses_text = value,
            "board" => parsed.board = parse_board(value)?,
            _ => return Err(format!("unknown word '{}'", sanitized(word))),
        }
    }
    if before.is_some_and(|before| before.time > parsed.time) {
        return Err(format!(
            "time {} is earlier than the previous piece",
            parsed.time
        ));
    }
    if let Some((value, is_certain)) = lock {
        let lock = parse_pose(piece, value)?;
        if !lock.fits(&parsed.board) || !lock.rests(&parsed.board) {
            return Err(format!("it cannot lock at {}", sanitized(value)));
        }
        let rows = parsed.board.lock(lock).1 as u8;
        parsed.outcome = PieceOutcome::Locked {
            lock,
            rows,
            is_certain,
        };
    }
    for seen in poses_text.split(';').filter(|seen| !seen.is_empty()) {
        let fault = || {
            format!(
                "invalid `way` '{}'; expected TIME:COLUMN,ROW,TURNS",
                sanitized(seen)
            )
        };
        let (time, pose) = seen.split_once(':').ok_or_else(fault)?;
        let after: u32 = parse_number("way", time, TIME_MAX)?;
        parsed.poses_seen.push(SeenPose {
            time: parsed.time + after,
            pose: parse_pose(piece, pose)?,
        });
    }
    if !parsed.poses_seen.is_sorted_by_key(|seen| seen.time) {
        return Err("the times of `way` must ascend".to_owned());
    }
    Ok(parsed)
}

fn parse_letter(text: &str) -> Result<Piece, String> {
    let mut letters = text.chars();
    let piece = letters.next().and_then(Piece::from_letter);
    piece.filter(|_| letters.next().is_none()).ok_or_else(|| {
        format!(
            "'{}' is not a piece; allowed: T, J, Z, O, S, L, I",
            sanitized(text)
        )
    })
}

fn parse_number<N: FromStr + PartialOrd + std::fmt::Display>(
    name: &str,
    text: &str,
    most: N,
) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| format!("invalid {name} '{}'; allowed: 0 to {most}", sanitized(text)))
}

/// Parses a pose and checks that its cells are between the walls and above the floor.
fn parse_pose(piece: Piece, text: &str) -> Result<Pose, String> {
    let numbers: Option<Vec<i8>> = text.split(',').map(|number| number.parse().ok()).collect();
    let pose = match numbers.as_deref() {
        Some(&[x, y, turns]) => u8::try_from(turns)
            .ok()
            .filter(|turns| *turns < piece.rotation_count())
            .map(|turns| Pose {
                orientation: piece.orientation(turns),
                x,
                y,
            }),
        _ => None,
    };
    let is_inside = |pose: &Pose| (0..10).contains(&pose.x) && (-2..20).contains(&pose.y);
    pose.filter(is_inside)
        .filter(|pose| pose.fits(&Board::EMPTY))
        .ok_or_else(|| {
            format!(
                "invalid pose '{}'; expected COLUMN,ROW,TURNS inside the playfield",
                sanitized(text)
            )
        })
}

fn parse_board(text: &str) -> Result<Board, String> {
    if text == "none" {
        return Ok(Board::EMPTY);
    }
    text.replace('/', " ")
        .parse()
        .map_err(|fault| format!("board: {fault}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(pieces: &str) -> String {
        format!(
            "(version: 1, captured: (region: Ntsc, picture_time: 17, time: 9000, score: None, \
             has_topped_out: false, pieces: [{pieces}]))"
        )
    }

    #[test]
    fn a_saved_game_says_which_locks_are_guesses() {
        let locks = [
            "lock=1,18,0",
            "repaired=3,18,0",
            "lock=5,18,0",
            "repaired=7,18,0",
        ];
        let texts: String = locks.map(|lock| format!("\"O {lock}\", ")).concat();
        let read = CapturedGame::from_ron(&game(&format!("{texts}\"O\""))).unwrap();
        let game = CapturedGame::from_ron(&read.to_ron()).unwrap();
        // The last lock follows a certain one.
        let guesses: Vec<bool> = (0..4).map(|index| game.is_guess(index)).collect();
        assert_eq!(guesses, [false, true, false, false]);
    }

    #[test]
    fn times_that_run_backwards_stand_still_so_that_the_game_can_be_read_back() {
        let text = game(r#""T time=0 lock=1,19,2", "O time=400 repaired=9,18,0", "I time=800""#);
        let mut pieces = CapturedGame::from_ron(&text).unwrap().pieces;
        pieces[2].time = 300;
        let saved = CapturedGame::of_pieces(pieces).to_ron();
        let read = CapturedGame::from_ron(&saved).unwrap();
        assert_eq!(read.pieces[2].time, 400);
    }

    #[test]
    fn a_game_is_read_back_unchanged() {
        let text = game(
            r#""T next=O frame=3 time=0 level=18 lock=1,19,2 way=0:5,0,0;33:4,1,0", "O time=400 repaired=9,18,0", "I time=800 unknown",
            "T time=1200 score=7 das=10 board=X.X......./XXXXX.....""#,
        );
        let parsed = CapturedGame::from_ron(&text).unwrap();
        let locked =
            |index: usize| matches!(parsed.pieces[index].outcome, PieceOutcome::Locked { .. });
        assert_eq!([0, 1, 2, 3].map(locked), [true, true, false, false]);
        assert_eq!((parsed.certain(), parsed.locked()), (1, (3, 1)));
        assert_eq!(parsed.pieces[1].board.count(), 4);
        assert_eq!(parsed.pieces[3].board.count(), 7);
        assert_eq!(parsed.pieces[0].poses_seen[1].time, 33);
        assert_eq!(CapturedGame::from_ron(&parsed.to_ron()), Ok(parsed));
    }

    #[test]
    fn a_file_that_does_not_say_so_counts_lines_as_its_first_piece_shows() {
        for (piece, lines_from) in [
            (r#""T""#, LinesFrom::Start),
            (r#""T board=X.........""#, LinesFrom::FirstPiece),
            (r#""T lines=7 board=X.........""#, LinesFrom::Screen),
        ] {
            let parsed = CapturedGame::from_ron(&game(piece)).unwrap();
            assert_eq!(parsed.lines_from, lines_from, "{piece}");
        }
        let text = game(r#""T""#).replace("score: None", "score: None, lines_from: Some(screen)");
        let parsed = CapturedGame::from_ron(&text).unwrap();
        assert_eq!(parsed.lines_from, LinesFrom::Screen);
        assert_eq!(CapturedGame::from_ron(&parsed.to_ron()), Ok(parsed));
    }

    #[test]
    fn faults_of_a_piece_are_named() {
        for (pieces, message) in [
            (
                r#""Q""#,
                "piece 1: 'Q' is not a piece; allowed: T, J, Z, O, S, L, I",
            ),
            (
                r#""""#,
                "piece 1: '' is not a piece; allowed: T, J, Z, O, S, L, I",
            ),
            (r#""T lock=5,5,0""#, "piece 1: it cannot lock at 5,5,0"),
            (
                r#""T lock=5,99,0""#,
                "piece 1: invalid pose '5,99,0'; expected COLUMN,ROW,TURNS inside the playfield",
            ),
            (
                r#""T lock=0,18,0""#,
                "piece 1: invalid pose '0,18,0'; expected COLUMN,ROW,TURNS inside the playfield",
            ),
            (
                r#""O lock=5,18,1""#,
                "piece 1: invalid pose '5,18,1'; expected COLUMN,ROW,TURNS inside the playfield",
            ),
            (
                r#""T time=9001""#,
                "piece 1: invalid time '9001'; allowed: 0 to 9000",
            ),
            (
                r#""T time=5", "T time=4""#,
                "piece 2: time 4 is earlier than the previous piece",
            ),
            (
                r#""T way=5,0,0""#,
                "piece 1: invalid `way` '5,0,0'; expected TIME:COLUMN,ROW,TURNS",
            ),
            (
                r#""T way=9:5,0,0;8:5,0,0""#,
                "piece 1: the times of `way` must ascend",
            ),
            (
                r#""T das=17""#,
                "piece 1: invalid das '17'; allowed: 0 to 16",
            ),
            (r#""T colour=red""#, "piece 1: unknown word 'colour=red'"),
            ("", "the game contains no pieces; at least one is required"),
        ] {
            let fault = CapturedGame::from_ron(&game(pieces)).unwrap_err();
            assert_eq!(fault.to_string(), message, "{pieces}");
        }
        let later = game(r#""T""#).replace("version: 1", "version: 2");
        let fault = CapturedGame::from_ron(&later).unwrap_err();
        assert_eq!(fault, CapturedTextError::Version(2));
        let longer = game(r#""T""#).replace("time: 9000", "time: 4000000000");
        assert!(CapturedGame::from_ron(&longer).is_err());
        let score = "score: None, score_read_until: Some(1)";
        let beyond = game(r#""T""#).replace("score: None", score);
        let fault = CapturedGame::from_ron(&beyond).unwrap_err();
        assert_eq!(fault.to_string(), "score_read_until 1; allowed: 0 to 0");
    }
}
