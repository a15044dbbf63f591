//! Games that begin with wanted pieces, levels and fields.

use rightwell::engine::{DragGame, DragStart};
use rightwell::rules::{Board, Piece, Pose, Randomizer, RandomizerKind};

/// A start with nothing special about it.
pub fn drag_start(randomizer: RandomizerKind, seed: u64, level: u8) -> DragStart {
    DragStart {
        level,
        randomizer,
        seed,
        game: 0,
        top: 0,
    }
}

/// A game whose pieces begin with these letters: the first seed that gives them.
pub fn start(pieces: &str, level: u8) -> DragGame {
    with(pieces, level, &Board::EMPTY)
}

/// The same on a field with these settled cells.
pub fn with(pieces: &str, level: u8, board: &Board) -> DragGame {
    let kind = RandomizerKind::Uniform;
    let seed = (0..)
        .find(|&seed| {
            let mut randomizer = Randomizer::new(kind, seed, 0).unwrap();
            pieces
                .chars()
                .all(|letter| randomizer.choose().letter() == letter)
        })
        .expect("some seed gives any few pieces");
    DragGame::with_board(drag_start(kind, seed, level), board).unwrap()
}

/// A pose by piece, pivot and clockwise turns from spawn.
pub fn place(piece: Piece, x: i8, y: i8, rotation: u8) -> Pose {
    Pose {
        orientation: piece.orientation(rotation),
        x,
        y,
    }
}
