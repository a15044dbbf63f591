//! Tests of the cartridge's bugs that this console preserves. They affect the display, not the counters.

use rightwell::engine::{
    GameView, PadGame, PadPosition, PadStart, PersistentMemory, PlayState, View,
};
use rightwell::rules::{Board, Buttons, Cell, Piece, PlayfieldMemory, Pose};

fn view(game: &PadGame) -> GameView {
    let View::Game(view) = game.view() else {
        panic!("a game shows the game screen");
    };
    *view
}

/// Returns a row as text: `o` for each cell that the screen blanks, `.` for the others.
fn blanked(game: &PadGame, row: usize) -> String {
    view(game).field[row * 10..][..10]
        .iter()
        .map(|&cell| if cell == Cell::BLANK { 'o' } else { '.' })
        .collect()
}

#[test]
fn a_completed_row_0_is_not_blanked_but_counted() {
    let mut rows = vec!["XXX....XXX".to_owned()];
    // Row 1 stops the piece. It can never become complete.
    rows.push("...XXXX...".to_owned());
    rows.extend((2..20).map(|_| "..........".to_owned()));
    let board: Board = rows.join(" ").parse().unwrap();
    let mut carry = PersistentMemory::default();
    let position = PadPosition {
        start: PadStart {
            level: 29,
            ..PadStart::default()
        },
        page: PlayfieldMemory::from_board(&board, Cell::BORDERED),
        pose: Pose::spawn(Piece::I),
        next: Piece::T,
        lines: 0,
        score: 0,
    };
    let mut game = PadGame::from_position(position, &mut carry);
    let mut seen_blank = String::new();
    for _ in 0..80 {
        game.step(&mut carry, Buttons::NONE);
        if game.play_state() == PlayState::LineClear {
            seen_blank.push_str(&blanked(&game, 0));
        }
        if game.lines() > 0 {
            break;
        }
    }
    assert_eq!(game.lines(), 2, "the top row must count twice");
    assert!(
        seen_blank.contains('.') && !seen_blank.contains('o'),
        "{seen_blank}"
    );
}
