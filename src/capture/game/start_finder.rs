//! Finds a point to start tracking a game, while neither the settled cells nor the piece are known.

use std::collections::VecDeque;

use super::places::{looks, shared};
use crate::rules::motion::ROWS;
use crate::rules::{Board, Piece, Pose};

use super::piece_frames::{FieldFrame, cells};

/// Maximum number of distinct frames to store. At 60 frames per second, this is longer than the pause before the first
/// piece falls.
const FRAMES_MAX: usize = 240;
/// Maximum number of guesses stored. A guess consists of settled cells and a piece.
const GUESSES_MAX: usize = 48;
/// Minimum number of frames that a guess must explain.
const GUESS_FRAMES_MIN: u32 = 4;
/// Minimum number of different poses that the guessed piece must take in the frames that a guess explains.
const POSES_MIN: usize = 2;
/// Minimum number of frames that a guess must explain if the playfield is empty: the first piece waits at the top.
const EMPTY_FIELD_FRAMES_MIN: u32 = 3;
/// Minimum number of the piece's cells that must be clearly visible.
const CLEAR_CELLS_MIN: u32 = 2;
/// Number of frames without a change after which the cells of a playfield count as settled.
const STILL_FRAMES: u32 = 4;

/// Point from which tracking starts: the settled cells and the current piece.
#[derive(Clone, Debug)]
pub(super) struct TrackingStart {
    pub(super) settled: Board,
    pub(super) piece: Piece,
    /// Frames of the piece so far.
    pub(super) frames: Vec<FieldFrame>,
}

/// Finder of a starting point, whether at the beginning or in the middle of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct StartFinder {
    frames: VecDeque<FieldFrame>,
    guesses: VecDeque<OpeningGuess>,
}

#[derive(Clone, Debug)]
struct OpeningGuess {
    settled: Board,
    piece: Piece,
    frames_explained: u32,
    poses: Vec<Pose>,
}

impl OpeningGuess {
    fn is_sound(&self) -> bool {
        match self.settled.is_empty() {
            true => self.frames_explained >= EMPTY_FIELD_FRAMES_MIN,
            false => self.frames_explained >= GUESS_FRAMES_MIN && self.poses.len() >= POSES_MIN,
        }
    }
}

impl StartFinder {
    /// Adds the next frame. Returns the starting point as soon as it is clear.
    pub(super) fn see(&mut self, frame: &FieldFrame) -> Option<TrackingStart> {
        match self.frames.back_mut() {
            Some(last) if last.is_same_field(frame) => last.count += 1,
            _ => self.frames.push_back(*frame),
        }
        if self.frames.len() > FRAMES_MAX {
            self.frames.pop_front();
        }
        self.guess(frame);
        let explained = self.guesses.iter_mut().filter_map(|guess| {
            let pose = frame.pose_over(&guess.settled, guess.piece)?;
            let clear = Board::EMPTY.with(pose).without(&frame.doubtful);
            if shared(&clear, &frame.board).count() < CLEAR_CELLS_MIN {
                return None;
            }
            guess.frames_explained += 1;
            if !guess.poses.contains(&pose) {
                guess.poses.push(pose);
            }
            guess.is_sound().then_some(&*guess)
        });
        let OpeningGuess { settled, piece, .. } =
            *explained.max_by_key(|guess| guess.frames_explained)?;
        let explains = |frame: &&FieldFrame| frame.pose_over(&settled, piece).is_some();
        let mut frames: Vec<FieldFrame> = Vec::new();
        let mut wrong = 0;
        for frame in self.frames.iter().rev() {
            // Tolerate one or two corrupt frames among those that fit.
            match explains(&frame) {
                true => wrong = 0,
                false => wrong += frame.count,
            }
            if wrong > 2 {
                break;
            }
            frames.push(*frame);
        }
        while frames.last().is_some_and(|first| !explains(&first)) {
            frames.pop();
        }
        frames.reverse();
        Some(TrackingStart {
            settled,
            piece,
            frames,
        })
    }

    /// Adds the guesses that a frame suggests.
    fn guess(&mut self, frame: &FieldFrame) {
        for look in islands(frame) {
            let piece = Piece::ALL
                .into_iter()
                .find(|&piece| looks(piece).iter().any(|(of_it, _)| *of_it == look));
            if let Some(piece) = piece {
                let settled = frame.board.without(&look).without(&frame.doubtful);
                self.add(settled, piece);
            }
        }
        // If the playfield does not change, all its cells are settled, and NEXT is the piece that will spawn.
        let still = self.frames.back().map_or(0, |last| last.count);
        if let Some(piece) = frame.next
            && still == STILL_FRAMES
        {
            self.add(frame.board.without(&frame.doubtful), piece);
        }
    }

    fn add(&mut self, settled: Board, piece: Piece) {
        let is_it = |guess: &OpeningGuess| (guess.settled, guess.piece) == (settled, piece);
        if settled.full_rows() != 0 || self.guesses.iter().any(is_it) {
            return;
        }
        if self.guesses.len() == GUESSES_MAX {
            self.guesses.pop_front();
        }
        self.guesses.push_back(OpeningGuess {
            settled,
            piece,
            frames_explained: 0,
            poses: Vec::new(),
        });
    }
}

/// Returns whether `pieces` pieces and their clears can turn `before` into `after`. `doubtful` cells are ignored. Going
/// up from the floor, each row of `after` must contain a row of `before`, because pieces only add cells. Some rows of
/// `before` may have been filled and cleared.
pub(super) fn can_become(before: &Board, after: &Board, doubtful: &Board, pieces: u32) -> bool {
    const ALL: usize = ROWS as usize;
    // Least number of cells added so far, by the number of rows of `before` that are already used.
    let mut least = [u32::MAX; 2 * ALL + 1];
    least[0] = 0;
    for new in (0..ROWS).rev() {
        let hidden = doubtful.row(new);
        let row = after.row(new) & !hidden;
        let old = |used: usize| match ROWS - 1 - used as i8 {
            old @ 0.. => before.row(old),
            _ => 0,
        };
        // A row with more than four cells may have been cleared.
        for used in 0..ALL {
            let there = old(used).count_ones();
            if there > 4 {
                let filled = least[used].saturating_add(10 - there);
                least[used + 1] = least[used + 1].min(filled);
            }
        }
        let mut next = [u32::MAX; 2 * ALL + 1];
        for used in 0..2 * ALL {
            let was = old(used) & !hidden;
            if was & !row == 0 {
                next[used + 1] = least[used].saturating_add((row & !was).count_ones());
            }
        }
        least = next;
    }
    // A new game begins on an empty playfield, but hidden cells may hold all the others.
    let is_new = after.is_empty() && !before.without(doubtful).is_empty();
    let mut by_clears = least[ALL..].iter().take(4 * pieces as usize + 1);
    !is_new && by_clears.any(|added| *added <= 4 * pieces)
}

/// Returns the groups of four cells that touch no other cells. A group may touch doubtful cells, but not more of them
/// than a moving piece leaves behind.
fn islands(frame: &FieldFrame) -> Vec<Board> {
    let mut islands = groups(&frame.board);
    islands.retain(|island| island.count() == 4);
    if !frame.doubtful.is_empty() {
        let wider = groups(&frame.board.union(&frame.doubtful));
        islands.retain(|island| {
            let mut around = wider.iter().filter(|all| all.intersects(island));
            around.all(|all| all.count() <= 8)
        });
    }
    islands
}

/// Returns the connected groups of cells.
fn groups(board: &Board) -> Vec<Board> {
    let mut seen = Board::EMPTY;
    let mut groups = Vec::new();
    for (x, y) in cells() {
        if !board.contains(x, y) || seen.contains(x, y) {
            continue;
        }
        let mut group = Board::EMPTY;
        let mut open = vec![(x, y)];
        while let Some((x, y)) = open.pop() {
            if board.contains(x, y) && !seen.contains(x, y) {
                seen.insert(x, y);
                group.insert(x, y);
                open.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
            }
        }
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a board whose lowest rows are these. Cells are `#`.
    fn board(rows: &[&str]) -> Board {
        let mut board = Board::EMPTY;
        for (row, y) in rows.iter().rev().zip((0..ROWS).rev()) {
            for (cell, x) in row.chars().zip(0..) {
                if cell == '#' {
                    board.insert(x, y);
                }
            }
        }
        board
    }

    #[test]
    fn a_row_that_contains_a_cleared_one_hides_no_clear() {
        let well = "#########.";
        let before = board(&["####......", well, well, well, well, well]);
        // An I in the well cleared four rows. The row above them now contains the cells of a cleared one.
        let after = board(&[well, well]);
        let can = |pieces: u32| can_become(&before, &after, &Board::EMPTY, pieces);
        assert!(can(3));
        assert!(!can(2));
    }

    #[test]
    fn an_empty_playfield_is_a_new_game() {
        let full = board(&["#########."]);
        assert!(!can_become(&full, &Board::EMPTY, &Board::EMPTY, 9));
    }
}
