//! Games seen by a camera or in a video, rebuilt piece by piece.
//!
//! The first step finds the spawns. Most NestrisChamps recordings have statistics counters that rise with each spawn
//! ([`CapturedGame::longest_in`]). In a video or without counters, the spawns are inferred ([`VideoGameFinder`]). At
//! first, the settled cells and the current piece explain each frame. A spawn is found once the settled cells and the
//! announced NEXT, near the top, explain the frames better.
//!
//! The second step infers each lock from its result. The right lock, with its full rows cleared, leaves exactly the
//! cells seen under the next piece. Frames may be missing, and cells may be misread or doubtful, so the majority of
//! frames decides. If no frame supports any lock, the lock is unknown, and the majority of frames decides only which
//! cells are settled next.

mod captured_text;
mod cleared_rows;
mod counters;
mod curtain_detector;
mod fall_speeds;
mod figures;
mod level_hues;
mod levels;
mod line_count;
mod lock_list;
mod lock_resolver;
mod match_course;
mod pace;
mod piece_frames;
pub(crate) mod places;
mod score_count;
mod score_shapes;
mod score_solver;
mod sighted;
mod start_finder;
mod tracker;

use serde::{Deserialize, Serialize};

use crate::engine::ngf::NgfFrame;
use crate::rules::{Board, Piece, Pose, Region, counted};
use crate::search::Rhythm;

pub use captured_text::CapturedTextError;
pub use lock_list::LockListError;
pub use match_course::{CatchUp, MatchCourse, MatchMoment, MatchState, TetrisCount};
pub use sighted::VideoGameFinder;
pub use tracker::LastFrameState;

/// Maximum time of a frame, and length of a game: one week in milliseconds. Time stamps may be wrong.
const TIME_MAX: u32 = 7 * 24 * 3_600_000;

/// Game read from a video. Parts that the video does not show are missing.
#[derive(Clone, Debug, PartialEq)]
pub struct CapturedGame {
    /// Pieces of the game, in order.
    pub pieces: Vec<CapturedPiece>,
    /// Milliseconds from the start of the video to the first piece. Games of one video share this clock.
    pub start: u32,
    /// Milliseconds from the first piece to the last frame of the game.
    pub time: u32,
    /// Name of the player, in a video with two players.
    pub player: Option<String>,
    /// Lowest and highest level at the first piece, if the video fits several levels. The levels of the pieces are then
    /// the most common ones of those that fit.
    pub possible_levels: Option<(u8, u8)>,
    /// Level at the first piece on the console of the other region, if the video fits one level on each console. Not
    /// saved with the game.
    pub level_on_other_console: Option<u8>,
    /// Origin of the line counts of the pieces.
    pub lines_from: LinesFrom,
    /// Score at the end. `None` if it is unknown: it cannot be read, and the level or the start of the game is unknown.
    pub score: Option<u32>,
    /// Origin of the score at the end.
    pub score_from: ScoreFrom,
    /// Region of the cartridge. It sets the frame rate.
    pub region: Region,
    /// True if the closing curtain was seen.
    pub has_topped_out: bool,
    /// Most frequent interval between frames, in milliseconds. 0 if unknown.
    pub frame_time: u32,
    /// Numbers read beside the playfield that differ from the numbers counted from the locks.
    pub disagreements: Vec<Disagreement>,
}

/// Origin of the line counts of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinesFrom {
    /// From the start of the game. The start of a captured game was seen if its first piece fell into an empty
    /// playfield. If a video begins right after all cells have been cleared, this is wrong.
    #[default]
    Start,
    /// The line count on the screen was read.
    Screen,
    /// Neither: the count is 0 at the first piece seen.
    FirstPiece,
    /// The lines that cleared in a gap of the video, or at a misread lock, are unknown, so there may be more.
    AtLeast,
}

impl LinesFrom {
    /// Returns whether the counts are the lines of the game.
    pub fn is_known(self) -> bool {
        matches!(self, LinesFrom::Start | LinesFrom::Screen)
    }

    /// Formats a line count: `3 lines`, `3 lines since the first piece seen` or `3 lines or more`.
    pub fn lines(self, count: u64) -> String {
        let lines = counted(count, "line");
        match self {
            LinesFrom::Start | LinesFrom::Screen => lines,
            LinesFrom::FirstPiece => format!("{lines} since the first piece seen"),
            LinesFrom::AtLeast => format!("{lines} or more"),
        }
    }

    /// Returns the mark of a line count in a table: a plus sign if there may have been more lines.
    pub const fn mark(self) -> &'static str {
        match self {
            LinesFrom::Start | LinesFrom::Screen => "",
            LinesFrom::FirstPiece | LinesFrom::AtLeast => "+",
        }
    }
}

/// Origin of the score at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreFrom {
    /// The score was read at the last piece or after it.
    #[default]
    Screen,
    /// The score was read last at the piece with this index. Points for later clears are added, without soft drops.
    ScreenUntil(usize),
    /// No score above 0 was read. The score is the sum of the points for clears, without soft drops.
    Clears,
}

/// Piece of a captured game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedPiece {
    /// Kind of the piece.
    pub piece: Piece,
    /// NEXT while this piece was in play, if it was seen.
    pub next: Option<Piece>,
    /// Settled cells when the piece spawned.
    pub board: Board,
    /// Line count when the piece spawned, see [`CapturedGame::lines_from`].
    pub lines: u16,
    /// Level when the piece spawned.
    pub level: u8,
    /// Score when the piece spawned, if known.
    pub score: Option<u32>,
    /// DAS charge when the piece spawned (0-16), if shown.
    pub das: Option<u8>,
    /// Milliseconds since the first piece of the game.
    pub time: u32,
    /// Frame in which the piece spawned. Frames are numbered from 0: in a video from its start, in a camera's recording
    /// within the game.
    pub frame: u64,
    /// Poses in which the piece was seen, one after each motion.
    pub poses_seen: Vec<SeenPose>,
    /// Outcome of the piece.
    pub outcome: PieceOutcome,
}

/// Pose in which a piece was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenPose {
    /// Milliseconds since the first piece of the game.
    pub time: u32,
    /// Pose of the piece.
    pub pose: Pose,
}

impl PieceOutcome {
    /// Returns the lock, or `None` if it is unknown or did not happen.
    pub fn lock(self) -> Option<Pose> {
        match self {
            PieceOutcome::Locked { lock, .. } => Some(lock),
            PieceOutcome::Unknown | PieceOutcome::Last => None,
        }
    }

    /// Returns the number of rows that the lock cleared, 0-4. 0 if the lock is unknown.
    pub fn rows(self) -> u8 {
        match self {
            PieceOutcome::Locked { rows, .. } => rows,
            PieceOutcome::Unknown | PieceOutcome::Last => 0,
        }
    }
}

impl CapturedPiece {
    /// Returns whether the lock is certain.
    pub fn is_certain(&self) -> bool {
        match self.outcome {
            PieceOutcome::Locked { is_certain, .. } => is_certain,
            PieceOutcome::Unknown | PieceOutcome::Last => false,
        }
    }
}

/// Outcome of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceOutcome {
    /// The piece locked in a known pose.
    Locked {
        /// Lock of the piece.
        lock: Pose,
        /// Number of rows cleared, 0-4.
        rows: u8,
        /// True if the frames prove the lock and its result. Otherwise the lock is the best explanation.
        is_certain: bool,
    },
    /// The piece locked in an unknown pose.
    Unknown,
    /// The piece did not lock: the game or the recording ended.
    Last,
}

/// Mismatch between a number read beside the playfield and the value counted from the locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Index of the piece during which the number was read.
    pub piece: usize,
    /// Kind of number.
    pub what: ShownNumber,
    /// Value that follows from the locks.
    pub counted: u32,
    /// Value read from the frames.
    pub read: u32,
}

/// Number shown beside the playfield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownNumber {
    /// Lines.
    Lines,
    /// Score.
    Score,
    /// Level.
    Level,
}

impl ShownNumber {
    /// Returns the name of the number, as shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            ShownNumber::Lines => "lines",
            ShownNumber::Score => "score",
            ShownNumber::Level => "level",
        }
    }
}

impl CapturedGame {
    /// Returns the longest game in the frames of a NestrisChamps recording, or `None` if they contain no piece.
    pub fn longest_in(frames: &[NgfFrame]) -> Option<CapturedGame> {
        counters::longest_game(frames)
    }

    /// Returns the game whose locks are in a link of a Game & Watch replay, or `None` if the text is no such link.
    ///
    /// # Errors
    /// If the link's level or its locks are impossible.
    pub fn from_link(link: &str) -> Option<Result<CapturedGame, LockListError>> {
        lock_list::game_of_link(link)
    }

    /// Returns a game of these pieces, with all other data unknown. Its lines count from the first piece, unless that
    /// piece shows the start of the game or a line count above 0. Times that run backwards, as after guessed locks, stand
    /// still instead.
    pub fn of_pieces(mut pieces: Vec<CapturedPiece>) -> CapturedGame {
        let mut latest = 0;
        for piece in &mut pieces {
            latest = piece.time.max(latest);
            piece.time = latest;
            let mut seen = latest;
            for way in &mut piece.poses_seen {
                seen = way.time.max(seen);
                way.time = seen;
            }
        }
        let last = pieces.last();
        let lines_from = match pieces.first() {
            Some(first) if first.lines > 0 => LinesFrom::Screen,
            Some(first) if !first.board.is_empty() => LinesFrom::FirstPiece,
            _ => LinesFrom::Start,
        };
        CapturedGame {
            time: last.map_or(0, |last| {
                last.poses_seen.last().map_or(last.time, |seen| seen.time)
            }),
            start: 0,
            player: None,
            possible_levels: None,
            level_on_other_console: None,
            lines_from,
            score: None,
            score_from: ScoreFrom::Screen,
            region: Region::Ntsc,
            has_topped_out: false,
            frame_time: 0,
            disagreements: Vec::new(),
            pieces,
        }
    }

    /// Returns the player's rhythm, derived from the motion of the pieces: DAS, or the median rate of three or more
    /// taps in a row. `None` if the frames are too far apart, or if there are fewer than five samples of both kinds.
    pub fn rhythm(&self) -> Option<Rhythm> {
        pace::rhythm(self)
    }

    /// Returns the number of locked pieces, and how many of these locks are unknown.
    pub fn locked(&self) -> (usize, usize) {
        let locked = self
            .pieces
            .iter()
            .filter(|piece| piece.outcome != PieceOutcome::Last);
        let unknown = self
            .pieces
            .iter()
            .filter(|piece| piece.outcome == PieceOutcome::Unknown);
        (locked.count(), unknown.count())
    }

    /// Returns whether the lock of the piece at `index` is a guess: the frames do not prove it. Few or no frames follow
    /// the last lock, so it is a guess only after another one.
    pub fn is_guess(&self, index: usize) -> bool {
        let mut later = self.pieces[index + 1..].iter();
        let is_last = later.all(|piece| piece.outcome == PieceOutcome::Last);
        let proof = index - usize::from(is_last && index > 0);
        !self.pieces[index].is_certain() && !self.pieces[proof].is_certain()
    }

    /// Returns the number of pieces with a certain lock.
    pub fn certain(&self) -> usize {
        self.pieces
            .iter()
            .filter(|piece| piece.is_certain())
            .count()
    }

    /// Returns the level at the first piece that the score assumes, if the video fits several levels and rows have
    /// cleared.
    pub fn assumed_level(&self) -> Option<u8> {
        self.possible_levels?;
        let first = self.pieces.first()?;
        (self.lines() > first.lines).then_some(first.level)
    }

    /// Returns whether the level of every piece is known. Lines that the video does not show may have raised it.
    pub fn has_known_levels(&self) -> bool {
        self.possible_levels.is_none() && self.lines_from != LinesFrom::AtLeast
    }

    /// Returns whether lines, level and score are known at the first piece. Only then can they be compared with other
    /// games.
    pub fn has_known_counts(&self) -> bool {
        let score = self.pieces.first().and_then(|first| first.score);
        self.has_known_levels() && self.lines_from.is_known() && score.is_some()
    }

    /// Returns the line count at the end of the game, see [`CapturedGame::lines_from`].
    pub fn lines(&self) -> u16 {
        let last = self.pieces.last();
        last.map_or(0, |last| last.lines + u16::from(last.outcome.rows()))
    }

    /// Returns how many of the lines no known lock cleared.
    pub fn unseen_lines(&self) -> u32 {
        let seen: u32 = (1..)
            .zip(self.clears())
            .map(|(rows, clears)| rows * clears)
            .sum();
        let first = self.pieces.first().map_or(0, |first| first.lines);
        u32::from(self.lines().saturating_sub(first)).saturating_sub(seen)
    }

    /// Returns the numbers of singles, doubles, triples and Tetrises, counting only known locks.
    pub fn clears(&self) -> [u32; 4] {
        let mut clears = [0; 4];
        for piece in &self.pieces {
            if let Some(place) = usize::from(piece.outcome.rows()).checked_sub(1) {
                clears[place] += 1;
            }
        }
        clears
    }
}
