//! What became of each piece: the one way from pictures to locks, whoever told when the pieces came.

use std::collections::VecDeque;

use crate::rules::{Board, Piece};
use crate::session::captured::{CapturedPiece, Fate, SeenPose};

use super::shots::{Found, Shots};

/// A piece came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spawn {
    pub(super) piece: Piece,
    pub(super) next: Option<Piece>,
    pub(super) lines: u16,
    pub(super) level: u8,
    pub(super) score: Option<u32>,
    pub(super) das: Option<u8>,
    /// Milliseconds since the first piece.
    pub(super) time: u32,
    /// Its first picture.
    pub(super) frame: u64,
}

/// Ways to go on that are told apart later, at most, and for so many pieces.
const BRANCHES: usize = 12;
const PENDING: usize = 30;
/// Pictures by which one must be behind the best to be given up.
const BEHIND: u32 = 6;

/// Follows a game from piece to piece. Of the pictures only those of the last three pieces are kept.
///
/// Where it is not seen which of several places a piece took, all are followed, until what comes later tells.
#[derive(Clone, Debug)]
pub(super) struct Follow {
    /// The best first; they have equally many pieces.
    branches: Vec<Branch>,
    waiting: VecDeque<(Spawn, Shots)>,
    pieces: Vec<CapturedPiece>,
}

/// One way that the last pieces may have gone.
#[derive(Clone, Debug)]
struct Branch {
    settled: Board,
    pieces: Vec<CapturedPiece>,
    /// Pictures that speak for it.
    votes: u32,
}

impl Branch {
    fn of(settled: Board) -> Branch {
        Branch {
            settled,
            pieces: Vec::new(),
            votes: 0,
        }
    }

    /// The same with one piece more, which leaves these cells.
    fn with(&self, spawn: &Spawn, own: &Shots, fate: Fate, after: Board, votes: u32) -> Branch {
        let board = self.settled;
        let mut pieces = self.pieces.clone();
        pieces.push(CapturedPiece {
            piece: spawn.piece,
            next: spawn.next,
            board,
            lines: spawn.lines,
            level: spawn.level,
            score: spawn.score,
            das: spawn.das,
            time: spawn.time,
            frame: spawn.frame,
            way: way(own, &board),
            fate,
        });
        Branch {
            settled: after,
            pieces,
            votes: self.votes + votes,
        }
    }

    /// Another way to the same cells: where they differ, nothing is known.
    fn merge(&mut self, other: &Branch) {
        for (piece, other) in self.pieces.iter_mut().zip(&other.pieces) {
            let lock = |fate| match fate {
                Fate::Locked { lock, .. } => Some(lock),
                Fate::Unknown | Fate::Last => None,
            };
            if lock(piece.fate) != lock(other.fate) {
                piece.fate = Fate::Unknown;
            }
        }
    }
}

impl Follow {
    /// From a field with these settled cells on.
    pub(super) fn from(settled: Board) -> Follow {
        Follow {
            branches: vec![Branch::of(settled)],
            waiting: VecDeque::new(),
            pieces: Vec::new(),
        }
    }

    /// The next piece came, and these were the pictures until the one after it.
    pub(super) fn push(&mut self, spawn: Spawn, shots: Shots) {
        self.waiting.push_back((spawn, shots));
        if self.waiting.len() > 2 {
            self.resolve();
        }
    }

    /// The pieces whose fate is known.
    pub(super) fn pieces(&self) -> &[CapturedPiece] {
        &self.pieces
    }

    /// Nothing comes any more.
    pub(super) fn end(mut self) -> Vec<CapturedPiece> {
        while !self.waiting.is_empty() {
            self.resolve();
        }
        self.decide();
        self.pieces
    }

    /// The best way is the one that was gone.
    fn decide(&mut self) {
        self.branches.truncate(1);
        self.pieces.append(&mut self.branches[0].pieces);
        self.branches[0].votes = 0;
    }

    /// Finds out what became of the first piece that waits.
    fn resolve(&mut self) {
        let Some((spawn, own)) = self.waiting.pop_front() else {
            return;
        };
        let mut grown: Vec<Branch> = Vec::new();
        if let Some((_, next)) = self.waiting.front() {
            let is_alone = self.branches.len() == 1;
            for branch in &self.branches {
                for mut left in next.locks_before(&branch.settled, &own) {
                    left.found.is_certain &= is_alone;
                    let fate = fate_of(&branch.settled, left.found);
                    grown.push(branch.with(&spawn, &own, fate, left.after, left.votes));
                }
            }
        }
        if grown.is_empty() || grown.len() > BRANCHES {
            self.decide();
            grown = vec![self.guessed(&spawn, &own)];
        }
        // Of equals the earlier one stays before the other.
        grown.sort_by_key(|branch| std::cmp::Reverse(branch.votes));
        let least = grown[0].votes.saturating_sub(BEHIND);
        self.branches.clear();
        for branch in grown {
            let mut known = self.branches.iter_mut();
            match known.find(|known| known.settled == branch.settled) {
                Some(known) => known.merge(&branch),
                None if branch.votes >= least => self.branches.push(branch),
                None => {}
            }
        }
        if self.branches.len() == 1 || self.branches[0].pieces.len() > PENDING {
            self.decide();
        }
    }

    /// What became of a piece where no picture shows just what it left.
    fn guessed(&self, spawn: &Spawn, own: &Shots) -> Branch {
        let branch = &self.branches[0];
        let board = branch.settled;
        let seen = || {
            let lock = own.last_lock(&board)?;
            Some(Found {
                lock,
                is_certain: false,
            })
        };
        let next = self.waiting.front().map(|(_, next)| next);
        let later = self.waiting.get(1).map(|(_, later)| later);
        let found = match next {
            None => seen(),
            Some(next) => next
                .nearly_lock_before(&board, own)
                .or_else(seen)
                .or_else(|| later?.two_locks_before(&board, [own, next])),
        };
        let (fate, after) = match (found, next) {
            (Some(found), _) => (fate_of(&board, found), board.lock(found.lock).0),
            (None, Some(next)) => (Fate::Unknown, next.usual(&board)),
            (None, None) => (Fate::Last, board),
        };
        branch.with(spawn, own, fate, after, 0)
    }
}

/// What became of a piece that locked there.
fn fate_of(board: &Board, Found { lock, is_certain }: Found) -> Fate {
    Fate::Locked {
        lock,
        rows: board.lock(lock).1 as u8,
        is_certain,
    }
}

/// Where the piece was seen when, wherever nothing but it and the settled cells was seen.
fn way(shots: &Shots, settled: &Board) -> Vec<SeenPose> {
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
