//! What the frames of one piece say about the settled cells under it.

use std::collections::BTreeSet;

use crate::engine::ngf::NgfFrame;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece, Pose};
use crate::session::places::{poses, resting};

/// The frames from a piece's spawn to the next one's.
#[derive(Clone, Debug)]
pub(super) struct Sightings {
    pub(super) piece: Piece,
    /// The occupied cells of each frame.
    boards: Vec<Board>,
    /// All that the piece can look like.
    looks: BTreeSet<Board>,
}

/// Cells that may be wrong in a frame that is nearly right.
const WRONG_CELLS: u32 = 3;
/// The share of frames (in hundredths) in which a cell must be seen to count as settled.
const USUAL: usize = 80;

impl Sightings {
    pub(super) fn from_frames(frames: &[NgfFrame], piece: Piece) -> Sightings {
        Sightings {
            piece,
            boards: frames.iter().map(NgfFrame::board).collect(),
            looks: poses(piece).map(|pose| Board::EMPTY.with(pose)).collect(),
        }
    }

    /// The lock of `piece` on `settled` after which most frames look just as they do; none where two
    /// would, or none does.
    pub(super) fn lock_before(&self, settled: &Board, piece: Piece) -> Option<Pose> {
        let frames_for = |after: &Board| {
            let fits = |board: &&Board| {
                let covers = board.union(after) == **board;
                covers && self.looks.contains(&without(board, after))
            };
            self.boards.iter().filter(fits).count()
        };
        let locks = resting(piece, settled);
        the_one(
            locks.map(|lock| (lock, settled.lock(lock).0)),
            |(_, after)| frames_for(after),
        )
        .map(|(lock, _)| lock)
    }

    /// The same where in each frame some cells may be wrong.
    pub(super) fn nearly_lock_before(&self, settled: &Board, piece: Piece) -> Option<Pose> {
        let frames_for = |after: &Board| {
            let fits = |board: &&Board| {
                let missing = without(after, board).count();
                let more = without(board, after).count();
                missing + more.abs_diff(4) <= WRONG_CELLS
            };
            let near = self.boards.iter().filter(fits);
            // Fewer wrong cells speak for it more.
            near.map(|board| {
                let wrong =
                    without(after, board).count() + without(board, after).count().abs_diff(4);
                (WRONG_CELLS + 1 - wrong) as usize
            })
            .sum()
        };
        let locks = resting(piece, settled);
        the_one(
            locks.map(|lock| (lock, settled.lock(lock).0)),
            |(_, after)| frames_for(after),
        )
        .map(|(lock, _)| lock)
    }

    /// The first of two locks on `settled` after which most frames look just as they do.
    pub(super) fn two_locks_before(&self, settled: &Board, pieces: [Piece; 2]) -> Option<Pose> {
        let pairs = resting(pieces[0], settled).flat_map(|first| {
            let after = settled.lock(first).0;
            let seconds: Vec<Pose> = resting(pieces[1], &after).collect();
            seconds
                .into_iter()
                .map(move |second| (first, after.lock(second).0))
        });
        let frames_for = |after: &Board| {
            let fits = |board: &&Board| {
                let covers = board.union(after) == **board;
                covers && self.looks.contains(&without(board, after))
            };
            self.boards.iter().filter(fits).count()
        };
        // Two ways to one field begin differently: then it is not known how.
        the_one(pairs, |(_, after)| frames_for(after)).map(|(first, _)| first)
    }

    /// Where the piece itself is seen to rest on `settled` in the last frames in which it is seen at all.
    pub(super) fn last_lock(&self, settled: &Board) -> Option<Pose> {
        let seen = self
            .boards
            .iter()
            .rev()
            .filter(|board| board.union(settled) == **board);
        let mut last = seen
            .map(|board| without(board, settled))
            .filter(|look| self.looks.contains(look));
        let look = last.next()?;
        // Seen twice, so that it is no piece on its way.
        let pose = resting(self.piece, settled).find(|&lock| Board::EMPTY.with(lock) == look)?;
        (last.next() == Some(look)).then_some(pose)
    }

    /// The cells that are there in most frames, but for the rows where pieces appear.
    pub(super) fn usual(&self) -> Board {
        let mut usual = Board::EMPTY;
        for y in 2..ROWS {
            for x in 0..COLUMNS {
                let seen = self
                    .boards
                    .iter()
                    .filter(|board| board.contains(x, y))
                    .count();
                if 100 * seen >= USUAL * self.boards.len() && seen > 0 {
                    usual.insert(x, y);
                }
            }
        }
        usual
    }
}

/// The only one that most speak for, or of several with the same result the first.
fn the_one(
    candidates: impl Iterator<Item = (Pose, Board)>,
    speak_for: impl Fn(&(Pose, Board)) -> usize,
) -> Option<(Pose, Board)> {
    let mut best: Option<((Pose, Board), usize)> = None;
    let mut is_alone = true;
    for candidate in candidates {
        let count = speak_for(&candidate);
        match &best {
            Some(((_, after), most)) if count == *most => is_alone &= *after == candidate.1,
            Some((_, most)) if count < *most => {}
            _ => {
                is_alone = true;
                best = Some((candidate, count));
            }
        }
    }
    best.filter(|&(_, count)| count > 0 && is_alone)
        .map(|(found, _)| found)
}

/// The cells of one board that another has not.
fn without(board: &Board, other: &Board) -> Board {
    let (cells, others) = (board.words(), other.words());
    Board::from_words(std::array::from_fn(|word| cells[word] & !others[word]))
}
