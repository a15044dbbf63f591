//! What a player may know of a game.

use crate::rules::{Board, Piece};

/// A game as a player sees it: no randomizer, no clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The settled cells.
    pub board: Board,
    /// The piece to be placed.
    pub current: Piece,
    /// The piece after it.
    pub next: Piece,
    /// The level.
    pub level: u8,
    /// Lines cleared so far.
    pub lines: u16,
}

impl Position {
    /// The position at the beginning of a game of level 0, with a field made up.
    pub const fn new(board: Board, current: Piece, next: Piece) -> Position {
        Position {
            board,
            current,
            next,
            level: 0,
            lines: 0,
        }
    }
}
