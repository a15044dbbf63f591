//! A game that was seen, by a camera or in a video, rebuilt piece by piece.
//!
//! In plain words: first it is found out when pieces came. NestrisChamps says so by its statistics, of which
//! one rises ([`CapturedGame::longest_in`]); in a video they are seen to come ([`VideoGames`]): nothing but
//! settled cells and one piece explains a picture, until the next piece at the top explains it better. NEXT has
//! told before which one that would be.
//!
//! Then each lock is found by what is left of it: of all places where the piece could rest on the settled cells,
//! it is the one that, locked and with its full rows gone, leaves just what is seen under the next piece. Pictures
//! may be missing, and cells wrong or doubtful, so the place is the one that most pictures speak for. Where none
//! does, the piece is unknown, and the next settled field is what most pictures have.

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

pub use sighted::{SeenNow, VideoGames};
pub use written::CapturedTextError;

/// A game as far as it was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct CapturedGame {
    /// Its pieces, in order.
    pub pieces: Vec<CapturedPiece>,
    /// Milliseconds from the first piece to the last picture of the game.
    pub time: u32,
    /// The last score that was read, if any was.
    pub score: Option<u32>,
    /// Which release of the cartridge sets the pace.
    pub region: Region,
    /// Whether its end was seen: the curtain closes.
    pub has_topped_out: bool,
    /// Milliseconds from picture to picture, most often; 0 where that is not known.
    pub picture_time: u32,
    /// Where what was read is not what was counted.
    pub disagreements: Vec<Disagreement>,
}

/// A piece of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedPiece {
    /// Which one.
    pub piece: Piece,
    /// The one after it, if it was seen.
    pub next: Option<Piece>,
    /// The settled cells when it came.
    pub board: Board,
    /// Lines when it came.
    pub lines: u16,
    /// Level when it came.
    pub level: u8,
    /// The score when it came, if it is known.
    pub score: Option<u32>,
    /// The autoshift charge when it came (0-16), where it is shown.
    pub das: Option<u8>,
    /// Milliseconds since the first piece.
    pub time: u32,
    /// The picture in which it came: of a video its number from 0, of a camera's game that among its frames.
    pub frame: u64,
    /// Where it was seen, each time it had moved.
    pub way: Vec<SeenPose>,
    /// What became of it.
    pub fate: Fate,
}

/// A piece seen somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenPose {
    /// Milliseconds since the first piece of the game.
    pub time: u32,
    /// Where.
    pub pose: Pose,
}

/// What became of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It locked there and cleared so many rows.
    Locked {
        /// Where.
        lock: Pose,
        /// Rows cleared, 0-4.
        rows: u8,
        /// Whether pictures show beyond doubt that it was there, and what it left; else it is what explains them
        /// best.
        is_certain: bool,
    },
    /// It locked somewhere.
    Unknown,
    /// It did not: the game was over, or the recording.
    Last,
}

/// Something that was read and is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The piece at which it was read, from 0.
    pub piece: usize,
    /// What.
    pub what: Figure,
    /// What it should be by the locks.
    pub counted: u32,
    /// What the pictures say.
    pub read: u32,
}

/// A number beside the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Lines.
    Lines,
    /// Score.
    Score,
    /// Level.
    Level,
}

impl Figure {
    /// As players call it.
    pub const fn name(self) -> &'static str {
        match self {
            Figure::Lines => "lines",
            Figure::Score => "score",
            Figure::Level => "level",
        }
    }
}

impl CapturedGame {
    /// The longest game among the frames of NestrisChamps; none if no piece is seen in them.
    pub fn longest_in(frames: &[NgfFrame]) -> Option<CapturedGame> {
        counters::longest_game(frames)
    }

    /// A game of these pieces, of which nothing else is known.
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

    /// How its player tapped, as the ways of its pieces tell: by autoshift, or at the median rate of three taps and
    /// more in a row. None where pictures come too slowly to tell, or there are fewer than five of either.
    pub fn rhythm(&self) -> Option<Rhythm> {
        pace::rhythm(self)
    }

    /// How many pieces locked, and at how many of them it is not known where.
    pub fn locked(&self) -> (usize, usize) {
        let locked = self.pieces.iter().filter(|piece| piece.fate != Fate::Last);
        let unknown = self
            .pieces
            .iter()
            .filter(|piece| piece.fate == Fate::Unknown);
        (locked.count(), unknown.count())
    }

    /// At how many pieces it is certain where they locked.
    pub fn certain(&self) -> usize {
        let is_certain = |piece: &&CapturedPiece| {
            let Fate::Locked { is_certain, .. } = piece.fate else {
                return false;
            };
            is_certain
        };
        self.pieces.iter().filter(is_certain).count()
    }

    /// Lines at the end, as they were counted.
    pub fn lines(&self) -> u16 {
        self.pieces.last().map_or(0, |last| match last.fate {
            Fate::Locked { rows, .. } => last.lines + u16::from(rows),
            Fate::Unknown | Fate::Last => last.lines,
        })
    }

    /// How often so many rows (1-4) were cleared at once, as far as locks are known.
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
