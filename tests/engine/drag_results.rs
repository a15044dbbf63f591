//! Tests of the game without gravity: the results of locks, with and without animation, and input that is refused.

use rightwell::engine::{DragGame, DragInput, DragStart, Event};
use rightwell::players::{Pattern, Player, Position, StrategyKind, TreeMemory};
use rightwell::rules::level::level_colours;
use rightwell::rules::score::line_points;
use rightwell::rules::{Board, Counter, LineCounter, Piece, Pose, RandomizerKind};
use rightwell::search::{NoFilter, reach};

use crate::support::boards;
use crate::support::games::{self, lock, place, rows_of, shown, until, view, wait};

#[test]
fn row_0_is_never_complete_and_squares_above_it_vanish() {
    let board: Board = format!("XXX...XXXX X...X.X.X.{}", " X.X.X.X.X.".repeat(18))
        .parse()
        .unwrap();
    for animate in [true, false] {
        let mut game = games::with("J", 0, &board);
        let pose = place(Piece::J, 4, 0, 2);
        game.step(Some(DragInput::Lock { pose, animate }));
        while !game.wants_input() {
            game.step(None);
        }
        assert_eq!(game.lines(), 0);
        assert_eq!(game.board().row(0), 0x3FF);
        assert_eq!(
            game.board(),
            board.with(pose),
            "the board must lose the cell above the playfield"
        );
        assert_eq!(game.board().count(), board.count() + 3);
    }
}

#[test]
fn an_upright_piece_locked_at_the_top_keeps_only_what_is_inside() {
    let board: Board = format!("X......... {}", "X......... ".repeat(17))
        .parse()
        .unwrap();
    let mut game = games::with("IL", 0, &board);
    wait(&mut game, 8);
    lock(&mut game, place(Piece::I, 0, 0, 1));
    until(&mut game, Event::Spawned);
    assert_eq!(
        game.board().column(0),
        0xF_FFFF,
        "rows 0 and 1 must be filled again"
    );
    assert_eq!(game.board().count(), 20);
    assert!(!game.is_over());
    // The game has dropped the cells above the playfield, so the next piece can turn into this space.
    let turned = place(Piece::L, 1, 0, 1);
    assert!(turned.cells().contains(&(0, -1)));
    assert_eq!(game.check(DragInput::Pose(turned)), Ok(()));
}

#[test]
fn giving_up_without_animation_leads_to_the_state_of_an_animated_game() {
    for (pieces, board) in [
        ("OOT", ""),
        ("TIS", "...X.X.X.. ...X......"),
        ("ZZZ", "XXXX..XXXX"),
    ] {
        let board: Board = board.parse().unwrap();
        let mut slow = games::with(pieces, 7, &board);
        let mut fast = slow.clone();
        slow.step(Some(DragInput::GiveUp { animate: true }));
        while !slow.is_finished() {
            slow.step(None);
        }
        fast.step(Some(DragInput::GiveUp { animate: false }));
        assert!(fast.is_finished());
        assert_eq!(fast.steps(), 1);
        same_memory(&slow, &fast);
        // The screen shows the last row of the curtain one frame later.
        assert!(shown(&view(&fast)).iter().all(|row| row == "=========="));
    }
}

/// Asserts that both games are equal in all that a program can read, except the time and values that depend on it.
fn same_memory(one: &DragGame, other: &DragGame) {
    assert_eq!(one.board(), other.board());
    assert_eq!(one.score(), other.score());
    assert_eq!((one.lines(), one.level()), (other.lines(), other.level()));
    assert_eq!(one.state().statistics, other.state().statistics);
    assert_eq!((one.pose(), one.next()), (other.pose(), other.next()));
    assert_eq!(one.is_over(), other.is_over());
}

#[test]
fn without_animation_a_piece_is_one_step_with_the_same_result() {
    let player = Player::named("survival").unwrap();
    for filter in ["none", "well-plain"] {
        let filter = StrategyKind::find(filter, Pattern::named).unwrap();
        let mut slow = games::start("I", 9);
        let mut fast = slow.clone();
        let mut tetrises = 0;
        for piece in 0..600 {
            let line = player.decide(
                &mut TreeMemory::default(),
                &Position::new(fast.board(), fast.pose().piece(), fast.next()),
                &filter,
            );
            let Some(line) = line else { break };
            let pose = line.locks[0];
            lock(&mut slow, pose);
            while !slow.wants_input() {
                slow.step(None);
            }
            let events = fast.step(Some(DragInput::Lock {
                pose,
                animate: false,
            }));
            assert!(fast.wants_input());
            assert_eq!(fast.steps(), piece + 1);
            same_memory(&slow, &fast);
            assert!(events.contains(Event::Spawned));
            tetrises += u32::from(events.contains(Event::Tetris));
            // The screen shows the new state in the same frame.
            let seen = view(&fast);
            assert_eq!(shown(&seen), rows_of(&fast.board()));
            assert_eq!(seen.piece, Some(fast.pose()));
            assert_eq!(seen.next, Some(fast.next()));
            assert_eq!(seen.score, fast.score().digits());
            assert_eq!(seen.lines, Counter::new(fast.lines()).digits());
            assert_eq!(seen.palette_level, fast.level());
        }
        assert!(fast.lines() > 100, "{} lines", fast.lines());
        assert_eq!(tetrises > 0, filter.to_string() == "well-plain");
    }
}

#[test]
fn switching_the_animation_off_in_the_middle_of_the_first_redraw_does_no_harm() {
    let mut game = games::start("I", 0);
    game.step(Some(DragInput::Pose(game.pose())));
    game.step(Some(DragInput::Lock {
        pose: place(Piece::I, 5, 19, 0),
        animate: false,
    }));
    assert_eq!(shown(&view(&game)), rows_of(&game.board()));
    wait(&mut game, 4);
    assert_eq!(shown(&view(&game)), rows_of(&game.board()));
}

#[test]
fn a_game_past_level_255_counts_and_shows_levels_as_the_cartridge_does() {
    let player = Player::named("survival").unwrap();
    let mut game = games::start("I", 0);
    let mut lines = LineCounter::default();
    let (mut level, mut score) = (0, 0);
    let mut seen = Vec::new();
    while game.lines() < 3_360 {
        let (board, piece) = (game.board(), game.pose().piece());
        let line = player
            .decide(
                &mut TreeMemory::default(),
                &Position::new(board, piece, game.next()),
                &NoFilter,
            )
            .expect("this seed survives");
        let pose = line.locks[0];
        let (_, cleared) = board.lock(pose);
        game.step(Some(DragInput::Lock {
            pose,
            animate: false,
        }));
        let before = level;
        level = lines.count(cleared as u8, level);
        score += u64::from(line_points(cleared as u8, level));
        assert_eq!((game.lines(), game.level()), (lines.0.value(), level));
        assert_eq!(game.score().unlimited(), score);
        assert_eq!(u64::from(game.score().points()), score.min(999_999));
        if level != before {
            let view = view(&game);
            let [tens, ones] = view.level_digits;
            let digits = format!("{tens:X}{ones:X}");
            seen.push((level, digits, level_colours(view.palette_level)));
        }
    }
    assert_eq!(level, 0, "the level byte must wrap around");
    let at = |wanted: u8| {
        let (_, digits, colours) = seen.iter().find(|(level, ..)| *level == wanted).unwrap();
        (digits.as_str(), *colours)
    };
    assert_eq!(at(29).0, "29");
    assert_eq!(at(30).0, "00");
    assert_eq!(at(31).0, "0A");
    assert_eq!(at(50).0, "C6");
    assert_eq!(at(137).1, [0x30, 0x05, 0x13]);
    assert_eq!(at(138).1, [0x26, 0x29, 0x25]);
    assert_eq!(at(146).1, [0x3E, 0x09, 0x01]);
    assert_eq!(at(192).1, [0x30, 0x21, 0x12]);
    assert_eq!(seen.last().unwrap().0, 0);
}

#[test]
fn lines_counter_past_999_shows_a_letter() {
    let player = Player::named("survival").unwrap();
    let mut game = games::start("I", 29);
    while game.lines() < 1_000 {
        let (board, piece) = (game.board(), game.pose().piece());
        let line = player.decide(
            &mut TreeMemory::default(),
            &Position::new(board, piece, game.next()),
            &NoFilter,
        );
        game.step(Some(DragInput::Lock {
            pose: line.unwrap().locks[0],
            animate: false,
        }));
    }
    assert_eq!(view(&game).lines[0], 10);
}

#[test]
fn memory_and_the_board_of_the_search_lock_alike() {
    let mut generator = boards::generator(31);
    for _ in 0..3_000 {
        let board = boards::any(&mut generator);
        let piece = boards::piece(&mut generator);
        let mut game = games::with(&piece.to_string(), 0, &board);
        let Some(locks) = reach(&board, piece, &NoFilter) else {
            continue;
        };
        let all: Vec<Pose> = locks.iter().collect();
        let pose = all[all.len() * 2 / 3];
        game.step(Some(DragInput::Lock {
            pose,
            animate: false,
        }));
        let (after, cleared) = board.lock(pose);
        assert_eq!(game.board(), after, "{pose:?} on {board:?}");
        assert_eq!(u32::from(game.lines()), cleared);
    }
}

#[test]
fn impossible_inputs_are_refused_with_a_reason() {
    let game = games::with("T", 0, &"X.........".parse().unwrap());
    let lock = |x, y, rotation| DragInput::Lock {
        pose: place(Piece::T, x, y, rotation),
        animate: true,
    };
    let table = [
        (lock(5, 18, 0), "Ok"),
        (
            lock(5, 17, 0),
            "the piece does not rest at column 5, row 17",
        ),
        (lock(1, 19, 2), "the piece does not fit at column 1, row 19"),
        (lock(0, 5, 0), "the piece does not fit at column 0, row 5"),
        (lock(5, 19, 0), "the piece does not fit at column 5, row 19"),
        (
            DragInput::Pose(Pose::spawn(Piece::O)),
            "the current piece is T, not O",
        ),
        (DragInput::Pose(Pose::spawn(Piece::T)), "Ok"),
        (DragInput::GiveUp { animate: true }, "Ok"),
    ];
    for (input, expected) in table {
        let found = match game.check(input) {
            Ok(()) => "Ok".to_owned(),
            Err(fault) => fault.to_string(),
        };
        assert_eq!(found, expected, "{input:?}");
    }
}

#[test]
fn impossible_starts_are_refused_with_the_allowed_values() {
    let start = DragStart {
        level: 30,
        ..games::drag_start(RandomizerKind::Uniform, 0, 0)
    };
    assert_eq!(
        start.check().unwrap_err(),
        "level 30 is out of range; allowed: 0-29"
    );
    let start = games::drag_start(RandomizerKind::Nes, 0, 0);
    assert!(start.check().unwrap_err().contains("0000"));
}

#[test]
fn pieces_after_next_are_told_without_drawing_them_unless_they_depend_on_time() {
    for kind in [RandomizerKind::NesOdds, RandomizerKind::Uniform] {
        let mut game = DragGame::new(games::drag_start(kind, 5, 0)).unwrap();
        let mut told = Vec::new();
        for _ in 0..20 {
            let before = game.hash();
            told.push(game.later_pieces().map(Option::unwrap));
            assert_eq!(game.hash(), before);
            // Two pieces later, the first of the pieces is the next one.
            if let [.., [_, second], _, _] = told[..] {
                assert_eq!(game.pose().piece(), told[told.len() - 3][0]);
                assert_eq!(game.next(), second);
            }
            let pose = reach(&game.board(), game.pose().piece(), &NoFilter);
            let pose = pose.unwrap().iter().max_by_key(|pose| pose.y).unwrap();
            game.step(Some(DragInput::Lock {
                pose,
                animate: false,
            }));
        }
    }
    let game = DragGame::new(games::drag_start(RandomizerKind::Nes, 0x8988, 0)).unwrap();
    assert_eq!(game.later_pieces(), [None; 2]);
}
