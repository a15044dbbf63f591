//! Determines the outcome of each piece. Camera recordings and videos share this code.

use std::collections::VecDeque;

use crate::rules::{Board, Piece};
use crate::session::captured::{CapturedPiece, PieceOutcome, SeenPose};

use super::shots::{LockAnswer, PieceFrames};

/// Spawn of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeenSpawn {
    pub(super) piece: Piece,
    pub(super) next: Option<Piece>,
    /// True if the announced NEXT does not contradict the piece.
    pub(super) is_told: bool,
    pub(super) lines: u16,
    pub(super) level: u8,
    pub(super) score: Option<u32>,
    pub(super) das: Option<u8>,
    /// Milliseconds since the first piece.
    pub(super) time: u32,
    /// Number of the piece's first frame.
    pub(super) frame: u64,
}

/// Follows a game from piece to piece. Keeps only the frames of the last three pieces.
#[derive(Clone, Debug)]
pub(super) struct Follow {
    settled: Board,
    waiting: VecDeque<(SeenSpawn, PieceFrames)>,
    pieces: Vec<CapturedPiece>,
}

impl Follow {
    /// Starts with these settled cells.
    pub(super) fn from(settled: Board) -> Follow {
        Follow {
            settled,
            waiting: VecDeque::new(),
            pieces: Vec::new(),
        }
    }

    /// Adds the spawn of the next piece, with its frames up to the following spawn.
    pub(super) fn push(&mut self, spawn: SeenSpawn, shots: PieceFrames) {
        self.waiting.push_back((spawn, shots));
        if self.waiting.len() > 2 {
            self.resolve();
        }
    }

    /// Returns the pieces with a known outcome.
    pub(super) fn pieces(&self) -> &[CapturedPiece] {
        &self.pieces
    }

    /// Ends the game and returns all pieces.
    pub(super) fn end(mut self) -> Vec<CapturedPiece> {
        while !self.waiting.is_empty() {
            self.resolve();
        }
        self.pieces
    }

    /// Determines the outcome of the first waiting piece.
    fn resolve(&mut self) {
        let Some((spawn, own)) = self.waiting.pop_front() else {
            return;
        };
        let board = self.settled;
        let seen = || {
            let lock = own.last_lock(&board)?;
            Some(LockAnswer {
                lock,
                is_certain: false,
            })
        };
        let next = self.waiting.front().map(|(_, next)| next);
        let later = self.waiting.get(1).map(|(_, later)| later);
        let found = match next {
            None => seen(),
            Some(next) => next
                .lock_before(&board, &own)
                .or_else(|| next.nearly_lock_before(&board, &own))
                .or_else(seen)
                .or_else(|| later?.two_locks_before(&board, [&own, next])),
        };
        let fate = match (found, next) {
            (Some(LockAnswer { lock, is_certain }), _) => {
                let next_is_told = self.waiting.front().is_none_or(|(next, _)| next.is_told);
                let is_certain = is_certain && spawn.is_told && next_is_told;
                let (after, rows) = board.lock(lock);
                self.settled = after;
                PieceOutcome::Locked {
                    lock,
                    rows: rows as u8,
                    is_certain,
                }
            }
            (None, Some(next)) => {
                self.settled = next.usual(&board);
                PieceOutcome::Unknown
            }
            (None, None) => PieceOutcome::Last,
        };
        self.pieces.push(CapturedPiece {
            piece: spawn.piece,
            next: spawn.next,
            board,
            lines: spawn.lines,
            level: spawn.level,
            score: spawn.score,
            das: spawn.das,
            time: spawn.time,
            frame: spawn.frame,
            way: way(&own, &board),
            fate,
        });
    }
}

/// Returns the poses and times of the frames that show nothing but the settled cells and the piece.
fn way(shots: &PieceFrames, settled: &Board) -> Vec<SeenPose> {
    let mut way: Vec<SeenPose> = Vec::new();
    for shot in &shots.shots {
        let pose = shot.pose_over(settled, shots.piece);
        if let Some(pose) = pose
            && way.last().is_none_or(|last| last.pose != pose)
        {
            way.push(SeenPose {
                time: shot.time,
                pose,
            });
        }
    }
    way
}
