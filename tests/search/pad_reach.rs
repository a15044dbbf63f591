//! Tests of the search for the locks that a gamepad can reach. The real game can play what the search finds. Two
//! references find the same locks: a simple search that moves pieces with the game's own code, and a test of all
//! sequences of buttons in the real game.

use std::collections::BTreeMap;

use rand::RngExt;
use rightwell::rules::{Board, Buttons, Pad, Piece, Pose, Region};
use rightwell::search::{
    Hand, MoveGenerator, NoFilter, PadMoves, PadPiece, ReachableLocks, Thumbs, pad_locks, pad_path,
    pad_reach, reach,
};

use crate::support::boards;
use crate::support::naive_pad::{self, Hands};
use crate::support::pad_play::{
    RATES, REGIONS, RHYTHMS, game, hand, is_playable_by, is_playable_from, play, sorted,
};

#[test]
fn the_real_game_agrees_with_the_search_on_700_boards() {
    let mut generator = boards::generator(11);
    let mut locks = 0;
    for index in 0..700 {
        let board = boards::any(&mut generator);
        let level = [0, 5, 9, 15, 18, 19, 28, 29][index % 8];
        let hand = hand(RHYTHMS[index % 10], [0, 18, 0][index % 3]);
        let region = REGIONS[index / 6 % 2];
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
    assert!(locks > 10_000, "the boards must allow many locks: {locks}");
}

/// Compares the search with its reference. Returns the number of locks, and how many of them only thumbs that save up
/// taps can reach.
fn same_locks(board: &Board, piece: PadPiece, hand: Hand) -> (usize, usize) {
    let expected = naive_pad::locks(board, piece, hand);
    let found: BTreeMap<Pose, u16> = pad_reach(board, piece, hand)
        .iter()
        .map(|lock| (lock.pose, lock.frames))
        .collect();
    let poses: Vec<Pose> = expected.keys().copied().collect();
    assert_eq!(
        found.keys().copied().collect::<Vec<_>>(),
        poses,
        "{piece:?} {hand:?} {board:?}"
    );
    for (lock, frames) in &found {
        assert!(*frames >= expected[lock]);
    }
    if hand.tap_hz() == Hand::FASTEST.tap_hz() {
        assert_eq!(found, expected, "{piece:?} {hand:?} {board:?}");
    }
    let quick = pad_locks(board, piece, hand);
    let quick = sorted(quick.iter().flat_map(ReachableLocks::iter));
    assert_eq!(quick, poses, "{piece:?} {hand:?} {board:?}");
    let kind = piece.pose.piece();
    let steady = PadMoves::new(hand, piece.level, piece.region).locks(board, kind);
    let steady: Vec<Pose> = steady.iter().flat_map(ReachableLocks::iter).collect();
    assert!(steady.iter().all(|lock| poses.contains(lock)));
    (poses.len(), poses.len() - steady.len())
}

/// Returns a random board with at most `rows` free rows at the top.
fn high(generator: &mut rand_chacha::ChaCha8Rng, rows: usize) -> Board {
    loop {
        let board = boards::any(generator);
        let free = (0..20).take_while(|&y| board.row(y) == 0).count();
        if free <= rows {
            return board;
        }
    }
}

/// Returns a board with this many free rows at the top and with few paths below them. The plain search remembers every
/// tap, so it would be slow on boards with long paths.
fn crowded(generator: &mut rand_chacha::ChaCha8Rng, rows: i8) -> Board {
    boards::crowded(generator, rows, 55)
}

#[test]
fn the_search_agrees_with_the_plain_queue_at_high_levels() {
    let mut generator = boards::generator(12);
    let (mut locks, mut saved) = (0, 0);
    for index in 0..1440 {
        let level = [18, 19, 29, 16, 28, 40][index % 6];
        let region = REGIONS[index / 6 % 2];
        let rows = match region.gravity_frames(level) {
            1 => 5,
            2 => 3,
            _ => 2,
        };
        let board = crowded(&mut generator, rows);
        let hand = hand(RHYTHMS[index / 12 % 10], [0, 0, 0, 6][index % 4]);
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, region);
        let (all, more) = same_locks(&board, piece, hand);
        locks += all;
        saved += more;
    }
    println!("{locks} locks, {saved} of them out of reach for steady thumbs");
    assert!(locks > 1_500, "{locks}");
    assert!(saved > 3, "{saved}");
}

#[test]
fn the_search_agrees_with_the_plain_queue_at_low_levels() {
    let mut generator = boards::generator(13);
    let mut locks = 0;
    for index in 0..24 {
        let board = high(&mut generator, 2);
        let level = [0, 5, 8, 9, 12, 15][index % 6];
        let hand = hand("30", [0, 0, 18][index % 3]);
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, REGIONS[index / 6 % 2]);
        locks += same_locks(&board, piece, hand).0;
    }
    for index in 0..20 {
        let board = crowded(&mut generator, 1);
        let level = [9, 12, 15][index % 3];
        let hand = hand(RATES[index % 5], 0);
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, REGIONS[index / 3 % 2]);
        locks += same_locks(&board, piece, hand).0;
    }
    assert!(locks > 300, "{locks}");
}

#[test]
fn hands_that_press_one_button_at_a_time_agree_with_the_plain_queue() {
    let mut generator = boards::generator(17);
    for (taps, least) in [("one-button", 3_000), ("turn-shift-fall", 1_500)] {
        let mut locks = 0;
        for index in 0..160 {
            let level = [18, 19, 29, 9][index % 4];
            let region = REGIONS[index / 4 % 2];
            let board = boards::any(&mut generator);
            let hand = hand(taps, [0, 0, 3][index % 3]);
            let piece = PadPiece::fresh(boards::piece(&mut generator), level, region);
            locks += same_locks(&board, piece, hand).0;
            let found = pad_reach(&board, piece, hand);
            for lock in found.iter() {
                let inputs = found.inputs(lock.pose).unwrap();
                is_playable_by(&inputs, hand, region);
                play(&board, piece, &inputs, lock.pose);
            }
        }
        assert!(locks > least, "{taps}: {locks} locks");
    }
}

#[test]
fn odd_rates_agree_too() {
    let mut generator = boards::generator(14);
    for tap_hz in ["13", "29.5", "7", "26", "1.01"] {
        let board = crowded(&mut generator, 4);
        let piece = PadPiece::fresh(boards::piece(&mut generator), 29, Region::Ntsc);
        same_locks(&board, piece, hand(tap_hz, 0));
    }
}

#[test]
fn every_sequence_of_buttons_in_the_real_game_ends_in_a_lock_that_was_found() {
    let mut generator = boards::generator(16);
    let (mut sequences, mut locks) = (0, 0);
    for index in 0..600 {
        let board = crowded(&mut generator, 2 + i8::from(index % 3 == 0));
        let level = [29, 19, 29, 30][index % 4];
        let region = REGIONS[index / 4 % 2];
        let hand = hand(RHYTHMS[index % 10], [0, 1][index % 2]);
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, region);
        // The reference plays every sequence of buttons. So skip boards on which a path takes many frames.
        let found = pad_reach(&board, piece, hand);
        if found.iter().any(|lock| lock.frames > 7) || !piece.pose.fits(&board) {
            continue;
        }
        let (game, carry) = game(&board, piece);
        let mut expected = BTreeMap::new();
        let start = (Hands::default(), 0);
        sequences +=
            naive_pad::play_everything(&game, &carry, (hand, region), start, &mut expected);
        expected.retain(|lock, _| lock.fits(&board));
        let found = sorted(found.iter().map(|lock| lock.pose));
        let expected: Vec<Pose> = expected.into_keys().collect();
        assert_eq!(found, expected, "{piece:?} {hand:?} {board:?}");
        locks += found.len();
    }
    assert!(sequences > 30_000 && locks > 1_000, "{sequences} {locks}");
}

#[test]
fn fastest_taps_cover_an_empty_field_where_every_frame_is_a_row() {
    // An O spawns in columns 4 and 5. It comes to rest with its pivot in row 18. It falls one row per frame, so it has
    // 19 frames: 18 rows, and the drop that fails. With a tap in every second frame, there are 10 taps. Four are enough
    // for either wall.
    let piece = PadPiece::fresh(Piece::O, 29, Region::Ntsc);
    let columns = |tap_hz: u64, reaction| -> Vec<i8> {
        let found = pad_reach(&Board::EMPTY, piece, Hand::new(tap_hz, reaction).unwrap());
        assert!(
            found
                .iter()
                .all(|lock| lock.frames == 19 && lock.pose.y == 18)
        );
        found.iter().map(|lock| lock.pose.x).collect()
    };
    assert_eq!(columns(30, 0), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // At 10 Hz the O has four taps, in frames 0, 6, 12 and 18.
    assert_eq!(columns(10, 0), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // With a delay of one frame, the fourth tap would come in frame 19, when the O is already at rest. So the O has
    // three taps.
    assert_eq!(columns(10, 1), [2, 3, 4, 5, 6, 7, 8]);
    // At 6 Hz, the O has two taps, in frames 0 and 10. At 1 Hz, it has one tap. If only one frame is left, it has one
    // tap even at 30 Hz. If no frame is left, it has none.
    assert_eq!(columns(6, 0), [3, 4, 5, 6, 7]);
    assert_eq!(columns(1, 0), [4, 5, 6]);
    assert_eq!(columns(30, 18), [4, 5, 6]);
    assert_eq!(columns(30, 19), [5]);
}

#[test]
fn a_soft_drop_is_the_fastest_way_down() {
    // Down is held from frame 1 on, and pushes in frames 3, 5, 7 and so on. The O needs 18 rows and a push that fails.
    // This is the 19th push, in frame 3 + 2 * 18 = 39. Gravity at level 0 begins in frame 48.
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
fn quick_sets_hold_the_locks_of_the_exact_search() {
    let mut generator = boards::generator(15);
    let (mut locks, mut saved) = (0, 0);
    for index in 0..1200 {
        let board = boards::any(&mut generator);
        let level = [0, 5, 9, 15, 18, 19, 28, 29][index % 8];
        let hand = hand(RHYTHMS[index / 8 % 10], [0, 18, 0, 0][index % 4]);
        let region = REGIONS[index / 80 % 2];
        let piece = boards::piece(&mut generator);
        let quick = PadMoves::new(hand, level, region).locks(&board, piece);
        let exact = pad_locks(&board, PadPiece::fresh(piece, level, region), hand);
        let quick: Vec<Pose> = quick.iter().flat_map(ReachableLocks::iter).collect();
        let exact: Vec<Pose> = exact.iter().flat_map(ReachableLocks::iter).collect();
        if hand.tap_hz() == Hand::FASTEST.tap_hz() {
            assert_eq!(quick, exact, "{piece:?} level {level} {hand:?} {board:?}");
        }
        assert!(quick.iter().all(|lock| exact.contains(lock)));
        locks += quick.len();
        saved += exact.len() - quick.len();
    }
    assert!(locks > 20_000, "the boards must allow many locks: {locks}");
    assert!(saved > 50, "{saved}");
}

#[test]
fn quick_sets_hold_the_locks_of_the_search_by_frames() {
    let mut generator = boards::generator(17);
    for index in 0..400 {
        let board = boards::any(&mut generator);
        let level = [0, 5, 9, 15, 18, 19, 28, 29][index % 8];
        // For these hands, no lock needs thumbs that save up taps.
        let hand = hand("30", [0, 18, 0, 0][index % 4]);
        let region = REGIONS[index / 8 % 2];
        let piece = boards::piece(&mut generator);
        let quick = PadMoves::new(hand, level, region).locks(&board, piece);
        let quick: Vec<Pose> = quick.iter().flat_map(ReachableLocks::iter).collect();
        let exact = pad_reach(&board, PadPiece::fresh(piece, level, region), hand);
        let exact: Vec<Pose> = exact.iter().map(|lock| lock.pose).collect();
        assert_eq!(quick, exact, "{piece:?} level {level} {hand:?} {board:?}");
    }
}

/// Returns random next buttons. Each button stays held, is released, or is newly pressed, but never two of one thumb.
fn fiddle(generator: &mut rand_chacha::ChaCha8Rng, held: Buttons) -> Buttons {
    let mut next = Buttons::NONE;
    for buttons in [
        [Buttons::LEFT, Buttons::RIGHT, Buttons::DOWN],
        [Buttons::A, Buttons::B, Buttons::NONE],
    ] {
        let before = buttons.into_iter().find(|&button| held.has(button));
        next = next
            | match before {
                Some(button) if generator.random_range(0..10) < 6 => button,
                Some(_) => Buttons::NONE,
                None if generator.random_range(0..10) < 5 => buttons[generator.random_range(0..3)],
                None => Buttons::NONE,
            };
    }
    next
}

/// Returns a piece in flight, after some frames of random buttons, with its hands. Returns `None` if the piece is
/// already at rest.
fn under_way(
    generator: &mut rand_chacha::ChaCha8Rng,
    board: &Board,
    mut piece: PadPiece,
    hand: Hand,
) -> Option<(PadPiece, Hands)> {
    let mut hands = Hands::holding(piece.held);
    let mut pad = Pad {
        held: piece.held,
        new: Buttons::NONE,
    };
    for _ in 0..generator.random_range(0..14) {
        pad.read(fiddle(generator, pad.held));
        piece.control.fall_timer = piece.control.fall_timer.wrapping_add(1);
        let PadPiece { level, region, .. } = piece;
        let done = piece
            .control
            .tick(&mut piece.pose, pad, level, region, board);
        if done.rests {
            return None;
        }
        hands.follow(pad.held, pad.new, hand);
        piece.thumbs = piece.thumbs.after(pad);
    }
    piece.held = pad.held;
    Some((piece, hands))
}

#[test]
fn the_search_agrees_with_the_plain_queue_for_pieces_in_flight() {
    let mut generator = boards::generator(18);
    let (mut positions, mut locks, mut tapped) = (0, 0, 0);
    for index in 0..1_200 {
        let level = [18, 19, 29, 28, 40][index % 5];
        let region = REGIONS[index / 5 % 2];
        let rows = match region.gravity_frames(level) {
            1 => 8,
            2 => 5,
            _ => 3,
        };
        let board = crowded(&mut generator, rows);
        let hand = hand(RHYTHMS[index / 10 % 10], [0, 0, 0, 4][index % 4]);
        let mut piece = PadPiece::fresh(boards::piece(&mut generator), level, region);
        piece.held = [Buttons::NONE, Buttons::DOWN, Buttons::LEFT, Buttons::A][index % 4];
        if index % 10 == 0 {
            piece.control.begin_game(region);
            piece.control.down = -4;
        }
        let Some((piece, hands)) = under_way(&mut generator, &board, piece, hand) else {
            continue;
        };
        let expected = naive_pad::locks_from(&board, piece, hands, hand);
        let found = pad_reach(&board, piece, hand);
        let frames: BTreeMap<Pose, u16> =
            found.iter().map(|lock| (lock.pose, lock.frames)).collect();
        if hand.tap_hz() == Hand::FASTEST.tap_hz() {
            assert_eq!(frames, expected, "{piece:?} {hand:?} {board:?}");
        }
        let poses: Vec<Pose> = expected.keys().copied().collect();
        let same: Vec<Pose> = frames.keys().copied().collect();
        assert_eq!(same, poses, "{piece:?} {hand:?} {board:?}");
        let quick = pad_locks(&board, piece, hand);
        let quick = sorted(quick.iter().flat_map(ReachableLocks::iter));
        assert_eq!(quick, poses, "{piece:?} {hand:?} {board:?}");
        for lock in poses {
            let sequence = found.inputs(lock).unwrap();
            assert_eq!(sequence.len(), usize::from(frames[&lock]));
            for inputs in [sequence, pad_path(&board, piece, hand, lock).unwrap()] {
                assert!(inputs.len() >= usize::from(expected[&lock]));
                is_playable_from(hands, &inputs, hand, region);
                play(&board, piece, &inputs, lock);
            }
        }
        positions += 1;
        locks += expected.len();
        tapped += usize::from(piece.thumbs != Thumbs::default());
    }
    println!("{positions} positions, {tapped} of them after taps; {locks} locks");
    assert!(positions > 500 && tapped > 300 && locks > 1_500);
}

#[test]
fn at_the_double_killscreen_all_searches_agree_with_the_real_game() {
    let mut generator = boards::generator(19);
    let (mut locks, mut fewer) = (0, 0_i64);
    for index in 0..700 {
        let level = [39, 40, 60, 38][index % 4];
        let board = match (level, index % 3) {
            (38, _) => crowded(&mut generator, 5),
            (_, 0) => high(&mut generator, 12),
            _ => crowded(&mut generator, 9),
        };
        let region = REGIONS[index / 4 % 2];
        let hand = hand(RHYTHMS[index / 8 % 10], [0, 0, 3][index % 3]);
        let kind = boards::piece(&mut generator);
        let plain = PadPiece::fresh(kind, level, region);
        let mut piece = plain;
        piece.control.double_killscreen = true;
        let expected: Vec<Pose> = naive_pad::locks(&board, piece, hand).into_keys().collect();
        let found = pad_reach(&board, piece, hand);
        let poses = sorted(found.iter().map(|lock| lock.pose));
        assert_eq!(poses, expected, "{piece:?} {hand:?} {board:?}");
        let exact = pad_locks(&board, piece, hand);
        let exact = sorted(exact.iter().flat_map(ReachableLocks::iter));
        assert_eq!(exact, expected, "{piece:?} {hand:?} {board:?}");
        let quick = match level {
            38 => PadMoves::new(hand, level, region),
            _ => PadMoves::double_killscreen(hand, region),
        };
        let quick = quick.locks(&board, kind);
        let quick = sorted(quick.iter().flat_map(ReachableLocks::iter));
        if hand == Hand::FASTEST {
            assert_eq!(quick, expected, "{piece:?} {board:?}");
        }
        assert!(quick.iter().all(|lock| expected.contains(lock)));
        for &lock in &expected {
            let path = pad_path(&board, piece, hand, lock).unwrap();
            for inputs in [found.inputs(lock).unwrap(), path] {
                is_playable_by(&inputs, hand, region);
                play(&board, piece, &inputs, lock);
            }
        }
        locks += expected.len();
        let single = pad_locks(&board, plain, hand);
        let single = single.map_or(0, |locks| i64::from(locks.count()));
        fewer += single - expected.len() as i64;
    }
    println!("{locks} locks, {fewer} fewer than with one row a frame");
    assert!(locks > 4_000 && fewer > 500, "{locks} {fewer}");
}

#[test]
fn two_rows_at_once_leave_half_the_frames() {
    // An O falls from row 0 to row 18, two rows a frame. This takes nine frames and the drop that fails. With a tap in
    // every second frame, there are five taps, one more than there are columns to either wall. At 12 Hz, the O has two
    // taps.
    let columns = |taps| {
        let moves = PadMoves::double_killscreen(hand(taps, 0), Region::Ntsc);
        let locks = moves.locks(&Board::EMPTY, Piece::O).unwrap();
        locks.iter().map(|lock| lock.x).collect::<Vec<_>>()
    };
    assert_eq!(columns("30"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(columns("12"), [3, 4, 5, 6, 7]);
}
