//! Starts tracking a game when neither its board nor its piece is known.

use std::collections::VecDeque;

use crate::rules::{Board, Piece, Pose};
use crate::session::places::{looks, shared, without};

use super::shots::{FieldFrame, cells};

/// Maximum number of distinct frames stored. At 60 frames per second they outlast the pause before the first piece
/// falls.
const KEPT: usize = 240;
/// Maximum number of guesses stored.
const GUESSES: usize = 48;
/// Minimum number of frames that a guess must explain.
const PICTURES: u32 = 4;
/// Minimum number of different poses of the guess's piece in these frames.
const PLACES: usize = 2;
/// Minimum number of frames that a guess must explain on an empty playfield, where the first piece hangs at the top.
const FIRST_PICTURES: u32 = 3;
/// Minimum number of the piece's cells that must be visible beyond doubt.
const CLEAR_CELLS: u32 = 2;
/// Number of frames in which the playfield must not change before its cells count as settled.
const STILL: u32 = 4;

/// Starting point of tracking: the settled cells and the current piece.
#[derive(Clone, Debug)]
pub(super) struct TrackingStart {
    pub(super) settled: Board,
    pub(super) piece: Piece,
    /// Frames of the piece so far.
    pub(super) shots: Vec<FieldFrame>,
}

/// Searches for a starting point, at the beginning or in the middle of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Opening {
    shots: VecDeque<FieldFrame>,
    guesses: VecDeque<OpeningGuess>,
}

#[derive(Clone, Debug)]
struct OpeningGuess {
    settled: Board,
    piece: Piece,
    pictures: u32,
    places: Vec<Pose>,
}

impl OpeningGuess {
    fn is_sound(&self) -> bool {
        match self.settled.is_empty() {
            true => self.pictures >= FIRST_PICTURES,
            false => self.pictures >= PICTURES && self.places.len() >= PLACES,
        }
    }
}

impl Opening {
    /// Adds the next frame. Returns the starting point as soon as it is clear.
    pub(super) fn see(&mut self, shot: &FieldFrame) -> Option<TrackingStart> {
        match self.shots.back_mut() {
            Some(last) if last.shows_the_same(shot) => last.count += 1,
            _ => self.shots.push_back(*shot),
        }
        if self.shots.len() > KEPT {
            self.shots.pop_front();
        }
        self.guess(shot);
        let explained = self.guesses.iter_mut().filter_map(|guess| {
            let pose = shot.pose_over(&guess.settled, guess.piece)?;
            let clear = without(&Board::EMPTY.with(pose), &shot.doubtful);
            if shared(&clear, &shot.board).count() < CLEAR_CELLS {
                return None;
            }
            guess.pictures += 1;
            if !guess.places.contains(&pose) {
                guess.places.push(pose);
            }
            guess.is_sound().then_some(&*guess)
        });
        let OpeningGuess { settled, piece, .. } = *explained.max_by_key(|guess| guess.pictures)?;
        let explains = |shot: &&FieldFrame| shot.pose_over(&settled, piece).is_some();
        let mut shots: Vec<FieldFrame> = Vec::new();
        let mut wrong = 0;
        for shot in self.shots.iter().rev() {
            // One or two frames in between may be corrupt.
            match explains(&shot) {
                true => wrong = 0,
                false => wrong += shot.count,
            }
            if wrong > 2 {
                break;
            }
            shots.push(*shot);
        }
        while shots.last().is_some_and(|first| !explains(&first)) {
            shots.pop();
        }
        shots.reverse();
        Some(TrackingStart {
            settled,
            piece,
            shots,
        })
    }

    /// Adds the guesses that a frame suggests.
    fn guess(&mut self, shot: &FieldFrame) {
        for look in islands(shot) {
            let piece = Piece::ALL
                .into_iter()
                .find(|&piece| looks(piece).iter().any(|(of_it, _)| *of_it == look));
            if let Some(piece) = piece {
                let settled = without(&without(&shot.board, &look), &shot.doubtful);
                self.add(settled, piece);
            }
        }
        // In an unchanging playfield all cells are settled, and NEXT will spawn.
        let still = self.shots.back().map_or(0, |last| last.count);
        if let Some(piece) = shot.next
            && still == STILL
        {
            self.add(without(&shot.board, &shot.doubtful), piece);
        }
    }

    fn add(&mut self, settled: Board, piece: Piece) {
        let is_it = |guess: &OpeningGuess| (guess.settled, guess.piece) == (settled, piece);
        if settled.full_rows() != 0 || self.guesses.iter().any(is_it) {
            return;
        }
        if self.guesses.len() == GUESSES {
            self.guesses.pop_front();
        }
        self.guesses.push_back(OpeningGuess {
            settled,
            piece,
            pictures: 0,
            places: Vec::new(),
        });
    }
}

/// Returns the groups of four cells that touch no other cells. A group may touch doubtful cells, but no more of them
/// than a moving piece leaves behind.
fn islands(shot: &FieldFrame) -> Vec<Board> {
    let mut islands = groups(&shot.board);
    islands.retain(|island| island.count() == 4);
    if !shot.doubtful.is_empty() {
        let wider = groups(&shot.board.union(&shot.doubtful));
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
