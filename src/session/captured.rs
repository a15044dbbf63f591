//! A game seen by a camera or in a video, rebuilt piece by piece.
//!
//! First the spawns are determined. In NestrisChamps recordings a statistics counter rises with each spawn
//! ([`CapturedGame::longest_in`]). In a video the spawns are inferred ([`VideoGames`]): settled cells and one piece
//! explain each frame, until the next piece at the top explains it better. NEXT has announced that piece.
//!
//! Then each lock is inferred from its result. The right lock leaves exactly the cells seen under the next piece, once
//! its full rows are cleared. Frames may be missing, and cells wrong or doubtful, so most frames decide. If no frame
//! supports any lock, the lock is unknown, and most frames decide the next settled field.

mod counters;
mod figures;
mod follow;
mod levels;
mod opening;
mod pace;
mod shots;
mod sighted;
mod tracker;
mod written;

use crate::engine::ngf::NgfFrame;
use crate::rules::{Board, Piece, Pose, Region};
use crate::search::Rhythm;

pub use sighted::VideoGames;
pub use tracker::SeenNow;
pub use written::CapturedTextError;

/// A game, as far as it was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct CapturedGame {
    /// Pieces of the game, in order.
    pub pieces: Vec<CapturedPiece>,
    /// Milliseconds from the first piece to the last frame of the game.
    pub time: u32,
    /// Last score read, if any.
    pub score: Option<u32>,
    /// Release of the cartridge that sets the pace.
    pub region: Region,
    /// The end was seen: the curtain closes.
    pub has_topped_out: bool,
    /// Most frequent milliseconds from frame to frame; 0 if unknown.
    pub picture_time: u32,
    /// Numbers that were read differently from those counted.
    pub disagreements: Vec<Disagreement>,
}

/// Piece of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedPiece {
    /// Kind of the piece.
    pub piece: Piece,
    /// Next piece, if it was seen.
    pub next: Option<Piece>,
    /// Settled cells at its spawn.
    pub board: Board,
    /// Lines at its spawn.
    pub lines: u16,
    /// Level at its spawn.
    pub level: u8,
    /// Score at its spawn, if known.
    pub score: Option<u32>,
    /// Autoshift charge at its spawn (0-16), if shown.
    pub das: Option<u8>,
    /// Milliseconds since the first piece.
    pub time: u32,
    /// Frame of its spawn: in a video its number from 0, in a camera's game the number among that game's frames.
    pub frame: u64,
    /// Poses in which it was seen, one after each motion.
    pub way: Vec<SeenPose>,
    /// Outcome of the piece.
    pub fate: Fate,
}

/// Pose in which a piece was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenPose {
    /// Milliseconds since the first piece of the game.
    pub time: u32,
    /// Pose of the piece.
    pub pose: Pose,
}

/// Outcome of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The piece locked in a known pose.
    Locked {
        /// Lock of the piece.
        lock: Pose,
        /// Rows cleared, 0-4.
        rows: u8,
        /// Frames show the lock and its result beyond doubt. Otherwise it is the best explanation.
        is_certain: bool,
    },
    /// The piece locked in an unknown pose.
    Unknown,
    /// The piece did not lock: the game or the recording ended.
    Last,
}

/// A number that was read and differs from the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Piece at which it was read, from 0.
    pub piece: usize,
    /// Kind of number.
    pub what: ShownNumber,
    /// Expected value, by the locks.
    pub counted: u32,
    /// Value read from the frames.
    pub read: u32,
}

/// Number beside the field.
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
    /// Returns its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            ShownNumber::Lines => "lines",
            ShownNumber::Score => "score",
            ShownNumber::Level => "level",
        }
    }
}

impl CapturedGame {
    /// Returns the longest game among the frames of NestrisChamps, or `None` if they contain no piece.
    pub fn longest_in(frames: &[NgfFrame]) -> Option<CapturedGame> {
        counters::longest_game(frames)
    }

    /// Returns a game of these pieces. All other data is unknown.
    pub fn of_pieces(pieces: Vec<CapturedPiece>) -> CapturedGame {
        let last = pieces.last();
        CapturedGame {
            time: last.map_or(0, |last| last.way.last().map_or(last.time, |way| way.time)),
            score: None,
            region: Region::Ntsc,
            has_topped_out: false,
            picture_time: 0,
            disagreements: Vec::new(),
            pieces,
        }
    }

    /// Returns the player's rhythm from the motion of the pieces: autoshift, or the median rate of at least three
    /// taps in a row. `None` if the frames are too far apart, or if there are fewer than five samples of either.
    pub fn rhythm(&self) -> Option<Rhythm> {
        pace::rhythm(self)
    }

    /// Returns the number of locked pieces, and how many of their locks are unknown.
    pub fn locked(&self) -> (usize, usize) {
        let locked = self.pieces.iter().filter(|piece| piece.fate != Fate::Last);
        let unknown = self
            .pieces
            .iter()
            .filter(|piece| piece.fate == Fate::Unknown);
        (locked.count(), unknown.count())
    }

    /// Returns the number of pieces with a certain lock.
    pub fn certain(&self) -> usize {
        let is_certain = |piece: &&CapturedPiece| {
            let Fate::Locked { is_certain, .. } = piece.fate else {
                return false;
            };
            is_certain
        };
        self.pieces.iter().filter(is_certain).count()
    }

    /// Returns the lines at the end, as counted.
    pub fn lines(&self) -> u16 {
        self.pieces.last().map_or(0, |last| match last.fate {
            Fate::Locked { rows, .. } => last.lines + u16::from(rows),
            Fate::Unknown | Fate::Last => last.lines,
        })
    }

    /// Returns the number of clears of 1-4 rows at once, as far as locks are known.
    pub fn clears(&self) -> [u32; 4] {
        let mut clears = [0; 4];
        for piece in &self.pieces {
            if let Fate::Locked { rows, .. } = piece.fate
                && let Some(place) = usize::from(rows).checked_sub(1)
            {
                clears[place] += 1;
            }
        }
        clears
    }
}
