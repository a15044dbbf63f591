//! A game that a camera saw, rebuilt piece by piece.
//!
//! In plain words: the statistics tell when a piece came, for one of them rises; NEXT has told before
//! which one it would be. A lock is found by what is left of it: of all places where the piece could rest
//! on the settled cells, it is the one that, locked and with its full rows gone, leaves just what is seen
//! under the next piece. Frames may be missing, and cells wrong for a frame or two, so the place is the
//! one that most frames speak for. Where none does, the piece is unknown, and the next settled field is
//! what most frames have.

mod counters;
mod settled;

use crate::engine::ngf::NgfFrame;
use crate::rules::{Board, Piece, Pose};

use counters::{Spawn, spawns};
use settled::Sightings;

/// A game as far as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedGame {
    /// Its pieces, in order.
    pub pieces: Vec<CapturedPiece>,
    /// The frames of this game; the file may have others.
    pub frames: Vec<NgfFrame>,
}

/// A piece of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapturedPiece {
    /// Which one.
    pub piece: Piece,
    /// The one after it, if it was seen.
    pub next: Option<Piece>,
    /// The settled cells when it came.
    pub board: Board,
    /// Lines and level when it came.
    pub lines: u16,
    /// Level when it came.
    pub level: u8,
    /// Milliseconds since the first piece.
    pub time: u32,
    /// Its first frame.
    pub frame: usize,
    /// What became of it.
    pub fate: Fate,
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
    },
    /// It locked somewhere.
    Unknown,
    /// It did not: the game was over, or the recording.
    Last,
}

impl CapturedGame {
    /// The longest game among the frames; none if no piece is seen in them.
    pub fn longest_in(frames: &[NgfFrame]) -> Option<CapturedGame> {
        let longest = counters::games(frames).into_iter().max_by_key(Vec::len)?;
        let spawns = spawns(&longest);
        let pieces = follow(&longest, &spawns);
        (!pieces.is_empty()).then_some(CapturedGame {
            pieces,
            frames: longest,
        })
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
}

/// What became of each piece.
fn follow(frames: &[NgfFrame], spawns: &[Spawn]) -> Vec<CapturedPiece> {
    let mut settled = Board::EMPTY;
    let mut pieces: Vec<CapturedPiece> = Vec::with_capacity(spawns.len());
    let sightings: Vec<Sightings> = spawns
        .iter()
        .map(|spawn| Sightings::from_frames(&frames[spawn.frames.clone()], spawn.piece))
        .collect();
    for (place, spawn) in spawns.iter().enumerate() {
        let (found, next_board) = match sightings.get(place + 1..) {
            None | Some([]) => (sightings[place].last_lock(&settled), None),
            Some([next, later @ ..]) => {
                let found = next
                    .lock_before(&settled, spawn.piece)
                    .or_else(|| next.nearly_lock_before(&settled, spawn.piece))
                    .or_else(|| sightings[place].last_lock(&settled))
                    .or_else(|| {
                        later
                            .first()?
                            .two_locks_before(&settled, [spawn.piece, next.piece])
                    });
                (found, Some(next.usual()))
            }
        };
        let board = settled;
        let fate = match (found, next_board) {
            (Some(lock), _) => {
                let (after, rows) = board.lock(lock);
                settled = after;
                Fate::Locked {
                    lock,
                    rows: rows as u8,
                }
            }
            (None, Some(usual)) => {
                settled = usual;
                Fate::Unknown
            }
            (None, None) => Fate::Last,
        };
        pieces.push(CapturedPiece {
            piece: spawn.piece,
            next: spawn.next,
            board,
            lines: spawn.lines,
            level: spawn.level,
            time: spawn.time,
            frame: spawn.frames.start,
            fate,
        });
    }
    pieces
}
