//! Determines the outcome of each piece, for both camera recordings and videos.

use std::collections::VecDeque;

use crate::capture::game::{CapturedPiece, PieceOutcome, SeenPose};
use crate::rules::{Board, Piece};

use super::piece_frames::{LockAnswer, PieceFrames};

/// Spawn of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeenSpawn {
    pub(super) piece: Piece,
    pub(super) next: Option<Piece>,
    /// False if the piece differs from the NEXT announced before it, or if the tracker did not see the piece or the one
    /// before it.
    pub(super) follows_next: bool,
    pub(super) lines: u16,
    pub(super) level: u8,
    pub(super) score: Option<u32>,
    pub(super) das: Option<u8>,
    /// Milliseconds since the first piece.
    pub(super) time: u32,
    /// Number of the first frame that shows the piece.
    pub(super) frame: u64,
}

/// Resolver that follows a game from piece to piece. It stores only the frames of pieces whose outcome is not known yet.
#[derive(Clone, Debug)]
pub(super) struct LockResolver {
    settled: Board,
    waiting: VecDeque<(SeenSpawn, PieceFrames)>,
    pieces: Vec<CapturedPiece>,
}

impl LockResolver {
    /// Maximum number of pieces whose outcome is not known yet.
    pub(super) const WAITING_MAX: u32 = 2;

    /// Returns a resolver for a game that starts with these settled cells.
    pub(super) fn from(settled: Board) -> LockResolver {
        LockResolver {
            settled,
            waiting: VecDeque::new(),
            pieces: Vec::new(),
        }
    }

    /// Adds the spawn of the next piece, with its frames up to the following spawn.
    pub(super) fn push(&mut self, spawn: SeenSpawn, frames: PieceFrames) {
        self.waiting.push_back((spawn, frames));
        if self.waiting.len() > LockResolver::WAITING_MAX as usize {
            self.resolve();
        }
    }

    /// Returns the settled cells before the pieces whose outcome is not known yet.
    pub(super) fn settled(&self) -> &Board {
        &self.settled
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

    /// Determines the outcome of the oldest piece that has none yet.
    fn resolve(&mut self) {
        let Some((spawn, current)) = self.waiting.pop_front() else {
            return;
        };
        let board = self.settled;
        let seen = || {
            let lock = current.last_lock(&board)?;
            Some(LockAnswer {
                lock,
                settled: board,
                is_certain: false,
            })
        };
        let next = self.waiting.front().map(|(_, next)| next);
        let later = self.waiting.get(1).map(|(_, later)| later);
        let answer = match next {
            None => seen(),
            Some(next) => next
                .lock_before(&board, &current)
                .or_else(|| next.approximate_lock_before(&board, &current))
                .or_else(seen)
                .or_else(|| later?.two_locks_before(&board, [&current, next])),
        };
        let outcome = match (answer, next) {
            (Some(answer), _) => {
                let LockAnswer {
                    lock,
                    settled,
                    is_certain,
                } = answer;
                let next_follows = self
                    .waiting
                    .front()
                    .is_none_or(|(next, _)| next.follows_next);
                let is_certain = is_certain && spawn.follows_next && next_follows;
                let (after, rows) = settled.lock(lock);
                self.settled = after;
                PieceOutcome::Locked {
                    lock,
                    rows: rows as u8,
                    is_certain,
                }
            }
            (None, Some(next)) => {
                self.settled = next.settled_cells(&board);
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
            poses_seen: poses_seen(&current, &board),
            outcome,
        });
    }
}

/// Returns the poses and times of the frames that show nothing except the settled cells and the piece.
fn poses_seen(frames: &PieceFrames, settled: &Board) -> Vec<SeenPose> {
    let mut poses_seen: Vec<SeenPose> = Vec::new();
    for frame in &frames.frames {
        let pose = frame.pose_over(settled, frames.piece);
        if let Some(pose) = pose
            && poses_seen.last().is_none_or(|last| last.pose != pose)
        {
            poses_seen.push(SeenPose {
                time: frame.time,
                pose,
            });
        }
    }
    poses_seen
}
