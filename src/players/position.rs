//! Position of a game: all that a player knows.

use crate::rules::{Board, Piece, StateHash};
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
    /// The level.
    pub level: u8,
    /// Number of lines cleared so far.
    pub lines: u16,
}

impl Position {
    /// Returns a position with this board at level 0 and 0 lines.
    pub const fn new(board: Board, current: Piece, next: Piece) -> Position {
        Position {
            board,
            current,
            next: Some(next),
            level: 0,
            lines: 0,
        }
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
            level,
            lines,
        } = self;
        board.words().into_iter().for_each(|word| hash.number(word));
        let next = next.map_or(Piece::COUNT, Piece::index);
        hash.bytes(&[current.index() as u8, next as u8, *level]);
        hash.number((*lines).into());
    }

    /// Returns the position with NEXT hidden.
    #[must_use]
    pub fn without_next(&self) -> Position {
        Position {
            next: None,
            ..self.clone()
        }
    }
}
