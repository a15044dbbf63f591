//! Games with given pieces, level and playfield, and short functions to play them.

use rightwell::engine::{DragGame, DragInput, DragStart, Event, GameView, View};
use rightwell::rules::{Board, Cell, Piece, Pose, Randomizer, RandomizerKind};

/// Returns a start without special settings.
pub fn drag_start(randomizer: RandomizerKind, seed: u64, level: u8) -> DragStart {
    DragStart {
        level,
        randomizer,
        seed,
        game: 0,
        top: 0,
        endless: None,
        position: None,
    }
}

/// Returns a game whose first pieces are these letters. Its seed is the first one that gives these pieces.
pub fn start(pieces: &str, level: u8) -> DragGame {
    with(pieces, level, &Board::EMPTY)
}

/// Returns a game like [`start`], but with these settled cells in its playfield.
pub fn with(pieces: &str, level: u8, board: &Board) -> DragGame {
    let kind = RandomizerKind::Uniform;
    let seed = (0..)
        .find(|&seed| {
            let mut randomizer = Randomizer::new(kind, seed, 0).unwrap();
            pieces
                .chars()
                .all(|letter| randomizer.choose().letter() == letter)
        })
        .expect("some seed gives these pieces");
    DragGame::with_board(drag_start(kind, seed, level), board).unwrap()
}

/// Returns a pose, given by the piece, its pivot, and its clockwise turns from the spawn.
pub fn place(piece: Piece, x: i8, y: i8, rotation: u8) -> Pose {
    Pose {
        orientation: piece.orientation(rotation),
        x,
        y,
    }
}

/// Returns the contents of the screen after the last step.
pub fn view(game: &DragGame) -> GameView {
    let View::Game(view) = game.view() else {
        panic!("a game without gravity has only the game screen");
    };
    *view
}

/// Keeps the piece at its spawn until step `until`. By then, the first redraw is over.
pub fn wait(game: &mut DragGame, until: u64) {
    while game.steps() < until {
        game.step(Some(DragInput::Pose(game.pose())));
    }
}

/// Locks the current piece. Returns the tick in which it locks.
pub fn lock(game: &mut DragGame, pose: Pose) -> u64 {
    let animate = true;
    game.step(Some(DragInput::Lock { pose, animate }));
    game.steps()
}

/// Steps without input until the event happens. Returns the tick of the event.
pub fn until(game: &mut DragGame, event: Event) -> u64 {
    for _ in 0..1_000 {
        if game.reported(event) {
            return game.steps();
        }
        game.step(None);
    }
    panic!("{event:?} never happens");
}

/// Returns the playfield on the screen as text: `.` empty, `X` a block, `o` blanked, `=` curtain.
pub fn shown(view: &GameView) -> Vec<String> {
    let letter = |cell: &Cell| match *cell {
        Cell::EMPTY => '.',
        Cell::BLANK => 'o',
        Cell::CURTAIN => '=',
        _ => 'X',
    };
    view.field
        .chunks(10)
        .map(|row| row.iter().map(letter).collect())
        .collect()
}

/// Returns the board in the form of [`shown`].
pub fn rows_of(board: &Board) -> Vec<String> {
    board.to_string().lines().map(str::to_owned).collect()
}
