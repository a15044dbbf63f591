//! Knowledge of a player about a game.

use crate::rules::{Board, Piece, StateHash};
use crate::search::Root;

/// A game as a player sees it: no randomizer, no clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The settled cells.
    pub board: Board,
    /// Piece to lock.
    pub current: Piece,
    /// Piece after it, if known: `None` if NEXT is hidden.
    pub next: Option<Piece>,
    /// The level.
    pub level: u8,
    /// Lines cleared so far.
    pub lines: u16,
}

impl Position {
    /// Returns a position at the beginning of a game of level 0, with a made-up field.
    pub const fn new(board: Board, current: Piece, next: Piece) -> Position {
        Position {
            board,
            current,
            next: Some(next),
            level: 0,
            lines: 0,
        }
    }

    /// Returns the position as the searches see it.
    pub(super) fn root(&self) -> Root {
        Root {
            board: self.board,
            current: self.current,
            next: self.next,
            lines: u32::from(self.lines),
        }
    }

    /// Adds everything to a state hash.
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

    /// Returns the position without the next piece.
    #[must_use]
    pub fn without_next(&self) -> Position {
        Position {
            next: None,
            ..self.clone()
        }
    }
}
