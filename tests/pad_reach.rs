//! The lock search for pads: what it finds is played by the real game, and a plain queue over the
//! real control finds the same.

mod support;

use std::collections::BTreeMap;

use rightwell::engine::play_state::PlayState;
use rightwell::engine::{Carry, PadGame, PadPosition, PadStart};
use rightwell::rules::{Board, Buttons, Cell, Page, Piece, Pose, Region};
use rightwell::search::{Hand, Mover, NoFilter, PadMover, PadPiece, Reach, pad_reach, reach};
use support::boards;
use support::naive_pad;

fn hand(tap_hz: u64, reaction: u64) -> Hand {
    Hand::new(tap_hz, reaction).unwrap()
}

/// Plays `inputs` and checks that the piece rests in the last frame, not sooner, at `lock`.
fn play(board: &Board, piece: PadPiece, inputs: &[Buttons], lock: Pose) {
    let mut carry = Carry::default();
    let position = PadPosition {
        start: PadStart {
            level: piece.level,
            region: piece.region,
            ..PadStart::default()
        },
        page: Page::from_board(board, Cell::BORDERED),
        pose: piece.pose,
        next: Piece::T,
        lines: 0,
        score: 0,
    };
    let mut game = PadGame::from_position(position, &mut carry);
    carry.control = piece.control;
    for (frame, &held) in inputs.iter().enumerate() {
        let state = game.play_state();
        assert_eq!(
            state,
            PlayState::Control,
            "frame {frame} {lock:?} {board:?}"
        );
        game.step(&mut carry, held);
    }
    assert_eq!(game.pose(), lock, "{board:?}");
    assert_eq!(game.play_state(), PlayState::Lock, "{lock:?} {board:?}");
    assert!(lock.fits(board), "{lock:?} {board:?}");
}

/// Checks what the hands may not do.
fn is_playable_by(inputs: &[Buttons], hand: Hand, region: Region) {
    let second = if region == Region::Ntsc { 60 } else { 50 };
    let idle = usize::from(hand.reaction_frames()).min(inputs.len());
    assert!(inputs[..idle].iter().all(|held| held.is_empty()));
    for thumb in [Buttons::LEFT | Buttons::RIGHT, Buttons::A | Buttons::B] {
        let taps: Vec<usize> = (0..inputs.len())
            .filter(|&frame| inputs[frame].has(thumb))
            .collect();
        for (first, later) in (0..taps.len()).flat_map(|i| (i + 1..taps.len()).map(move |j| (i, j)))
        {
            let gap = (later - first) * second / usize::from(hand.tap_hz());
            assert!(taps[later] - taps[first] >= gap.max(2), "{inputs:?}");
        }
    }
    for run in inputs.split(|held| !held.has(Buttons::DOWN)) {
        // 3 frames, then two more for every push; the last one may rest in the middle.
        let ends_with_rest = run.as_ptr_range().end == inputs.as_ptr_range().end;
        assert!(run.is_empty() || run.len() % 2 == 1 && run.len() >= 3 || ends_with_rest);
        assert!(
            run.iter()
                .all(|held| !held.has(Buttons::LEFT | Buttons::RIGHT))
        );
    }
}

#[test]
fn the_real_game_goes_where_the_search_says_on_700_boards() {
    let mut generator = boards::generator(11);
    let mut locks = 0;
    for index in 0..700 {
        let board = boards::any(&mut generator);
        let level = [0, 5, 9, 15, 18, 19, 28, 29][index % 8];
        let tap_hz = [10, 12, 15, 20, 30, 30, 13][index % 7];
        let hand = hand(tap_hz, [0, 18, 0][index % 3]);
        let region = [Region::Ntsc, Region::Ntsc, Region::Pal][index % 3];
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, region);
        let found = pad_reach(&board, piece, hand);
        for lock in found.iter() {
            let inputs = found.inputs(lock.pose).unwrap();
            assert_eq!(inputs.len(), usize::from(lock.frames));
            is_playable_by(&inputs, hand, region);
            play(&board, piece, &inputs, lock.pose);
            locks += 1;
        }
    }
    assert!(locks > 10_000, "the boards leave room: {locks} locks");
}

/// Compares the search with its twin and returns how many locks there are.
fn same_locks(board: &Board, piece: PadPiece, hand: Hand) -> usize {
    let expected = naive_pad::locks(board, piece, hand);
    let found: BTreeMap<Pose, u16> = pad_reach(board, piece, hand)
        .iter()
        .map(|lock| (lock.pose, lock.frames))
        .collect();
    assert_eq!(found, expected, "{piece:?} {hand:?} {board:?}");
    found.len()
}

/// A board with at most `rows` free rows on top.
fn high(generator: &mut rand_chacha::ChaCha8Rng, rows: usize) -> Board {
    loop {
        let board = boards::any(generator);
        let free = (0..20).take_while(|&y| board.row(y) == 0).count();
        if free <= rows {
            return board;
        }
    }
}

#[test]
fn the_plain_queue_finds_the_same_at_high_levels() {
    let mut generator = boards::generator(12);
    let mut locks = 0;
    for index in 0..150 {
        let board = high(&mut generator, 5);
        let level = [18, 19, 29, 16, 28][index % 5];
        // Rates that divide the frames of a second: the twin keeps fewer lists of taps.
        let (region, tap_hz) = match index % 7 {
            0 => (Region::Pal, 10),
            1 => (Region::Pal, 25),
            other => (Region::Ntsc, [30, 20, 15, 12, 10][other - 2]),
        };
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, region);
        locks += same_locks(&board, piece, hand(tap_hz, [0, 0, 18][index % 3]));
    }
    assert!(locks > 1_000, "{locks}");
}

#[test]
fn the_plain_queue_finds_the_same_at_low_levels() {
    let mut generator = boards::generator(13);
    let mut locks = 0;
    for index in 0..24 {
        let board = high(&mut generator, 2);
        let level = [0, 5, 8, 9, 12, 15][index % 6];
        let hand = hand([30, 20, 10, 30, 12][index % 5], [0, 0, 18][index % 3]);
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, Region::Ntsc);
        locks += same_locks(&board, piece, hand);
    }
    assert!(locks > 300, "{locks}");
}

#[test]
fn rates_that_do_not_divide_a_second_agree_too() {
    let mut generator = boards::generator(14);
    for tap_hz in [13, 29, 7] {
        let board = high(&mut generator, 2);
        let piece = PadPiece::fresh(boards::piece(&mut generator), 29, Region::Ntsc);
        same_locks(&board, piece, hand(tap_hz, 0));
    }
}

#[test]
fn fastest_taps_cover_an_empty_field_where_every_frame_is_a_row() {
    // An O at spawn covers columns 4 and 5; it rests with its pivot in row 18 and falls in each
    // frame, so there are 19 frames: 18 rows down and the one in which the drop fails. A tap in
    // every second frame makes 10 taps; 4 to the right and 4 to the left reach the walls.
    let piece = PadPiece::fresh(Piece::O, 29, Region::Ntsc);
    let columns = |tap_hz, reaction| -> Vec<i8> {
        let found = pad_reach(&Board::EMPTY, piece, hand(tap_hz, reaction));
        assert!(
            found
                .iter()
                .all(|lock| lock.frames == 19 && lock.pose.y == 18)
        );
        found.iter().map(|lock| lock.pose.x).collect()
    };
    assert_eq!(columns(30, 0), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // 10 Hz: taps in frames 0, 6, 12, 18: four.
    assert_eq!(columns(10, 0), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // One frame later the fourth comes in frame 19, when the piece rests: three.
    assert_eq!(columns(10, 1), [2, 3, 4, 5, 6, 7, 8]);
    // 6 Hz: frames 0 and 10: two. 1 Hz or no time left: one, none.
    assert_eq!(columns(6, 0), [3, 4, 5, 6, 7]);
    assert_eq!(columns(1, 0), [4, 5, 6]);
    assert_eq!(columns(30, 18), [4, 5, 6]);
    assert_eq!(columns(30, 19), [5]);
}

#[test]
fn a_soft_drop_is_the_fastest_way_down() {
    // Down from frame 1: pushes in frames 3, 5, 7 ...; the O needs 18 rows and a failing push,
    // the 19th push, which comes in frame 3 + 2 * 18 = 39. Gravity at level 0 begins in frame 48.
    let piece = PadPiece::fresh(Piece::O, 0, Region::Ntsc);
    let found = pad_reach(&Board::EMPTY, piece, Hand::FASTEST);
    let lock = found.iter().find(|lock| lock.pose.x == 5).unwrap();
    assert_eq!(lock.frames, 39);
    assert_eq!(found.inputs(lock.pose), Some(vec![Buttons::DOWN; 39]));
}

#[test]
fn with_time_enough_every_lock_without_gravity_is_reached() {
    for kind in Piece::ALL {
        let found = pad_reach(
            &Board::EMPTY,
            PadPiece::fresh(kind, 0, Region::Ntsc),
            Hand::FASTEST,
        );
        let found: Vec<Pose> = found.iter().map(|lock| lock.pose).collect();
        let drag: Vec<Pose> = reach(&Board::EMPTY, kind, &NoFilter)
            .unwrap()
            .iter()
            .collect();
        assert_eq!(found, drag);
    }
}

#[test]
fn the_first_piece_of_a_game_hangs_until_down_or_frame_97() {
    for level in [0, 19] {
        let mut piece = PadPiece::fresh(Piece::O, level, Region::Ntsc);
        piece.control.begin_game(Region::Ntsc);
        let found = pad_reach(&Board::EMPTY, piece, Hand::FASTEST);
        for lock in found.iter() {
            play(
                &Board::EMPTY,
                piece,
                &found.inputs(lock.pose).unwrap(),
                lock.pose,
            );
        }
        assert_eq!(found.count(), 9);
    }
}

#[test]
fn quick_sets_hold_the_locks_of_the_search_by_frames() {
    let mut generator = boards::generator(15);
    let rates = [30, 20, 15, 12, 10, 30, 13];
    let mut locks = 0;
    for index in 0..600 {
        let board = boards::any(&mut generator);
        let level = [0, 5, 9, 15, 18, 19, 28, 29][index % 8];
        let hand = hand(rates[index % 7], [0, 18, 0, 0][index % 4]);
        let region = [Region::Ntsc, Region::Ntsc, Region::Pal][index % 3];
        let piece = boards::piece(&mut generator);
        let quick = PadMover::new(hand, level, region).locks(&board, piece);
        let exact = pad_reach(&board, PadPiece::fresh(piece, level, region), hand);
        let quick: Vec<Pose> = quick.iter().flat_map(Reach::iter).collect();
        let exact: Vec<Pose> = exact.iter().map(|lock| lock.pose).collect();
        assert_eq!(quick, exact, "{piece:?} level {level} {hand:?} {board:?}");
        locks += quick.len();
    }
    assert!(locks > 10_000, "the boards leave room: {locks} locks");
}
