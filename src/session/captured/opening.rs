//! How a game is found of which nothing is known yet: what is settled, and which piece is on its way.

use std::collections::VecDeque;

use crate::rules::{Board, Piece, Pose};
use crate::session::places::{looks, shared, without};

use super::shots::{Shot, cells};

/// Pictures that are kept, different ones; at 60 a second they are more than the first piece's pause.
const KEPT: usize = 240;
/// Guesses that are kept.
const GUESSES: usize = 48;
/// Pictures that a guess explains before it is taken, and different places of its piece in them.
const PICTURES: u32 = 4;
const PLACES: usize = 2;
/// The same on an empty field, where the first piece hangs at the top.
const FIRST_PICTURES: u32 = 3;
/// Cells of the piece that must be seen beyond doubt.
const CLEAR_CELLS: u32 = 2;
/// Pictures of a field in which nothing moves, before its cells are taken for settled.
const STILL: u32 = 4;

/// A beginning: from these pictures on, with these cells settled, this piece is on its way.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    pub(super) settled: Board,
    pub(super) piece: Piece,
    /// The pictures of the piece so far.
    pub(super) shots: Vec<Shot>,
}

/// Looks for the beginning of a game, or for its middle.
#[derive(Clone, Debug, Default)]
pub(super) struct Opening {
    shots: VecDeque<Shot>,
    guesses: VecDeque<Guess>,
}

#[derive(Clone, Debug)]
struct Guess {
    settled: Board,
    piece: Piece,
    pictures: u32,
    places: Vec<Pose>,
}

impl Guess {
    fn is_sound(&self) -> bool {
        match self.settled.is_empty() {
            true => self.pictures >= FIRST_PICTURES,
            false => self.pictures >= PICTURES && self.places.len() >= PLACES,
        }
    }
}

impl Opening {
    /// The next picture; the beginning, if it is clear by now.
    pub(super) fn see(&mut self, shot: &Shot) -> Option<Beginning> {
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
        let Guess { settled, piece, .. } = *explained.max_by_key(|guess| guess.pictures)?;
        let explains = |shot: &&Shot| shot.pose_over(&settled, piece).is_some();
        let mut shots: Vec<Shot> = Vec::new();
        let mut wrong = 0;
        for shot in self.shots.iter().rev() {
            // A picture or two may be spoilt in between.
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
        Some(Beginning {
            settled,
            piece,
            shots,
        })
    }

    /// What this picture lets guess.
    fn guess(&mut self, shot: &Shot) {
        for look in islands(shot) {
            let piece = Piece::ALL
                .into_iter()
                .find(|&piece| looks(piece).iter().any(|(of_it, _)| *of_it == look));
            if let Some(piece) = piece {
                let settled = without(&without(&shot.board, &look), &shot.doubtful);
                self.add(settled, piece);
            }
        }
        // What stands still is all settled, and NEXT comes.
        let still = self.shots.back().map_or(0, |last| last.count);
        if let Some(piece) = shot.next
            && still == STILL
        {
            self.add(without(&shot.board, &shot.doubtful), piece);
        }
    }

    fn add(&mut self, settled: Board, piece: Piece) {
        let is_it = |guess: &Guess| (guess.settled, guess.piece) == (settled, piece);
        if settled.full_rows() != 0 || self.guesses.iter().any(is_it) {
            return;
        }
        if self.guesses.len() == GUESSES {
            self.guesses.pop_front();
        }
        self.guesses.push_back(Guess {
            settled,
            piece,
            pictures: 0,
            places: Vec::new(),
        });
    }
}

/// Groups of four cells that touch no others; of those that touch doubtful cells only such as have no more of them
/// than a piece on its way leaves behind.
fn islands(shot: &Shot) -> Vec<Board> {
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

/// The cells in groups that touch no others.
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
