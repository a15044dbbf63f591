//! Tests of the game without gravity, frame by frame: the effects of a lock, and the frames that show them.
//!
//! The names follow the cartridge's timeline. `a` is the tick of the lock. `n` is the number of frames that redrawing
//! takes, from the piece's rows to the bottom. `e` = a + 2n + 3 is the tick of the last row check. `w` (0-3) is the
//! number of frames until the animation's first step. Frame t shows the view after step t, so a change in tick t is
//! visible in frame t + 1.

use rightwell::engine::{DragInput, Event, GameView};
use rightwell::rules::level::{gravity_frames, level_digits};
use rightwell::rules::{Board, Piece, Pose};

use crate::support::games::{self, lock, place, rows_of, shown, until, view, wait};

/// Returns the number of frames of a redraw that starts two rows above a piece with pivot row `y`.
fn redraw_frames(y: i8) -> u64 {
    let first = (y - 2).max(0) as u64;
    (20 - first).div_ceil(4)
}

/// Returns the number of frames from the last row check to the first step of the animation, minus one.
fn animation_wait(e: u64) -> u64 {
    (4 - e % 4) % 4
}

/// Returns a flat I in row `y` that rests on a cell in column 3.
fn flat_on_a_cell(y: i8) -> (Board, Pose) {
    let mut board = Board::EMPTY;
    board.insert(3, y + 1);
    (board, place(Piece::I, 5, y, 0))
}

/// Returns a flat I in row `y` that completes its row.
fn flat_completing_a_row(y: i8) -> (Board, Pose) {
    let (mut board, pose) = flat_on_a_cell(y);
    for x in [0, 1, 2, 7, 8, 9] {
        board.insert(x, y);
    }
    (board, pose)
}

#[test]
fn next_piece_spawns_10_to_18_ticks_after_a_lock_by_its_row() {
    // Rows of the pivot, and the number of ticks from lock to spawn for each.
    let table = [
        (0..=5, 18),
        (6..=9, 16),
        (10..=13, 14),
        (14..=17, 12),
        (18..=19, 10),
    ];
    for (rows, delay) in table {
        for y in rows {
            let (board, pose) = flat_on_a_cell(y);
            let mut game = games::with("I", 0, &board);
            wait(&mut game, 8);
            let a = lock(&mut game, pose);
            assert_eq!(until(&mut game, Event::Spawned) - a, delay, "row {y}");
        }
    }
}

#[test]
fn a_line_takes_17_to_20_ticks_more_by_the_frame_counter() {
    for y in [19, 18, 17, 13, 9, 5, 1] {
        for phase in 0..4 {
            let (board, pose) = flat_completing_a_row(y);
            let mut game = games::with("I", 0, &board);
            wait(&mut game, 8 + phase);
            let a = lock(&mut game, pose);
            let n = redraw_frames(y);
            let w = animation_wait(a + 2 * n + 3);
            let s = until(&mut game, Event::Spawned);
            assert_eq!(s - a, 2 * n + 25 + w, "row {y}, phase {phase}");
            if n == 1 {
                assert_eq!(s - a, [30, 29, 28, 27][(a % 4) as usize]);
            }
        }
    }
}

#[test]
fn play_states_follow_each_other_as_on_the_cartridge() {
    let (board, pose) = flat_on_a_cell(18);
    let mut game = games::with("I", 18, &board);
    wait(&mut game, 8);
    lock(&mut game, pose);
    let mut states = Vec::new();
    for _ in 0..11 {
        states.push(game.state().play_state.unwrap());
        if !game.wants_input() {
            game.step(None);
        }
    }
    assert_eq!(states, [2, 3, 3, 3, 3, 5, 6, 7, 8, 8, 1]);
}

#[test]
fn completed_rows_go_blank_from_the_middle_and_the_field_is_redrawn_four_rows_a_frame() {
    let before: Board = "
        .X........
        XXXX.XXXXX
        XXXX.XXXX.
        XXXX.XXXXX
    "
    .parse()
    .unwrap();
    let blanked = [
        "XXXXooXXXX",
        "XXXooooXXX",
        "XXooooooXX",
        "XooooooooX",
        "oooooooooo",
    ];
    for phase in 0..4 {
        let mut game = games::with("I", 18, &before);
        wait(&mut game, 8 + phase);
        let pose = place(Piece::I, 4, 18, 1);
        let a = lock(&mut game, pose);
        let locked = rows_of(&before.with(pose));
        let e = a + 5;
        let w = animation_wait(e);
        let mut after = Vec::new();
        for t in a + 1..=e + 23 + w {
            if game.wants_input() {
                wait(&mut game, t);
            } else {
                game.step(None);
            }
            if t == e {
                // In memory, the rows have already moved down.
                after = rows_of(&game.board());
                assert_eq!(after[18], ".X..X.....");
            }
            let mut expected = if t < a + 2 {
                rows_of(&before)
            } else {
                locked.clone()
            };
            if t > e + w {
                let step = ((t - e - 1 - w) / 4).min(4) as usize;
                expected[17] = blanked[step].to_owned();
                expected[19] = blanked[step].to_owned();
            }
            if t >= e + 18 + w {
                let rows = (4 * (t - e - 17 - w)).min(20) as usize;
                expected[..rows].clone_from_slice(&after[..rows]);
            }
            assert_eq!(
                shown(&view(&game)),
                expected,
                "phase {phase}, frame a+{}",
                t - a
            );
        }
    }
}

#[test]
fn two_lines_around_an_unfinished_row_are_taken_out() {
    let board: Board = "
        XXXX.XXXXX
        XXXX.XXXX.
        XXXX.XXXXX
    "
    .parse()
    .unwrap();
    let mut game = games::with("I", 18, &board);
    wait(&mut game, 8);
    lock(&mut game, place(Piece::I, 4, 18, 1));
    until(&mut game, Event::Spawned);
    assert_eq!(game.board(), "....X..... XXXXXXXXX.".parse().unwrap());
    assert_eq!((game.lines(), game.score().points()), (2, 1900));
}

/// Returns `times` groups of four rows, each ready for an upright I in column 5.
fn ready_for_tetrises(times: usize) -> Board {
    "XXXXX.XXXX ".repeat(4 * times).parse().unwrap()
}

#[test]
fn a_tetris_flashes_in_five_frames_and_counts_when_they_are_over() {
    for phase in 0..8 {
        let mut game = games::with("I", 18, &ready_for_tetrises(1));
        wait(&mut game, 8 + phase);
        let a = lock(&mut game, place(Piece::I, 5, 18, 1));
        let e = a + 5;
        let w = animation_wait(e);
        let steps: Vec<u64> = (0..5).map(|k| e + 1 + w + 4 * k).collect();
        let mut flashes = Vec::new();
        let mut sounds = Vec::new();
        while !game.wants_input() {
            let t = game.steps() + 1;
            let events = game.step(None);
            assert_eq!(events.contains(Event::Tetris), t == e);
            assert_eq!(
                events.contains(Event::RowCompleted),
                (a + 2..=e).contains(&t)
            );
            assert_eq!(game.lines(), if t < e + 17 + w { 0 } else { 4 });
            assert_eq!(
                game.score().points(),
                if t < e + 17 + w { 0 } else { 22_800 }
            );
            let view = view(&game);
            let counted = t >= e + 18 + w;
            assert_eq!(view.lines, if counted { [0, 0, 4] } else { [0; 3] });
            assert_eq!(
                view.score,
                if counted { [0, 2, 2, 8, 0, 0] } else { [0; 6] }
            );
            if view.flash {
                flashes.push(t);
            }
            if events.contains(Event::FlashTick) {
                sounds.push(t);
            }
        }
        assert_eq!(flashes, steps);
        // The vertical blank reads the frame counter before this tick increments it.
        let with_sound: Vec<u64> = steps.into_iter().filter(|t| (t - 1) % 8 == 0).collect();
        assert_eq!(sounds, with_sound);
        assert_eq!(game.steps(), e + 22 + w, "the spawn");
        if a % 4 == 1 {
            assert_eq!(flashes, [9, 13, 17, 21, 25].map(|tick| a - 1 + tick));
            assert_eq!(game.steps(), a + 29);
        }
    }
}

#[test]
fn fewer_than_four_lines_do_not_flash() {
    let (board, pose) = flat_completing_a_row(19);
    let mut game = games::with("I", 0, &board);
    wait(&mut game, 8);
    lock(&mut game, pose);
    while !game.wants_input() {
        game.step(None);
        assert!(!view(&game).flash);
    }
}

#[test]
fn level_rises_before_the_points_and_recolours_everything_in_the_next_blank() {
    let mut game = games::with("III", 0, &ready_for_tetrises(3));
    for clear in 1..=3 {
        wait(&mut game, 8);
        let a = lock(&mut game, place(Piece::I, 5, 18, 1));
        let e = a + 5;
        let w = animation_wait(e);
        while !game.wants_input() {
            let events = game.step(None);
            let t = game.steps();
            let is_level_up = clear == 3 && t == e + 17 + w;
            assert_eq!(events.contains(Event::LevelUp), is_level_up);
            let view = view(&game);
            let level = u8::from(clear == 3 && t >= e + 18 + w);
            assert_eq!(view.palette_level, level, "frame e+{}", t - e);
            assert_eq!(view.level_digits, level_digits(level));
        }
    }
    assert_eq!((game.lines(), game.level()), (12, 1));
    assert_eq!(game.score().points(), 1200 + 1200 + 2 * 1200);
}

#[test]
fn new_piece_next_and_statistics_are_seen_one_frame_after_the_spawn() {
    let (board, pose) = flat_on_a_cell(18);
    let mut game = games::with("IOT", 0, &board);
    wait(&mut game, 8);
    let count = |view: &GameView, piece: Piece| view.statistics[piece.index()];
    assert_eq!(count(&view(&game), Piece::I), [0, 0, 1]);
    lock(&mut game, pose);
    until(&mut game, Event::Spawned);
    let at_spawn = view(&game);
    assert_eq!(
        at_spawn.piece,
        Some(pose),
        "the locked piece must stay visible"
    );
    assert_eq!(at_spawn.next, Some(Piece::O));
    assert_eq!(count(&at_spawn, Piece::O), [0; 3]);
    assert_eq!(game.state().statistics.unwrap()[Piece::O.index()], 1);
    game.step(Some(DragInput::Pose(place(Piece::O, 5, 0, 0))));
    let after = view(&game);
    assert_eq!(after.piece, Some(Pose::spawn(Piece::O)));
    assert_eq!(after.next, Some(Piece::T));
    assert_eq!(count(&after, Piece::O), [0, 0, 1]);
    assert_eq!(count(&after, Piece::T), [0; 3], "NEXT must not be counted");
}

#[test]
fn piece_is_hidden_from_the_frame_after_its_first_row_is_found() {
    let (board, pose) = flat_completing_a_row(19);
    let mut game = games::with("I", 0, &board);
    wait(&mut game, 8);
    let a = lock(&mut game, pose);
    // Rows 17, 18, 19 are checked in ticks a+2, a+3, a+4.
    while !game.wants_input() {
        let t = game.steps() + 1;
        game.step(None);
        let expected = (t <= a + 4).then_some(pose);
        assert_eq!(view(&game).piece, expected, "frame a+{}", t - a);
        assert!(view(&game).next.is_some(), "NEXT stays");
    }
}

#[test]
fn a_pose_is_seen_in_the_frame_after_its_input() {
    let mut game = games::with("T", 0, &Board::EMPTY);
    wait(&mut game, 8);
    let pose = place(Piece::T, 7, 3, 1);
    game.step(Some(DragInput::Pose(pose)));
    assert_eq!(game.pose(), pose);
    assert_eq!(view(&game).piece, Some(Pose::spawn(Piece::T)));
    game.step(Some(DragInput::Pose(pose)));
    assert_eq!(view(&game).piece, Some(pose));
}

#[test]
fn score_is_counted_with_the_frame_of_the_score_tick_when_no_line_is_cleared() {
    let (board, pose) = flat_on_a_cell(18);
    let mut game = games::with("I", 5, &board);
    wait(&mut game, 8);
    let a = lock(&mut game, pose);
    assert_eq!(
        until(&mut game, Event::Locked),
        a + 5,
        "expected the tick of the last row check"
    );
    until(&mut game, Event::Spawned);
    assert_eq!((game.score().points(), game.lines()), (0, 0));
}

/// After the player gives up, the last two pieces fall by gravity. The first one starts in its first tick.
#[test]
fn last_two_pieces_fall_by_gravity_then_the_curtain_closes() {
    for level in [0, 18, 19, 29] {
        let mut game = games::with("OOT", level, &Board::EMPTY);
        let g = u64::from(gravity_frames(level));
        // Count the drops from this tick on. The first piece falls as if it had just spawned.
        wait(&mut game, 8);
        let s = game.steps();
        game.step(Some(DragInput::GiveUp { animate: true }));
        let mut drops = Vec::new();
        let mut before = Pose::spawn(Piece::O);
        loop {
            if game.pose() != before {
                drops.push(game.steps() - s);
                before = game.pose();
            }
            if game.reported(Event::Spawned) {
                break;
            }
            game.step(None);
        }
        drops.pop();
        let expected: Vec<u64> = (1..=18).map(|row| row * g).collect();
        assert_eq!(drops, expected, "level {level}");
        assert_eq!(
            game.steps() - s,
            19 * g + 10,
            "the piece rests, locks, and the last one appears"
        );
        let second = game.steps();
        assert_eq!(game.board().count(), 4);
        // The second piece rests in row 16, so its redraw takes two frames.
        let o = until(&mut game, Event::ToppedOut);
        assert_eq!(
            o - second,
            17 * g + 12,
            "the game must end instead of a third piece"
        );
        assert_eq!(game.board().count(), 8);
        assert_eq!(game.state().statistics.unwrap().iter().sum::<u16>(), 2);
        assert!(game.is_over() && !game.is_finished());
    }
}

#[test]
fn a_blocked_piece_tops_out_one_tick_after_its_drop_fails() {
    let board: Board = "...X.X.X.. ".repeat(20).parse().unwrap();
    let mut game = games::with("T", 29, &board);
    game.step(Some(DragInput::GiveUp { animate: true }));
    let failed = game.steps();
    assert_eq!(game.state().play_state, Some(2));
    assert_eq!(until(&mut game, Event::ToppedOut), failed + 1);
    assert_eq!(
        game.board(),
        board,
        "the piece must not be in the playfield"
    );
}

#[test]
fn curtain_waits_64_frames_then_covers_a_row_in_every_fourth() {
    let board: Board = "...X.X.X.. ".repeat(20).parse().unwrap();
    // At these levels, pieces fall one row in one to four frames, so the game is lost at every phase of the frame
    // counter.
    for level in [29, 19, 18, 13] {
        let mut game = games::with("T", level, &board);
        game.step(Some(DragInput::GiveUp { animate: true }));
        let o = until(&mut game, Event::ToppedOut);
        let first = o + [68, 67, 66, 65][(o % 4) as usize];
        while !game.is_finished() {
            let t = game.steps() + 1;
            let events = game.step(None);
            let in_memory = if t < first { 0 } else { (t - first) / 4 + 1 };
            let full = (0..20).take_while(|&y| game.board().row(y) == 0x3FF);
            assert_eq!(full.count() as u64, in_memory, "tick o+{}", t - o);
            let on_screen = if t <= first {
                0
            } else {
                (t - 1 - first) / 4 + 1
            };
            let view = view(&game);
            let curtain = shown(&view)
                .iter()
                .take_while(|row| *row == "==========")
                .count();
            assert_eq!(curtain as u64, on_screen, "frame o+{}", t - o);
            assert_eq!(view.piece.is_some(), on_screen == 0, "frame o+{}", t - o);
            assert_eq!(events.contains(Event::CurtainClosed), t == first + 76);
        }
        let closed = o + [144, 143, 142, 141][(o % 4) as usize];
        assert_eq!(
            game.steps(),
            closed + 1,
            "the game ends when the screen shows the closed curtain"
        );
    }
}
