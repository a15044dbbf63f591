//! Tests of the buttons that lead to a lock: the real game follows them, and a person can press them.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::engine::play_state::PlayState;
use rightwell::engine::{PadGame, PadStart, PersistentMemory};
use rightwell::rules::{Board, Buttons, Piece, Pose, Region};
use rightwell::search::{Hand, PadPiece, ReachableLocks, Thumbs, pad_locks, pad_path};

use crate::support::boards;
use crate::support::pad_play::{RATES, REGIONS, RHYTHMS, hand, is_playable_by, play};

const SIDEWAYS: Buttons = Buttons::LEFT.with(Buttons::RIGHT);
const TURNS: Buttons = Buttons::A.with(Buttons::B);

fn count(inputs: &[Buttons], thumb: Buttons) -> usize {
    inputs.iter().filter(|held| held.has(thumb)).count()
}

/// Returns the locks that can be reached, sorted.
fn locks(board: &Board, piece: PadPiece, hand: Hand) -> Vec<Pose> {
    let locks = pad_locks(board, piece, hand);
    locks.iter().flat_map(ReachableLocks::iter).collect()
}

#[test]
fn every_lock_has_a_path_that_the_real_game_follows() {
    let mut generator = boards::generator(21);
    let mut ways = 0;
    for index in 0..1500 {
        let board = boards::any(&mut generator);
        let level = [0, 5, 9, 15, 18, 19, 28, 29, 33][index % 9];
        let hand = hand(RHYTHMS[index / 9 % 10], [0, 18, 0, 3][index % 4]);
        let region = REGIONS[index / 90 % 2];
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, region);
        for lock in locks(&board, piece, hand) {
            let inputs = pad_path(&board, piece, hand, lock);
            let inputs = inputs.unwrap_or_else(|| panic!("{lock:?} {piece:?} {hand:?} {board:?}"));
            is_playable_by(&inputs, hand, region);
            play(&board, piece, &inputs, lock);
            ways += 1;
        }
    }
    assert!(ways > 20_000, "{ways}");
}

#[test]
fn a_lock_out_of_reach_has_no_path() {
    let mut generator = boards::generator(22);
    let mut refused = 0;
    for index in 0..200 {
        let board = boards::any(&mut generator);
        let hand = hand(RATES[index % 6], 0);
        let piece = PadPiece::fresh(boards::piece(&mut generator), 29, Region::Ntsc);
        let reached = locks(&board, piece, hand);
        let kind = piece.pose.piece();
        for rotation in 0..kind.rotation_count() {
            for (x, y) in (0..10).flat_map(|x| (0..20).map(move |y| (x, y))) {
                let orientation = kind.orientation(rotation);
                let pose = Pose { orientation, x, y };
                if !reached.contains(&pose) {
                    assert_eq!(pad_path(&board, piece, hand, pose), None);
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 10_000, "{refused}");
}

/// Returns `true` if a piece that falls straight down reaches this pose.
fn is_below_the_sky(board: &Board, lock: Pose) -> bool {
    (0..lock.y).all(|y| Pose { y, ..lock }.fits(board))
}

#[test]
fn plain_drops_have_no_tap_too_many_and_end_in_a_soft_drop() {
    let mut generator = boards::generator(23);
    let mut ways = 0;
    for index in 0..400 {
        let board = boards::clean(&mut generator);
        if (0..6).any(|y| board.row(y) != 0) {
            continue;
        }
        let level = [0, 3, 8][index % 3];
        let hand = hand(RATES[index % 6], 0);
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, Region::Ntsc);
        let spawn = piece.pose;
        let kind = spawn.piece();
        for lock in locks(&board, piece, hand) {
            if !is_below_the_sky(&board, lock) {
                continue;
            }
            let inputs = pad_path(&board, piece, hand, lock).unwrap();
            assert_eq!(
                count(&inputs, SIDEWAYS),
                usize::from(lock.x.abs_diff(spawn.x))
            );
            let turns = [0, 1, 2, 1][usize::from(lock.orientation.rotation())];
            assert_eq!(count(&inputs, TURNS), turns, "{kind}");
            // Without a delay, the first taps come in the first frame. Down follows after the last tap.
            let last = inputs.iter().rposition(|held| held.has(SIDEWAYS | TURNS));
            let drop = last.map_or(0, |last| last + 1);
            assert!(drop == 0 || !inputs[0].is_empty(), "{inputs:?}");
            assert!(inputs[drop..].iter().all(|&held| held == Buttons::DOWN));
            ways += 1;
        }
    }
    assert!(ways > 3_000, "{ways}");
}

#[test]
fn both_thumbs_tap_at_once() {
    let piece = PadPiece::fresh(Piece::L, 5, Region::Ntsc);
    let lock = Pose {
        orientation: Piece::L.orientation(3),
        x: 2,
        y: 18,
    };
    let inputs = pad_path(&Board::EMPTY, piece, hand("30", 0), lock).unwrap();
    let words: Vec<String> = inputs.iter().map(ToString::to_string).collect();
    assert_eq!(
        words[..6],
        [
            ".L....B.", "........", ".L......", "........", ".L......", "..D....."
        ]
    );
    let slow = pad_path(&Board::EMPTY, piece, hand("15", 2), lock).unwrap();
    let taps: Vec<usize> = (0..slow.len()).filter(|&f| slow[f].has(SIDEWAYS)).collect();
    assert_eq!(taps, [2, 6, 10]);
}

#[test]
fn down_is_not_held_where_every_frame_is_a_row() {
    let mut generator = boards::generator(24);
    for (level, region) in [(29, Region::Ntsc), (60, Region::Ntsc), (19, Region::Pal)] {
        let board = boards::clean(&mut generator);
        let piece = PadPiece::fresh(boards::piece(&mut generator), level, region);
        for lock in locks(&board, piece, Hand::FASTEST) {
            let inputs = pad_path(&board, piece, Hand::FASTEST, lock).unwrap();
            assert_eq!(count(&inputs, Buttons::DOWN), 0);
        }
    }
}

#[test]
fn a_slide_falls_softly_first_and_needs_one_tap_below() {
    // The O falls beside the ledge. Then it moves two columns to the left, under the ledge.
    let board: Board = "XXXX...... .......... .......... XXXXXXX.XX"
        .parse()
        .unwrap();
    let piece = PadPiece::fresh(Piece::O, 0, Region::Ntsc);
    let lock = Pose {
        orientation: Piece::O.orientation(0),
        x: 3,
        y: 17,
    };
    let inputs = pad_path(&board, piece, Hand::FASTEST, lock).unwrap();
    assert_eq!(count(&inputs, SIDEWAYS), 2);
    assert!(inputs.len() < 60, "{}", inputs.len());
}

/// Plays some frames of a game with random buttons.
fn fiddle(generator: &mut ChaCha8Rng, game: &mut PadGame, carry: &mut PersistentMemory) {
    for _ in 0..generator.random_range(0..40) {
        if game.play_state() != PlayState::Control {
            break;
        }
        let held = [
            Buttons::NONE,
            Buttons::LEFT,
            Buttons::RIGHT,
            Buttons::DOWN,
            Buttons::A,
            Buttons::B | Buttons::LEFT,
        ][generator.random_range(0..6)];
        game.step(carry, held);
    }
}

#[test]
fn pieces_in_flight_have_paths_too() {
    let mut generator = boards::generator(25);
    let mut ways = 0;
    for index in 0..300 {
        let mut carry = PersistentMemory::default();
        let start = PadStart {
            level: [0, 8, 18, 19, 29][index % 5],
            region: REGIONS[index % 2],
            ..PadStart::default()
        };
        let region = start.region;
        let mut game = PadGame::new(start, &mut carry);
        while game.play_state() != PlayState::Control || game.is_being_set_up() {
            game.step(&mut carry, Buttons::NONE);
        }
        // The first piece waits at the top for a while. Later pieces fall on the pieces before them.
        for _ in 0..generator.random_range(0..3000) {
            game.step(&mut carry, Buttons::NONE);
        }
        fiddle(&mut generator, &mut game, &mut carry);
        if game.play_state() != PlayState::Control {
            continue;
        }
        let piece = PadPiece {
            pose: game.pose(),
            control: carry.control,
            held: carry.pad.held,
            thumbs: Thumbs::default(),
            level: game.level(),
            region,
        };
        let hand = hand(RATES[index % 6], [0, 5][index % 2]);
        let locks = pad_locks(game.page(), piece, hand);
        for lock in locks.iter().flat_map(ReachableLocks::iter) {
            let inputs = pad_path(game.page(), piece, hand, lock).unwrap();
            let (mut game, mut carry) = (game.clone(), carry);
            for &held in &inputs {
                assert_eq!(game.play_state(), PlayState::Control);
                game.step(&mut carry, held);
            }
            assert_eq!((game.play_state(), game.pose()), (PlayState::Lock, lock));
            ways += 1;
        }
    }
    assert!(ways > 1_000, "{ways}");
}
