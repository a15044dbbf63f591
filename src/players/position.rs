//! Position of a game: all that a player knows.

use crate::rules::{Board, Counter, LineCounter, Piece, Pose, StateHash};
use crate::search::SearchRoot;

/// Position of a game as a player sees it, without randomizer and clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The settled cells.
    pub board: Board,
    /// Piece to lock.
    pub current: Piece,
    /// NEXT, or `None` if it is hidden.
    pub next: Option<Piece>,
    /// The two pieces after NEXT, if the player may know them. `None` in all games that show only NEXT.
    pub later: [Option<Piece>; 2],
    /// The level.
    pub level: u8,
    /// Number of lines cleared so far.
    pub lines: u16,
}

impl Position {
    /// Largest number of known pieces, including the current one.
    pub const KNOWN_MAX: usize = 4;

    /// Returns a position with this board at level 0 and 0 lines.
    pub const fn new(board: Board, current: Piece, next: Piece) -> Position {
        Position {
            board,
            current,
            next: Some(next),
            later: [None; 2],
            level: 0,
            lines: 0,
        }
    }

    /// Returns the position after a lock of the current piece, with `next` after NEXT. `None` if NEXT is unknown.
    pub fn after(&self, lock: Pose, next: Option<Piece>) -> Option<Position> {
        let (board, rows) = self.board.lock(lock);
        let mut counter = LineCounter(Counter::new(self.lines));
        let level = counter.count(rows as u8, self.level);
        Some(Position {
            board,
            current: self.next?,
            next,
            later: [None; 2],
            level,
            lines: counter.0.value(),
        })
    }

    /// Returns the known pieces, the current one first, and their number: at most `most`. All further pieces of the
    /// array are meaningless.
    #[inline]
    pub(super) fn known_pieces(&self, most: usize) -> ([Piece; Position::KNOWN_MAX], usize) {
        let [third, fourth] = self.later;
        let mut pieces = [self.current; Position::KNOWN_MAX];
        let mut count = 1;
        for piece in [self.next, third, fourth]
            .into_iter()
            .map_while(|piece| piece)
        {
            pieces[count] = piece;
            count += 1;
        }
        (pieces, count.min(most))
    }

    /// Returns the position as the root of a search.
    pub(super) fn root(&self) -> SearchRoot {
        SearchRoot {
            board: self.board,
            current: self.current,
            next: self.next,
            lines: u32::from(self.lines),
        }
    }

    /// Adds the whole position to a state hash.
    pub fn hash_into(&self, hash: &mut StateHash) {
        let Position {
            board,
            current,
            next,
            later,
            level,
            lines,
        } = self;
        board.words().into_iter().for_each(|word| hash.number(word));
        let next = next.map_or(Piece::COUNT, Piece::index);
        hash.bytes(&[current.index() as u8, next as u8, *level]);
        hash.number((*lines).into());
        // Only if known, so that all other positions keep their hashes.
        for piece in later.iter().flatten() {
            hash.bytes(&[piece.index() as u8]);
        }
    }

    /// Returns the position with NEXT hidden.
    #[must_use]
    pub fn without_next(&self) -> Position {
        Position {
            next: None,
            later: [None; 2],
            ..self.clone()
        }
    }
}
